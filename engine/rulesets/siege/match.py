"""A match that is played round by round: its events so far follow from armies and orders.

A server stores the battle file and the orders of each round, and plays them again after a restart.
At the end `document` gives a battle file that plays to the same events.
"""

from collections.abc import Mapping
from copy import deepcopy
from functools import partial
from typing import Any

from engine.core.battle import perform
from engine.core.battlefile import Battle
from engine.core.errors import EngineError
from engine.core.events import SIDES, Event, SideId, Stage
from engine.core.rng import Scripted
from engine.rulesets.siege import deciding, stages
from engine.rulesets.siege.apply import APPLY
from engine.rulesets.siege.army import Setup
from engine.rulesets.siege.rules import legal
from engine.rulesets.siege.snapshot import LETTERS, Letter, Order
from engine.rulesets.siege.state import State
from engine.rulesets.siege.view import View, view_of

Given = Mapping[Letter, Order]


class MatchError(EngineError):
    """Somebody tried to continue a match that is over."""


class Match:
    """A match between two armies whose orders are given round by round.

    Names, armies and tables come from the battle; its orders, bots and resignations are ignored.
    """

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.setup: Setup = battle.setup
        self.state = State()
        self.events: list[Event] = []
        self.orders: list[dict[SideId, dict[Letter, Order]]] = []
        """The orders given for each round so far, whether they were allowed or not."""
        self._perform(partial(_begin, self.setup))

    @property
    def ended(self) -> bool:
        """Whether the match is over."""
        return self.state.ended

    @property
    def round(self) -> int:
        """The round for which orders are to be given, from 1; meaningless after the end."""
        return self.state.round + 1

    def legal(self, side: SideId) -> dict[Letter, tuple[Order, ...]]:
        """What each unit of a side may be ordered to do now (D2); `none` is always possible."""
        five = self.state.sides[side].five()
        return {letter: legal(unit) for letter, unit in zip(LETTERS, five, strict=True)}

    def view(self, side: SideId) -> View:
        """What a side may know now; raises MatchError after the end, when there is no round."""
        self._refuse_after_end()
        return view_of(self.state, side, self.setup.tables)

    def resolve(self, orders_a: Given, orders_b: Given) -> tuple[Event, ...]:
        """Plays a round under these orders and gives its events.

        Orders that are missing or not allowed count as none. Raises MatchError after the end.
        """
        self._refuse_after_end()
        self.orders.append({"a": dict(orders_a), "b": dict(orders_b)})
        opened = partial(deciding.give, {"a": orders_a, "b": orders_b})
        return self._perform(opened, *stages.phases(self.setup.tables))

    def resign(self, side: SideId) -> tuple[Event, ...]:
        """Ends the match before the round that is to be played (D9).

        Raises MatchError after the end.
        """
        self._refuse_after_end()
        return self._perform(partial(deciding.resign, side))

    def document(self) -> dict[str, Any]:
        """The battle file that plays to the same events: with all orders, and who resigned."""
        document = deepcopy(self.battle.document)
        for side, member in zip(SIDES, document["sides"], strict=True):
            member.pop("bot", None)
            member.pop("resigns", None)
            member["orders"] = [dict(given[side]) for given in self.orders]
            if self.state.resigned == side:
                member["resigns"] = self.round
        return document

    def _refuse_after_end(self) -> None:
        if self.ended:
            raise MatchError("the match is over; nobody can order or resign any more")

    def _perform(self, *steps: Stage[State]) -> tuple[Event, ...]:
        after = self.events[-1] if self.events else None
        events = tuple(perform(APPLY, steps, self.state, Scripted(()), after))
        self.events += events
        return events


def _begin(setup: Setup, _state: State, rng: Any) -> stages.Events:
    return stages.begin(setup, rng)
