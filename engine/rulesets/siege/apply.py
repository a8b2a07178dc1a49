"""Event handlers: each copies the values of its event into the state."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core.events import SIDES, BattleEnded, DiceRolled, Event, end, ignore
from engine.rulesets.siege import events as e
from engine.rulesets.siege.rules import Stats
from engine.rulesets.siege.snapshot import STATS
from engine.rulesets.siege.state import Assault, Pair, Places, Record, Side, State, Unit


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
    atk, def_, hp, exh = (int(values[stat]) for stat in STATS)
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
    a, b = _places((event.a, event.b))
    state.records[-1].pairs.append(Pair(a, b, event.a_atk, event.b_atk))


def _fight(state: State, event: e.UnitFought) -> None:
    state.records[-1].rows[event.unit] = event.source


def _change(state: State, event: e.UnitChanged) -> None:
    unit = state.units[event.unit]
    values = dict(zip(STATS, unit.known, strict=True))
    values[event.stat] = event.value
    unit.values = _stats(values)


def _guard(state: State, event: e.CastleGuarded) -> None:
    state.records[-1].defenders[event.side] = _places(event.defenders)


def _besiege(state: State, event: e.CastleBesieged) -> None:
    record = state.records[-1]
    record.defenders[event.side] = _places(event.defenders)
    besiegers = _places(event.besiegers)
    record.assault = Assault(event.side, besiegers, event.attack, event.defense)


def _places(unit_ids: tuple[str, ...]) -> Places:
    return tuple("ABCDE".index(id_[-1]) for id_ in unit_ids)


def _fall(state: State, event: e.CastleFallen) -> None:
    state.fallen = event.side


def _resign(state: State, event: e.SideResigned) -> None:
    state.resigned = event.side


def _end(state: State, event: BattleEnded) -> None:
    end(state, event)
    for rows in event.survivors.values():
        for row in rows:
            state.units[str(row["id"])].values = _stats(row)


APPLY: Final[Mapping[type[Event], Callable[[State, Any], object]]] = {
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
