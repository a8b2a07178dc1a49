"""What a search for armies answers."""

import json
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from engine.core.errors import InputError
from engine.core.events import SideId
from engine.core.recruiting import Army, Recruiting
from engine.core.text import Text


class Found(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army, what it costs, and what it gets.

    `win` counts a draw as half; against several opponents it is the mean of `wins`. `interval` is
    that of `win` at 95 %, if sampled, and `intervals` are those of `wins`. `cost` is null for an
    army that has what has no price.
    """

    army: Mapping[str, Any]
    cost: int | None
    win: float
    wins: tuple[float, ...] | None = None
    interval: tuple[float, float] | None = None
    intervals: tuple[tuple[float, float], ...] | None = None


class BestArmies(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The best armies within a budget, the best first, each set of units in its best order.

    `search` is "local" where odds are exact: from each of `starts` armies on, the best change
    follows until none is better. No change of one unit, of the order or of one thing makes the
    first of `armies` better within the budget. It is "halving" where battles are played: in each of
    `rounds` rounds, of `battles` in all, the worse half of the armies is left out again and again;
    `starts` of them were drawn. It proves nothing of other armies. Then `armies` are in the order
    in which they were chosen, and what they get is of `samples` other battles.

    `tried` armies were weighed, those that several starts came by each time. `budget` and `money`
    are missing where all armies cost the same. `own` is the side's army as it is.
    """

    method: Literal["exact", "sample"]
    side: SideId
    budget: int | None = None
    money: str | None = None
    tried: int
    armies: tuple[Found, ...]
    search: Literal["local", "halving"]
    starts: int
    rounds: int | None = None
    battles: int | None = None
    own: Found
    samples: int | None = None


def army_text(army: Army) -> str:
    """An army as JSON, by which equal ones are known."""
    return json.dumps(army, sort_keys=True)


def refuse_budget(recruiting: Recruiting, budget: int) -> InputError:
    """That a budget pays for nothing."""
    return InputError.single(
        "budget",
        Text(
            "{budget:,} {money} pay for no unit; the cheapest costs {least:,}",
            budget=budget,
            money=Text(str(recruiting.money)),
            least=recruiting.least,
        ),
    )
