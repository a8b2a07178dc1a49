"""A recording ready to be sent: its events as the bytes that were recorded, with their cues."""

import functools
import zlib
from dataclasses import dataclass

import msgspec

from webapp.live import pace
from webapp.live.airing import Schedule, schedule

CACHED = 32


@dataclass(frozen=True)
class Show:
    """Header and events as JSON that is passed on untouched, and when each event is due."""

    header: msgspec.Raw
    events: tuple[msgspec.Raw, ...]
    schedule: Schedule


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
def unpack(packed: bytes) -> Show:
    """The show in stored lines. A cache may hold it, since a recording never changes."""
    return read(zlib.decompress(packed))


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
