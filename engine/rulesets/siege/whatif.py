"""What if a side had given other orders in a round."""

from collections.abc import Sequence
from typing import Any

from engine.core.events import SIDES, Event, SideId
from engine.core.reading import Reader
from engine.rulesets.siege.army import read_orders
from engine.rulesets.siege.events import OrdersGiven


def with_orders(
    document: dict[str, Any], events: Sequence[Event], at: int, side: SideId, reader: Reader
) -> dict[str, Any]:
    """The battle file with other orders of a side in the first round ordered from `at` on.

    Its later orders stay; those that are not allowed any more count as none (D2).
    """
    read_orders(reader)
    sides = [*document["sides"]]
    own = sides[SIDES.index(side)]
    if "bot" in own:
        reader.fail("are those of a bot, which decides by its dice; give it another 'seed' instead")
        return document
    rounds = [e.seq for e in events if isinstance(e, OrdersGiven) and e.side == side]
    played = sum(seq < at for seq in rounds)
    if played == len(rounds):
        reader.fail("are not asked for from event {at} on; choose an earlier one", at=at)
    orders = [*own["orders"], *({} for _ in range(played + 1 - len(own["orders"])))]
    orders[played] = reader.value
    sides[SIDES.index(side)] = {**own, "orders": orders}
    return {**document, "sides": sides}
