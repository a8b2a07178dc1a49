"""The dynamic programme over pairings in compiled code: win chances and survivors.

The twin of engine/rulesets/warlords/odds.py, which is the reference:
tests/odds/test_warlords_parity.py compares the two on hundreds of battles.
"""

from engine.odds.kernels.compiled import compiled, kernel
from engine.odds.kernels.warlords.forms import prepare
from engine.odds.kernels.warlords.lines import Array, Battles, Room, Stacks
from engine.odds.kernels.warlords.pairing import pairing


@kernel
def weigh(stacks: Stacks, battles: Battles, room: Room, left: Array) -> None:
    """Fills in left[battle, side, k]: the chance that exactly k units of a side are left."""
    for battle in range(len(battles.a)):
        a, b = battles.a[battle], battles.b[battle]
        prepare(stacks, room, 0, a, b)
        prepare(stacks, room, 1, b, a)
        left[battle, :, :] = 0.0
        programme(
            room,
            stacks.units[stacks.start[a] : stacks.start[a + 1]],
            stacks.units[stacks.start[b] : stacks.start[b + 1]],
            battles.die[battle],
            battles.tried[battle],
            battles.struck[battle],
            left[battle],
        )


@compiled
def programme(
    room: Room, a: Array, b: Array, die: int, tried: int, struck: int, left: Array
) -> None:
    """Goes through all pairings (i, j) row by row; a_* and b_* hold who comes to each."""
    rows, columns = len(a), len(b)
    for j in range(columns):
        room.b_n[0, j] = 0
    for i in range(rows):
        room.a_n[0] = 0
        if i == 0:
            for g in range(room.form_n[0, 0]):
                room.a_key[0, g] = room.form_key[0, 0, g]
                room.a_vec[0, g] = room.form_vec[0, 0, g]
            room.a_n[0] = room.form_n[0, 0]
        for j in range(columns):
            room.a_n[1] = room.b_n[1, j] = 0
            slain = (room.slain[0, i], room.slain[1, j])
            veterans = room.a_n[0]
            forms = room.form_n[1, j]
            more = room.b_n[0, j]
            # First the veterans of a against b as it steps up, then a stepping up against b's.
            for pair in range(veterans * forms + more * room.form_n[0, i]):
                if pair < veterans * forms:
                    g, f = pair // forms, pair % forms
                    key_a, vec_a = room.a_key[0, g], room.a_vec[0, g]
                    key_b, vec_b = room.form_key[1, j, f], room.form_vec[1, j, f]
                else:
                    g, f = (pair - veterans * forms) // room.form_n[0, i], 0
                    f = (pair - veterans * forms) % room.form_n[0, i]
                    key_a, vec_a = room.form_key[0, i, f], room.form_vec[0, i, f]
                    key_b, vec_b = room.b_key[0, j, g], room.b_vec[0, j, g]
                pairing(room, a[i], b[j], key_a, key_b, vec_a, vec_b, slain, die, tried, struck, j)
            tried = struck = 0
            hand_on(room, i, j, rows, columns, left)
        if i + 1 < rows:
            next_row(room, columns)


@compiled
def hand_on(room: Room, i: int, j: int, rows: int, columns: int, left: Array) -> None:
    """Lets the veterans of a go on to the next column, or counts them as winners; those of b too."""
    room.a_n[0] = 0
    for g in range(room.a_n[1]):
        if j + 1 < columns:
            room.a_key[0, g] = room.a_key[1, g]
            room.a_vec[0, g] = room.a_vec[1, g]
        else:
            left[0, rows - i] += room.a_vec[1, g].sum()
    if j + 1 < columns:
        room.a_n[0] = room.a_n[1]
    if i + 1 == rows:
        for g in range(room.b_n[1, j]):
            left[1, columns - j] += room.b_vec[1, j, g].sum()


@compiled
def next_row(room: Room, columns: int) -> None:
    """What b has left in each column meets the next unit of a."""
    for j in range(columns):
        for g in range(room.b_n[1, j]):
            room.b_key[0, j, g] = room.b_key[1, j, g]
            room.b_vec[0, j, g] = room.b_vec[1, j, g]
        room.b_n[0, j] = room.b_n[1, j]
