"""The best armies by playing battles: repeated sequential halving (SEARCH.md).

All armies play the same numbers of a seed's sample.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from math import ceil, log2
from typing import Final, NamedTuple, TypeAlias

from engine.core.battlefile import read_battle, with_army
from engine.core.errors import InputError
from engine.core.events import SIDES, SideId
from engine.core.rng import Seeded, output
from engine.core.ruleset import Army, Battle, Ends, Recruiting
from engine.odds.chances import ends, wilson
from engine.rulesets import read_once, rulesets
from engine.search.climbing import BestArmies, FoundArmy, army_text, first_armies, without_name
from engine.search.shares import rounded
from engine.search.work import Progress, Workers

ANSWER_SEED: Final = 0  # of the battles behind the reported shares, as for sampled odds
CHOOSING_SEED: Final = 1
BATTLES_OF_A_PART: Final = 128
TOGETHER: Final = 8  # maximum number of parts sent to another machine as one unit


class Contest(NamedTuple):
    """The battles to play, as JSON files that differ in the other side, and the evaluated side."""

    files: tuple[str, ...]
    # for each file, the bot that brings its own army to each battle, or None
    bots: tuple[str | None, ...]
    side: SideId

    def points(self, place: int, army: Army, numbers: range, seed: int) -> float:
        battle, bot, side = self.battle_with(place, army), self.bots[place], self.side
        if bot is None:
            return _wins(ends(battle, numbers, seed), side)
        return sum(
            _wins(ends(against_bot(battle, side, bot, number, seed), [number], seed), side)
            for number in numbers
        )

    def battle_with(self, place: int, army: Army) -> Battle:
        """Return the battle with this army for the side. Raises InputError if it is refused."""
        document = read_once(self.files[place]).document
        return read_battle(with_army(document, SIDES.index(self.side), army), rulesets())

    def may_fight(self, army: Army) -> bool:
        try:
            self.battle_with(0, army)
        except InputError:
            return False
        return True


class Bout(NamedTuple):
    """An army as JSON, and the numbers of the battles that it plays against each opponent."""

    army: str
    first: int
    below: int


Points: TypeAlias = tuple[float, ...]  # against each opponent: 1 a win, 1/2 a draw


class Tally:
    """The results of armies in the battles of one seed; only missing battles are played."""

    def __init__(
        self, contest: Contest, seed: int, workers: Workers, add: Callable[[int], None]
    ) -> None:
        """Create a tally that calls `add` with numbers of played battles."""
        self.contest = contest
        self.seed = seed
        self.workers = workers
        self.add = add
        self.opponents = len(contest.files)
        self.played: dict[str, tuple[int, Points]] = {}
        """By army, its battles against each opponent, and its points."""

    def play(self, armies: Sequence[str], turns: int) -> None:
        """Complete each army's battles against each opponent up to number `turns`."""
        bouts = [
            Bout(army, done, turns) for army in armies if (done := self._so_far(army)[0]) < turns
        ]
        parts = [*_parts(bouts, self.opponents)]
        job = partial(points_of, self.contest, self.seed)
        found = self.workers.each(job, parts, by_kernel=False, together=TOGETHER)
        for part, got in zip(parts, found, strict=True):
            for bout, points in zip(part, got, strict=True):
                before = self._so_far(bout.army)[1]
                added = tuple(a + b for a, b in zip(before, points, strict=True))
                self.played[bout.army] = bout.below, added
            self.add(sum(bout.below - bout.first for bout in part) * self.opponents)

    def _so_far(self, army: str) -> tuple[int, Points]:
        return self.played.get(army, (0, (0.0,) * self.opponents))

    def mean(self, army: str) -> float:
        turns, points = self.played[army]
        return sum(points) / (turns * self.opponents)

    def interval(self, army: str) -> tuple[float, float]:
        turns, points = self.played[army]
        # Draws and several opponents only reduce the variance of single wins.
        return wilson(sum(points), turns * self.opponents)

    @property
    def battles(self) -> int:
        return sum(turns for turns, _ in self.played.values()) * self.opponents


def _parts(bouts: Sequence[Bout], opponents: int) -> Iterator[tuple[Bout, ...]]:
    """Split bouts into parts of about equally many battles."""
    part: list[Bout] = []
    room = most = max(1, BATTLES_OF_A_PART // opponents)
    for army, start, below in bouts:
        first = start
        while first < below:
            last = min(below, first + room)
            part.append(Bout(army, first, last))
            room -= last - first
            first = last
            if not room:
                yield tuple(part)
                part, room = [], most
    if part:
        yield tuple(part)


def points_of(contest: Contest, seed: int, bouts: Sequence[Bout]) -> list[Points]:
    """Return the points of each army against each opponent in its battles."""
    return [
        tuple(
            contest.points(place, json.loads(army), range(first, below), seed)
            for place in range(len(contest.files))
        )
        for army, first, below in bouts
    ]


def _wins(found: Ends, side: SideId) -> float:
    """Return the wins of a side, with a draw counting half."""
    return sum(
        times if winner == side else times / 2
        for (winner, _, _), times in found.items()
        if winner in (side, None)
    )


def against_bot(battle: Battle, side: SideId, bot: str, number: int, seed: int) -> Battle:
    bots = battle.ruleset.bots
    assert bots is not None, "an opponent is a bot"
    army = bots.army(bot, Seeded(output(seed, number)))
    return read_battle(with_army(battle.document, 1 - SIDES.index(side), army), rulesets())


ROUND_SAMPLES: Final = 8  # a choosing round plays this many times the answer's battles
KEPT: Final = 4  # armies kept for the next round, with all changes of the best one


class Plan(NamedTuple):
    budget: int  # the maximum cost of an army
    top: int  # the number of armies to list
    starts: int  # the number of armies to draw
    rounds: int
    samples: int  # battles of each army of the answer against each opponent

    @property
    def turns(self) -> int:
        """Battles against each opponent in a choosing round, for all armies together."""
        return ROUND_SAMPLES * self.samples

    def battles(self, opponents: int) -> int:
        """Return about the maximum number of battles of the search."""
        return (self.rounds * self.turns + (self.top + 1) * self.samples) * opponents


class _Meter:
    """Reports progress towards an estimated number of battles."""

    def __init__(self, report: Progress, of: int) -> None:
        self.report = report
        self.of = of
        self.done = 0

    def add(self, battles: int) -> None:
        self.reach(self.done + battles)

    def reach(self, done: int) -> None:
        """Report `done`, which may exceed the count: known results are not played again."""
        self.done = min(done, self.of)
        self.report(self.done, self.of)


def search_armies(
    contest: Contest, recruiting: Recruiting, plan: Plan, workers: Workers
) -> BestArmies:
    """Return the best armies after all rounds, with shares from battles not used for choosing."""
    opponents = len(contest.files)
    meter = _Meter(workers.report, plan.battles(opponents))
    own: Army = json.loads(contest.files[0])["sides"][SIDES.index(contest.side)]["army"]
    tally = Tally(contest, CHOOSING_SEED, workers, meter.add)
    known: dict[str, str] = {}
    best = first_armies(recruiting, own, plan.budget, plan.starts)
    for number in range(1, plan.rounds + 1):
        field = _field(contest, recruiting, plan, known, best)
        best = _round(tally, field, plan.turns)[:KEPT]
        meter.reach(number * plan.turns * opponents)
    ranked = sorted(tally.played, key=lambda army: (-tally.interval(army)[0], army))
    listed = ranked[: plan.top]
    its_own = army_text(without_name(own))
    fresh = Tally(contest, ANSWER_SEED, workers, meter.add)
    fresh.play(list(dict.fromkeys([*listed, its_own])), plan.samples)
    meter.reach(meter.of)
    return BestArmies(
        method="sample",
        side=contest.side,
        budget=None if recruiting.money is None else plan.budget,
        money=recruiting.money,
        tried=len(tally.played),
        armies=tuple(_found(fresh, recruiting, text, json.loads(text)) for text in listed),
        search="halving",
        starts=plan.starts,
        rounds=plan.rounds,
        battles=tally.battles,
        own=_found(fresh, recruiting, its_own, own),
        samples=plan.samples,
    )


def _field(
    contest: Contest,
    recruiting: Recruiting,
    plan: Plan,
    known: dict[str, str],
    best: Sequence[Army],
) -> list[str]:
    """Return the armies of a round: the best so far, and all changes of the first of them.

    `known` maps each key of equivalent armies to their representative. Raises InputError if the
    rules refuse all armies.
    """
    seen: set[str] = set()
    field = []
    kinds = range(recruiting.kinds(best[0]))
    changes = chain.from_iterable(recruiting.changes(best[0], kind, plan.budget) for kind in kinds)
    for army in chain(best, changes):
        alike = recruiting.alike(army)
        if alike not in seen and contest.may_fight(army):
            field.append(known.setdefault(alike, army_text(army)))
        seen.add(alike)
    if not field:
        contest.battle_with(0, best[0])
    return field


def _round(tally: Tally, field: Sequence[str], turns: int) -> list[Army]:
    """Return the armies of a round, best first: sequential halving (Karnin, Koren, Somekh 2013).

    Every phase plays equally many battles, shared among the remaining armies, and drops the worse
    half. Armies keep the results of earlier phases.
    """
    phases = max(1, ceil(log2(len(field))))
    left, gone = [*field], list[str]()
    each = 0
    for _ in range(phases):
        each += max(1, turns // (phases * len(left)))
        tally.play(left, each)
        left.sort(key=lambda army: (-tally.mean(army), army))
        half = ceil(len(left) / 2)
        left, gone = left[:half], [*left[half:], *gone]
    return [json.loads(army) for army in (*left, *gone)]


def _found(tally: Tally, recruiting: Recruiting, text: str, army: Army) -> FoundArmy:
    turns, points = tally.played[text]
    cost, win = recruiting.price(army), rounded(tally.mean(text))
    if len(points) == 1:
        return FoundArmy(army, cost, win, None, tally.interval(text))
    wins = tuple(rounded(one / turns) for one in points)
    intervals = tuple(wilson(one, turns) for one in points)
    return FoundArmy(army, cost, win, wins, tally.interval(text), intervals)
