"""Event handlers: each copies the values of its event into the state."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core.events import SIDES, BattleEnded, DiceRolled, Event, end, ignore
from engine.rulesets.manymarios import events as e
from engine.rulesets.manymarios.state import Side, State, Unit


def _start(state: State, event: e.BattleStarted) -> None:
    for side_id, army in zip(SIDES, (event.a, event.b), strict=True):
        lineup = [Unit(start) for start in army.lineup]
        state.sides[side_id] = Side(lineup)
        state.units.update((unit.id, unit) for unit in lineup)


def _choose_first(state: State, event: e.FirstSideChosen) -> None:
    state.offense = event.side


def _start_round(state: State, event: e.RoundStarted) -> None:
    if state.dealt:
        state.seen.clear()
    state.seen.add(state.position(event.offense))
    state.offense = event.offense
    state.round = event.round
    state.exhausted = event.exhausted
    state.dealt = False
    state.spent.clear()


def _hit(state: State, event: e.UnitStruck | e.ShotFired | e.UnitLaunched | e.BombDropped) -> Unit:
    attacker = state.units[event.attacker]
    attacker.ae = event.ae
    state.units[event.target].de = event.de
    state.dealt = True
    return attacker


def _shoot(state: State, event: e.ShotFired) -> None:
    attacker = _hit(state, event)
    state.sides[attacker.start.side].shooter = attacker


def _hit_and_tire(state: State, event: e.UnitLaunched | e.BombDropped) -> None:
    attacker = _hit(state, event)
    if attacker.ae == 0:
        state.spent.append(attacker)


def _deal_exhaustion(state: State, event: e.ExhaustionDealt) -> None:
    state.units[event.attacker].de = event.attacker_de
    state.units[event.target].de = event.de
    state.dealt = True


def _stun(state: State, event: e.UnitStunned) -> None:
    state.units[event.unit].stunned = event.round


def _end_stun(state: State, event: e.StunEnded) -> None:
    state.units[event.unit].stunned = 0


def _remove(state: State, event: e.UnitDefeated | e.PipeRemoved) -> None:
    unit = state.units[event.unit]
    side = state.sides[unit.start.side]
    side.lineup.remove(unit)
    if side.shooter is unit:
        side.shooter = None


def _send_back(state: State, unit_id: str) -> None:
    unit = state.units[unit_id]
    lineup = state.sides[unit.start.side].lineup
    lineup.remove(unit)
    lineup.append(unit)


def _send_one_back(state: State, event: e.UnitSentBack) -> None:
    _send_back(state, event.unit)


def _end_round(state: State, event: e.RoundEnded) -> None:
    state.quiet = event.quiet


def _rotate(state: State, event: e.LineupsRotated) -> None:
    _send_back(state, event.a)
    _send_back(state, event.b)
    state.quiet = event.quiet


def _reorder(state: State, event: e.LineupReordered) -> None:
    state.sides[event.side].lineup[:] = [state.units[id_] for id_ in event.lineup]
    state.seen.clear()


def _replace(state: State, event: e.UnitsReplaced) -> None:
    side = state.sides[event.side]
    for replaced in event.replaced:
        unit = Unit(replaced.by)
        state.units[unit.id] = unit
        side.lineup[side.lineup.index(state.units[replaced.unit])] = unit
    side.note_abilities()
    state.seen.clear()


APPLY: Final[Mapping[type[Event], Callable[[State, Any], object]]] = {
    DiceRolled: ignore,
    BattleEnded: end,
    e.BattleStarted: _start,
    e.FirstSideChosen: _choose_first,
    e.RoundStarted: _start_round,
    e.UnitStruck: _hit,
    e.ShotFired: _shoot,
    e.UnitLaunched: _hit_and_tire,
    e.BombDropped: _hit_and_tire,
    e.ExhaustionDealt: _deal_exhaustion,
    e.UnitStunned: _stun,
    e.StunEnded: _end_stun,
    e.UnitDefeated: _remove,
    e.PipeRemoved: _remove,
    e.UnitSentBack: _send_one_back,
    e.RoundEnded: _end_round,
    e.LineupsRotated: _rotate,
    e.LineupReordered: _reorder,
    e.UnitsReplaced: _replace,
    e.EffectIgnored: ignore,
    e.BombNegated: ignore,
    e.ExchangeRefused: ignore,
    e.ActionLost: ignore,
    e.UnitExhausted: ignore,
    e.ExhaustionBlocked: ignore,
}
