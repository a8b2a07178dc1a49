"""The bot that holds its wall: rested defenders first, and only what is left over attacks."""

from typing import Final

from engine.core.rng import Chance
from engine.rulesets.siege.bots.bot import Bot
from engine.rulesets.siege.cards import Order
from engine.rulesets.siege.rules import ATK, DEF, EXH, HP, MAY, Orders, siege_rank
from engine.rulesets.siege.view import View

GUARDS: Final = 2
TIRED: Final = 2


def decide(view: View, rng: Chance) -> Orders:
    """Two guards, or three by chance; the tired recover, the idle attack now and then.

    A unit that is needed on the wall stays there however tired it is: a castle without defenders
    falls.
    """
    orders: list[Order] = ["none"] * len(view.own)
    able = [place for place, unit in enumerate(view.own) if MAY["defend"](unit)]
    fresh = sorted(
        able, key=lambda place: (view.own[place][EXH] >= TIRED, *siege_rank(view.own[place]))
    )
    guards = fresh[: GUARDS + (rng.below(3, "a third guard") == 0)]
    for place in guards:
        orders[place] = "defend"
    for place, unit in enumerate(view.own):
        if place in guards:
            continue
        if MAY["recover"](unit) and (unit[EXH] >= TIRED or unit[ATK] == 0):
            orders[place] = "recover"
        elif MAY["attack"](unit) and unit[EXH] == 0 and rng.below(2, "a sally") == 0:
            orders[place] = "attack"
        elif MAY["recover"](unit) and unit[HP] > 1:
            orders[place] = "recover"
        elif MAY["defend"](unit) and unit[DEF] > 1 and unit[EXH] == 0:
            orders[place] = "defend"
    a, b, c, d, e = orders
    return a, b, c, d, e


CAUTIOUS: Final = Bot(
    id="cautious",
    name="Warden",
    description="Never leaves its wall unmanned if it can help it, and sallies with rested units.",
    decide=decide,
)
