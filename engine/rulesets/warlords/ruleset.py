"""The ruleset record of Warlords III stack combat, its rolls, and what a search may draw."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from engine.core.events import DiceRolled, Event, other_side, side_of
from engine.core.recruiting import Army, Recruiting, Roster
from engine.core.ruleset import Kernel, Ruleset
from engine.core.text import Text
from engine.core.win_chances import Rolled
from engine.rulesets.warlords import army, bonuses, catalog, odds, stages
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.aftermath import AFTERMATH
from engine.rulesets.warlords.apply import APPLY
from engine.rulesets.warlords.army import STACK_MOST, Setup
from engine.rulesets.warlords.catalog import AFFLICTIONS, CATALOG
from engine.rulesets.warlords.events import EVENTS
from engine.rulesets.warlords.snapshot import Roll
from engine.rulesets.warlords.state import State


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


USUAL: Final = 2_000
PRICES: Final = {
    unit.id: unit.build_cost
    for unit in CATALOG.units.values()
    if unit.build_cost > 0 and not unit.ship
}


def price(army: Army) -> int | None:
    """Return the gold a stack costs, or None with ships, heroes, custom units or conditions."""
    total = 0
    for row in army["stack"]:
        if row.keys() != {"unit"} or row["unit"] not in PRICES:
            return None
        total += PRICES[row["unit"]]
    return total


RECRUITING: Final[Recruiting] = Roster(
    key="stack",
    money=Text("gold"),
    prices=PRICES,
    most=STACK_MOST,
    usual=USUAL,
    starts=8,
    price=price,
)


def kernel() -> Kernel:
    """Return the compiled rules and the compiled dynamic programme for exact odds."""
    from engine.rulesets.warlords.kernel import batch, sample

    def warm() -> None:
        batch.warm()
        sample.warm()

    return Kernel(
        warm=warm,
        outcomes=sample.outcomes,
        sampler=sample.sampler,
        odds=batch.odds,
        gauge=batch.gauge,
        orders=batch.orders,
        table=batch.table,
    )


RULESET: Final[Ruleset[Setup, State]] = Ruleset(
    id="warlords",
    name="Warlords III stacks",
    version=2,
    folder=Path(__file__).parent,
    battle_keys=("field",),
    read=army.read,
    new_state=State,
    begin=stages.begin,
    opening=stages.OPENING,
    round=stages.ROUND,
    apply=APPLY,
    events=EVENTS,
    reasons=("defeat",),
    sizes=army.sizes,
    catalog=catalog.as_data,
    catalog_hash=catalog.CATALOG_HASH,
    chances=odds.chances,
    outlook=odds.outlook,
    rolls=rolls,
    bonuses=bonuses.bonuses,
    ordered="stack",
    line_up=stages.LINE_UP,
    aftermath=AFTERMATH,
    recruiting=RECRUITING,
    kernel=kernel,
)
