"""Before the first pairing: afflictions (W1), hits (W2), strength (W3), replacements (W16)."""

from typing import Final, Literal

from msgspec.structs import replace

from engine.core.changes import Replacement
from engine.core.events import BEAT, SIDES, DiceRolled, Event, Events, SideId, other_side
from engine.core.rng import Rng
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.snapshot import (
    ArmySnapshot,
    Condition,
    ReadyUnit,
    Replaced,
    UnitSnapshot,
    total,
)
from engine.rulesets.warlords.state import State, Unit
from engine.rulesets.warlords.strength import (
    brackets,
    hits_parts,
    own_strength_parts,
    percent,
    side_bonus,
    strength_parts,
)

Reason = Literal["own", "blessed", "already", "nothing"]

SIDES_OF_DIE: Final = 25  # an affliction has a chance of 4 % a point: one side of this die
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
    """Return why an affliction cannot affect a unit in this condition, or None (W1)."""
    if unit.abilities.get(affliction):
        return "own"
    is_blessed = condition.blessed and not condition.cursed
    if affliction == "curse":
        return None if is_blessed or medals else "nothing"
    if is_blessed:
        return "blessed"
    return "already" if getattr(condition, BECOMES[affliction]) else None


def afflicted(condition: Condition, affliction: str) -> Condition:
    """Return the condition after an affliction (W1)."""
    return replace(condition, **{BECOMES[affliction]: True})


def spread(affliction: str, state: State, rng: Rng) -> Events:
    """Spread one affliction of each side over every enemy unit (W1)."""
    for side_id in SIDES:
        army = state.sides[side_id].army
        chance = percent(army, affliction)
        if chance == 0:
            continue
        yield BEAT
        spread_event = e.AfflictionSpread(
            side_id, affliction, chance, army.afflictions[affliction], source="W1"
        )
        yield spread_event
        for unit in tuple(state.sides[other_side(side_id)].stack):
            if affliction not in unit.rolled:
                yield from _roll(unit, affliction, chance, spread_event.seq, rng)


def _roll(unit: Unit, affliction: str, chance: int, cause: int, rng: Rng) -> Events:
    if reason := immunity(unit.start, unit.condition, unit.medals, affliction):
        yield e.UnitSpared(unit.id, affliction, reason, cause=cause, source=affliction)
        return
    if chance < 100:
        needed = chance * SIDES_OF_DIE // 100
        result = rng.below(SIDES_OF_DIE, affliction, unit.dice_name) + 1
        rolled = DiceRolled(
            affliction, SIDES_OF_DIE, [result], needed, unit.id, cause=cause, source=affliction
        )
        yield rolled
        cause = rolled.seq
        if result > needed:
            yield e.UnitSpared(unit.id, affliction, "roll", cause=cause, source=affliction)
            return
    yield _afflict(unit, affliction, cause)


def _afflict(unit: Unit, affliction: str, cause: int) -> Event:
    is_curse = affliction == "curse"
    condition = afflicted(unit.condition, affliction)
    strength = total(own_strength_parts(unit.start.strength_parts, condition))
    hits = total(hits_parts(unit.start.hits_parts, condition))
    return e.UnitAfflicted(
        unit.id,
        affliction,
        blessed=unit.blessed and not is_curse,
        medals=0 if is_curse else unit.medals,
        strength=strength,
        hits=hits,
        lost=unit.hits - hits if affliction == "disease" else unit.strength - strength,
        cause=cause,
        source=affliction,
    )


def ready_stacks(state: State, _rng: Rng) -> Events:
    """Compute both side bonuses and the strength and hits of every unit (W2, W3)."""
    for side_id in SIDES:
        army, enemy = state.sides[side_id].army, state.sides[other_side(side_id)].army
        rows = brackets(army, enemy)
        bonus = side_bonus(rows)
        units = tuple(
            _ready_unit(state, unit.start, unit.condition, bonus, enemy)
            for unit in state.sides[side_id].stack
        )
        yield BEAT
        yield e.StackReadied(side_id, bonus, rows, units, source="W3")


def _ready_unit(
    state: State, unit: UnitSnapshot, condition: Condition, bonus: int, enemy: ArmySnapshot
) -> ReadyUnit:
    strength = strength_parts(unit, condition, state.field, bonus)
    hits = hits_parts(unit.hits_parts, condition, enemy.life_drain)
    immune = is_immune(unit, total(hits))
    return ReadyUnit(unit.id, total(strength), total(hits), immune, strength, hits)


def is_immune(unit: UnitSnapshot, hits: int) -> bool:
    """Return whether a unit with these initial hits is immune to missiles (W2)."""
    return not unit.flying and hits >= IMMUNE_HITS


def incoming_unit(replacement: Replacement, side: SideId) -> UnitSnapshot:
    """Return the unit that takes another's place, with what its army gives it (W16)."""
    army: ArmySnapshot = getattr(replacement.setup, side)
    return replace(army.stack[replacement.row], id=replacement.new_id)


def replaced(state: State, unit: Unit, by: UnitSnapshot) -> Replaced:
    """Return how `by` replaces a unit: it gets the same afflictions unless immune (W1, W16)."""
    condition, medals = Unit(by, unit.dice_name).condition, by.medals
    initial = Unit(unit.start, unit.dice_name).condition
    got: list[str] = []
    for affliction in unit.rolled:
        word = BECOMES[affliction]
        was_afflicted = getattr(unit.condition, word) and not getattr(initial, word)
        if was_afflicted and immunity(by, condition, medals, affliction) is None:
            got.append(affliction)
            condition = afflicted(condition, affliction)
            medals = 0 if affliction == "curse" else medals
    own, enemy = state.sides[by.side], state.sides[other_side(by.side)].army
    if own.is_ready:
        bonus = side_bonus(brackets(own.army, enemy))
        ready = _ready_unit(state, by, condition, bonus, enemy)
    else:
        strength = own_strength_parts(by.strength_parts, condition)
        hits = hits_parts(by.hits_parts, condition)
        ready = ReadyUnit(
            by.id,
            total(strength),
            total(hits),
            immune=False,
            strength_parts=strength,
            hits_parts=hits,
        )
    return Replaced(unit.id, by, tuple(got), medals, ready)
