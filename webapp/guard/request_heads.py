"""Heads of requests: what is refused before anybody acts on it, and whom a request asks."""

import re
from email import errors as flaws
from email.message import Message
from typing import Any, Final

HEAD_BYTES_MOST: Final = 32_000
ABSOLUTE: Final = re.compile(r"https?://([^/?]*)(.*)", re.IGNORECASE)
"""A target with the name of the server in it, as proxies are asked: RFC 9112, 3.2.2."""
NO_FIELDS: Final = (
    flaws.FirstHeaderLineIsContinuationDefect,
    flaws.InvalidHeaderDefect,
    flaws.MisplacedEnvelopeHeaderDefect,
    flaws.MissingHeaderBodySeparatorDefect,
)
"""What Python calls lines of a head that are no fields, after which it reads no more of it."""


class TooLargeError(ValueError):
    """The head of a request is too large."""


class Head:
    """The stream that a head is read from, up to a limit."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.left = HEAD_BYTES_MOST

    def readline(self, most: int = -1) -> bytes:
        """The next line. Raises OSError if the client has hung up before its end."""
        line: bytes = self.file.readline(min(most, self.left + 1) if most >= 0 else self.left + 1)
        self.left -= len(line)
        if self.left < 0:
            raise TooLargeError("too large a head")
        if not line.endswith(b"\n"):
            raise ConnectionAbortedError("a head that is cut off")
        if b"\r" in line[:-2]:
            raise ValueError("a line of the head is two for some")
        return line


def refuse_ambiguous(head: Message) -> None:
    """Raises ValueError for a head that a proxy before us may read in another way.

    What is left of a body of another length would be the next request, perhaps somebody else's.
    """
    if any(isinstance(defect, NO_FIELDS) for defect in head.defects):
        raise ValueError("a line of the head is no field")
    if len(head.get_all("Host", [])) > 1:
        raise ValueError("more than one server is asked")
    lengths = head.get_all("Content-Length", [])
    codings = head.get_all("Transfer-Encoding", [])
    if len(lengths) + len(codings) > 1:
        raise ValueError("the body has more than one length")
    if not all(length.isascii() and length.isdigit() for length in lengths):
        raise ValueError("the body's length is no number")
    if not all(coding.lower() == "chunked" for coding in codings):
        raise ValueError("the body is encoded in a way that is not known here")


def local(target: str, head: Message) -> str:
    """The path and query that a request asks for; an authority before them becomes its `Host`.

    Raises ValueError for an authority that is empty or names a user.
    """
    found = ABSOLUTE.fullmatch(target)
    if not found:
        return target
    authority, path = found.groups()
    if not authority or "@" in authority:
        raise ValueError("the target names no server")
    del head["Host"]
    head["Host"] = authority
    return path if path.startswith("/") else f"/{path}"
