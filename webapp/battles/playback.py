"""Recordings ready to send: raw events with cues and chances."""

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
    """Header and events as raw JSON, when each is due, and the chances after each if exact."""

    header: msgspec.Raw
    events: tuple[msgspec.Raw, ...]
    schedule: Schedule
    analysis: Analysis | None = None

    def extras(self, span: slice, *, over: bool) -> dict[str, Any]:
        """Return the chances of these events and, once the battle is over, its luck."""
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
    return zlib.compress(lines)


@functools.lru_cache(CACHED)
def unpack(game: Game, packed: bytes, analysis: bytes | None) -> Playback:
    """Return the playback of a stored recording. It never changes, so it can be cached."""
    playback = read(game, zlib.decompress(packed))
    return replace(playback, analysis=analyses.unpack(analysis)) if analysis else playback


def header(packed: bytes) -> bytes:
    """Return a stored recording's header as JSON, without unpacking its events."""
    unpacking = zlib.decompressobj()
    line = b""
    while b"\n" not in line and not unpacking.eof:
        line += unpacking.decompress(packed, HEADER_PIECE)
        packed = unpacking.unconsumed_tail
    return line.split(b"\n", 1)[0]


def read(game: Game, lines: bytes) -> Playback:
    header, *events = lines.splitlines()
    pace = pace_of(game)
    return Playback(
        header=msgspec.Raw(header),
        events=tuple(map(msgspec.Raw, events)),
        schedule=schedule([_shown(pace, event) for event in events], pace),
    )


def _shown(pace: Pace, line: bytes) -> tuple[str, int]:
    """Return an event's kind and beat; other fields are decoded only when the pace reads them."""
    event = _EVENT.decode(line)
    if event.type not in pace.unless_zero and event.type not in pace.shown_as:
        return event.type, event.beat
    return kind(pace, event.type, msgspec.json.decode(line).get), event.beat
