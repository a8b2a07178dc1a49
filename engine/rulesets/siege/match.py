"""A match that is played round by round, and what-if for the orders of a round.

Its events follow from armies and orders, so a server stores the battle file and the orders of each
round, and replays them after a restart.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import partial
from itertools import islice
from typing import Any

from engine.core.battle import perform
from engine.core.errors import EngineError
from engine.core.events import SIDES, Event, SideId, Stage
from engine.core.reading import Reader
from engine.core.rng import Scripted
from engine.core.ruleset import Battle, RoundOrders, UnitOrder
from engine.rulesets.siege import stages
from engine.rulesets.siege.army import Setup, read_orders
from engine.rulesets.siege.events import LETTERS, STATS, Letter, Order, OrdersGiven
from engine.rulesets.siege.rules import legal
from engine.rulesets.siege.state import APPLY, State, View, view_of

UnitOrders = Mapping[Letter, Order]


class MatchError(EngineError):
    """The match is over and cannot be continued."""


class Match:
    """A match between the armies of a battle, whose orders, bots and resignations are ignored."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.setup: Setup = battle.setup
        self.state = State()
        self.events: list[Event] = []
        self.orders: list[dict[SideId, dict[Letter, Order]]] = []
        """The orders given for each round so far, including illegal ones."""
        self._perform(lambda _state, rng: stages.begin(self.setup, rng))

    @property
    def ended(self) -> bool:
        return self.state.ended

    @property
    def round(self) -> int:
        """The round that needs orders now, from 1; meaningless after the end."""
        return self.state.round + 1

    def legal(self, side: SideId) -> dict[Letter, tuple[Order, ...]]:
        """Return the legal orders of each unit of a side now (D2); `none` is always one."""
        five = self.state.sides[side].five()
        return {letter: legal(unit) for letter, unit in zip(LETTERS, five, strict=True)}

    def view(self, side: SideId) -> View:
        """Return what a side knows now. Raises MatchError after the end."""
        self._refuse_after_end()
        return view_of(self.state, side, self.setup.tables)

    def resolve(self, orders_a: UnitOrders, orders_b: UnitOrders) -> tuple[Event, ...]:
        """Play a round and return its events; illegal orders count as none. Raises MatchError."""
        self._refuse_after_end()
        self.orders.append({"a": dict(orders_a), "b": dict(orders_b)})
        opening = partial(stages.open_round, {"a": orders_a, "b": orders_b})
        return self._perform(opening, *stages.phases(self.setup.tables))

    def resign(self, side: SideId) -> tuple[Event, ...]:
        """End the match before the next round (D9). Raises MatchError after the end."""
        self._refuse_after_end()
        return self._perform(partial(stages.resign, side))

    def document(self) -> dict[str, Any]:
        """Return a battle file with all orders and any resignation that gives the same events."""
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
            raise MatchError("the match is over; no more orders or resignations are possible")

    def _perform(self, *steps: Stage[State]) -> tuple[Event, ...]:
        after = self.events[-1] if self.events else None
        events = tuple(perform(APPLY, steps, self.state, Scripted(()), after))
        self.events += events
        return events


def with_orders(
    document: dict[str, Any], events: Sequence[Event], at: int, side: SideId, reader: Reader
) -> dict[str, Any]:
    """Return the battle file with other orders of a side in its first round ordered from `at` on.

    Its later orders stay; those that are illegal by then count as none (D2). A bot decides the
    later rounds again (D14).
    """
    read_orders(reader)
    sides = [*document["sides"]]
    own = sides[SIDES.index(side)]
    rounds = [e.seq for e in events if isinstance(e, OrdersGiven) and e.side == side]
    played = sum(seq < at for seq in rounds)
    if played == len(rounds):
        reader.fail("are no longer given from event {at} on; choose an earlier one", at=at)
    if "bot" in own:
        before = {k: v for k, v in own.get("instead", {}).items() if int(k) <= played}
        changed: dict[str, Any] = {"instead": {**before, str(played + 1): reader.value}}
    else:
        stages = [*own["orders"], *({} for _ in range(played + 1 - len(own["orders"])))]
        stages[played] = reader.value
        changed = {"orders": stages}
    sides[SIDES.index(side)] = {**own, **changed}
    return {**document, "sides": sides}


def asked(setup: Setup, events: Sequence[Event], at: int) -> tuple[RoundOrders, ...]:
    """Return the choices of each side in the round at event `at`, or else in the first round."""
    found: list[RoundOrders] = []
    for side in SIDES:
        given = [e for e in events if isinstance(e, OrdersGiven) and e.side == side]
        if not given:
            continue
        number = max(1, sum(e.seq < at for e in given))
        event = given[number - 1]
        state = State()
        for earlier in islice(events, event.seq):
            APPLY[type(earlier)](state, earlier)
        units = []
        for letter, stats in zip(LETTERS, state.sides[side].five(), strict=True):
            order = event.orders[f"{side}{letter}"]
            values: dict[str, int] = dict(zip(STATS, stats, strict=True))
            units.append(UnitOrder(letter, values, order, legal(stats)))
        is_bot = setup.player(side).bot is not None
        found.append(RoundOrders(event.seq, side, number, is_bot, tuple(units)))
    return tuple(found)
