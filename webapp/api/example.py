"""A call of the API as a line of curl."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple


class Example(NamedTuple):
    """A call of an endpoint; `gives` maps placeholders of later lines to members of its answer.

    link: the word that stands for the whole address, where an answer has given it. seat: the word
    that stands for the token of a seat, which says who asks.
    """

    method: str
    path: str
    text: str
    query: str = ""
    body: Any = None
    gives: Mapping[str, str] = {}
    link: str = ""
    seat: str = ""

    @property
    def curl(self) -> str:
        """The call as a line for a shell."""
        address = self.link or f"SERVER{self.path}" + (f"?{self.query}" if self.query else "")
        verb = "" if self.method in ("GET", "POST") else f" -X {self.method}"
        parts = [f"curl{verb} '{address}'"]
        if self.seat:
            parts.append(f"-H 'Authorization: Bearer {self.seat}'")
        if self.method != "GET":
            parts.append("-H 'Content-Type: application/json'")
            parts.append("-d '" + json.dumps(self.body, ensure_ascii=False) + "'")
        return " \\\n  ".join(parts)
