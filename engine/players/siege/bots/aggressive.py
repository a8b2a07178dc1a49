"""The bot that storms: everything that can strike strikes, as long as somebody minds the gate."""

from typing import Final

from engine.core.rng import Rng
from engine.players.siege.bots.allotting import one_of
from engine.rulesets.siege.bot import Bot
from engine.rulesets.siege.rules import ATK, EXH, EXH_MOST, MAY, Orders, siege_rank
from engine.rulesets.siege.snapshot import LETTERS, Order
from engine.rulesets.siege.view import View

DARING: Final = 6
"""One round in so many it leaves even the gate."""


def decide(view: View, rng: Rng) -> Orders:
    """One guard, all others attack; who is spent or unarmed recovers."""
    orders: list[Order] = ["none"] * len(view.own)
    able = [place for place, unit in enumerate(view.own) if MAY["defend"](unit)]
    # Whoever strikes least guards the gate; of those the one that holds best.
    able.sort(key=lambda place: (view.own[place][ATK], *siege_rank(view.own[place])))
    guards = able[:1] if rng.below(DARING, "daring", "") else []
    for place, unit in enumerate(view.own):
        if place in guards:
            orders[place] = "defend"
        elif unit[EXH] == EXH_MOST - 1 and MAY["recover"](unit) and _rests(place, rng):
            orders[place] = "recover"
        elif MAY["attack"](unit):
            orders[place] = "attack"
        elif MAY["recover"](unit):
            orders[place] = "recover"
    a, b, c, d, e = orders
    return a, b, c, d, e


def _rests(place: int, rng: Rng) -> bool:
    return rng.below(2, "a breath", LETTERS[place]) == 0


AGGRESSIVE: Final = Bot(
    id="aggressive",
    name="Ram",
    description="Storms with all that it has and leaves one unit at the gate, or in a rush none.",
    decide=decide,
    allot=one_of(
        "3/1/3 3/1/3 3/1/3 1/4/1 0/3/0",
        "4/0/2 3/2/2 2/2/2 1/3/2 0/3/2",
        "0/4/3 0/4/3 4/0/2 3/1/1 3/1/1",
    ),
)
