"""Battles in bulk without events, compiled, for odds, searches and tournaments.

The stages are the reference; `Kernel` describes the functions for the engine. A side is 0 (a) or 1
(b). A unit's number is its place in the army, plus LINEUP_MOST on side b.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.core.events import SideId
from engine.core.rng import key
from engine.core.ruleset import Battle, Ends, Outcomes
from engine.kernels.compiled import bare, bare_kernel
from engine.kernels.dice import below, no_outcomes, own_seeds, sample_of
from engine.rulesets.manymarios.army import LINEUP_MOST
from engine.rulesets.manymarios.events import ArmySnapshot
from engine.rulesets.manymarios.stages import LAUNCH_DAMAGE, QUIET_MOST, STRIKERS, WHO_BEGINS

NO_SHOOTER: Final = -1
NO_POSITION: Final = (-1, -1, -1, -1, -1, -1)
BY_DICE: Final = -1
KEY: Final = np.uint64(key(WHO_BEGINS, ""))

DRAW, A_WINS, B_WINS = range(3)
ABILITIES: Final = ("agility", "ballistics", "defender", "flying", "stun", "launch", "air-strike")
OPCODES: Final = {ability: 1 << bit for bit, ability in enumerate(ABILITIES)}
AGILITY, BALLISTICS, DEFENDER, FLYING, STUN, LAUNCH, AIR_STRIKE = OPCODES.values()

Array: TypeAlias = NDArray[Any]


PACKED: Final = ("own", "carried", "carried_end", "total", "ae", "de", "abilities")
"""The columns of a packed unit. Its innate damage bonuses are the places `own` to `carried` of
`Armies.bonuses`, those it carries `carried` to `carried_end` (M5); `total` is their sum."""
UNIT: Final = np.dtype([(name, np.int64) for name in PACKED])


class Armies(NamedTuple):
    """Packed armies: army i has the rows start[i] to start[i + 1] of `units`."""

    start: Array
    units: Array
    bonuses: Array


@cache
def opcodes(abilities: tuple[str, ...]) -> int:
    """Return the abilities, each given once, as bits."""
    return sum(OPCODES[ability] for ability in abilities)


def pack(armies: Sequence[ArmySnapshot]) -> Armies:
    start, rows, bonuses = [0], list[int](), list[int]()
    for army in armies:
        for unit in army.lineup:
            own = carried = len(bonuses)
            total = 0
            for part in unit.damage_parts:
                bonuses.append(part.amount)
                carried += part.source == "own"
                total += part.amount
            places = own, carried, len(bonuses)
            rows += (*places, total, unit.ae, unit.de, opcodes(unit.abilities))
        start.append(start[-1] + len(army.lineup))
    units = np.array(rows, np.int64).view(UNIT)
    return Armies(np.array(start, np.int64), units, np.array(bonuses, np.int64))


FIELD: Final = np.dtype(
    [
        # Per unit; the last two are the rounds in which it is stunned (M30) and was spent (M28).
        *((name, np.int64, 2 * LINEUP_MOST) for name in (*PACKED, "stunned", "spent")),
        # Per side: its units, the leader first; how many still stand; the last shooter (M21); the
        # union of its units' abilities.
        ("lineup", np.int64, (2, LINEUP_MOST)),
        ("standing", np.int64, 2),
        ("shooter", np.int64, 2),
        ("known", np.int64, 2),
        # Whether a unit must leave or go to the back after this round.
        ("leaving", np.int64),
    ]
)
Field: TypeAlias = Any
"""A battle: a record of FIELD, which numba passes much faster than many arrays."""


@bare
def has(field: Field, unit: int, ability: int) -> bool:
    return bool(field.abilities[unit] & ability)


@bare
def able(field: Field, unit: int, number: int) -> bool:
    """Return whether a unit is neither exhausted nor stunned."""
    return bool(field.ae[unit] > 0 and field.stunned[unit] != number)


@bare
def hit(field: Field, attacker: int, target: int, amount: int) -> int:
    """Deal damage: one AE of the attacker and one DE of the target a point; return it (M4)."""
    field.ae[attacker] -= amount
    wound(field, target, amount)
    return amount


@bare
def wound(field: Field, unit: int, amount: int) -> None:
    """Reduce a unit's DE, to at least 0 (M4)."""
    field.de[unit] -= amount
    if field.de[unit] <= 0:
        field.de[unit] = 0
        field.leaving = 1


@bare
def stun(field: Field, attacker: int, target: int, number: int) -> None:
    """Stun an attacker for the next round if its target has stun (M30)."""
    if has(field, target, STUN):
        field.stunned[attacker] = number + 1


@bare
def send_back(field: Field, side: int, place: int) -> None:
    last = field.standing[side] - 1
    unit = field.lineup[side, place]
    for k in range(place, last):
        field.lineup[side, k] = field.lineup[side, k + 1]
    field.lineup[side, last] = unit


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


@bare_kernel
def fight(
    armies: Armies, a: Array, b: Array, first: Array, seeds: Array, fields: Array, ended: Outcomes
) -> None:
    """Fill in how each battle of army a[i] against army b[i] ends; `fields` is scratch space.

    Side first[i] begins, or with BY_DICE the side that seeds[i] rolls (M33).
    """
    field = fields[0]
    for i in range(len(a)):
        line_up(armies, field, 0, a[i])
        line_up(armies, field, 1, b[i])
        offense = first[i]
        if offense == BY_DICE:
            offense = below(2, seeds[i], KEY, 0)
        ended.winner[i], ended.rounds[i] = battle(field, armies.bonuses, offense)
        ended.left[i, 0] = field.standing[0]
        ended.left[i, 1] = field.standing[1]


@bare
def line_up(armies: Armies, field: Field, side: int, army: int) -> None:
    """Fill in one side of the field with an army at the start."""
    start = armies.start[army]
    field.standing[side] = armies.start[army + 1] - start
    field.shooter[side] = NO_SHOOTER
    field.known[side] = 0
    for place in range(field.standing[side]):
        unit, row = side * LINEUP_MOST + place, armies.units[start + place]
        field.lineup[side, place] = unit
        field.own[unit] = row.own
        field.carried[unit] = row.carried
        field.carried_end[unit] = row.carried_end
        field.total[unit] = row.total
        field.ae[unit] = row.ae
        field.de[unit] = row.de
        field.abilities[unit] = row.abilities
        field.known[side] |= row.abilities
        field.stunned[unit] = field.spent[unit] = 0


@bare
def battle(field: Field, bonuses: Array, offense: int) -> tuple[int, int]:
    """Play a battle in the order of M3; return winner and number of rounds."""
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
            return DRAW, number
        number += 1
        exhausted = (field.ae[field.lineup[0, 0]] == 0, field.ae[field.lineup[1, 0]] == 0)
        dealt = exchange(field, bonuses, offense, number)
        dealt += exhaustion(field, offense, number, exhausted)
        if field.leaving:
            field.leaving = 0
            remove_fallen(field)
            send_spent_back(field, number)
            over = remove_leading_pipes(field)
        quiet = 0 if dealt else quiet + 1
        if quiet == QUIET_MOST and not over:  # M31
            send_back(field, 0, 0)
            send_back(field, 1, 0)
            quiet = 0
            over = remove_leading_pipes(field)
    winner = A_WINS if field.standing[0] else B_WINS if field.standing[1] else DRAW
    return winner, number


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


FIRST: Final = {None: BY_DICE, "a": 0, "b": 1}


def outcomes(battles: Sequence[Battle], seeds: Sequence[int] | None = None) -> Outcomes:
    setups = [battle.setup for battle in battles]
    packed = pack([army for setup in setups for army in (setup.a, setup.b)])
    a = np.arange(0, 2 * len(setups), 2)
    first = np.array([FIRST[setup.first] for setup in setups], np.int64)
    return _fight(packed, a, a + 1, first, np.array(own_seeds(battles, seeds), np.uint64))


def sampler(battle: Battle) -> Callable[[Sequence[int], int], Ends]:
    setup = battle.setup
    packed, first = pack([setup.a, setup.b]), FIRST[setup.first]

    def play(seeds: Array) -> Outcomes:
        a, b, begins = (np.full(len(seeds), value, np.int64) for value in (0, 1, first))
        return _fight(packed, a, b, begins, seeds)

    return sample_of(play)


def matchups(armies: Armies, rows: int) -> Outcomes:
    """Play each of the first `rows` armies as side a against each of the others.

    Arrays have the shape (rows, columns, 2): a begins battle [i, j, 0] and b begins [i, j, 1]. The
    first side is the only random choice, so the mean of the two is exact.
    """
    shape = (rows, len(armies.start) - 1 - rows, 2)
    a, b, first = (index.reshape(-1) for index in np.indices(shape))
    winner, rounds, left = _fight(armies, a, b + rows, first, np.zeros(a.size, np.uint64))
    return Outcomes(winner.reshape(shape), rounds.reshape(shape), left.reshape(*shape, 2))


def orders(battle: Battle, side: SideId, places: Array) -> Array:
    setup = battle.setup
    count, size = places.shape
    own, enemy = (setup.a, setup.b) if side == "a" else (setup.b, setup.a)
    packed = pack([own, enemy])
    ordered, others = packed.units[places.reshape(-1)], packed.units[size:]
    starts = np.arange(0, count * size + 1, size)
    if side == "a":
        start, units = np.append(starts, starts[-1] + len(others)), np.append(ordered, others)
        return _shares(matchups(Armies(start, units, packed.bonuses), count), setup.first)[:, 0]
    start, units = np.append(0, starts + len(others)), np.append(others, ordered)
    shares = _shares(matchups(Armies(start, units, packed.bonuses), 1), setup.first)
    return np.asarray(1 - shares[0])


def table(rows: Sequence[Battle], columns: Sequence[Battle]) -> Array:
    packed = pack([*(row.setup.a for row in rows), *(column.setup.b for column in columns)])
    return _shares(matchups(packed, len(rows)), rows[0].setup.first)


def _shares(ended: Outcomes, first: SideId | None) -> Array:
    """Return side a's chance to win plus half that of a draw; `first` fixes who begins."""
    share = np.array([0.5, 1.0, 0.0])[ended.winner]
    return np.asarray(share.mean(axis=2) if first is None else share[:, :, FIRST[first]])


def warm() -> None:
    matchups(pack([]), 0)


def _fight(armies: Armies, a: Array, b: Array, first: Array, seeds: Array) -> Outcomes:
    ended = no_outcomes(len(a))
    fight(armies, a, b, first, seeds, np.zeros(1, FIELD), ended)
    return ended
