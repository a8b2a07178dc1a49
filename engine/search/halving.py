"""The best armies by playing battles: repeated sequential halving (SEARCH.md).

All armies play the same numbers of a seed's sample.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, groupby
from math import ceil, log2
from operator import add, itemgetter
from typing import Final, NamedTuple, TypeAlias

from engine.core.errors import InputError
from engine.core.events import SIDES, SideId, other_side
from engine.core.rng import Seeded, output
from engine.core.ruleset import Army, Battle, Ends, Recruiting
from engine.odds.chances import ends, wilson
from engine.rulesets import read_once
from engine.search.climbing import BestArmies, FoundArmy, army_text, first_armies, without_name
from engine.search.shares import rearmed, rounded
from engine.search.work import Workers

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

    def points(self, place: int, army: Army, numbers: Sequence[int], seed: int) -> float:
        battle, bot, side = self.battle(place, army), self.bots[place], self.side
        if bot is None:
            return _wins(ends(battle, numbers, seed), side)
        return sum(
            _wins(ends(against_bot(battle, side, bot, number, seed), [number], seed), side)
            for number in numbers
        )

    def battle(self, place: int, army: Army) -> Battle:
        """Return the battle with this army for the side. Raises InputError if it is refused."""
        return rearmed(read_once(self.files[place]), self.side, army)

    def may_fight(self, army: Army) -> bool:
        try:
            self.battle(0, army)
        except InputError:
            return False
        return True


Points: TypeAlias = tuple[float, ...]  # against each opponent: 1 a win, 1/2 a draw


@dataclass
class Tally:
    """The results of armies in the battles of one seed; only missing battles are played."""

    contest: Contest
    seed: int
    workers: Workers
    count: Callable[[int], None]  # called with numbers of played battles
    turns: Counter[str] = field(default_factory=Counter)  # by army, against each opponent
    points: dict[str, Points] = field(default_factory=dict)  # by army

    @property
    def opponents(self) -> int:
        return len(self.contest.files)

    def play(self, armies: Sequence[str], turns: int) -> None:
        """Complete each army's battles against each opponent up to number `turns`."""
        due = [(army, number) for army in armies for number in range(self.turns[army], turns)]
        size = max(1, BATTLES_OF_A_PART // self.opponents)
        parts = [due[first : first + size] for first in range(0, len(due), size)]
        job = partial(points_of, self.contest, self.seed)
        found = self.workers.each(job, parts, by_kernel=False, together=TOGETHER)
        for part, rows in zip(parts, found, strict=True):
            self.turns.update(army for army, _ in part)
            for army, points in rows:
                before = self.points.get(army, (0.0,) * self.opponents)
                self.points[army] = tuple(map(add, before, points))
            self.count(len(part) * self.opponents)

    def mean(self, army: str) -> float:
        return sum(self.points[army]) / (self.turns[army] * self.opponents)

    def interval(self, army: str) -> tuple[float, float]:
        # Draws and several opponents only reduce the variance of single wins.
        return wilson(sum(self.points[army]), self.turns[army] * self.opponents)


def points_of(contest: Contest, seed: int, due: list[tuple[str, int]]) -> list[tuple[str, Points]]:
    """Return the points of armies against each opponent in the battles with these numbers."""
    found = []
    for army, battles in groupby(due, key=itemgetter(0)):
        read, numbers = json.loads(army), [number for _, number in battles]
        places = range(len(contest.files))
        found.append((army, tuple(contest.points(n, read, numbers, seed) for n in places)))
    return found


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
    return rearmed(battle, other_side(side), bots.army(bot, Seeded(output(seed, number))))


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


def search_armies(
    contest: Contest, recruiting: Recruiting, plan: Plan, workers: Workers
) -> BestArmies:
    """Return the best armies after all rounds, with shares from battles not used for choosing."""
    opponents = len(contest.files)
    done, of = 0, plan.battles(opponents)

    def reach(battles: int) -> None:
        """Report progress; the estimate may be wrong, as known results are not played again."""
        nonlocal done
        done = min(battles, of)
        workers.report(done, of)

    def count(battles: int) -> None:
        reach(done + battles)

    own: Army = json.loads(contest.files[0])["sides"][SIDES.index(contest.side)]["army"]
    tally = Tally(contest, CHOOSING_SEED, workers, count)
    known: dict[str, str] = {}
    best = first_armies(recruiting, own, plan.budget, plan.starts)
    for number in range(1, plan.rounds + 1):
        field = _field(contest, recruiting, plan, known, best)
        best = _round(tally, field, plan.turns)[:KEPT]
        reach(number * plan.turns * opponents)
    listed = sorted(tally.points, key=lambda army: (-tally.interval(army)[0], army))[: plan.top]
    its_own = army_text(without_name(own))
    fresh = Tally(contest, ANSWER_SEED, workers, count)
    fresh.play(list(dict.fromkeys([*listed, its_own])), plan.samples)
    reach(of)
    return BestArmies(
        method="sample",
        side=contest.side,
        budget=None if recruiting.money is None else plan.budget,
        money=recruiting.money,
        tried=len(tally.points),
        armies=tuple(_found(fresh, recruiting, text, json.loads(text)) for text in listed),
        search="halving",
        starts=plan.starts,
        rounds=plan.rounds,
        battles=tally.turns.total() * opponents,
        own=_found(fresh, recruiting, its_own, own),
        samples=plan.samples,
    )


def _field(
    contest: Contest, recruiting: Recruiting, plan: Plan, known: dict[str, str], best: list[Army]
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
        contest.battle(0, best[0])
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
    turns, points = tally.turns[text], tally.points[text]
    cost, win = recruiting.price(army), rounded(tally.mean(text))
    if len(points) == 1:
        return FoundArmy(army, cost, win, None, tally.interval(text))
    wins = tuple(rounded(one / turns) for one in points)
    intervals = tuple(wilson(one, turns) for one in points)
    return FoundArmy(army, cost, win, wins, tally.interval(text), intervals)
