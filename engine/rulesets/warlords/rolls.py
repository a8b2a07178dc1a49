"""The rolls of each side in a battle, with their chances of success."""

from collections.abc import Iterator, Sequence

from engine.core.events import DiceRolled, Event, other_side, side_of
from engine.core.win_chances import Rolled
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.catalog import AFFLICTIONS
from engine.rulesets.warlords.parts import Roll


def rolls(events: Sequence[Event]) -> Iterator[Rolled]:
    """Yield every roll, in order, for the side that benefits from a success.

    Afflictions count for the side that spreads them. Each shot is two rolls: aim and cover. A
    unit's die and medal die are one roll. Certain results are not rolls.
    """
    for event in events:
        match event:
            case DiceRolled():
                yield _single_die(event)
            case e.ShotFired():
                yield from _unit_rolls(event.aim, event.cover)
            case e.MeleeRolled():
                yield from _unit_rolls(event.a, event.b)
            case _:
                pass


def _single_die(event: DiceRolled) -> Rolled:
    """Return the roll of an affliction, a power or a slayer: one die, one point per face."""
    assert event.unit is not None
    assert event.needed is not None
    side = side_of(event.unit)
    (result,) = event.results
    return Rolled(
        side=other_side(side) if event.purpose in AFFLICTIONS else side,
        chance=event.needed / event.sides,
        succeeded=result <= event.needed,
    )


def _unit_rolls(*rolls: Roll) -> Iterator[Rolled]:
    for roll in rolls:
        if roll.dice:
            fails = 1.0
            for die in roll.dice:
                fails *= 1 - roll.needed / die.sides
            yield Rolled(side_of(roll.unit), 1 - fails, roll.succeeded)
