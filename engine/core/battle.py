"""The runner, which collects events from the stages, numbers them and applies them to the state.

It plays a battle file into a recording, a battle as an immutable value.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import chain, cycle
from typing import Annotated, Any, Final, Union

import msgspec

from engine.core.battlefile import Reordering, read_battle
from engine.core.budget import budget
from engine.core.changes import ChangedDice, Roll
from engine.core.errors import ChanceError, InputError, RecordingError, Text, shown
from engine.core.events import PROTOCOL, SIDES, BattleEnded, Event, SideId, Stage, UnknownEvent
from engine.core.rng import Given, Rng, Seeded
from engine.core.ruleset import AnyRuleset, Army, Battle, Handlers, Ruleset, S, Setup


def run(
    ruleset: Ruleset[Setup, S],
    setup: Setup,
    rng: Rng,
    state: S | None = None,
    before: Callable[[Stage[S], S], Iterable[Stage[S]]] | None = None,
) -> Iterator[Event]:
    """Yield the events of one battle, each applied to the state before the next is decided.

    Pass an empty `state` to read it between events. `before` returns extra stages to run before a
    stage.
    """
    state = ruleset.new_state() if state is None else state
    rounds = ruleset.round if ruleset.round_of is None else ruleset.round_of(setup)
    stages: Iterator[Stage[S]] = chain(
        (lambda _state, rng: ruleset.begin(setup, rng),), ruleset.opening, cycle(rounds)
    )
    if before is not None:
        stages = chain.from_iterable(chain(before(stage, state), (stage,)) for stage in stages)
    return perform(ruleset.apply, stages, state, rng)


def perform(
    apply: Handlers[S], stages: Iterable[Stage[S]], state: S, rng: Rng, after: Event | None = None
) -> Iterator[Event]:
    """Yield the events of these stages, numbered from `after` on, until stages or battle end.

    Every stage opens a new beat, and so does every BEAT that it yields. Beats without events are
    not counted. Raises the errors of the Budget that is active at the first event.
    """
    spent = budget()
    seq = opened = 0 if after is None else after.seq + 1
    beat = 0 if after is None else after.beat + 1
    for stage in stages:
        if seq > opened:
            beat, opened = beat + 1, seq
        for event in stage(state, rng):
            if event is None:
                if seq > opened:
                    beat, opened = beat + 1, seq
                continue
            if spent is not None:
                spent.spend(1)
            event.seq = seq
            event.beat = beat
            apply[event.__class__](state, event)
            seq += 1
            yield event
        if state.ended:
            return


UNFIT: Final = (LookupError, ValueError, ArithmeticError, AssertionError, AttributeError, TypeError)
"""Exceptions that `apply` may raise for an event that does not fit the state."""


def fold(ruleset: Ruleset[Setup, S], events: Iterable[Event]) -> Iterator[S]:
    """Yield the state after each event, built from the events alone: one object, changed in place.

    An event of an unknown type changes nothing. Raises RecordingError if the events are not
    numbered from 0 without gaps, or if one does not fit the state, such as an unknown unit.
    """
    state = ruleset.new_state()
    for expected, event in enumerate(events):
        if event.seq != expected:
            raise RecordingError(f"event {expected} is numbered {event.seq}")
        if not isinstance(event, UnknownEvent):
            try:
                ruleset.apply[type(event)](state, event)
            except UNFIT as error:
                raise RecordingError(f"event {expected} does not fit the battle") from error
        yield state


class Header(msgspec.Struct, frozen=True, tag_field="type", tag="header"):
    """What a recording was made from: the same events can be made again from it."""

    protocol: Annotated[int, "version of the events' format"]
    ruleset: Annotated[str, "id of the ruleset"]
    ruleset_version: Annotated[int, "version of its rules; another version may give other events"]
    catalog_hash: Annotated[str, "SHA-256 of the ruleset's catalog, in hexadecimal"]
    seed: Annotated[str, "seed of the dice, as decimal text: a browser's integers end at 2**53"]
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
        encode = msgspec.json.Encoder().encode
        events = (e.line if isinstance(e, UnknownEvent) else encode(e) for e in self.events)
        return b"\n".join([encode(self.header), *events, b""])


@functools.cache
def _decoder(events: tuple[type[Event], ...]) -> msgspec.json.Decoder[Event]:
    return msgspec.json.Decoder(Union[events])  # noqa: UP007 - the members are known at run time


def from_lines(data: bytes, rulesets: Mapping[str, AnyRuleset]) -> Recording:
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
        if envelope.type in {event.__struct_config__.tag for event in known}:
            raise
        fields = {field: getattr(envelope, field) for field in Event.__struct_fields__}
        return UnknownEvent(**fields, line=line)


class _Envelope(Event, tag=False):
    """The fields of every event, and its type."""

    type: str


def ruleset_of(header: Header, rulesets: Mapping[str, AnyRuleset]) -> AnyRuleset:
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
    given = Given(battle.rolls, Seeded(battle.seed))
    dice = given if battle.rolls else given.rest
    try:
        if note is None and orders is None and not battle.changes:
            events = tuple(run(ruleset, battle.setup, dice))
        else:
            orders = orders or Reordering(ruleset, battle.changes)
            events = _changed(battle, ChangedDice(dice, battle.changes, note), orders)
        given.finish()
    except ChanceError as error:
        raise InputError.single("rolls", "do not fit this battle: {error}", error=error) from None
    ruleset.check(events[-1])
    return Recording(header, events)


def _changed(battle: Battle, dice: ChangedDice, orders: Reordering) -> tuple[Event, ...]:
    events: list[Event] = []
    for event in run(battle.ruleset, battle.setup, dice, before=orders.before):
        events.append(event)
        # Dice and orders for the next event are only asked for once the loop continues.
        dice.at = orders.at = len(events)
    orders.finish()
    dice.finish()
    return tuple(events)


NOTHING_KEPT: Final = Text(
    "Nothing carries over from a battle: the whole army enters the next one as it is."
)


def survivors_of(recording: Recording, ruleset: AnyRuleset, side: SideId) -> Army | None:
    """Return a side's army for its next battle, or None if it lost or no unit is left."""
    if recording.result.winner not in (side, None):
        return None
    document, listed = recording.header.battle, ruleset.ordered
    army: Army = document["sides"][SIDES.index(side)]["army"]
    if ruleset.aftermath is None or listed is None:
        return army
    ids = [f"{side}{number}" for number, _ in enumerate(army[listed], start=1)]
    if any("army" in change for change in document.get("changes", ())):
        for change in read_battle(document, {ruleset.id: ruleset}).changes:
            if change.side == side and change.army is not None:
                army = change.army
                for unit in change.replacements:
                    ids[unit.row] = unit.new_id
    *_, state = fold(ruleset, recording.events)
    left = ruleset.aftermath.rows(state, side, dict(zip(ids, army[listed], strict=True)))
    return {**army, listed: [*left]} if left else None


def blessed(army: Army, places: Sequence[int], ruleset: AnyRuleset) -> Army:
    """Return the army after the units at these places, from 0, were blessed."""
    aftermath, listed = ruleset.aftermath, ruleset.ordered
    if aftermath is None or aftermath.bless is None or listed is None:
        return army
    rows = [*army[listed]]
    for place in places:
        rows[place] = aftermath.bless(rows[place]) or rows[place]
    return {**army, listed: rows}


def kept_by(army: Army, ruleset: AnyRuleset) -> list[tuple[Text, ...]]:
    """Return what each unit of an army brings from earlier battles; [] without such a game."""
    aftermath, listed = ruleset.aftermath, ruleset.ordered
    return [*map(aftermath.kept, army[listed])] if aftermath and listed else []


def rule_of(ruleset: AnyRuleset) -> Text:
    """Return what carries over from battle to battle in this game, as a sentence."""
    return ruleset.aftermath.rule if ruleset.aftermath else NOTHING_KEPT
