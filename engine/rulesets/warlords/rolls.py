"""The rolls that each side made in a battle, with the chance that each had to succeed."""

from collections.abc import Iterator, Sequence

from engine.core.events import DiceRolled, Event, other_side, side_of
from engine.core.win_chances import Rolled
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.catalog import AFFLICTIONS
from engine.rulesets.warlords.parts import Roll


def rolls(events: Sequence[Event]) -> Iterator[Rolled]:
    """Every roll of dice, in order, for the side that hoped for a success.

    An affliction is rolled for by the side that spreads it, a shot by the shooter and, as cover, by
    its target. With medals the two dice of a unit are one roll. What is certain is no roll.
    """
    for event in events:
        match event:
            case DiceRolled():
                yield _of_points(event)
            case e.ShotFired():
                yield from _of_units(event.aim, event.cover)
            case e.MeleeRolled():
                yield from _of_units(event.a, event.b)
            case _:
                pass


def _of_points(event: DiceRolled) -> Rolled:
    """An affliction, a power or a slayer: one die, and a point for each side that succeeds."""
    assert event.unit is not None
    assert event.needed is not None
    side = side_of(event.unit)
    (result,) = event.results
    return Rolled(
        side=other_side(side) if event.purpose in AFFLICTIONS else side,
        chance=event.needed / event.sides,
        succeeded=result <= event.needed,
    )


def _of_units(*rolls: Roll) -> Iterator[Rolled]:
    for roll in rolls:
        if roll.dice:
            fails = 1.0
            for die in roll.dice:
                fails *= 1 - roll.needed / die.sides
            yield Rolled(side_of(roll.unit), 1 - fails, roll.succeeded)
