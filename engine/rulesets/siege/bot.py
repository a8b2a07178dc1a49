"""What the rules know of a bot: its name, and a pure function from a view to orders."""

from collections.abc import Callable
from typing import NamedTuple

from engine.core.rng import Rng
from engine.rulesets.siege.rules import Five, Orders
from engine.rulesets.siege.view import View


class Bot(NamedTuple):
    """A player that needs no hand.

    `decide` gives the orders of the five units for the round to come. It knows what the view holds
    and nothing else, and all its chance comes through its second argument. `allot` gives the
    allotment that it plays with when it may choose one. A `slow` one takes hundredths of a second
    for a decision, where others take microseconds: one match with it is played while somebody
    waits, but not the many that sampled odds are made of.
    """

    id: str
    name: str
    description: str
    decide: Callable[[View, Rng], Orders]
    allot: Callable[[Rng], Five]
    slow: bool = False
