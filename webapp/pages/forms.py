"""The two forms that start a battle: what was filled in, and what is wrong with it.

Neither judges by itself: each makes a battle file, and the engine's problems are put beside the
fields that they come from.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, ClassVar

import engine
from webapp import samples

RULESET = "manymarios"
DIGITS_MOST = 30
"""Beyond so many, a number is as wrong as it gets, and slow to read."""


class Form:
    """Values by field, and messages by field; what belongs to no field is in `problems`."""

    defaults: ClassVar[Mapping[str, str]] = {}

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        # A box that is not ticked is not sent: in a form that was sent, what is missing is blank.
        self.values = (
            dict(self.defaults)
            if given is None
            else {field: given.get(field, "") for field in self.defaults}
        )
        self.errors: dict[str, list[str]] = defaultdict(list)
        self.problems: list[engine.Problem] = []

    @property
    def is_listed(self) -> bool:
        """Whether the home page is to list the battle."""
        return bool(self.values["listed"])

    def read(self) -> engine.Battle | None:
        """The battle that the form describes; None after noting everything that is wrong."""
        try:
            return engine.read(self.source())
        except engine.InputError as error:
            for problem in error.problems:
                self.note(problem)
        return None

    def source(self) -> Any:
        """The battle file, as text or as a document."""
        raise NotImplementedError

    def note(self, problem: engine.Problem) -> None:
        """Puts a problem where it is shown."""
        self.problems.append(problem)


class FileForm(Form):
    """A battle file, pasted."""

    defaults: ClassVar = {"file": "", "listed": "on"}

    def source(self) -> str:
        """The text, as it was pasted."""
        return self.values["file"]


class ArmiesForm(Form):
    """A battle between two sample armies."""

    defaults: ClassVar = {
        "army_a": "boo-choir",
        "army_b": "hammer-line",
        "name_a": "",
        "name_b": "",
        "first": "",
        "ap_limit": "",
        "seed": "",
        "listed": "on",
    }

    def source(self) -> dict[str, Any]:
        """The battle file of what was chosen; a blank field is left out."""
        document: dict[str, Any] = {
            "ruleset": RULESET,
            "sides": [self._side("a"), self._side("b")],
            "options": {"first": self.values["first"]} if self.values["first"] else {},
        }
        for field in ("ap_limit", "seed"):
            if text := self.values[field].strip():
                document[field] = _number(text)
        return document

    def _side(self, side: str) -> dict[str, Any]:
        army = samples.of(RULESET).armies.get(self.values[f"army_{side}"])
        return {"name": self.values[f"name_{side}"], "army": army.army if army else None}

    def note(self, problem: engine.Problem) -> None:
        """Puts a problem beside the field that it comes from."""
        if match := re.match(r"sides\[([01])\]\.(name|army)", problem.path):
            side = "ab"[int(match[1])]
            field = f"{match[2]}_{side}"
        else:
            field = problem.path.removeprefix("options.")
        if field.startswith("army_") and self.values[field] not in samples.of(RULESET).armies:
            self.errors[field].append("Choose one of these armies.")
        elif field in self.values:
            self.errors[field].append(problem.message)
        else:
            super().note(problem)


def _number(text: str) -> int | str:
    """The number; the text itself, which the engine will refuse, if it is none."""
    is_number = re.fullmatch(r"-?[0-9]+", text) and len(text) <= DIGITS_MOST
    return int(text) if is_number else text
