"""What the chances of a battle depend on: who stands, and in which forms (W1 to W3)."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.core.events import SideId, other_side
from engine.rulesets.warlords.afflictions import afflicted, immunity, is_immune
from engine.rulesets.warlords.parts import total
from engine.rulesets.warlords.snapshot import ArmySnapshot, Condition, FieldSnapshot, UnitSnapshot
from engine.rulesets.warlords.state import State, Unit, slayer
from engine.rulesets.warlords.strength import (
    brackets,
    hits_parts,
    percent,
    side_bonus,
    strength_parts,
)

WEAKENING = ("curse", "poison", "disease")
"""The afflictions that matter in battle, in the order in which they are rolled."""


class Front(NamedTuple):
    """What can change of a unit while it fights, and what its afflictions have changed."""

    strength: int
    hits: int
    medals: int
    immune: bool
    shots: int
    veteran: bool

    @property
    def fallen(self) -> bool:
        """Whether it is dead."""
        return self.strength == 0 or self.hits == 0


@dataclass(frozen=True)
class Fighter:
    """A unit that stands: what never changes, and the forms in which it steps up.

    `forms` has the chance of each; `slain` is the chance that a hit slays it (W9).
    """

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
    """Where a battle stands: both stacks from the front on, and how far this pairing has come.

    `attempted` are the powers that were tried already, `struck` is the side whose front unit was
    hit and may yet be slain.
    """

    die: int
    stacks: dict[SideId, tuple[Fighter, ...]]
    attempted: tuple[str, ...]
    struck: SideId | None


def position_of(state: State) -> Position:
    """The position of a battle, after any of its events.

    Afflictions that are still to be rolled are left to the moment when a unit steps up: each unit
    rolls for itself, and until then nothing depends on it.
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
        _fighter(unit, enemy, _forms(unit, state.field, bonus, enemy))
        for unit in state.sides[side].stack
    )


def _fighter(unit: Unit, enemy: ArmySnapshot, forms: dict[Front, float]) -> Fighter:
    start = unit.start
    _, points = slayer(enemy, start)
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


def _forms(unit: Unit, field: FieldSnapshot, bonus: int, enemy: ArmySnapshot) -> dict[Front, float]:
    """The forms in which a unit fights on, with their chances; one if it has stepped up."""
    if unit.engaged:
        now = Front(unit.strength, unit.hits, unit.medals, unit.immune, unit.shots, unit.veteran)
        return {now: 1.0}
    forms: dict[Front, float] = {}
    for (condition, medals), chance in _conditions(unit, enemy).items():
        hits = total(hits_parts(unit.start.hits_parts, condition, enemy.life_drain))
        form = Front(
            strength=total(strength_parts(unit.start, condition, field, bonus)),
            hits=hits,
            medals=medals,
            immune=is_immune(unit.start, hits),
            shots=unit.shots,
            veteran=False,
        )
        forms[form] = forms.get(form, 0.0) + chance
    return forms


def _conditions(unit: Unit, enemy: ArmySnapshot) -> dict[tuple[Condition, int], float]:
    """What the afflictions that are still to be rolled may make of a unit, with the chances."""
    found = {(unit.condition, unit.medals): 1.0}
    for affliction in WEAKENING:
        chance = percent(enemy, affliction) / 100
        if chance and affliction not in unit.rolled:
            found = _roll(unit.start, found, affliction, chance)
    return found


def _roll(
    unit: UnitSnapshot, found: dict[tuple[Condition, int], float], affliction: str, chance: float
) -> dict[tuple[Condition, int], float]:
    rolled: dict[tuple[Condition, int], float] = {}
    for (condition, medals), share in found.items():
        hit = 0.0 if immunity(unit, condition, medals, affliction) else chance
        worse = (afflicted(condition, affliction), 0 if affliction == "curse" else medals)
        for key, part in ((worse, share * hit), ((condition, medals), share * (1 - hit))):
            if part:
                rolled[key] = rolled.get(key, 0.0) + part
    return rolled
