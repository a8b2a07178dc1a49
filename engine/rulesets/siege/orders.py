"""The start of a round and the end of a match: orders, resignations, revealed allotments."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

from engine.core.budget import budget
from engine.core.events import BEAT, SIDES, BattleEnded, DiceRolled, Event, SideId, other_side
from engine.core.rng import Rng, Seeded
from engine.rulesets.siege import events as e
from engine.rulesets.siege.army import Setup
from engine.rulesets.siege.rules import ALLOWED
from engine.rulesets.siege.snapshot import LETTERS, Letter, Order
from engine.rulesets.siege.state import State
from engine.rulesets.siege.view import by_letter, view_of

Events = Iterator[Event | None]
UnitOrders = Mapping[Letter, Order]
Reason: TypeAlias = Literal["castle", "round_limit", "resigned"]
"""The reasons for which a match ends (D6, D9)."""

DECISION: Final = 12  # operations charged for one decision of a bot
SLOW_DECISION: Final = 5_000
STREAMS: Final = 2**32  # number of seeds for a bot's dice in one round


def order(setup: Setup, state: State, rng: Rng) -> Events:
    """Open both sides' orders for a round, or end the match if one resigns (D9)."""
    number = state.round + 1
    for side in SIDES:
        if setup.player(side).resigns == number:
            yield from resign(side, state, rng)
            return
    # Both views are made before any order is opened, so neither bot sees the other's.
    views = {side: view_of(state, side, setup.tables) for side in SIDES if setup.player(side).bot}
    yield e.RoundStarted(number)
    yield BEAT
    given: dict[SideId, UnitOrders] = {}
    for side in SIDES:
        player = setup.player(side)
        if player.bot is None:
            given[side] = player.orders[number - 1] if number <= len(player.orders) else {}
            continue
        stream = rng.below(STREAMS, "bot", side)
        yield DiceRolled("bot", STREAMS, [stream + 1], source=player.bot.id, audience=side)
        if number in player.instead:
            given[side] = player.instead[number]
            continue
        if spent := budget():
            spent.spend(SLOW_DECISION if player.bot.slow else DECISION)
        given[side] = by_letter(player.bot.decide(views[side], Seeded(stream)))
    yield from _open(given, state)


def open_round(given: Mapping[SideId, UnitOrders], state: State, _rng: Rng) -> Events:
    yield e.RoundStarted(state.round + 1)
    yield BEAT
    yield from _open(given, state)


def _open(given: Mapping[SideId, UnitOrders], state: State) -> Events:
    """Show each side its orders; missing and illegal ones count as none (D2)."""
    for side in SIDES:
        orders: dict[str, Order] = {}
        refused: dict[str, Order] = {}
        for letter, unit in zip(LETTERS, state.sides[side].units, strict=True):
            word = given[side].get(letter, "none")
            if ALLOWED[word](unit.known):
                orders[unit.id] = word
            else:
                orders[unit.id], refused[unit.id] = "none", word
        yield e.OrdersGiven(side, orders, refused, source="D2", audience=side)


def resign(side: SideId, state: State, _rng: Rng) -> Events:
    """Resign before the next round; the other side wins (D9)."""
    yield e.SideResigned(side, state.round + 1, source="D9")
    yield from end(state, other_side(side), "resigned")


def end(state: State, winner: SideId, reason: Reason) -> Events:
    """Reveal both allotments and end the match (D7)."""
    yield BEAT
    for side_id in SIDES:
        side = state.sides[side_id]
        yield e.ArmyRevealed(side_id, side.army, side.allotment, source="D7")
    yield BEAT
    yield BattleEnded(winner, reason, state.round, state.survivors())
