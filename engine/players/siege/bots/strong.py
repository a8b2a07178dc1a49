"""The bot that reasons: it works out what the enemy can have, and plans against all of it.

- What the enemy's units can have is exact (inference); worlds are drawn from that set, each
  combination being as likely as any other.
- Its orders and the enemy's answers in each of these worlds are mixed plans near an equilibrium,
  found by regret matching over orders that join in by being best against the plan so far.
- How good a position is after the round, it judges by a small network that has learned from
  matches of the bot against itself (kernels/learning.py).

How long it thinks is counted in turns, not in seconds, so that a seed means the same match.
"""

from typing import Final

from engine.core.rng import Rng
from engine.players.siege.bots.allotting import one_of
from engine.rulesets.siege.bot import Bot
from engine.rulesets.siege.rules import Orders
from engine.rulesets.siege.view import View

ALLOTMENTS: Final = (
    "4/0/3 4/0/3 2/2/1 0/4/2 0/4/1",
    "4/0/3 4/0/3 2/2/1 0/4/2 0/4/1",
    "4/0/3 4/0/2 2/2/2 0/4/2 0/4/1",
    "4/0/2 4/0/2 2/2/3 0/4/2 0/4/1",
)
"""Two swords, two shields, and one that does either. Of 60 000 drawn at random these did best:
the 400 that the network thought most of were set against each other, the best 60 of those with
the samples of the builder played 7 500 matches, the best 14 another 4 500. These three won 68, 65
and 64 % of those; more than one, so that nobody can count on it."""


def decide(view: View, rng: Rng) -> Orders:
    """Orders drawn from a mixed plan that is near an equilibrium, as far as it can see."""
    # What it thinks with takes a while to import, and most who import the bots do not ask it.
    from engine.players.siege.kernel import planning

    return planning.decide(view, rng)


STRONG: Final = Bot(
    id="strong",
    name="Castellan",
    description=(
        "Keeps book of all that your units can have, and plans against every case at once. "
        "It mixes its orders, so that you cannot count on any."
    ),
    decide=decide,
    allot=one_of(*ALLOTMENTS),
    slow=True,
)
