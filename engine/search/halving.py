"""The best armies by playing battles: repeated sequential halving (SEARCH.md)."""

import json
from collections.abc import Sequence
from itertools import chain
from math import ceil, log2
from typing import Final, NamedTuple

from engine.core.errors import InputError
from engine.core.events import SIDES
from engine.core.recruiting import Army, Recruiting
from engine.odds.sampled import wilson
from engine.search.bouts import ANSWER_SEED, CHOOSING_SEED, Contest, Tally, battle_with
from engine.search.found_armies import BestArmies, FoundArmy, army_text, first_armies, without_name
from engine.search.shares import rounded
from engine.search.work import Progress, Workers

ROUND_SAMPLES: Final = 8  # a choosing round plays this many times the answer's battles
KEPT: Final = 4  # armies kept for the next round, with all changes of the best one


class Plan(NamedTuple):
    """The extent of a search."""

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

    def __init__(self, progress: Progress | None, of: int) -> None:
        self.progress = progress
        self.of = of
        self.done = 0

    def add(self, battles: int) -> None:
        self.reach(self.done + battles)

    def reach(self, done: int) -> None:
        """Report `done`, which may exceed the count: known results are not played again."""
        self.done = min(done, self.of)
        if self.progress is not None:
            self.progress(self.done, self.of)


def search_armies(
    contest: Contest,
    recruiting: Recruiting,
    plan: Plan,
    workers: Workers,
    progress: Progress | None,
) -> BestArmies:
    """Return the best armies after all rounds, with shares from battles not used for choosing."""
    opponents = len(contest.files)
    meter = _Meter(progress, plan.battles(opponents))
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
        if alike not in seen and _may_fight(contest, army):
            field.append(known.setdefault(alike, army_text(army)))
        seen.add(alike)
    if not field:
        battle_with(contest, 0, best[0])
    return field


def _may_fight(contest: Contest, army: Army) -> bool:
    try:
        battle_with(contest, 0, army)
    except InputError:
        return False
    return True


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
    wins = tuple(rounded(one / turns) for one in points)
    return FoundArmy(
        army=army,
        cost=recruiting.price(army),
        win=rounded(tally.mean(text)),
        wins=wins if len(wins) > 1 else None,
        interval=tally.interval(text),
        intervals=tuple(wilson(one, turns) for one in points) if len(wins) > 1 else None,
    )
