"""A recording: a battle as a value that never changes, stored once and cached for ever."""

import functools
from collections.abc import Mapping
from typing import Any, Union

import msgspec

from engine.core.errors import RecordingError
from engine.core.events import BattleEnded, Event
from engine.core.ruleset import Ruleset


class Header(msgspec.Struct, frozen=True, tag_field="type", tag="header"):
    """What a recording was made from: with it, the same events can be made again.

    protocol: version of the events' format.
    ruleset: id of the ruleset.
    ruleset_version: version of its rules; another version may give other events.
    catalog_hash: SHA-256 of the ruleset's catalog, in hexadecimal.
    seed: what the dice were seeded with, as decimal text, since a browser's numbers end at 2**53.
    battle: the battle file, as it was given, with the seed.
    """

    protocol: int
    ruleset: str
    ruleset_version: int
    catalog_hash: str
    seed: str
    battle: dict[str, Any]


class Recording(msgspec.Struct, frozen=True):
    """Header and events of one battle; the last event is `battle_ended`."""

    header: Header
    events: tuple[Event, ...]

    @property
    def result(self) -> BattleEnded:
        """The event that ended the battle. Raises RecordingError if it was cut off."""
        last = self.events[-1] if self.events else None
        if not isinstance(last, BattleEnded):
            raise RecordingError("the recording breaks off before the battle's end")
        return last

    def lines(self) -> bytes:
        """The recording as JSON Lines: the header, then an event a line."""
        encode = _ENCODER.encode
        return b"\n".join([encode(self.header), *map(encode, self.events), b""])


_ENCODER = msgspec.json.Encoder()


@functools.cache
def _decoder(events: tuple[type[Event], ...]) -> msgspec.json.Decoder[Event]:
    return msgspec.json.Decoder(Union[events])  # noqa: UP007 - the members are known at run time


def from_lines(data: bytes, rulesets: Mapping[str, Ruleset[Any, Any]]) -> Recording:
    """The recording in these JSON Lines.

    Raises RecordingError naming the line that cannot be read or an unknown ruleset.
    """
    lines = data.splitlines()
    number = 1
    try:
        header = msgspec.json.decode(lines[0] if lines else b"", type=Header)
        ruleset = rulesets.get(header.ruleset)
        if ruleset is None:
            raise RecordingError(f"line 1: no ruleset '{header.ruleset}'")
        decoder = _decoder(ruleset.all_events)
        events = []
        for line in lines[1:]:
            number += 1
            events.append(decoder.decode(line))
    except msgspec.MsgspecError as error:
        raise RecordingError(f"line {number}: {error}") from None
    return Recording(header, tuple(events))
