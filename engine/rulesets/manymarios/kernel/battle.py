"""The compiled battle loop: how battles end, without events. The stages are the reference."""

import numpy as np

from engine.kernels.compiled import bare, bare_kernel
from engine.kernels.dice import below
from engine.rulesets.manymarios.kernel.exchange import exchange
from engine.rulesets.manymarios.kernel.field import (
    BY_DICE,
    DEFEAT,
    DRAW,
    LINEUP_MOST,
    NO_POSITION,
    NO_SHOOTER,
    QUIET_MOST,
    STALEMATE,
    Armies,
    Array,
    Field,
    Outcomes,
    send_back,
)
from engine.rulesets.manymarios.kernel.stages import (
    exhaustion,
    removal,
    remove_leading_pipes,
    winner_of,
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
