"""Ordinary damage (M3, step 1): blows, shots, launches and bombs of one round."""

from engine.kernels.compiled import bare
from engine.rulesets.manymarios.kernel.field import (
    AIR_STRIKE,
    BALLISTICS,
    DEFENDER,
    FLYING,
    LAUNCH,
    LAUNCH_DAMAGE,
    STRIKERS,
    Array,
    Field,
    able,
    has,
    hit,
    stun,
)


@bare
def exchange(field: Field, bonuses: Array, offense: int, number: int) -> int:
    """Play one round of ordinary damage and return the total."""
    defense = 1 - offense
    attacker, target = field.lineup[offense, 0], field.lineup[defense, 0]
    dealt = 0
    if not has(field, attacker, DEFENDER):  # M16, M17
        flying = int(has(field, attacker, FLYING) and not has(field, target, FLYING))
        dealt += blow(field, bonuses, attacker, target, number, flying)
        if dealt:
            stun(field, attacker, target, number)
        dealt += blow(field, bonuses, target, attacker, number, 0)
        dealt += shot(field, defense, attacker, number)
        dealt += launches(field, defense, attacker, number)
    if has(field, attacker, AIR_STRIKE) and field.stunned[attacker] != number:
        dealt += bombs(field, offense, number)
    return dealt


@bare
def blow(field: Field, bonuses: Array, attacker: int, target: int, number: int, flying: int) -> int:
    """Strike with a leader and its bonuses; return the damage (M18, M19)."""
    if field.stunned[attacker] == number or field.ae[attacker] == 0:
        return 0
    return hit(field, attacker, target, capped(field, bonuses, attacker, flying))


@bare
def capped(field: Field, bonuses: Array, unit: int, flying: int) -> int:
    """Return a blow's damage: the last effect is ignored until the sum fits the AE (M5, M6)."""
    ae, amount = field.ae[unit], 1 + flying + field.total[unit]
    if amount <= ae:
        return int(amount)
    first, carried, k = field.own[unit], field.carried[unit], field.carried_end[unit]
    while amount > ae and k > carried:
        k -= 1
        amount -= bonuses[k]
    if amount > ae:
        amount -= flying
    while amount > ae and k > first:
        k -= 1
        amount -= bonuses[k]
    return int(amount)


@bare
def shot(field: Field, side: int, target: int, number: int) -> int:
    """Fire with the next able ballistic unit; return the damage (M20 to M22).

    The search starts behind the last shooter, or at the front if that one is gone or leads now.
    """
    if not field.known[side] & BALLISTICS:
        return 0
    size, place = field.standing[side], 0
    for k in range(size):
        if field.lineup[side, k] == field.shooter[side]:
            place = k
            break
    for step in range(1, size):
        k = place + step
        if k >= size:  # wrap around, skipping the leader
            k -= size - 1
        unit = field.lineup[side, k]
        if has(field, unit, BALLISTICS) and able(field, unit, number):
            field.shooter[side] = unit
            return hit(field, unit, target, 1)
    return 0


@bare
def launches(field: Field, side: int, target: int, number: int) -> int:
    """Launch the unit behind each Cannon Pipe; return the damage (M7, M23, M24)."""
    if not field.known[side] & LAUNCH:
        return 0
    dealt = 0
    for k in range(1, field.standing[side] - 1):
        unit = field.lineup[side, k + 1]
        if not has(field, field.lineup[side, k], LAUNCH) or has(field, unit, LAUNCH):
            continue
        if able(field, unit, number) and field.ae[unit] >= LAUNCH_DAMAGE:
            dealt += hit(field, unit, target, LAUNCH_DAMAGE)
            note_spent(field, unit, number)
    return dealt


@bare
def bombs(field: Field, offense: int, number: int) -> int:
    """Bomb the i-th enemy with the i-th unit behind the leader; return the damage (M26, M27)."""
    dealt = 0
    defense = 1 - offense
    for k in range(min(STRIKERS, field.standing[offense] - 1, field.standing[defense])):
        striker, target = field.lineup[offense, k + 1], field.lineup[defense, k]
        if has(field, striker, DEFENDER | LAUNCH) or has(field, target, LAUNCH):
            continue
        if able(field, striker, number):
            dealt += hit(field, striker, target, 1)
            note_spent(field, striker, number)
            stun(field, striker, target, number)
    return dealt


@bare
def note_spent(field: Field, unit: int, number: int) -> None:
    """Mark a unit that ran out of AE by Launch or Air Strike (M28)."""
    if field.ae[unit] == 0:
        field.spent[unit] = number
        field.leaving = 1
