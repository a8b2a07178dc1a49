"""The bot that holds its wall: rested guards first, one at a time recovers, the rest sally."""

from collections.abc import Iterable
from typing import Final

from engine.core.rng import Rng
from engine.players.siege.bots.allotting import one_of
from engine.rulesets.siege.bot import Bot
from engine.rulesets.siege.rules import ATK, EXH, HP, MAY, Orders, siege_rank
from engine.rulesets.siege.snapshot import LETTERS, Order
from engine.rulesets.siege.view import View

GUARDS: Final = 2
TIRED: Final = 2
"""A unit with so much EXH is kept out of fights, or it could not stand guard when it must."""


def decide(view: View, rng: Rng) -> Orders:
    """Two guards, or three by chance; of the tired one recovers, which is free; the fresh sally.

    Guards are taken by turns, the most rested first: a castle without defenders falls.
    """
    orders: list[Order] = ["none"] * len(view.own)
    guards = GUARDS + (rng.below(3, "a third guard", "") == 0)
    for place in _rested(view, _able(view, "defend", range(len(orders))))[:guards]:
        orders[place] = "defend"
    idle = [place for place, order in enumerate(orders) if order == "none"]
    tired = sorted(_able(view, "recover", idle), key=lambda place: -view.own[place][EXH])
    for place in tired:
        unit = view.own[place]
        # Only the first that recovers does so for nothing (D5).
        if place == tired[0] or (unit[EXH] > TIRED and unit[HP] > 1):
            orders[place] = "recover"
    for place in _able(view, "attack", idle):
        unit = view.own[place]
        if orders[place] == "none" and unit[EXH] < TIRED:
            stays = rng.below(4, "stay", LETTERS[place]) >= unit[ATK]
            orders[place] = "none" if stays else "attack"
    a, b, c, d, e = orders
    return a, b, c, d, e


def _able(view: View, order: Order, places: Iterable[int]) -> list[int]:
    return [place for place in places if MAY[order](view.own[place])]


def _rested(view: View, places: Iterable[int]) -> list[int]:
    """The most rested first; of those the one that holds best."""
    return sorted(places, key=lambda place: (view.own[place][EXH], *siege_rank(view.own[place])))


CAUTIOUS: Final = Bot(
    id="cautious",
    name="Warden",
    description="Mans its wall with rested guards by turns, and sallies with the units left over.",
    decide=decide,
    allot=one_of(
        "1/3/2 1/3/2 1/2/3 3/1/2 4/1/1",
        "2/3/2 2/3/2 2/2/2 2/1/2 2/1/2",
        "0/4/3 0/4/3 4/0/2 3/1/1 3/1/1",
    ),
)
