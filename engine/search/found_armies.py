"""The results of a search for armies."""

import json
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from engine.core.errors import InputError
from engine.core.events import SideId
from engine.core.recruiting import Army, Recruiting
from engine.core.rng import Seeded
from engine.core.text import Text


def without_name(army: Army) -> dict[str, Any]:
    """Return the army without its name: armies found by a search have none."""
    return {key: value for key, value in army.items() if key != "name"}


class FoundArmy(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army, its cost, and its share of wins."""

    army: Mapping[str, Any]
    cost: int | None  # null if part of the army has no price
    win: float  # counts a draw as half; against several opponents the mean of `wins`
    wins: tuple[float, ...] | None = None
    interval: tuple[float, float] | None = None  # the 95 % interval of a sampled `win`
    intervals: tuple[tuple[float, float], ...] | None = None  # those of `wins`


class BestArmies(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The best armies within a budget, best first, each set of units in its best order.

    `search` is "local" with exact odds: from each of `starts` armies, the search moves to the best
    change until none is better. No change of one unit, of the order or of one extra improves the
    first of `armies` within the budget. `search` is "halving" where battles are played: in each of
    `rounds` rounds, which take `battles` battles together, the worse half of the armies is dropped
    repeatedly; `starts` armies were drawn at random. This proves nothing about other armies.
    `armies` are then in the order in which they were chosen, and their shares come from `samples`
    other battles.

    `tried` is the number of armies evaluated, counted for each start that meets them. `budget` and
    `money` are missing where all armies cost the same. `own` is the side's unchanged army.
    """

    method: Literal["exact", "sample"]
    side: SideId
    budget: int | None = None
    money: str | None = None
    tried: int
    armies: tuple[FoundArmy, ...]
    search: Literal["local", "halving"]
    starts: int
    rounds: int | None = None
    battles: int | None = None
    own: FoundArmy
    samples: int | None = None


def army_text(army: Army) -> str:
    """Return an army as JSON; equal armies have equal texts."""
    return json.dumps(army, sort_keys=True)


def first_armies(recruiting: Recruiting, own: Army, budget: int, count: int) -> list[Army]:
    """Return the armies from which a search begins: a side's own, and random ones.

    They are always the same. Raises InputError if the budget pays for none.
    """
    cost = recruiting.price(own)
    is_paid = recruiting.money is None or (cost is not None and cost <= budget)
    drawn = (recruiting.draw(budget, Seeded(number)) for number in range(count))
    found: list[Army] = [without_name(own)] if is_paid else []
    found += [army for army in drawn if army is not None]
    if found:
        return found
    raise InputError.single(
        "budget",
        "{budget:,} {money} pay for no unit; the cheapest costs {least:,}",
        budget=budget,
        money=Text(str(recruiting.money)),
        least=recruiting.least,
    )
