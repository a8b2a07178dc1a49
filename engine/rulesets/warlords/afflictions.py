"""Before the first pairing: afflictions (W1), then hits (W2) and strength (W3)."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from engine.core.events import BEAT, DiceRolled, Event, SideId, other
from engine.core.rng import Chance
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.cards import ArmyCard, UnitCard, total
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

SIDES: Final[tuple[SideId, SideId]] = ("a", "b")
SIDES_OF_DIE: Final = 25
"""An affliction's chance is 4 % a point: a point is one side of this die."""
IMMUNE_HITS: Final = 4


def immunity(unit: Unit, affliction: str) -> Reason | None:
    """Why an affliction cannot touch a unit as it is now, or None (W1)."""
    if unit.card.abilities.get(affliction):
        return "own"
    if affliction == "curse":
        return None if unit.blessed or unit.medals else "nothing"
    if unit.blessed:
        return "blessed"
    has_it = {
        "poison": unit.condition.poisoned,
        "disease": unit.condition.diseased,
        "paralysis": unit.paralysed,
    }
    return "already" if has_it[affliction] else None


def spread(affliction: str, state: State, rng: Chance) -> Events:
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
        for unit in tuple(state.sides[other(side_id)].stack):
            if affliction not in unit.rolled:
                yield from _touch(unit, affliction, chance, swept.seq, rng)


def _touch(unit: Unit, affliction: str, chance: int, cause: int, rng: Chance) -> Events:
    if reason := immunity(unit, affliction):
        yield e.UnitSpared(unit.id, affliction, reason, cause=cause, source=affliction)
        return
    if chance < 100:
        needed = chance * SIDES_OF_DIE // 100
        result = rng.below(SIDES_OF_DIE, affliction) + 1
        rolled = DiceRolled(
            affliction, SIDES_OF_DIE, [result], needed, unit.id, cause=cause, source=affliction
        )
        yield rolled
        cause = rolled.seq
        if result > needed:
            yield e.UnitSpared(unit.id, affliction, "roll", cause=cause, source=affliction)
            return
    yield _afflicted(unit, affliction, cause)


def _afflicted(unit: Unit, affliction: str, cause: int) -> Event:
    is_curse = affliction == "curse"
    condition = replace(
        unit.condition,
        cursed=unit.condition.cursed or is_curse,
        poisoned=unit.condition.poisoned or affliction == "poison",
        diseased=unit.condition.diseased or affliction == "disease",
    )
    return e.UnitAfflicted(
        unit.id,
        affliction,
        blessed=unit.blessed and not is_curse,
        medals=0 if is_curse else unit.medals,
        strength=total(own_strength_parts(unit.card.strength_parts, condition)),
        hits=total(hits_parts(unit.card.hits_parts, condition)),
        cause=cause,
        source=affliction,
    )


def ready(state: State, _rng: Chance) -> Events:
    """Works out both side bonuses, and with them the strength and hits of every unit (W2, W3)."""
    for side_id in SIDES:
        army, enemy = state.sides[side_id].army, state.sides[other(side_id)].army
        rows = brackets(army, enemy)
        bonus = side_bonus(rows)
        units = tuple(_ready_unit(state, unit, bonus, enemy) for unit in state.sides[side_id].stack)
        yield BEAT
        yield e.StackReadied(side_id, bonus, rows, units, source="W3")


def _ready_unit(state: State, unit: Unit, bonus: int, enemy: ArmyCard) -> e.ReadyUnit:
    strength = strength_parts(unit.card, unit.condition, state.field, bonus)
    hits = hits_parts(unit.card.hits_parts, unit.condition, enemy.life_drain)
    immune = is_immune(unit.card, total(hits))
    return e.ReadyUnit(unit.id, total(strength), total(hits), immune, strength, hits)


def is_immune(card: UnitCard, hits: int) -> bool:
    """Whether a unit that enters the battle with these hits is immune to missiles (W2)."""
    return not card.flying and hits >= IMMUNE_HITS
