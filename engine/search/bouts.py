"""Battles for comparing armies by sampling: all armies play the same numbers of a seed's sample."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from engine.core.battlefile import read_battle, with_army
from engine.core.events import SIDES, SideId
from engine.core.recruiting import Army
from engine.core.rng import Seeded, output
from engine.core.ruleset import Battle
from engine.core.win_chances import Ends
from engine.odds.sampled import ends, wilson
from engine.rulesets import read_once, rulesets
from engine.search.opponents import Opponent
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
            _points(contest, place, json.loads(army), range(first, below), seed)
            for place in range(len(contest.files))
        )
        for army, first, below in bouts
    ]


def _points(contest: Contest, place: int, army: Army, numbers: range, seed: int) -> float:
    battle, bot, side = battle_with(contest, place, army), contest.bots[place], contest.side
    if bot is None:
        return _wins(ends(battle, numbers, seed), side)
    return sum(
        _wins(ends(_against_bot(battle, side, bot, number, seed), [number], seed), side)
        for number in numbers
    )


def _wins(found: Ends, side: SideId) -> float:
    """Return the wins of a side, with a draw counting half."""
    return sum(
        times if winner == side else times / 2
        for (winner, _, _), times in found.items()
        if winner in (side, None)
    )


def battle_with(contest: Contest, place: int, army: Army) -> Battle:
    """Return the battle with this army for the side. Raises InputError if the rules refuse it."""
    document = read_once(contest.files[place]).document
    return read_battle(with_army(document, SIDES.index(contest.side), army), rulesets())


def sample_battle(opponent: Opponent, side: SideId, army: Army, number: int = 0) -> Battle:
    """Return battle `number`, with its seed, of the sample behind an army's reported share."""
    changed = with_army(opponent.battle.without_dice().document, SIDES.index(side), army)
    battle = read_battle(changed, rulesets())
    if opponent.bot is not None:
        battle = _against_bot(battle, side, opponent.bot, number, ANSWER_SEED)
    return battle.with_seed(output(ANSWER_SEED, number))


def _against_bot(battle: Battle, side: SideId, bot: str, number: int, seed: int) -> Battle:
    bots = battle.ruleset.bots
    assert bots is not None, "an opponent is a bot"
    army = bots.army(bot, Seeded(output(seed, number)))
    return read_battle(with_army(battle.document, 1 - SIDES.index(side), army), rulesets())
