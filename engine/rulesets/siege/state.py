"""The state of a siege, the handlers of its events, and what a player knows of it (D7)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from engine.core.events import SIDES, BattleEnded, DiceRolled, SideId, end, ignore, plain
from engine.core.ruleset import Handlers
from engine.rulesets.siege import events as e
from engine.rulesets.siege.rules import ROUNDS, Five, Orders, Stats, Tables, legal

Places = tuple[int, ...]  # units A to E are places 0 to 4

EMPTY_SIDE = e.SideSnapshot("", None, ())


class Meeting(msgspec.Struct, frozen=True, order=True, gc=False):
    """Two units that faced each other."""

    a: str  # id of the unit of side a
    b: str  # id of the unit of side b
    a_atk: int  # the ATK of a's unit
    b_atk: int  # the ATK of b's unit

    def place(self, side: SideId) -> int:
        (place,) = places((self.a if side == "a" else self.b,))
        return place

    def atk(self, side: SideId) -> int:
        return self.a_atk if side == "a" else self.b_atk


class Besieged(msgspec.Struct, frozen=True):
    castle: SideId  # whose castle it is
    besiegers: tuple[str, ...]  # ids of the besieging units
    attack: int  # A, the besiegers' ATK
    defense: int  # D, the defenders' DEF


def places(unit_ids: tuple[str, ...]) -> Places:
    return tuple("ABCDE".index(id_[-1]) for id_ in unit_ids)


class Record:
    """The public events of a round, and the secrets of each side as far as they are known."""

    def __init__(self) -> None:
        self.values: dict[SideId, Five] = {}  # at the start of the round
        self.orders: dict[SideId, dict[str, e.Order]] = {}  # carried out
        self.rows: dict[str, str | None] = {}  # the battle row of each unit that fought
        self.meetings: list[Meeting] = []
        self.defenders: dict[SideId, tuple[str, ...]] = {"a": (), "b": ()}
        self.besieged: Besieged | None = None


class Unit:
    """A unit; `values` and `order` are None if unknown, `foe` is its opponent's id this round."""

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.values: Stats | None = None
        self.order: e.Order | None = None
        self.foe: str | None = None

    @property
    def known(self) -> Stats:
        """Its values, which must be known."""
        assert self.values is not None
        return self.values


class Side:
    """One side: its public data, its units A to E, and its allotment once known."""

    def __init__(self, start: e.SideSnapshot, units: tuple[Unit, ...]) -> None:
        self.start = start
        self.units = units
        self.army = ""
        self.allotment: tuple[e.Values, ...] = ()

    def five(self) -> Five:
        """Return the values of its five units, which must be known."""
        return tuple(unit.known for unit in self.units)


class State:
    """The state of a siege; built from one side's events, the other side's values are unknown."""

    def __init__(self) -> None:
        self.sides: dict[SideId, Side] = {"a": Side(EMPTY_SIDE, ()), "b": Side(EMPTY_SIDE, ())}
        self.units: dict[str, Unit] = {}
        self.round = 0
        self.records: list[Record] = []
        self.fallen: SideId | None = None
        self.resigned: SideId | None = None
        self.ended = False
        self.winner: SideId | None = None
        self.reason: str | None = None

    def survivors(self) -> dict[str, list[dict[str, str | int]]]:
        """Return all five units of each side with their current values."""
        return {
            side_id: [
                {"id": unit.id, "name": unit.id[-1], **dict(zip(e.STATS, unit.known, strict=True))}
                for unit in side.units
            ]
            for side_id, side in self.sides.items()
        }

    def snapshot(self) -> dict[str, Any]:
        return {
            **plain(self, "round", "fallen", "resigned", "ended", "winner", "reason"),
            "units": {
                unit.id: {
                    **dict(zip(e.STATS, unit.values or (None,) * len(e.STATS), strict=True)),
                    **plain(unit, "order", "foe"),
                }
                for unit in self.units.values()
            },
        }


def _start(state: State, event: e.BattleStarted) -> None:
    for side_id, start in zip(SIDES, (event.a, event.b), strict=True):
        units = tuple(Unit(unit.id) for unit in start.units)
        state.sides[side_id] = Side(start, units)
        state.units.update((unit.id, unit) for unit in units)


def _muster(state: State, event: e.ArmyMustered) -> None:
    _reveal(state, event)
    for unit in event.units:
        state.units[unit.id].values = _stats(unit.values)


def _reveal(state: State, event: e.ArmyMustered | e.ArmyRevealed) -> None:
    side = state.sides[event.side]
    side.army, side.allotment = event.army, event.units


def _stats(values: Mapping[Any, Any]) -> Stats:
    atk, def_, hp, exh = (int(values[stat]) for stat in e.STATS)
    return atk, def_, hp, exh


def _start_round(state: State, event: e.RoundStarted) -> None:
    state.round = event.round
    state.records.append(Record())
    for unit in state.units.values():
        unit.order = unit.foe = None


def _order(state: State, event: e.OrdersGiven) -> None:
    record = state.records[-1]
    record.values[event.side] = state.sides[event.side].five()
    record.orders[event.side] = event.orders
    for id_, order in event.orders.items():
        state.units[id_].order = order


def _meet(state: State, event: e.UnitsMet) -> None:
    state.units[event.a].foe, state.units[event.b].foe = event.b, event.a
    state.records[-1].meetings.append(Meeting(event.a, event.b, event.a_atk, event.b_atk))


def _fight(state: State, event: e.UnitFought) -> None:
    state.records[-1].rows[event.unit] = event.source


def _change(state: State, event: e.UnitChanged) -> None:
    unit = state.units[event.unit]
    values = dict(zip(e.STATS, unit.known, strict=True))
    values[event.stat] = event.value
    unit.values = _stats(values)


def _guard(state: State, event: e.CastleGuarded) -> None:
    state.records[-1].defenders[event.side] = event.defenders


def _besiege(state: State, event: e.CastleBesieged) -> None:
    record = state.records[-1]
    record.defenders[event.side] = event.defenders
    record.besieged = Besieged(event.side, event.besiegers, event.attack, event.defense)


def _fall(state: State, event: e.CastleFallen) -> None:
    state.fallen = event.side


def _resign(state: State, event: e.SideResigned) -> None:
    state.resigned = event.side


def _end(state: State, event: BattleEnded) -> None:
    end(state, event)
    for rows in event.survivors.values():
        for row in rows:
            state.units[str(row["id"])].values = _stats(row)


APPLY: Final[Handlers[State]] = {
    DiceRolled: ignore,
    BattleEnded: _end,
    e.BattleStarted: _start,
    e.ArmyMustered: _muster,
    e.RoundStarted: _start_round,
    e.OrdersGiven: _order,
    e.UnitsMet: _meet,
    e.UnitFought: _fight,
    e.UnitChanged: _change,
    e.CastleGuarded: _guard,
    e.CastleBesieged: _besiege,
    e.CastleFallen: _fall,
    e.SideResigned: _resign,
    e.ArmyRevealed: _reveal,
    e.SiegeSettled: ignore,
    e.UnitsRested: ignore,
    e.TotalsCounted: ignore,
}


class Known(NamedTuple):
    units: Five  # values at the start of the round
    orders: Orders  # carried out
    rows: tuple[str | None, ...]  # the battle row applied to each unit, or None


class Facts(NamedTuple):
    """A round: the facts revealed to all, and what the viewer knows of its own side."""

    meetings: tuple[Meeting, ...]
    guards: tuple[tuple[str, ...], tuple[str, ...]]  # ids of the defenders of a and of b
    besieged: Besieged | None
    own: Known | None  # None for a spectator

    def defenders(self, side: SideId) -> Places:
        return places(self.guards[SIDES.index(side)])


class View(NamedTuple):
    side: SideId  # its side; b wins the last tie-break
    round: int  # the round to decide, from 1; the match ends after `rounds`
    own: Five  # current values of its units, A to E
    seen: tuple[Facts, ...]  # the rounds so far
    tables: Tables  # the tables of the match
    rounds: int = ROUNDS

    def legal(self) -> tuple[tuple[e.Order, ...], ...]:
        """Return the orders that each own unit can carry out now (D2)."""
        return tuple(map(legal, self.own))


def view_of(state: State, side: SideId, tables: Tables) -> View:
    """Return a side's knowledge between two rounds; its visible events give the same."""
    seen = tuple(facts_of(record, side) for record in state.records)
    return View(side, state.round + 1, state.sides[side].five(), seen, tables)


def by_letter(orders: Sequence[e.Order]) -> dict[e.Letter, e.Order]:
    """Return the orders of A to E keyed as in a battle file."""
    return dict(zip(e.LETTERS, orders, strict=True))


def facts_of(record: Record, viewer: SideId | None) -> Facts:
    """Return a round as a player, or with None a spectator, saw it."""
    own = None
    if viewer:
        ids = [f"{viewer}{letter}" for letter in e.LETTERS]
        orders = tuple(record.orders[viewer][id_] for id_ in ids)
        own = Known(record.values[viewer], orders, tuple(map(record.rows.get, ids)))
    guards = record.defenders["a"], record.defenders["b"]
    return Facts(tuple(sorted(record.meetings)), guards, record.besieged, own)
