"""What-if for orders: the battle file with other orders of a side in one round."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from engine.core.events import SIDES, Event, SideId
from engine.core.reading import Reader
from engine.core.ruleset import RoundOrders, UnitOrder
from engine.rulesets.siege.apply import APPLY
from engine.rulesets.siege.army import Setup, read_orders
from engine.rulesets.siege.events import OrdersGiven
from engine.rulesets.siege.rules import legal
from engine.rulesets.siege.snapshot import LETTERS, STATS
from engine.rulesets.siege.state import State


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
        reader.fail("are not asked for from event {at} on; choose an earlier one", at=at)
    if "bot" in own:
        before = {k: v for k, v in own.get("instead", {}).items() if int(k) <= played}
        instead = {**before, str(played + 1): reader.value}
        sides[SIDES.index(side)] = {**own, "instead": instead}
        return {**document, "sides": sides}
    orders = [*own["orders"], *({} for _ in range(played + 1 - len(own["orders"])))]
    orders[played] = reader.value
    sides[SIDES.index(side)] = {**own, "orders": orders}
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
        units = tuple(
            UnitOrder(
                letter,
                dict(zip(STATS, stats, strict=True)),
                event.orders[f"{side}{letter}"],
                legal(stats),
            )
            for letter, stats in zip(LETTERS, state.sides[side].five(), strict=True)
        )
        found.append(
            RoundOrders(event.seq, side, number, setup.player(side).bot is not None, units)
        )
    return tuple(found)
