"""One pairing (W5 to W9) for whole groups of fronts at once, in compiled code.

A group has strength, medals, immunity and shots in common and is a vector over hits. Until the
melee the two sides' hits are independent, so two vectors and a weight stand for all their pairs.
"""

from engine.odds.kernels.compiled import compiled
from engine.odds.kernels.warlords import lines as c
from engine.odds.kernels.warlords.forms import group
from engine.odds.kernels.warlords.lines import Array, Room

NOTHING = 1e-250
"""Below this a chance is no longer followed up."""


@compiled
def keep(
    keys: Array, vectors: Array, count: Array, place: int, front: Array, shots: int,
    strength: int, weight: float, hits: Array,
) -> None:  # fmt: skip
    """Adds to the veterans those that this pairing has left."""
    n = count[place]
    key = (strength, front[c.KEY_MEDALS], front[c.KEY_IMMUNE], shots, 1)
    found = group(keys, vectors, n, key)
    if found == n:
        count[place] += 1
    for h in range(1, hits.shape[0]):
        vectors[found, h] += weight * hits[h]


@compiled
def net(own: int, offset: int, warding: int) -> float:
    """The chance of a power against a target: 10 % a point (W4)."""
    return min(10, max(0, own - offset - warding)) / 10


@compiled
def success(strength: int, medals: int, die: int) -> float:
    """The chance to succeed in melee: the lower of two dice with medals (W9)."""
    fail = 1 - min(1.0, strength / die)
    if medals:
        fail *= 1 - min(1.0, strength / (34 - 4 * medals))
    return 1 - fail


@compiled
def halve_hits(vector: Array, chance: float) -> None:
    """Lightning (W6): those hit have half their hits; place 0 is for the dead."""
    for h in range(vector.shape[0]):
        here = vector[h]
        vector[h] = here * (1 - chance)
        vector[h // 2] += here * chance


@compiled
def whole(vector: Array) -> float:
    """The weight of those that live."""
    total = 0.0
    for h in range(1, vector.shape[0]):
        total += vector[h]
    return total


@compiled
def load(vector: Array, source: Array) -> None:
    """Copies a vector."""
    for h in range(vector.shape[0]):
        vector[h] = source[h]


@compiled
def pairing(
    room: Room,
    a: Array,
    b: Array,
    front_a: Array,
    front_b: Array,
    vec_a: Array,
    vec_b: Array,
    slain: tuple[float, float],
    die: int,
    tried: int,
    struck: int,
    j: int,
) -> None:
    """Plays a group of a against one of b; who is left becomes a group of the next cells."""
    a_key, a_vec = room.a_key[1], room.a_vec[1]
    b_key, b_vec = room.b_key[1, j], room.b_vec[1, j]
    b_n = room.b_n[1]
    va, vb = room.va, room.vb
    on_b = net(a[c.ACID], b[c.ACID], b[c.WARDING])
    on_a = net(b[c.ACID], a[c.ACID], a[c.WARDING])
    if tried & c.TRIED_ACID:
        on_a = on_b = 0.0
    for acid in range(2):
        weight = on_a + on_b if acid else 1 - on_a - on_b
        if weight <= 0:
            continue
        sa, sb = front_a[c.KEY_STRENGTH], front_b[c.KEY_STRENGTH]
        shots_a, shots_b = front_a[c.KEY_SHOTS], front_b[c.KEY_SHOTS]
        load(va, vec_a)
        load(vb, vec_b)
        if acid and on_b > 0:
            sb //= 2
        elif acid:
            sa //= 2
        if sa == 0:
            keep(b_key, b_vec, b_n, j, front_b, shots_b, sb, weight * whole(va), vb)
            continue
        if sb == 0:
            keep(a_key, a_vec, room.a_n, 1, front_a, shots_a, sa, weight * whole(vb), va)
            continue
        # Lightning (W6): a vector keeps its weight, place 0 counts the dead.
        if not tried & c.TRIED_LIGHTNING:
            halve_hits(vb, net(a[c.LIGHTNING], b[c.LIGHTNING], b[c.WARDING]))
            halve_hits(va, net(b[c.LIGHTNING], a[c.LIGHTNING], a[c.WARDING]))
        if vb[0] > 0:
            keep(a_key, a_vec, room.a_n, 1, front_a, shots_a, sa, weight * vb[0], va)
        if va[0] > 0:
            keep(b_key, b_vec, b_n, j, front_b, shots_b, sb, weight * va[0], vb)
        all_a, all_b = whole(va), whole(vb)
        # Assassination (W7)
        own_a = 0 if front_a[c.KEY_VETERAN] else a[c.ASSASSIN]
        own_b = 0 if front_b[c.KEY_VETERAN] else b[c.ASSASSIN]
        dead_b, dead_a = net(own_a, own_b, b[c.WARDING]), net(own_b, own_a, a[c.WARDING])
        if tried & c.TRIED_ASSASSIN:
            dead_a = dead_b = 0.0
        if dead_b > 0:
            keep(a_key, a_vec, room.a_n, 1, front_a, shots_a, sa, weight * dead_b * all_b, va)
        if dead_a > 0:
            keep(b_key, b_vec, b_n, j, front_b, shots_b, sb, weight * dead_a * all_a, vb)
        weight *= 1 - dead_a - dead_b
        # Missiles (W8)
        shots = abs(shots_a - shots_b)
        if shots_a > shots_b and not front_b[c.KEY_IMMUNE]:
            kill = aim(sa, sb, b[c.FLYING], die)
            for left in range(shots - 1, -1, -1):
                part = weight * kill * all_b
                if part > NOTHING:
                    keep(a_key, a_vec, room.a_n, 1, front_a, left, sa, part, va)
                weight *= 1 - kill
        elif shots_b > shots_a and not front_a[c.KEY_IMMUNE]:
            kill = aim(sb, sa, a[c.FLYING], die)
            for left in range(shots - 1, -1, -1):
                part = weight * kill * all_a
                if part > NOTHING:
                    keep(b_key, b_vec, b_n, j, front_b, left, sb, part, vb)
                weight *= 1 - kill
        # A slayer that is still to follow a hit (W9)
        if struck == 1:
            keep(b_key, b_vec, b_n, j, front_b, 0, sb, weight * slain[0] * all_a, vb)
            weight *= 1 - slain[0]
        elif struck == 2:
            keep(a_key, a_vec, room.a_n, 1, front_a, 0, sa, weight * slain[1] * all_b, va)
            weight *= 1 - slain[1]
        if weight * all_a * all_b > NOTHING:
            pa = success(sa, front_a[c.KEY_MEDALS], die)
            pb = success(sb, front_b[c.KEY_MEDALS], die)
            by_a = 1 if b[c.FLYING] else 1 + a[c.TRAMPLE]
            by_b = 1 if a[c.FLYING] else 1 + b[c.TRAMPLE]
            melee(room, weight, pa * (1 - pb) / (pa * (1 - pb) + pb * (1 - pa)), by_a, by_b, slain)
            keep(a_key, a_vec, room.a_n, 1, front_a, 0, sa, 1.0, room.ends_a)
            keep(b_key, b_vec, b_n, j, front_b, 0, sb, 1.0, room.ends_b)


@compiled
def aim(shooter: int, target: int, flying: int, die: int) -> float:
    """The chance that a shot kills (W8)."""
    strength = shooter + 3 if flying else shooter
    return min(1.0, strength / die) * (1 - min(1.0, target / die))


@compiled
def melee(
    room: Room, weight: float, next_by_a: float, by_a: int, by_b: int, slain: tuple[float, float]
) -> None:
    """Rounds of melee until one is dead (W9), for all hits of both sides in one sweep."""
    va, vb, grid = room.va, room.vb, room.grid
    high = va.shape[0] - 1
    top_a, top_b = high, high
    while top_a > 0 and va[top_a] == 0:
        top_a -= 1
    while top_b > 0 and vb[top_b] == 0:
        top_b -= 1
    for i in range(top_a + 1):
        room.ends_a[i] = 0.0
        for j in range(top_b + 1):
            grid[i, j] = weight * va[i] * vb[j]
    room.ends_a[top_a + 1 :] = 0.0
    room.ends_b[:] = 0.0
    next_by_b = 1 - next_by_a
    for i in range(top_a, 0, -1):
        for j in range(top_b, 0, -1):
            here = grid[i, j]
            hit, taken = here * next_by_a, here * next_by_b
            if j > by_a:
                room.ends_a[i] += hit * slain[1]
                grid[i, j - by_a] += hit * (1 - slain[1])
            else:
                room.ends_a[i] += hit
            if i > by_b:
                room.ends_b[j] += taken * slain[0]
                grid[i - by_b, j] += taken * (1 - slain[0])
            else:
                room.ends_b[j] += taken
