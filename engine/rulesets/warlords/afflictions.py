"""Before the first pairing: afflictions (W1), then hits (W2) and strength (W3)."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from engine.core.events import BEAT, SIDES, DiceRolled, Event, other_side
from engine.core.rng import Rng
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.parts import ReadyUnit, total
from engine.rulesets.warlords.snapshot import ArmySnapshot, Condition, UnitSnapshot
from engine.rulesets.warlords.state import State, Unit
from engine.rulesets.warlords.strength import (
    brackets,
    hits_parts,
    own_strength_parts,
    percent,
    side_bonus,
    strength_parts,
)

Events = Iterator[Event | None]
Reason = Literal["own", "blessed", "already", "nothing"]

SIDES_OF_DIE: Final = 25
"""An affliction's chance is 4 % a point: a point is one side of this die."""
IMMUNE_HITS: Final = 4
BECOMES: Final = {
    "curse": "cursed",
    "poison": "poisoned",
    "disease": "diseased",
    "paralysis": "paralysed",
}


def immunity(
    unit: UnitSnapshot, condition: Condition, medals: int, affliction: str
) -> Reason | None:
    """Why an affliction cannot touch a unit in this condition, or None (W1)."""
    if unit.abilities.get(affliction):
        return "own"
    is_blessed = condition.blessed and not condition.cursed
    if affliction == "curse":
        return None if is_blessed or medals else "nothing"
    if is_blessed:
        return "blessed"
    has_it = {
        "poison": condition.poisoned,
        "disease": condition.diseased,
        "paralysis": condition.paralysed,
    }
    return "already" if has_it[affliction] else None


def afflicted(condition: Condition, affliction: str) -> Condition:
    """The condition of a unit after it got an affliction (W1)."""
    return replace(condition, **{BECOMES[affliction]: True})


def spread(affliction: str, state: State, rng: Rng) -> Events:
    """One affliction of both sides, each against every unit of the other (W1)."""
    for side_id in SIDES:
        army = state.sides[side_id].army
        chance = percent(army, affliction)
        if chance == 0:
            continue
        yield BEAT
        swept = e.AfflictionSpread(
            side_id, affliction, chance, army.afflictions[affliction], source="W1"
        )
        yield swept
        for unit in tuple(state.sides[other_side(side_id)].stack):
            if affliction not in unit.rolled:
                yield from _touch(unit, affliction, chance, swept.seq, rng)


def _touch(unit: Unit, affliction: str, chance: int, cause: int, rng: Rng) -> Events:
    if reason := immunity(unit.start, unit.condition, unit.medals, affliction):
        yield e.UnitSpared(unit.id, affliction, reason, cause=cause, source=affliction)
        return
    if chance < 100:
        needed = chance * SIDES_OF_DIE // 100
        result = rng.below(SIDES_OF_DIE, affliction, unit.who) + 1
        rolled = DiceRolled(
            affliction, SIDES_OF_DIE, [result], needed, unit.id, cause=cause, source=affliction
        )
        yield rolled
        cause = rolled.seq
        if result > needed:
            yield e.UnitSpared(unit.id, affliction, "roll", cause=cause, source=affliction)
            return
    yield _get(unit, affliction, cause)


def _get(unit: Unit, affliction: str, cause: int) -> Event:
    is_curse = affliction == "curse"
    condition = afflicted(unit.condition, affliction)
    return e.UnitAfflicted(
        unit.id,
        affliction,
        blessed=unit.blessed and not is_curse,
        medals=0 if is_curse else unit.medals,
        strength=total(own_strength_parts(unit.start.strength_parts, condition)),
        hits=total(hits_parts(unit.start.hits_parts, condition)),
        cause=cause,
        source=affliction,
    )


def ready(state: State, _rng: Rng) -> Events:
    """Works out both side bonuses, and with them the strength and hits of every unit (W2, W3)."""
    for side_id in SIDES:
        army, enemy = state.sides[side_id].army, state.sides[other_side(side_id)].army
        rows = brackets(army, enemy)
        bonus = side_bonus(rows)
        units = tuple(_ready_unit(state, unit, bonus, enemy) for unit in state.sides[side_id].stack)
        yield BEAT
        yield e.StackReadied(side_id, bonus, rows, units, source="W3")


def _ready_unit(state: State, unit: Unit, bonus: int, enemy: ArmySnapshot) -> ReadyUnit:
    strength = strength_parts(unit.start, unit.condition, state.field, bonus)
    hits = hits_parts(unit.start.hits_parts, unit.condition, enemy.life_drain)
    immune = is_immune(unit.start, total(hits))
    return ReadyUnit(unit.id, total(strength), total(hits), immune, strength, hits)


def is_immune(unit: UnitSnapshot, hits: int) -> bool:
    """Whether a unit that enters the battle with these hits is immune to missiles (W2)."""
    return not unit.flying and hits >= IMMUNE_HITS
