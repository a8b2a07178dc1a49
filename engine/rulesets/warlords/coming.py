"""Who comes in place of a unit that has not fought yet, in a branch of a battle (W16)."""

from msgspec.structs import replace

from engine.core.changes import Replacement
from engine.core.events import SideId, other_side
from engine.rulesets.warlords.afflictions import BECOMES, afflicted, immunity, is_immune
from engine.rulesets.warlords.parts import ReadyUnit, total
from engine.rulesets.warlords.snapshot import ArmySnapshot, Condition, Replaced, UnitSnapshot
from engine.rulesets.warlords.state import State, Unit
from engine.rulesets.warlords.strength import (
    brackets,
    hits_parts,
    own_strength_parts,
    side_bonus,
    strength_parts,
)


def newcomer(replacement: Replacement, side: SideId) -> UnitSnapshot:
    """The unit that comes, with what its army gives it."""
    army: ArmySnapshot = getattr(replacement.setup, side)
    return replace(army.stack[replacement.row], id=replacement.new_id)


def come_instead(state: State, unit: Unit, by: UnitSnapshot) -> Replaced:
    """What becomes of the newcomer: afflictions and side bonuses are those that were settled."""
    got, condition, medals = _afflictions(unit, by)
    return Replaced(unit.id, by, got, medals, _ready(state, by, condition))


def _afflictions(unit: Unit, by: UnitSnapshot) -> tuple[tuple[str, ...], Condition, int]:
    """Those of the unit that leaves, as far as the one that comes is not immune (W1)."""
    condition, medals = Unit(by, unit.who).condition, by.medals
    came_with = Unit(unit.start, unit.who).condition
    got: list[str] = []
    for affliction in unit.rolled:
        word = BECOMES[affliction]
        has_got = getattr(unit.condition, word) and not getattr(came_with, word)
        if has_got and immunity(by, condition, medals, affliction) is None:
            got.append(affliction)
            condition = afflicted(condition, affliction)
            medals = 0 if affliction == "curse" else medals
    return tuple(got), condition, medals


def _ready(state: State, by: UnitSnapshot, condition: Condition) -> ReadyUnit:
    own, enemy = state.sides[by.side], state.sides[other_side(by.side)].army
    if own.is_ready:
        bonus = side_bonus(brackets(own.army, enemy))
        strength = strength_parts(by, condition, state.field, bonus)
        hits = hits_parts(by.hits_parts, condition, enemy.life_drain)
    else:
        strength = own_strength_parts(by.strength_parts, condition)
        hits = hits_parts(by.hits_parts, condition)
    immune = own.is_ready and is_immune(by, total(hits))
    return ReadyUnit(by.id, total(strength), total(hits), immune, strength, hits)
