"""The bot that rolls dice: every order that a unit may carry out is as likely as any other."""

from typing import Final

from engine.core.rng import Rng
from engine.players.siege.bots.allotting import any_allotment
from engine.rulesets.siege.bot import Bot
from engine.rulesets.siege.rules import Orders
from engine.rulesets.siege.snapshot import LETTERS
from engine.rulesets.siege.view import View


def decide(view: View, rng: Rng) -> Orders:
    """An order for each unit, drawn from those that it may carry out."""
    a, b, c, d, e = (
        options[rng.below(len(options), "order", letter)]
        for letter, options in zip(LETTERS, view.legal(), strict=True)
    )
    return a, b, c, d, e


RANDOM: Final = Bot(
    id="random",
    name="Dice",
    description="Gives each unit any order that it may carry out. Beat it to learn the rules.",
    decide=decide,
    allot=any_allotment,
)
