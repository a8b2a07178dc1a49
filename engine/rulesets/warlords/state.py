"""The state of a battle of stacks, and the handlers that copy the values of events into it."""

from functools import partial
from typing import Any, Final

from engine.core.events import SIDES, BattleEnded, DiceRolled, SideId, end, ignore, plain
from engine.core.rng import numbered
from engine.core.ruleset import Handlers
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.catalog import SLAYERS

NO_ARMY = e.ArmySnapshot("", "", (), {}, {}, {}, 0, 0)


class Unit:
    def __init__(self, start: e.UnitSnapshot, dice_name: str) -> None:
        self.start = start
        self.id = start.id
        self.dice_name = dice_name  # independent of its place in the stack
        self.condition = e.Condition.initial(start)
        self.rolled: tuple[str, ...] = ()  # the afflictions rolled for it so far
        self.strength = start.strength
        self.hits = start.hits
        self.immune = False
        self.shots = start.power("missile")
        self.engaged = False  # it has stepped up
        self.veteran = False  # it fought an earlier pairing, which used up its assassin (W7)

    @property
    def medals(self) -> int:
        return self.condition.medals

    @property
    def fallen(self) -> bool:
        return self.strength == 0 or self.hits == 0

    def snapshot(self) -> dict[str, Any]:
        return {
            **plain(self, "strength", "hits", "medals", "shots", "immune"),
            "blessed": self.condition.is_blessed,
            "cursed": self.condition.cursed or self.condition.unblessed,
            **plain(self.condition, "poisoned", "diseased", "paralysed"),
            "rolled": list(self.rolled),
            **plain(self, "engaged", "veteran"),
        }


def units_of(army: e.ArmySnapshot) -> list[Unit]:
    """Return the units of an army, in stack order, with their names in dice keys."""
    kinds = (unit.unit if unit.kind == "unit" else unit.name for unit in army.stack)
    names = numbered(f"{unit.side}/{kind}" for unit, kind in zip(army.stack, kinds, strict=True))
    return [Unit(unit, name) for unit, name in zip(army.stack, names, strict=True)]


class Side:
    """One side: its army and the remaining units of its stack, the front unit first."""

    def __init__(self, army: e.ArmySnapshot, stack: list[Unit]) -> None:
        self.army = army
        self.stack = stack
        self.order = tuple(unit.id for unit in stack)  # at the start, or after the last W15 or W16
        self.is_ready = False  # its bonuses were computed (W3)


class State:
    def __init__(self) -> None:
        self.field = e.FieldSnapshot((), None, 20)
        self.sides: dict[SideId, Side] = {"a": Side(NO_ARMY, []), "b": Side(NO_ARMY, [])}
        self.units: dict[str, Unit] = {}
        self.pairing = 0
        self.round = 0
        self.fighting = False  # the front units are in a pairing
        self.attempted: tuple[str, ...] = ()  # powers tried in this pairing
        # attacker and target of the last hit, while a slayer can still follow it (W9)
        self.struck: tuple[str, str] | None = None
        self.ended = False
        self.winner: SideId | None = None
        self.reason: str | None = None

    def fronts(self) -> tuple[Unit, Unit]:
        """Return the front units of a and b; neither stack can be empty."""
        return self.sides["a"].stack[0], self.sides["b"].stack[0]

    def survivors(self) -> dict[str, list[dict[str, str | int]]]:
        """Return the remaining units in stack order; paralysed ones are marked `paralysed` (W1)."""
        return {
            side_id: [
                {
                    "id": unit.id,
                    "name": unit.start.name,
                    **plain(unit, "strength", "hits"),
                    **({"paralysed": 1} if unit.condition.paralysed else {}),
                }
                for unit in side.stack
            ]
            for side_id, side in self.sides.items()
        }

    def snapshot(self) -> dict[str, Any]:
        return {
            **plain(self, "pairing", "round", "fighting"),
            "attempted": list(self.attempted),
            "struck": list(self.struck) if self.struck else None,
            **plain(self, "ended", "winner", "reason"),
            "stacks": {
                side_id: [unit.id for unit in side.stack] for side_id, side in self.sides.items()
            },
            "units": {unit.id: unit.snapshot() for unit in self.units.values()},
        }


def best_slayer(army: e.ArmySnapshot, target: e.UnitSnapshot) -> tuple[str, int]:
    """Return the army's best slayer against a unit and its points, or ('', 0) (W9)."""
    if target.hero:
        return "", 0
    points = {
        word: sum(part.amount for part in army.slayers.get(word, ()))
        for word, race in SLAYERS.items()
        if race in target.race
    }
    word = max(points, key=lambda word: points[word], default="")
    return (word, points[word]) if word and points[word] else ("", 0)


def _start(state: State, event: e.BattleStarted) -> None:
    state.field = event.field
    for side_id, army in zip(SIDES, (event.a, event.b), strict=True):
        stack = units_of(army)
        state.sides[side_id] = Side(army, stack)
        state.units.update((unit.id, unit) for unit in stack)


def _afflict(state: State, event: e.UnitAfflicted) -> None:
    unit = state.units[event.unit]
    unit.rolled = (*unit.rolled, event.affliction)
    unit.strength, unit.hits = event.strength, event.hits
    unit.condition = unit.condition.after(event.affliction)._replace(medals=event.medals)


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


def _hit(power: str, state: State, event: e.AcidHit | e.LightningHit | e.UnitAssassinated) -> None:
    field = "strength" if isinstance(event, e.AcidHit) else "hits"
    setattr(state.units[event.target], field, getattr(event, field))
    state.attempted = (*state.attempted, power)


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
        new.rolled = old.rolled
        for affliction in replaced.afflictions:
            new.condition = new.condition.after(affliction)
        new.condition = new.condition._replace(medals=replaced.medals)
        ready = replaced.ready
        new.strength, new.hits, new.immune = ready.strength, ready.hits, ready.immune
        state.units[new.id] = new
        side.stack[side.stack.index(old)] = new
    side.order = tuple(unit.id for unit in side.stack)


APPLY: Final[Handlers[State]] = {
    DiceRolled: ignore,
    BattleEnded: end,
    e.BattleStarted: _start,
    e.UnitAfflicted: _afflict,
    e.UnitSpared: _spare,
    e.StackReadied: _ready,
    e.PairingStarted: _pair,
    e.ChanceWeighed: _weigh,
    e.AttemptFailed: _miss,
    e.AcidHit: partial(_hit, "acid"),
    e.LightningHit: partial(_hit, "lightning"),
    e.UnitAssassinated: partial(_hit, "assassin"),
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
