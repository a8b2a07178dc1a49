"""The best armies with exact odds: a local search from several starts (SEARCH.md)."""

import json
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from engine.core.budget import UNIT_READ, Budget, SpentError, budget
from engine.core.errors import InputError, Text
from engine.core.events import SIDES, SideId
from engine.core.rng import Seeded
from engine.core.ruleset import Army, Battle, Recruiting
from engine.odds.chances import wilson
from engine.rulesets import read_once
from engine.search import shares
from engine.search.shares import rounded
from engine.search.work import Workers


def without_name(army: Army) -> dict[str, Any]:
    """Return the army without its name: armies found by a search have none."""
    return {key: value for key, value in army.items() if key != "name"}


class FoundArmy(msgspec.Struct, frozen=True, omit_defaults=True):
    army: Mapping[str, Any]
    cost: int | None  # null if part of the army has no price
    win: float  # counts a draw as half; against several opponents the mean of `wins`
    wins: tuple[float, ...] | None = None
    interval: tuple[float, float] | None = None  # the 95 % interval of a sampled `win`
    intervals: tuple[tuple[float, float], ...] | None = None  # those of `wins`


class BestArmies(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The best armies within a budget, best first, each set of units in its best order.

    `search` is "local" with exact odds: from each of `starts` armies, the search moves to the best
    change until none is better. No change of one unit, of the order or of one extra improves the
    first of `armies` within the budget. `search` is "halving" where battles are played: in each of
    `rounds` rounds, which take `battles` battles together, the worse half of the armies is dropped
    repeatedly; `starts` armies were drawn at random. This proves nothing about other armies.
    `armies` are then in the order in which they were chosen, and their shares come from `samples`
    other battles.

    `tried` is the number of armies evaluated, counted for each start that meets them. `budget` and
    `money` are missing where all armies cost the same. `own` is the side's unchanged army.
    """

    method: Literal["exact", "sample"]
    side: SideId
    budget: int | None = None
    money: str | None = None
    tried: int
    armies: tuple[FoundArmy, ...]
    search: Literal["local", "halving"]
    starts: int
    rounds: int | None = None
    battles: int | None = None
    own: FoundArmy
    samples: int | None = None


def army_text(army: Army) -> str:
    """Return an army as JSON; equal armies have equal texts."""
    return json.dumps(army, sort_keys=True)


def first_armies(recruiting: Recruiting, own: Army, budget: int, count: int) -> list[Army]:
    """Return where a search begins: own and random armies, always the same. Raises InputError."""
    cost = recruiting.price(own)
    is_paid = recruiting.money is None or (cost is not None and cost <= budget)
    drawn = (recruiting.draw(budget, Seeded(number)) for number in range(count))
    found: list[Army] = [without_name(own)] if is_paid else []
    found += [army for army in drawn if army is not None]
    if found:
        return found
    raise InputError.single(
        "budget",
        "{budget:,} {money} pay for no unit; the cheapest costs {least:,}",
        budget=budget,
        money=Text(str(recruiting.money)),
        least=recruiting.least,
    )


TOGETHER: Final = 8  # climbs sent to another machine as one unit
AT_ONCE: Final = 256  # armies evaluated between two checks whether to stop


class Task(NamedTuple):
    """The search space: battle files as JSON that differ in the opponent, and the side."""

    files: tuple[str, ...]
    side: SideId
    budget: int  # the maximum cost of an army
    top: int  # the number of armies to list
    samples: int  # how often a battle without exact odds is played

    @property
    def recruiting(self) -> Recruiting:
        recruiting = read_once(self.files[0]).ruleset.recruiting
        assert recruiting is not None, "the search has asked"
        return recruiting

    def weigh(self, armies: Sequence[Army]) -> list[tuple[float, list[shares.Share]] | None]:
        """Return each army's mean share and its shares by opponent; None if the rules refuse it."""
        read = [self._read_with(self.files[0], army) for army in armies]
        battles = [battle for battle in read if battle is not None]
        rows = zip(*(self._against(file, battles) for file in self.files), strict=True)
        found: list[tuple[float, list[shares.Share]] | None] = []
        for battle in read:
            row = () if battle is None else next(rows)
            known = [share for share in row if share is not None]
            mean = sum(share for share, _ in known) / len(self.files)
            found.append((rounded(mean), known) if len(known) == len(self.files) else None)
        return found

    def _against(self, file: str, battles: Sequence[Battle]) -> list[shares.Share | None]:
        """Return a side's share against this opponent by army, in battles against the first one."""
        if not battles:
            return []
        base = read_once(file)
        is_a = self.side == "a"
        table = shares.of_table(battles, [base]) if is_a else shares.of_table([base], battles)
        if table is not None:
            return [(share if is_a else 1 - share, None) for row in table for share in row]
        # A table takes one side of each battle; the rules need the exact battle.
        place = SIDES.index(self.side)
        met: Sequence[Battle | None] = battles
        if file != self.files[0]:
            armies = [battle.document["sides"][place]["army"] for battle in battles]
            met = [self._read_with(file, army) for army in armies]
        return [
            None if battle is None else shares.of_battle(battle, self.side, self.samples)
            for battle in met
        ]

    def _read_with(self, file: str, army: Army) -> Battle | None:
        try:
            return self.battle(file, army)
        except SpentError:
            raise
        except InputError:
            return None

    def battle(self, file: str, army: Army) -> Battle:
        """Return the battle with this army in place of the side's own. Raises InputError."""
        battle = read_once(file)
        try:
            battle = shares.rearmed(battle, self.side, army)
        finally:  # a refused battle costs as much as the original one
            if spent := budget():
                spent.spend(UNIT_READ * sum(battle.ruleset.sizes(battle.setup)))
        return battle

    def found(self, army: Army) -> FoundArmy:
        weighed = self.weigh([army])[0]
        assert weighed is not None, "it was read before"
        win, each = weighed
        wins = tuple(rounded(share) for share, _ in each)
        battles = self.samples * len(each)
        is_exact = all(interval is None for _, interval in each)
        interval = None if is_exact else wilson(win * battles, battles)
        cost = self.recruiting.price(army)
        return FoundArmy(army, cost, win, wins if len(wins) > 1 else None, interval)


Rank: TypeAlias = tuple[float, int, str]  # sort key: negated win, cost, army as JSON


class Climb(NamedTuple):
    """The result of a climb: end, best armies, numbers of evaluated armies and of operations."""

    end: Rank | None
    best: list[Rank]
    tried: int
    spent: int


def search_armies(task: Task, starts: int, most: int | None, workers: Workers) -> BestArmies:
    """Return the best armies of climbs from the side's own army and random ones."""
    recruiting = task.recruiting
    own: Army = read_once(task.files[0]).document["sides"][SIDES.index(task.side)]["army"]
    first = [*map(army_text, first_armies(recruiting, own, task.budget, starts))]
    found: list[Climb] = []
    for one in workers.each(partial(climb, task), first, by_kernel=False, together=TOGETHER):
        found.append(one)
        workers.report(len(found), len(first))
        if most is not None and sum(done.spent for done in found) >= most:
            break
    ends = {one.end for one in found}
    rows = _each_once(recruiting, [row for one in found for row in one.best], ends)[: task.top]
    if not rows:
        # No random army is allowed here: raise the rules' reason.
        task.battle(task.files[0], json.loads(first[0]))
    listed = [task.found(json.loads(text)) for _, _, text in rows]
    its_own = task.found(own)
    is_sampled = any(one.interval for one in (*listed, its_own))
    return BestArmies(
        method="sample" if is_sampled else "exact",
        side=task.side,
        budget=task.budget,
        money=str(recruiting.money),
        tried=sum(one.tried for one in found),
        armies=tuple(listed),
        search="local",
        starts=len(found),
        own=its_own,
        samples=task.samples if is_sampled else None,
    )


def climb(task: Task, start: str) -> Climb:
    """Return the best armies met while climbing from this one to one that no change improves."""
    recruiting = task.recruiting
    known: dict[str, Rank | None] = {}
    here: Army = json.loads(start)
    with Budget(sys.maxsize) as own:
        rank = min(_learn(task, [here], known), default=None)
        kind = in_vain = 0
        while rank is not None and in_vain < recruiting.kinds(here):
            kind = (kind + 1) % recruiting.kinds(here)
            around = recruiting.changes(here, kind, task.budget)
            best = min(_learn(task, around, known), default=rank)
            # A smaller text alone is no improvement: the climb would wander among equal armies.
            is_better = best[:2] < rank[:2]
            in_vain = 0 if is_better else in_vain + 1
            if is_better:
                rank, here = best, json.loads(best[2])
    ranked = [row for row in known.values() if row is not None]
    best_ranks = _each_once(recruiting, ranked, {rank})[: task.top]
    return Climb(rank, best_ranks, len(ranked), own.operations - own.left)


def _learn(task: Task, armies: Sequence[Army], known: dict[str, Rank | None]) -> Iterator[Rank]:
    """Return the ranks of these armies, without those that the rules refuse; cached in `known`."""
    texts = {army_text(army): army for army in armies}
    new = [text for text in texts if text not in known]
    for first in range(0, len(new), AT_ONCE):
        part = new[first : first + AT_ONCE]
        for text, win in zip(part, task.weigh([texts[text] for text in part]), strict=True):
            cost = task.recruiting.price(texts[text])
            known[text] = None
            if win is not None and cost is not None:
                # Of equal armies, the cheaper is better; without any chance, the dearer.
                known[text] = (-win[0], cost if win[0] else -cost, text)
    return (rank for text in texts if (rank := known[text]) is not None)


def _each_once(
    recruiting: Recruiting, ranks: Sequence[Rank], ends: Collection[Rank | None]
) -> list[Rank]:
    """Return the best of the armies that differ only in their order, best first."""
    found: dict[str, Rank] = {}
    for rank in sorted(set(ranks), key=lambda rank: (rank[:2], rank not in ends, rank)):
        found.setdefault(recruiting.alike(json.loads(rank[2])), rank)
    return [*found.values()]
