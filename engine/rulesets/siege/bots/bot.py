"""What a bot is: a name, a line about it, and a pure function from a view to orders."""

from collections.abc import Callable
from typing import NamedTuple

from engine.core.rng import Chance
from engine.rulesets.siege.rules import Orders
from engine.rulesets.siege.view import View


class Bot(NamedTuple):
    """A player that needs no hand.

    `decide` gives the orders of the five units for the round to come. It knows what the view holds
    and nothing else, and all its chance comes through its second argument.
    """

    id: str
    name: str
    description: str
    decide: Callable[[View, Chance], Orders]
