"""Positions: what the chances of a battle depend on (W1 to W3)."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.core.events import SideId, other_side
from engine.rulesets.warlords.afflictions import afflicted, immunity, is_immune
from engine.rulesets.warlords.snapshot import (
    ArmySnapshot,
    Condition,
    FieldSnapshot,
    total,
)
from engine.rulesets.warlords.state import State, Unit, best_slayer
from engine.rulesets.warlords.strength import (
    brackets,
    hits_parts,
    percent,
    side_bonus,
    strength_parts,
)

WEAKENING = ("curse", "poison", "disease")  # the afflictions that affect a battle, in rolling order


class Front(NamedTuple):
    """The form of a unit: the values that afflictions and fighting change.

    mark: a number that fighting keeps, to tell what a survivor has from before the battle.
    """

    strength: int
    hits: int
    medals: int
    immune: bool
    shots: int
    veteran: bool
    mark: int = 0

    @property
    def fallen(self) -> bool:
        return self.strength == 0 or self.hits == 0


@dataclass(frozen=True)
class Fighter:
    """A unit's constants, and the chance of each form in which it steps up (`slain`: see W9)."""

    id: str
    flying: bool
    acid: int
    lightning: int
    assassin: int
    warding: int
    trample: int
    slain: float
    forms: dict[Front, float]


@dataclass(frozen=True)
class Position:
    """Both stacks from the front on, and the progress of the current pairing."""

    die: int
    stacks: dict[SideId, tuple[Fighter, ...]]
    attempted: tuple[str, ...]  # powers already tried
    struck: SideId | None  # the side whose front unit was hit and can still be slain


def position_of(state: State) -> Position:
    """Return the position of a battle after any of its events.

    Each unit rolls its own afflictions and nothing else depends on them, so those not rolled yet
    are resolved when the unit steps up.
    """
    return Position(
        die=state.field.die,
        stacks={side: _stack(state, side) for side in state.sides},
        attempted=state.attempted,
        struck=state.units[state.struck[1]].start.side if state.struck else None,
    )


def _stack(state: State, side: SideId) -> tuple[Fighter, ...]:
    army, enemy = state.sides[side].army, state.sides[other_side(side)].army
    bonus = side_bonus(brackets(army, enemy))
    return tuple(
        fighter(unit, enemy, forms(unit, state.field, bonus, enemy))
        for unit in state.sides[side].stack
    )


def fighter(unit: Unit, enemy: ArmySnapshot, forms: dict[Front, float]) -> Fighter:
    start = unit.start
    _, points = best_slayer(enemy, start)
    return Fighter(
        id=unit.id,
        flying=start.flying,
        acid=start.power("acid"),
        lightning=start.power("lightning"),
        assassin=start.power("assassin"),
        warding=start.power("warding"),
        trample=start.power("trample"),
        slain=min(10, points) / 10,
        forms=forms,
    )


def forms(unit: Unit, field: FieldSnapshot, bonus: int, enemy: ArmySnapshot) -> dict[Front, float]:
    """Return a unit's possible forms with their chances; one if it has stepped up."""
    if unit.engaged:
        now = Front(unit.strength, unit.hits, unit.medals, unit.immune, unit.shots, unit.veteran)
        return {now: 1.0}
    found: dict[Front, float] = {}
    for (condition, medals), chance in conditions(unit, enemy).items():
        form = form_of(unit, condition, medals, field, bonus, enemy)
        found[form] = found.get(form, 0.0) + chance
    return found


def form_of(
    unit: Unit,
    condition: Condition,
    medals: int,
    field: FieldSnapshot,
    bonus: int,
    enemy: ArmySnapshot,
) -> Front:
    """Return the form in which a unit steps up in this condition (W2, W3)."""
    hits = total(hits_parts(unit.start.hits_parts, condition, enemy.life_drain))
    return Front(
        strength=total(strength_parts(unit.start, condition, field, bonus)),
        hits=hits,
        medals=medals,
        immune=is_immune(unit.start, hits),
        shots=unit.shots,
        veteran=False,
    )


def conditions(unit: Unit, enemy: ArmySnapshot) -> dict[tuple[Condition, int], float]:
    """Return condition and medals after the remaining affliction rolls, with their chances."""
    outcomes = {(unit.condition, unit.medals): 1.0}
    for affliction in WEAKENING:
        chance = percent(enemy, affliction) / 100
        if chance and affliction not in unit.rolled:
            rolled: dict[tuple[Condition, int], float] = {}
            for (condition, medals), share in outcomes.items():
                hit = 0.0 if immunity(unit.start, condition, medals, affliction) else chance
                worse = (afflicted(condition, affliction), 0 if affliction == "curse" else medals)
                for key, part in ((worse, share * hit), ((condition, medals), share * (1 - hit))):
                    if part:
                        rolled[key] = rolled.get(key, 0.0) + part
            outcomes = rolled
    return outcomes
