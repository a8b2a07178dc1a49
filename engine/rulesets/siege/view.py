"""What a player may know when it decides: its own side, and what has been revealed (D7).

Units A to E are places 0 to 4 here.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.events import SideId, other_side
from engine.rulesets.siege.rules import ROUNDS, Five, Orders, legal
from engine.rulesets.siege.snapshot import LETTERS, Letter, Order
from engine.rulesets.siege.state import Record, State
from engine.rulesets.siege.tables import Tables

Places = tuple[int, ...]


class Met(NamedTuple):
    """Two units that faced each other, and their ATK, which was revealed."""

    own: int
    enemy: int
    own_atk: int
    enemy_atk: int


class Assault(NamedTuple):
    """A castle that was besieged: whether the own one, by which units, and A and D."""

    on_own: bool
    besiegers: Places
    attack: int
    defense: int


class RoundSeen(NamedTuple):
    """A round as its player saw it.

    own: the own units' values as the round began.
    orders: the own orders that were carried out.
    rows: the battle row that each own unit got, or None for who did not fight or got none.
    met: the fights, by the own units' letters.
    own_defenders: own units that defended.
    enemy_defenders: enemy units that defended.
    assault: the siege, if there was one.
    """

    own: Five
    orders: Orders
    rows: tuple[str | None, ...]
    met: tuple[Met, ...]
    own_defenders: Places
    enemy_defenders: Places
    assault: Assault | None


class View(NamedTuple):
    """All that a player may know when it decides about a round.

    side: its side; b wins the last tie.
    round: the round to be decided, from 1; the match ends after `rounds`.
    own: its own units' values now, A to E.
    seen: the rounds so far.
    tables: the tables that the match is played with.
    """

    side: SideId
    round: int
    own: Five
    seen: tuple[RoundSeen, ...]
    tables: Tables
    rounds: int = ROUNDS

    def legal(self) -> tuple[tuple[Order, ...], ...]:
        """The orders that each own unit may carry out now (D2)."""
        return tuple(map(legal, self.own))


def view_of(state: State, side: SideId, tables: Tables) -> View:
    """What a side may know in this state, between two rounds of a match that goes on.

    A state that was built only from what that side may see gives the same view.
    """
    seen = tuple(_round_seen(record, side) for record in state.records)
    return View(side, state.round + 1, state.sides[side].five(), seen, tables)


def by_letter(orders: Sequence[Order]) -> dict[Letter, Order]:
    """Orders for A to E as a battle file has them."""
    return dict(zip(LETTERS, orders, strict=True))


def _round_seen(record: Record, side: SideId) -> RoundSeen:
    enemy = other_side(side)
    ids = [f"{side}{letter}" for letter in LETTERS]
    a, b, c, d, e = (record.orders[side][id_] for id_ in ids)
    met = [
        Met(_place(fight.a), _place(fight.b), fight.a_atk, fight.b_atk)
        if side == "a"
        else Met(_place(fight.b), _place(fight.a), fight.b_atk, fight.a_atk)
        for fight in record.fights
    ]
    siege = record.siege
    return RoundSeen(
        own=record.values[side],
        orders=(a, b, c, d, e),
        rows=tuple(record.rows.get(id_) for id_ in ids),
        met=tuple(sorted(met)),
        own_defenders=tuple(map(_place, record.defenders[side])),
        enemy_defenders=tuple(map(_place, record.defenders[enemy])),
        assault=siege
        and Assault(
            siege.castle == side,
            tuple(map(_place, siege.besiegers)),
            siege.attack,
            siege.defense,
        ),
    )


def _place(unit_id: str) -> int:
    return "ABCDE".index(unit_id[-1])
