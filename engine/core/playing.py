"""Playing the battle in a battle file with the dice that it specifies."""

from collections.abc import Callable
from copy import deepcopy

from engine.core.battle import run
from engine.core.changes import ChangedDice, Roll
from engine.core.errors import ChanceError, InputError
from engine.core.events import PROTOCOL, Event
from engine.core.recording import Header, Recording
from engine.core.reordering import Reordering
from engine.core.rng import Given, Seeded
from engine.core.ruleset import Battle
from engine.core.text import Text


def recording_of(
    battle: Battle, note: Callable[[Roll], object] | None = None, orders: Reordering | None = None
) -> Recording:
    """Return the recording of a battle; `note` gets every roll. Raises InputError."""
    if battle.seed is None:
        raise InputError.single("seed", Text("is missing; give a whole number from 0 to 2**64 - 1"))
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
        raise InputError.single(
            "rolls", Text("do not fit this battle: {error}", error=error)
        ) from None
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
