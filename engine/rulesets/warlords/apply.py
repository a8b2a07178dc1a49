"""Event handlers: each copies the values of its event into the state."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core.events import SIDES, BattleEnded, DiceRolled, Event, end, ignore
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.afflictions import afflicted
from engine.rulesets.warlords.state import Side, State, Unit, units_of


def _start(state: State, event: e.BattleStarted) -> None:
    state.field = event.field
    for side_id, army in zip(SIDES, (event.a, event.b), strict=True):
        stack = units_of(army)
        state.sides[side_id] = Side(army, stack)
        state.units.update((unit.id, unit) for unit in stack)


def _afflict(state: State, event: e.UnitAfflicted) -> None:
    unit = state.units[event.unit]
    unit.rolled = (*unit.rolled, event.affliction)
    unit.medals, unit.strength, unit.hits = event.medals, event.strength, event.hits
    unit.condition = afflicted(unit.condition, event.affliction)


def _spare(state: State, event: e.UnitSpared) -> None:
    unit = state.units[event.unit]
    unit.rolled = (*unit.rolled, event.affliction)


def _ready(state: State, event: e.StackReadied) -> None:
    state.sides[event.side].is_ready = True
    for ready in event.units:
        unit = state.units[ready.id]
        unit.strength, unit.hits, unit.immune = ready.strength, ready.hits, ready.immune


def _pair(state: State, event: e.PairingStarted) -> None:
    state.pairing = event.pairing
    state.fighting = True
    for id_ in event.stepped_up:
        state.units[id_].engaged = True


def _weigh(state: State, event: e.ChanceWeighed) -> None:
    if event.percent == 0:
        state.attempted = (*state.attempted, event.power)


def _miss(state: State, event: e.AttemptFailed) -> None:
    if state.struck is None:
        state.attempted = (*state.attempted, event.power)
    state.struck = None


def _corrode(state: State, event: e.AcidHit) -> None:
    state.units[event.target].strength = event.strength
    state.attempted = (*state.attempted, "acid")


def _strike_by_lightning(state: State, event: e.LightningHit) -> None:
    state.units[event.target].hits = event.hits
    state.attempted = (*state.attempted, "lightning")


def _assassinate(state: State, event: e.UnitAssassinated) -> None:
    state.units[event.target].hits = event.hits
    state.attempted = (*state.attempted, "assassin")


def _cancel(state: State, event: e.MissilesCancelled) -> None:
    state.units[event.a].shots = event.a_shots
    state.units[event.b].shots = event.b_shots


def _shrug(state: State, event: e.MissilesShrugged) -> None:
    state.units[event.attacker].shots = event.shots


def _shoot(state: State, event: e.ShotFired) -> None:
    state.units[event.attacker].shots = event.shots
    state.units[event.target].hits = event.hits


def _roll(state: State, event: e.MeleeRolled) -> None:
    state.round = event.round
    state.struck = None


def _strike(state: State, event: e.UnitStruck) -> None:
    state.units[event.target].hits = event.hits
    state.struck = (event.attacker, event.target)


def _slay(state: State, event: e.UnitSlain) -> None:
    state.units[event.target].hits = event.hits
    state.struck = None


def _remove(state: State, event: e.UnitDefeated) -> None:
    unit = state.units[event.unit]
    state.sides[unit.start.side].stack.remove(unit)
    state.units[event.by].veteran = True
    state.fighting = False
    state.attempted = ()
    state.struck = None


def _reorder(state: State, event: e.StackReordered) -> None:
    side = state.sides[event.side]
    side.stack = [state.units[id_] for id_ in event.stack]
    # Caches of values derived from a stack use this as their key.
    side.order = event.stack


def _replace(state: State, event: e.UnitsReplaced) -> None:
    side = state.sides[event.side]
    for replaced in event.replaced:
        old = state.units[replaced.unit]
        new = Unit(replaced.by, old.dice_name)
        new.rolled, new.medals = old.rolled, replaced.medals
        for affliction in replaced.afflictions:
            new.condition = afflicted(new.condition, affliction)
        ready = replaced.ready
        new.strength, new.hits, new.immune = ready.strength, ready.hits, ready.immune
        state.units[new.id] = new
        side.stack[side.stack.index(old)] = new
    side.order = tuple(unit.id for unit in side.stack)


APPLY: Final[Mapping[type[Event], Callable[[State, Any], object]]] = {
    DiceRolled: ignore,
    BattleEnded: end,
    e.BattleStarted: _start,
    e.UnitAfflicted: _afflict,
    e.UnitSpared: _spare,
    e.StackReadied: _ready,
    e.PairingStarted: _pair,
    e.ChanceWeighed: _weigh,
    e.AttemptFailed: _miss,
    e.AcidHit: _corrode,
    e.LightningHit: _strike_by_lightning,
    e.UnitAssassinated: _assassinate,
    e.MissilesCancelled: _cancel,
    e.MissilesShrugged: _shrug,
    e.ShotFired: _shoot,
    e.MeleeRolled: _roll,
    e.UnitStruck: _strike,
    e.UnitSlain: _slay,
    e.UnitDefeated: _remove,
    e.StackReordered: _reorder,
    e.UnitsReplaced: _replace,
    e.AfflictionSpread: ignore,
}
