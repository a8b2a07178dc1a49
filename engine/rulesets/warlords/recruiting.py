"""Prices of stacks: the gold for which a city builds their units."""

from typing import Final

from engine.core.recruiting import Army, Recruiting, Roster
from engine.core.text import Text
from engine.rulesets.warlords.army import STACK_MOST
from engine.rulesets.warlords.catalog import CATALOG

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
