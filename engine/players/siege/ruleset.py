"""The castle siege with its bots: the record behind the entry point `siege`.

Each bot is a record with a function from a view to orders.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from engine.core.rng import Rng
from engine.core.ruleset import Kernel, Ruleset
from engine.rulesets.siege import rules as r
from engine.rulesets.siege.army import Bot, Setup, random_allotment
from engine.rulesets.siege.events import LETTERS, Order
from engine.rulesets.siege.ruleset import ruleset_with
from engine.rulesets.siege.state import State, View

GUARDS: Final = 2  # number of units that the cautious bot keeps at its wall
TIRED: Final = 2  # EXH at which the cautious bot keeps a unit out of fights
DARING: Final = 6  # the aggressive bot leaves its gate unguarded in one of this many rounds
ALLOTMENTS: Final = (
    "4/0/3 4/0/3 2/2/1 0/4/2 0/4/1",
    "4/0/3 4/0/3 2/2/1 0/4/2 0/4/1",
    "4/0/3 4/0/2 2/2/2 0/4/2 0/4/1",
    "4/0/2 4/0/2 2/2/3 0/4/2 0/4/1",
)
"""Allotments of the strong bot: two attackers, two defenders, and a unit for either.

These are the best of 60,000 random allotments: the 400 with the highest network value played each
other, the best 60 of those and the builder's samples played 7,500 matches, the best 14 another
4,500. These three won 68, 65 and 64 % of the last. Several make the bot less predictable.
"""


def decide_at_random(view: View, rng: Rng) -> r.Orders:
    return tuple(
        options[rng.below(len(options), "order", letter)]
        for letter, options in zip(LETTERS, view.legal(), strict=True)
    )


def decide_cautiously(view: View, rng: Rng) -> r.Orders:
    """Order two or three guards, at least one tired unit to recover, and rested units to attack.

    The most rested units guard, since a castle without defenders falls. Rested units attack with a
    probability that grows with their ATK.
    """
    orders: list[Order] = ["none"] * len(view.own)
    guards = GUARDS + (rng.below(3, "a third guard", "") == 0)
    able = _able(view, "defend", range(len(orders)))
    able.sort(key=lambda place: (view.own[place][r.EXH], *r.siege_rank(view.own[place])))
    for place in able[:guards]:
        orders[place] = "defend"
    idle = [place for place, order in enumerate(orders) if order == "none"]
    tired = sorted(_able(view, "recover", idle), key=lambda place: -view.own[place][r.EXH])
    for place in tired:
        unit = view.own[place]
        # Only the first unit to recover pays nothing (D5).
        if place == tired[0] or (unit[r.EXH] > TIRED and unit[r.HP] > 1):
            orders[place] = "recover"
    for place in _able(view, "attack", idle):
        unit = view.own[place]
        if orders[place] == "none" and unit[r.EXH] < TIRED:
            stays = rng.below(4, "stay", LETTERS[place]) >= unit[r.ATK]
            orders[place] = "none" if stays else "attack"
    return tuple(orders)


def _able(view: View, order: Order, places: Iterable[int]) -> list[int]:
    return [place for place in places if r.ALLOWED[order](view.own[place])]


def decide_aggressively(view: View, rng: Rng) -> r.Orders:
    """Order one guard, and all others to attack; a unit that cannot attack recovers."""
    orders: list[Order] = ["none"] * len(view.own)
    able = _able(view, "defend", range(len(orders)))
    # The guard is the unit with the lowest ATK, and of several the best defender.
    able.sort(key=lambda place: (view.own[place][r.ATK], *r.siege_rank(view.own[place])))
    guards = able[:1] if rng.below(DARING, "daring", "") else []
    for place, unit in enumerate(view.own):
        if place in guards:
            orders[place] = "defend"
        elif unit[r.EXH] == r.EXH_MOST - 1 and r.ALLOWED["recover"](unit) and _rests(place, rng):
            orders[place] = "recover"
        elif r.ALLOWED["attack"](unit):
            orders[place] = "attack"
        elif r.ALLOWED["recover"](unit):
            orders[place] = "recover"
    return tuple(orders)


def _rests(place: int, rng: Rng) -> bool:
    return rng.below(2, "a breath", LETTERS[place]) == 0


def decide_strongly(view: View, rng: Rng) -> r.Orders:
    """Return orders drawn from a mixed plan near an equilibrium; see kernel/planning.py."""
    # Imported here because numba loads slowly, and most callers do not use this bot.
    from engine.players.siege.kernel import planning

    return planning.decide(view, rng)


def one_of(*armies: str) -> Callable[[Rng], r.Five]:
    """Return a function that draws one of these armies and the letters of its units."""

    def allot(rng: Rng) -> r.Five:
        army = armies[rng.below(len(armies), "army", "")]
        left = [_unit(word) for word in army.split()]
        return tuple(left.pop(rng.below(len(left), "unit", letter)) for letter in LETTERS)

    return allot


def _unit(word: str) -> r.Stats:
    atk, def_, hp = map(int, word.split("/"))
    return atk, def_, hp, 0


RANDOM: Final = Bot(
    id="random",
    name="Dice",
    description="Gives each unit any order that it may carry out. Beat it to learn the rules.",
    decide=decide_at_random,
    allot=random_allotment,
)
CAUTIOUS: Final = Bot(
    id="cautious",
    name="Warden",
    description="Mans its wall with rested guards by turns, and sallies with the units left over.",
    decide=decide_cautiously,
    allot=one_of(
        "1/3/2 1/3/2 1/2/3 3/1/2 4/1/1",
        "2/3/2 2/3/2 2/2/2 2/1/2 2/1/2",
        "0/4/3 0/4/3 4/0/2 3/1/1 3/1/1",
    ),
)
AGGRESSIVE: Final = Bot(
    id="aggressive",
    name="Ram",
    description="Storms with all that it has and leaves one unit at the gate, or in a rush none.",
    decide=decide_aggressively,
    allot=one_of(
        "3/1/3 3/1/3 3/1/3 1/4/1 0/3/0",
        "4/0/2 3/2/2 2/2/2 1/3/2 0/3/2",
        "0/4/3 0/4/3 4/0/2 3/1/1 3/1/1",
    ),
)
STRONG: Final = Bot(
    id="strong",
    name="Castellan",
    description=(
        "Keeps book of all that your units can have, and plans against every case at once. "
        "It mixes its orders, so that you cannot count on any."
    ),
    decide=decide_strongly,
    allot=one_of(*ALLOTMENTS),
    slow=True,
)

BOTS: Final[Mapping[str, Bot]] = {bot.id: bot for bot in (RANDOM, CAUTIOUS, AGGRESSIVE, STRONG)}
"""All bots by id, the weakest first."""

__all__ = ["BOTS", "Bot"]


def kernel() -> Kernel:
    """Return the kernel of the strong bot; it plays no battles in bulk."""
    from engine.players.siege.kernel import planning

    return Kernel(warm=planning.warm)


RULESET: Final[Ruleset[Setup, State]] = ruleset_with(BOTS, kernel)
