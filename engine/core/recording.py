"""A recording, a battle as an immutable value; playing a battle file into one."""

import functools
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Annotated, Any, Union

import msgspec

from engine.core.battle import run
from engine.core.changes import ChangedDice, Roll
from engine.core.errors import ChanceError, InputError, RecordingError, shown
from engine.core.events import PROTOCOL, BattleEnded, Event, UnknownEvent, wire_name
from engine.core.reordering import Reordering
from engine.core.rng import Given, Seeded
from engine.core.ruleset import Battle, Ruleset


class Header(msgspec.Struct, frozen=True, tag_field="type", tag="header"):
    """What a recording was made from: the same events can be made again from it."""

    protocol: Annotated[int, "version of the events' format"]
    ruleset: Annotated[str, "id of the ruleset"]
    ruleset_version: Annotated[int, "version of its rules; another version may give other events"]
    catalog_hash: Annotated[str, "SHA-256 of the ruleset's catalog, in hexadecimal"]
    seed: Annotated[
        str, "the seed of the dice, as decimal text, since a browser's integers end at 2**53"
    ]
    battle: Annotated[dict[str, Any], "the battle file as given, with the seed"]


class Recording(msgspec.Struct, frozen=True):
    """Header and events of one battle; the last event is `battle_ended`."""

    header: Header
    events: tuple[Event, ...]

    @property
    def result(self) -> BattleEnded:
        """The event that ended the battle. Raises RecordingError if the recording is truncated."""
        last = self.events[-1] if self.events else None
        if not isinstance(last, BattleEnded):
            raise RecordingError("the recording breaks off before the battle's end")
        return last

    def lines(self) -> bytes:
        """Return the recording as JSON Lines: the header, then one event per line."""
        return b"\n".join([_ENCODER.encode(self.header), *map(_line, self.events), b""])


_ENCODER = msgspec.json.Encoder()


def _line(event: Event) -> bytes:
    return event.line if isinstance(event, UnknownEvent) else _ENCODER.encode(event)


@functools.cache
def _decoder(events: tuple[type[Event], ...]) -> msgspec.json.Decoder[Event]:
    return msgspec.json.Decoder(Union[events])  # noqa: UP007 - the members are known at run time


def from_lines(data: bytes, rulesets: Mapping[str, Ruleset[Any, Any]]) -> Recording:
    """Return the recording in these JSON Lines. Raises RecordingError naming the line."""
    lines = data.splitlines()
    number = 1
    try:
        header = msgspec.json.decode(lines[0] if lines else b"", type=Header)
        ruleset = ruleset_of(header, rulesets)
        events = []
        for line in lines[1:]:
            number += 1
            events.append(ruleset.check(_event(line, ruleset.all_events)))
    except (msgspec.MsgspecError, UnicodeError, RecordingError) as error:
        raise RecordingError(f"line {number}: {error}") from None
    return Recording(header, tuple(events))


def _event(line: bytes, known: tuple[type[Event], ...]) -> Event:
    try:
        return _decoder(known).decode(line)
    except msgspec.ValidationError:
        envelope = msgspec.json.decode(line, type=_Envelope)
        if envelope.type in {wire_name(event.__name__) for event in known}:
            raise
        fields = {field: getattr(envelope, field) for field in Event.__struct_fields__}
        return UnknownEvent(**fields, line=line)


class _Envelope(Event, tag=False):
    """The fields of every event, and its type."""

    type: str


def ruleset_of(header: Header, rulesets: Mapping[str, Ruleset[Any, Any]]) -> Ruleset[Any, Any]:
    """Return a recording's ruleset. Raises RecordingError if unknown, or newer than installed."""
    ruleset = rulesets.get(header.ruleset)
    if ruleset is None:
        raise RecordingError(f"no ruleset '{shown(header.ruleset)}'")
    if header.protocol != PROTOCOL:
        raise RecordingError(
            f"protocol {header.protocol} is not known here, only protocol {PROTOCOL}"
        )
    if header.ruleset_version > ruleset.version:
        raise RecordingError(
            f"version {header.ruleset_version} of {ruleset.name} is not known here, only versions"
            f" up to {ruleset.version}; update Battlereel to replay this battle"
        )
    return ruleset


def recording_of(
    battle: Battle, note: Callable[[Roll], object] | None = None, orders: Reordering | None = None
) -> Recording:
    """Return the recording of a battle; `note` gets every roll. Raises InputError."""
    if battle.seed is None:
        raise InputError.single("seed", "is missing; give a whole number from 0 to 2**64 - 1")
    ruleset = battle.ruleset
    header = Header(
        protocol=PROTOCOL,
        ruleset=ruleset.id,
        ruleset_version=ruleset.version,
        catalog_hash=ruleset.catalog_hash,
        seed=str(battle.seed),
        battle=deepcopy(battle.document),
    )
    recording = Recording(header, _events(battle, battle.seed, note, orders))
    ruleset.check(recording.events[-1])
    return recording


def _events(
    battle: Battle, seed: int, note: Callable[[Roll], object] | None, orders: Reordering | None
) -> tuple[Event, ...]:
    given = Given(battle.rolls, Seeded(seed))
    dice = given if battle.rolls else given.rest
    try:
        if note is None and orders is None and not battle.changes:
            events = tuple(run(battle.ruleset, battle.setup, dice))
        else:
            orders = orders or Reordering(battle.ruleset, battle.changes)
            events = _changed(battle, ChangedDice(dice, battle.changes, note), orders)
        given.finish()
    except ChanceError as error:
        raise InputError.single("rolls", "do not fit this battle: {error}", error=error) from None
    return events


def _changed(battle: Battle, dice: ChangedDice, orders: Reordering) -> tuple[Event, ...]:
    events: list[Event] = []
    for event in run(battle.ruleset, battle.setup, dice, before=orders.before):
        events.append(event)
        # Dice and orders for the next event are only asked for once the loop continues.
        dice.at = orders.at = len(events)
    orders.finish()
    dice.finish()
    return tuple(events)
