"""The part of a round after ordinary damage: exhaustion, removal, Cannon Pipes (M3)."""

from engine.kernels.compiled import bare
from engine.rulesets.manymarios.kernel.field import (
    A_WINS,
    AGILITY,
    B_WINS,
    DEFENDER,
    DRAW,
    LAUNCH,
    Field,
    has,
    send_back,
    stun,
    wound,
)


@bare
def exhaustion(field: Field, offense: int, number: int, exhausted: tuple[bool, bool]) -> int:
    """Deal exhaustion damage between the leaders and return the total (M8 to M14)."""
    if not (exhausted[0] or exhausted[1]):
        return 0
    defense = 1 - offense
    attacker, target = field.lineup[offense, 0], field.lineup[defense, 0]
    if has(field, attacker, DEFENDER) or field.de[attacker] == 0 or field.de[target] == 0:
        return 0
    dealt = 0
    # Neither AE nor this round's stuns change here, so the order does not matter (M12).
    if exhausted[offense] and field.stunned[attacker] != number and not agile(field, target):
        dealt += exhaustion_hit(field, attacker, target)
        stun(field, attacker, target, number)
    if exhausted[defense] and field.stunned[target] != number and not agile(field, attacker):
        dealt += exhaustion_hit(field, target, attacker)
    return dealt


@bare
def agile(field: Field, unit: int) -> bool:
    """Return whether a unit dodges exhaustion damage (M14)."""
    return has(field, unit, AGILITY) and bool(field.ae[unit] > 0)


@bare
def exhaustion_hit(field: Field, attacker: int, target: int) -> int:
    """Deal 1 exhaustion damage, which costs the attacker 1 DE; return 1 (M10, M11)."""
    wound(field, attacker, 1)
    wound(field, target, 1)
    return 1


@bare
def removal(field: Field, number: int) -> bool:
    """Remove fallen units and send spent ones back; return whether the battle is over (M25)."""
    field.leaving = 0
    remove_fallen(field)
    send_spent_back(field, number)
    return remove_leading_pipes(field)


@bare
def remove_fallen(field: Field) -> None:
    """Remove every unit at DE 0 (M29)."""
    for side in range(2):
        kept = known = 0
        for k in range(field.standing[side]):
            unit = field.lineup[side, k]
            field.lineup[side, kept] = unit
            if field.de[unit] != 0 or has(field, unit, LAUNCH):
                kept += 1
                known |= field.abilities[unit]
        field.standing[side] = kept
        field.known[side] = known


@bare
def send_spent_back(field: Field, number: int) -> None:
    """Send units spent this round to the back, keeping their order (M28)."""
    for side in range(2):
        place = 0
        for _ in range(field.standing[side]):
            if field.spent[field.lineup[side, place]] == number:
                send_back(field, side, place)
            else:
                place += 1


@bare
def remove_leading_pipes(field: Field) -> bool:
    """Remove Cannon Pipes at the front; return whether a side is empty (M25)."""
    for side in range(2):
        while field.standing[side] and has(field, field.lineup[side, 0], LAUNCH):
            send_back(field, side, 0)
            field.standing[side] -= 1
    return bool(field.standing[0] == 0 or field.standing[1] == 0)


@bare
def winner_of(field: Field) -> int:
    if field.standing[0]:
        return A_WINS
    return B_WINS if field.standing[1] else DRAW
