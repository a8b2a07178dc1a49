"""A recording ready to be sent: its events as they were recorded, with their cues and chances."""

import functools
import zlib
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from webapp.base.game import Game
from webapp.base.scene_files import Pace, pace_of
from webapp.battles import analysis as analyses
from webapp.battles.analysis import Analysis
from webapp.battles.schedule import Schedule, kind, schedule

CACHED = 32
HEADER_PIECE = 4096


@dataclass(frozen=True)
class Playback:
    """Header and events as JSON that is passed on untouched, and when each event is due.

    `analysis` has the chances after each event, where the game has exact odds.
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


class _Event(msgspec.Struct):
    type: str
    beat: int


_EVENT = msgspec.json.Decoder(_Event)


def pack(lines: bytes) -> bytes:
    """A recording's lines as they are stored."""
    return zlib.compress(lines)


@functools.lru_cache(CACHED)
def unpack(game: Game, packed: bytes, analysis: bytes | None) -> Playback:
    """The playback of what is stored. A cache may hold it, since a recording never changes."""
    playback = read(game, zlib.decompress(packed))
    return replace(playback, analysis=analyses.unpack(analysis)) if analysis else playback


def header(packed: bytes) -> bytes:
    """The header of what is stored, as JSON, without unpacking the events."""
    unpacking = zlib.decompressobj()
    line = b""
    while b"\n" not in line and not unpacking.eof:
        line += unpacking.decompress(packed, HEADER_PIECE)
        packed = unpacking.unconsumed_tail
    return line.split(b"\n", 1)[0]


def read(game: Game, lines: bytes) -> Playback:
    """The playback of a recording's lines."""
    header, *events = lines.splitlines()
    pace = pace_of(game)
    return Playback(
        header=msgspec.Raw(header),
        events=tuple(map(msgspec.Raw, events)),
        schedule=schedule([_shown(pace, event) for event in events], pace),
    )


def _shown(pace: Pace, line: bytes) -> tuple[str, int]:
    """An event's kind and beat; other fields are decoded only if the pace asks for them."""
    event = _EVENT.decode(line)
    if event.type not in pace.unless_zero and event.type not in pace.shown_as:
        return event.type, event.beat
    return kind(pace, event.type, msgspec.json.decode(line).get), event.beat
