"""Exact chances from any state, by dynamic programming over pairings.

A pairing ends when one unit is dead, so only the form of the other one (its strength, hits and
shots) matters for the next. Each step maps the chances of all pairs of forms, and moves those in
which a unit fell to `Survivors`. `outlook` works backwards, for many states of one battle: what
follows a pairing depends only on the survivor and its form, so that chance is cached. The kernel is
tested against this module.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, product
from typing import Any, Final, NamedTuple, TypeAlias

from engine.core.budget import budget
from engine.core.events import SideId, other_side
from engine.core.ruleset import Counts, WinChances
from engine.rulesets.warlords.events import ArmySnapshot, Condition, FieldSnapshot, total
from engine.rulesets.warlords.stack import brackets, hits_parts, percent, side_bonus, strength_parts
from engine.rulesets.warlords.stages import AIM, MEDAL_DICE, immunity, is_immune
from engine.rulesets.warlords.state import Side, State, Unit, best_slayer

POWERS = ("acid", "lightning", "assassin", "warding", "trample")
WEAKENING = ("curse", "poison", "disease")  # the afflictions that affect a battle, in rolling order


class Front(NamedTuple):
    """The form of a unit: the values that afflictions and fighting change.

    mark: what fighting keeps, to tell what a survivor has from before the battle.
    """

    strength: int
    hits: int
    medals: int
    immune: bool
    shots: int
    veteran: bool
    mark: Condition | None = None

    @property
    def fallen(self) -> bool:
        return self.strength == 0 or self.hits == 0


@dataclass(frozen=True)
class Fighter:
    """A unit's constants, and the chance of each form in which it steps up (`slain`: see W9)."""

    id: str
    flying: bool
    acid: int
    lightning: int
    assassin: int
    warding: int
    trample: int
    slain: float
    forms: dict[Front, float]


Fighters: TypeAlias = tuple[Fighter, ...]


@dataclass(frozen=True)
class Position:
    """Both stacks from the front on, and the progress of the current pairing."""

    die: int
    stacks: dict[SideId, Fighters]
    attempted: tuple[str, ...]  # powers already tried
    struck: SideId | None  # the side whose front unit was hit and can still be slain


def position_of(state: State) -> Position:
    """Return the position of a battle after any of its events.

    Each unit rolls its own afflictions and nothing else depends on them, so those not rolled yet
    are resolved when the unit steps up.
    """
    stacks = {
        id_: fighters(side.stack, side.army, state.sides[other_side(id_)].army, state.field)
        for id_, side in state.sides.items()
    }
    struck = state.units[state.struck[1]].start.side if state.struck else None
    return Position(state.field.die, stacks, state.attempted, struck)


def fighters(
    units: Sequence[Unit], army: ArmySnapshot, enemy: ArmySnapshot, field: FieldSnapshot
) -> Fighters:
    """Return these units of an army as they step up against an enemy."""
    bonus = side_bonus(brackets(army, enemy))
    return tuple(fighter(unit, enemy, forms(unit, field, bonus, enemy)) for unit in units)


def fighter(unit: Unit, enemy: ArmySnapshot, forms: dict[Front, float]) -> Fighter:
    _, points = best_slayer(enemy, unit.start)
    powers = {power: unit.start.power(power) for power in POWERS}
    return Fighter(unit.id, unit.start.flying, **powers, slain=min(10, points) / 10, forms=forms)


def forms(unit: Unit, field: FieldSnapshot, bonus: int, enemy: ArmySnapshot) -> dict[Front, float]:
    """Return a unit's possible forms with their chances; one if it has stepped up."""
    if unit.engaged:
        now = Front(unit.strength, unit.hits, unit.medals, unit.immune, unit.shots, unit.veteran)
        return {now: 1.0}
    found: dict[Front, float] = {}
    for condition, chance in conditions(unit, enemy).items():
        form = form_of(unit, condition, field, bonus, enemy)
        found[form] = found.get(form, 0.0) + chance
    return found


def form_of(
    unit: Unit, condition: Condition, field: FieldSnapshot, bonus: int, enemy: ArmySnapshot
) -> Front:
    """Return the form in which a unit steps up in this condition (W2, W3)."""
    hits = total(hits_parts(unit.start.hits_parts, condition, enemy.life_drain))
    strength = total(strength_parts(unit.start, condition, field, bonus))
    immune = is_immune(unit.start, hits)
    return Front(strength, hits, condition.medals, immune, unit.shots, veteran=False)


def conditions(unit: Unit, enemy: ArmySnapshot) -> dict[Condition, float]:
    """Return the conditions after the remaining affliction rolls, with their chances."""
    outcomes = {unit.condition: 1.0}
    for affliction in WEAKENING:
        chance = percent(enemy, affliction) / 100
        if chance and affliction not in unit.rolled:
            rolled: dict[Condition, float] = {}
            for condition, share in outcomes.items():
                hit = 0.0 if immunity(unit.start, condition, affliction) else chance
                worse = condition.after(affliction)
                for key, part in ((worse, share * hit), (condition, share * (1 - hit))):
                    if part:
                        rolled[key] = rolled.get(key, 0.0) + part
            outcomes = rolled
    return outcomes


DUELS_KEPT: Final = 4_096  # maximum number of cached melees; one between strong units takes 4 kB
CELLS_OF_AN_EVENT: Final = 4  # cells of the dynamic programme charged as one operation

Fronts = dict[Front, float]
Pairs = dict[tuple[Front, Front], float]


def chances(state: State) -> WinChances:
    position = position_of(state)
    a, b = position.stacks["a"], position.stacks["b"]
    if a and b:
        last = last_fronts(position)
        won_a, won_b = ([sum(fronts.values()) for fronts in reversed(rows)] for rows in last)
    else:
        won_a, won_b = ([0.0] * (len(stack) - 1) + [1.0] if stack else [] for stack in (a, b))
    return win_chances({"a": [sum(won_b), *won_a], "b": [sum(won_a), *won_b]}, position.stacks)


def last_fronts(position: Position) -> tuple[list[Fronts], list[Fronts]]:
    """Return by unit of each side the chance of each form in which it is in front at the end."""
    a, b = position.stacks["a"], position.stacks["b"]
    last_a: list[Fronts] = [{} for _ in a]
    last_b: list[Fronts] = [{} for _ in b]
    waiting: dict[tuple[int, int], Pairs] = defaultdict(dict)
    waiting[0, 0] = meet(a[0].forms, b[0].forms)
    for i, j in product(range(len(a)), range(len(b))):
        survivors = pairing(position, a[i], b[j], waiting.pop((i, j), {}), first=i + j == 0)
        if j + 1 < len(b):
            _add(waiting[i, j + 1], meet(survivors.a, b[j + 1].forms))
        else:
            last_a[i] = survivors.a
        if i + 1 < len(a):
            _add(waiting[i + 1, j], meet(a[i + 1].forms, survivors.b))
        else:
            last_b[j] = survivors.b
    return last_a, last_b


def win_chances(
    left: Mapping[SideId, Sequence[float]], stacks: Mapping[SideId, Sequence[Any]]
) -> WinChances:
    """Return the chances of a battle of stacks, given that of each number of units left, from 0."""
    units: dict[str, float] = {}
    for side, stack in stacks.items():
        # A unit survives if at least as many survive as stand from it to the end of the stack.
        at_least = accumulate(reversed(left[side][1:]))
        units.update(zip((unit.id for unit in stack), at_least, strict=True))
    survivors = {side: tuple(row) for side, row in left.items()}
    return WinChances(left["b"][0], left["a"][0], 0.0, survivors, units)


class Survivors:
    """The survivors of a pairing, by side: the chance of each form."""

    def __init__(self) -> None:
        self.a: Fronts = {}
        self.b: Fronts = {}

    def record(self, pairs: Pairs) -> Pairs:
        """Record the pairs in which a unit fell, and return the others."""
        undecided: Pairs = {}
        for (a, b), chance in pairs.items():
            if b.fallen:
                self._keep(self.a, a, chance)
            elif a.fallen:
                self._keep(self.b, b, chance)
            else:
                undecided[a, b] = chance
        return undecided

    def _keep(self, fronts: Fronts, front: Front, chance: float) -> None:
        veteran = front if front.veteran else front._replace(veteran=True)
        fronts[veteran] = fronts.get(veteran, 0.0) + chance


def pairing(position: Position, a: Fighter, b: Fighter, pairs: Pairs, *, first: bool) -> Survivors:
    """Return the survivors of a pairing (W5 to W9); a first pairing can be in progress."""
    survivors = Survivors()
    pairs = survivors.record(pairs)
    tried = position.attempted if first else ()
    for power in ("acid", "lightning", "assassin"):
        if power not in tried and (getattr(a, power) or getattr(b, power)):
            pairs = survivors.record(_attempt(pairs, a, b, power))
    pairs = _missiles(pairs, a, b, position.die, survivors)
    if first and position.struck:
        pairs = survivors.record(_slay(pairs, a, b, position.struck))
    survivors.record(_melee(pairs, a, b, position.die))
    return survivors


def _attempt(pairs: Pairs, a: Fighter, b: Fighter, power: str) -> Pairs:
    """Apply acid, lightning or assassination, at 10 % a point (W4 to W7)."""
    after: Pairs = defaultdict(float)
    kills = power == "assassin"
    for (one, two), chance in pairs.items():
        # Assassins act only in their first pairing.
        of_a = 0 if kills and one.veteran else getattr(a, power)
        of_b = 0 if kills and two.veteran else getattr(b, power)
        on_b = min(10, max(0, of_a - of_b - b.warding)) / 10
        on_a = min(10, max(0, of_b - of_a - a.warding)) / 10
        # Assassins' chances of 0 stay in: the order of later sums decides their last digit.
        if on_b or kills:
            after[one, _hit(two, power)] += chance * on_b
        if on_a or kills:
            after[_hit(one, power), two] += chance * on_a
        after[one, two] += chance * (1 - on_a - on_b)
    return after


def _hit(front: Front, power: str) -> Front:
    if power == "acid":
        return front._replace(strength=front.strength // 2)
    return with_hits(front, front.hits // 2 if power == "lightning" else 0)


def _missiles(pairs: Pairs, a: Fighter, b: Fighter, die: int, survivors: Survivors) -> Pairs:
    """Fire what is left of the larger pool, shot by shot until a kill (W8)."""
    after: Pairs = defaultdict(float)
    for (one, two), chance in pairs.items():
        shots = abs(one.shots - two.shots)
        a_shoots = one.shots > two.shots
        empty = (with_shots(one, 0), with_shots(two, 0))
        target, strength = (two, one.strength) if a_shoots else (one, two.strength)
        if shots == 0 or target.immune:
            after[empty] += chance
            continue
        if (b if a_shoots else a).flying:
            strength += AIM
        kill = min(1.0, strength / die) * (1 - min(1.0, target.strength / die))
        for left in reversed(range(shots)):
            if a_shoots:
                dead = (with_shots(one, left), with_hits(empty[1], 0))
            else:
                dead = (with_hits(empty[0], 0), with_shots(two, left))
            survivors.record({dead: chance * kill})
            chance *= 1 - kill
        after[empty] += chance
    return after


def with_hits(front: Front, hits: int) -> Front:
    """Return the form with other hits, several times faster than `_replace`."""
    strength, was, medals, immune, shots, veteran, mark = front
    return front if was == hits else Front(strength, hits, medals, immune, shots, veteran, mark)


def with_shots(front: Front, shots: int) -> Front:
    strength, hits, medals, immune, was, veteran, mark = front
    return front if was == shots else Front(strength, hits, medals, immune, shots, veteran, mark)


def _slay(pairs: Pairs, a: Fighter, b: Fighter, struck: SideId) -> Pairs:
    """Apply the slayer that can still follow a hit (W9)."""
    after: Pairs = defaultdict(float)
    for (one, two), chance in pairs.items():
        slain = (a if struck == "a" else b).slain
        dead = (one._replace(hits=0), two) if struck == "a" else (one, two._replace(hits=0))
        after[dead] += chance * slain
        after[one, two] += chance * (1 - slain)
    return after


def _melee(pairs: Pairs, a: Fighter, b: Fighter, die: int) -> Pairs:
    """Fight melee until one unit is dead (W9)."""
    if (remaining := budget()) is not None:
        cells = sum(one.hits * two.hits for one, two in pairs)
        remaining.spend(1 + cells // CELLS_OF_AN_EVENT)
    after: Pairs = defaultdict(float)
    hit_by_a = 1 + (0 if b.flying else a.trample)
    hit_by_b = 1 + (0 if a.flying else b.trample)
    for (one, two), chance in pairs.items():
        a_alone = success(one, die) * (1 - success(two, die))
        b_alone = success(two, die) * (1 - success(one, die))
        next_by_a = a_alone / (a_alone + b_alone)
        ends = _duel(next_by_a, one.hits, two.hits, hit_by_a, hit_by_b, a.slain, b.slain)
        for hits_a, hits_b, share in ends:
            after[with_hits(one, hits_a), with_hits(two, hits_b)] += chance * share
    return after


def success(front: Front, die: int) -> float:
    """Return the chance to succeed in melee, with medals by the lower of two dice (W9)."""
    fail = 1 - min(1.0, front.strength / die)
    if front.medals:
        fail *= 1 - min(1.0, front.strength / MEDAL_DICE[front.medals])
    return 1 - fail


@lru_cache(maxsize=DUELS_KEPT)
def _duel(
    next_by_a: float, a: int, b: int, by_a: int, by_b: int, a_slain: float, b_slain: float
) -> tuple[tuple[int, int, float], ...]:
    """Return the ends of a melee of `a` against `b` hits, as hits of a, hits of b, and chance.

    `next_by_a` is the chance that a scores the next hit; rounds without a hit change nothing.
    """
    mass: dict[tuple[int, int], float] = {(a, b): 1.0}
    ends: dict[tuple[int, int], float] = {}
    for i, j in product(range(a, 0, -1), range(b, 0, -1)):
        here = mass.get((i, j), 0.0)
        hit_a, hit_b = max(0, i - by_b), max(0, j - by_a)
        for cell, share in (
            ((i, hit_b), here * next_by_a * (1 - b_slain if hit_b else 1)),
            ((i, 0), here * next_by_a * (b_slain if hit_b else 0)),
            ((hit_a, j), here * (1 - next_by_a) * (1 - a_slain if hit_a else 1)),
            ((0, j), here * (1 - next_by_a) * (a_slain if hit_a else 0)),
        ):
            into = mass if all(cell) else ends
            into[cell] = into.get(cell, 0.0) + share
    return tuple((i, j, share) for (i, j), share in ends.items())


def meet(a: Mapping[Front, float], b: Mapping[Front, float]) -> Pairs:
    """Return the pairs of two units' forms, with the chance of each."""
    return {(one, two): p * q for (one, p), (two, q) in product(a.items(), b.items())}


def _add(pairs: Pairs, more: Pairs) -> None:
    for pair, chance in more.items():
        pairs[pair] = pairs.get(pair, 0.0) + chance


def outlook(counts: Counts) -> Callable[[State], float | None]:
    """Return a function from a state to the exact chance of the counted results.

    It returns None while afflictions are rolled, since each roll invalidates the cache.
    """
    tables: dict[Any, Table] = {}

    def chance(state: State) -> float | None:
        if state.pairing == 0:
            return None
        conditions = (unit.condition for unit in state.units.values())
        ready = (*conditions, *map(_waiting_key, state.sides.values()))
        if ready not in tables:
            tables[ready] = Table(counts)
        return tables[ready].chance(state)

    return chance


def _waiting_key(side: Side) -> Any:
    """Return a key for the units behind the front: their order, and who has fought (W15)."""
    return side.order, *(_fought_key(unit) for unit in side.stack[1:] if unit.engaged)


def _fought_key(unit: Unit) -> Any:
    return unit.id, unit.strength, unit.hits, unit.shots, unit.veteran, unit.engaged


class Table:
    """Cached chances for one result of the affliction rolls and one order of the stacks."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.states: dict[Any, float] = {}
        self.veterans: dict[tuple[int, int, SideId, Front], float] = {}

    def chance(self, state: State) -> float:
        sides = state.sides.values()
        fronts = (map(_fought_key, side.stack[:1]) for side in sides)
        # All that the chance depends on once afflictions are rolled
        key = (state.attempted, state.struck, *(len(side.stack) for side in sides), *chain(*fronts))
        if key not in self.states:
            position = position_of(state)
            a, b = position.stacks["a"], position.stacks["b"]
            if a and b:
                survivors = pairing(position, a[0], b[0], meet(a[0].forms, b[0].forms), first=True)
                self.states[key] = self._after(position.die, a, b, survivors)
            else:
                self.states[key] = float(self.counts("a" if a else "b", len(a or b)))
        return self.states[key]

    def _after(self, die: int, a: Fighters, b: Fighters, survivors: Survivors) -> float:
        won = sum(p * self._veteran(die, a, b[1:], "a", front) for front, p in survivors.a.items())
        lost = sum(p * self._veteran(die, a[1:], b, "b", front) for front, p in survivors.b.items())
        return won + lost

    def _veteran(self, die: int, a: Fighters, b: Fighters, side: SideId, front: Front) -> float:
        """Return the chance when the front unit of `side` meets the next enemy in this form."""
        if not a or not b:
            return float(self.counts(side, len(a or b)))
        key = (len(a), len(b), side, front)
        if key not in self.veterans:
            own = {front: 1.0}
            pairs = meet(own, b[0].forms) if side == "a" else meet(a[0].forms, own)
            position = Position(die, {"a": a, "b": b}, attempted=(), struck=None)
            survivors = pairing(position, a[0], b[0], pairs, first=False)
            self.veterans[key] = self._after(die, a, b, survivors)
        return self.veterans[key]
