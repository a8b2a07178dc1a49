"""The compiled battle loop: how battles end, without events. The stages are the reference."""

import numpy as np

from engine.kernels.compiled import bare, bare_kernel
from engine.kernels.dice import below
from engine.rulesets.manymarios.kernel.exchange import exchange
from engine.rulesets.manymarios.kernel.field import (
    A_WINS,
    AGILITY,
    B_WINS,
    BY_DICE,
    DEFEAT,
    DEFENDER,
    DRAW,
    LAUNCH,
    LINEUP_MOST,
    NO_POSITION,
    NO_SHOOTER,
    QUIET_MOST,
    STALEMATE,
    Armies,
    Array,
    Field,
    Outcomes,
    has,
    send_back,
    stun,
    wound,
)


@bare_kernel
def fight(
    armies: Armies,
    a: Array,
    b: Array,
    first: Array,
    seeds: Array,
    key: np.uint64,
    fields: Array,
    outcomes: Outcomes,
) -> None:
    """Fill in how each battle of army a[i] against army b[i] ends; `fields` is scratch space.

    Side first[i] begins, or with BY_DICE the side that seeds[i] and `key` roll (M33).
    """
    field = fields[0]
    for i in range(len(a)):
        line_up(armies, field, 0, a[i])
        line_up(armies, field, 1, b[i])
        offense = first[i]
        if offense == BY_DICE:
            offense = below(2, seeds[i], key, 0)
        winner, reason, rounds = battle(field, armies.bonuses, offense)
        outcomes.winner[i] = winner
        outcomes.reason[i] = reason
        outcomes.rounds[i] = rounds
        outcomes.left[i, 0] = field.standing[0]
        outcomes.left[i, 1] = field.standing[1]
        if len(outcomes.places):
            report_survivors(field, i, outcomes)


@bare
def line_up(armies: Armies, field: Field, side: int, army: int) -> None:
    """Fill in one side of the field with an army at the start."""
    start = armies.start[army]
    field.standing[side] = armies.start[army + 1] - start
    field.shooter[side] = NO_SHOOTER
    field.known[side] = 0
    for place in range(field.standing[side]):
        unit, row = side * LINEUP_MOST + place, start + place
        field.lineup[side, place] = unit
        field.own[unit] = armies.bonus[row]
        field.carried[unit] = armies.bonus[row] + armies.own[row]
        field.carried_end[unit] = armies.bonus[row + 1]
        field.total[unit] = armies.total[row]
        field.ae[unit] = armies.ae[row]
        field.de[unit] = armies.de[row]
        field.abilities[unit] = armies.abilities[row]
        field.known[side] |= armies.abilities[row]
        field.stunned[unit] = field.spent[unit] = 0


@bare
def report_survivors(field: Field, i: int, outcomes: Outcomes) -> None:
    for side in range(2):
        for place in range(field.standing[side]):
            unit = field.lineup[side, place]
            outcomes.places[i, side, place] = unit - side * LINEUP_MOST + 1
            outcomes.ae[i, side, place] = field.ae[unit]
            outcomes.de[i, side, place] = field.de[unit]


@bare
def battle(field: Field, bonuses: Array, offense: int) -> tuple[int, int, int]:
    """Play a battle in the order of M3; return winner, reason and number of rounds."""
    number = quiet = dealt = 0
    first_quiet = NO_POSITION
    over = remove_leading_pipes(field)
    while not over:
        if number:
            offense = 1 - offense  # M2
        now = position(field, offense, quiet)
        if dealt or now[:2] != first_quiet[:2]:
            first_quiet = now
        elif now == first_quiet:
            return DRAW, STALEMATE, number
        number += 1
        exhausted = (field.ae[field.lineup[0, 0]] == 0, field.ae[field.lineup[1, 0]] == 0)
        dealt = exchange(field, bonuses, offense, number)
        dealt += exhaustion(field, offense, number, exhausted)
        if field.leaving:
            over = removal(field, number)
        quiet = 0 if dealt else quiet + 1
        if quiet == QUIET_MOST and not over:  # M31
            send_back(field, 0, 0)
            send_back(field, 1, 0)
            quiet = 0
            over = remove_leading_pipes(field)
    return winner_of(field), DEFEAT, number


@bare
def position(field: Field, offense: int, quiet: int) -> tuple[int, int, int, int, int, int]:
    """Return a key that is equal when a position repeats without damage in between (M32).

    Without damage only the lineups rotate, so the leaders identify the position, and the first one
    to repeat is the one after the last damage. When a Cannon Pipe leaves, the first two numbers
    change and earlier positions cannot repeat. Stuns need no entry: a stunned unit is no defender,
    so it leads and deals damage before a position repeats.
    """
    standing, lineup = field.standing, field.lineup
    return standing[0], standing[1], lineup[0, 0], lineup[1, 0], offense, quiet


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
