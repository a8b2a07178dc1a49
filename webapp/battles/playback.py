"""A recording ready to be sent: its events as they were recorded, with their cues and chances."""

import functools
import zlib
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from webapp.battles import analysis as analyses
from webapp.battles import pace
from webapp.battles.airing import Schedule, schedule
from webapp.battles.analysis import Analysis

CACHED = 32
HEADER_PIECE = 4096


@dataclass(frozen=True)
class Show:
    """Header and events as JSON that is passed on untouched, and when each event is due.

    `analysis` has the chances after each event, where the ruleset has exact odds.
    """

    header: msgspec.Raw
    events: tuple[msgspec.Raw, ...]
    schedule: Schedule
    analysis: Analysis | None = None

    def extras(self, span: slice, *, over: bool) -> dict[str, Any]:
        """What else is sent with these events, where there are exact odds.

        Their chances, and when the battle is over the luck in it.
        """
        if self.analysis is None:
            return {}
        extras: dict[str, Any] = {"chances": self.analysis.chances[span]}
        if over:
            extras["luck"] = self.analysis.luck
        return extras


class _Header(msgspec.Struct):
    ruleset: str


class _Event(msgspec.Struct):
    type: str
    beat: int


_HEADER = msgspec.json.Decoder(_Header)
_EVENT = msgspec.json.Decoder(_Event)


def pack(lines: bytes) -> bytes:
    """A recording's lines as they are stored."""
    return zlib.compress(lines)


@functools.lru_cache(CACHED)
def unpack(packed: bytes, analysis: bytes | None) -> Show:
    """The show in what is stored. A cache may hold it, since a recording never changes."""
    show = read(zlib.decompress(packed))
    return replace(show, analysis=analyses.unpack(analysis)) if analysis else show


def header(packed: bytes) -> bytes:
    """The header of what is stored, as JSON, without unpacking the events."""
    unpacking = zlib.decompressobj()
    line = b""
    while b"\n" not in line and not unpacking.eof:
        line += unpacking.decompress(packed, HEADER_PIECE)
        packed = unpacking.unconsumed_tail
    return line.split(b"\n", 1)[0]


def read(lines: bytes) -> Show:
    """The show in a recording's lines."""
    header, *events = lines.splitlines()
    told = [_EVENT.decode(line) for line in events]
    return Show(
        header=msgspec.Raw(header),
        events=tuple(map(msgspec.Raw, events)),
        schedule=schedule(
            [(event.type, event.beat) for event in told], pace.of(_HEADER.decode(header).ruleset)
        ),
    )
