"""What a player knows when it decides (D7). Units A to E are places 0 to 4 here."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.events import SideId, other_side
from engine.rulesets.siege.rules import ROUNDS, Five, Orders, legal
from engine.rulesets.siege.snapshot import LETTERS, Letter, Order
from engine.rulesets.siege.state import Record, State
from engine.rulesets.siege.tables import Tables

Places = tuple[int, ...]


class Duel(NamedTuple):
    """A fight: the places of both units and their revealed ATK."""

    own: int
    enemy: int
    own_atk: int
    enemy_atk: int


class Assault(NamedTuple):
    """A siege of the player's own or the enemy's castle; `attack` and `defense` are A and D."""

    on_own: bool
    besiegers: Places
    attack: int
    defense: int


class RoundSeen(NamedTuple):
    """A round as one player saw it."""

    own: Five  # values of the own units at the start of the round
    orders: Orders  # own orders carried out
    rows: tuple[str | None, ...]  # the battle row applied to each own unit, or None
    duels: tuple[Duel, ...]  # the fights, sorted by own unit
    own_defenders: Places  # own units that defended
    enemy_defenders: Places  # enemy units that defended
    assault: Assault | None  # the siege, if there was one


class View(NamedTuple):
    """What a player knows when it decides on a round."""

    side: SideId  # its side; b wins the last tie-break
    round: int  # the round to decide, from 1; the match ends after `rounds`
    own: Five  # current values of its units, A to E
    seen: tuple[RoundSeen, ...]  # the rounds so far
    tables: Tables  # the tables of the match
    rounds: int = ROUNDS

    def legal(self) -> tuple[tuple[Order, ...], ...]:
        """Return the orders that each own unit can carry out now (D2)."""
        return tuple(map(legal, self.own))


def view_of(state: State, side: SideId, tables: Tables) -> View:
    """Return a side's knowledge between two rounds; its visible events give the same."""
    seen = tuple(_round_seen(record, side) for record in state.records)
    return View(side, state.round + 1, state.sides[side].five(), seen, tables)


def by_letter(orders: Sequence[Order]) -> dict[Letter, Order]:
    """Return the orders of A to E keyed as in a battle file."""
    return dict(zip(LETTERS, orders, strict=True))


def _round_seen(record: Record, side: SideId) -> RoundSeen:
    enemy = other_side(side)
    ids = [f"{side}{letter}" for letter in LETTERS]
    a, b, c, d, e = (record.orders[side][id_] for id_ in ids)
    duels = [
        Duel(_place(fight.a), _place(fight.b), fight.a_atk, fight.b_atk)
        if side == "a"
        else Duel(_place(fight.b), _place(fight.a), fight.b_atk, fight.a_atk)
        for fight in record.fights
    ]
    siege = record.siege
    return RoundSeen(
        own=record.values[side],
        orders=(a, b, c, d, e),
        rows=tuple(record.rows.get(id_) for id_ in ids),
        duels=tuple(sorted(duels)),
        own_defenders=tuple(map(_place, record.defenders[side])),
        enemy_defenders=tuple(map(_place, record.defenders[enemy])),
        assault=siege
        and Assault(
            siege.castle == side, tuple(map(_place, siege.besiegers)), siege.attack, siege.defense
        ),
    )


def _place(unit_id: str) -> int:
    return "ABCDE".index(unit_id[-1])
