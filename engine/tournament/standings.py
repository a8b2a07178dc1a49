"""Standings (points, tie-breaks, ranks), and ratings with intervals on the Elo scale.

Ratings are computed game by game for ladders, else from all games together.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from engine.odds.chances import Z_95
from engine.tournament.plan import Match, Plan, outcome


class Rating(msgspec.Struct, frozen=True):
    """An entrant's strength on the Elo scale (average 1500), with the 95 % interval."""

    value: int
    interval: tuple[int, int]


def ratings(plan: Plan, matches: Sequence[Match]) -> list[Rating]:
    """Return the rating of each entrant, from all games played; a draw is half a win for both.

    Except for ladders, these are ratings by the model of Bradley and Terry. Each entrant gets one
    additional draw against an average opponent: otherwise, an entrant who has won or lost every
    game would have no finite rating. Intervals use a normal approximation.
    """
    if plan.kind == "ladder":
        return [_rating(*skill) for skill in skills(plan.count, matches)]
    import choix  # imports scipy, which loads slowly

    average = plan.count
    wins = np.zeros((average + 1, average + 1))
    wins[average, :average] = wins[:average, average] = 0.5
    for match in matches:
        for game in match.games:
            score = outcome(game, game.a)
            wins[game.a, game.b] += score
            wins[game.b, game.a] += 1 - score
    strengths = choix.ilsr_pairwise_dense(wins, max_iter=10_000, tol=1e-9)
    strengths = strengths - strengths[average]
    chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    # The information matrix: second derivatives for each pair, with the average fixed.
    pairs = (wins + wins.T) * chances * chances.T
    information = np.diag(pairs.sum(axis=1)) - pairs
    spread = np.sqrt(np.diag(np.linalg.inv(information[:average, :average])))
    return [
        _rating(MEAN + POINTS * value, POINTS * error)
        for value, error in zip(strengths[:average].tolist(), spread.tolist(), strict=True)
    ]


def _rating(mean: float, error: float) -> Rating:
    return Rating(round(mean), (round(mean - Z_95 * error), round(mean + Z_95 * error)))


MEAN: Final = 1500
POINTS: Final = 400 / math.log(10)  # Elo points per unit: 400 more mean ten wins to one
BETA: Final = POINTS / math.sqrt(2)  # the spread of one entrant's performance in a game
SIGMA: Final = 2 * BETA  # the uncertainty of a new entrant, in openskill's proportion to BETA


class Skill(NamedTuple):
    """An entrant's strength as a normal distribution."""

    mean: float
    deviation: float

    @property
    def least(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - Z_95 * self.deviation


NEW: Final = Skill(MEAN, SIGMA)


@cache
def _model() -> Any:
    from openskill.models import BradleyTerryPart  # imported here because only ladders need it

    # tau would increase uncertainty from game to game, for players who learn; armies do not. gamma
    # is off as well: without it, intervals are as wide as the actual errors.
    return BradleyTerryPart(mu=MEAN, sigma=SIGMA, beta=BETA, tau=0.0, gamma=lambda *_: 1.0)


@lru_cache(maxsize=1 << 14)  # the ladder is computed anew after every round
def update(one: Skill, two: Skill, score: float) -> tuple[Skill, Skill]:
    """Return both skills after a game with this result for the first: 1, 1/2 or 0."""
    model = _model()
    before = [[model.rating(*one)], [model.rating(*two)]]
    (after_one,), (after_two,) = model.rate(before, ranks=[1 - score, score])
    return Skill(after_one.mu, after_one.sigma), Skill(after_two.mu, after_two.sigma)


def count_games(found: list[Skill], match: Match) -> None:
    """Count all games of a finished match, in their order."""
    for game in match.games:
        found[game.a], found[game.b] = update(found[game.a], found[game.b], outcome(game, game.a))


def skills(count: int, matches: Sequence[Match]) -> list[Skill]:
    """Return each entrant's skill after the finished ones of these matches."""
    found = [NEW] * count
    for match in matches:
        if match.state == "done":
            count_games(found, match)
    return found


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entrant's row in the table; entrants who are equal in every criterion share a rank."""

    rank: int
    entrant: int
    points: float  # matches won, with a draw counting half; a Swiss bye counts as a win
    # won, drawn, lost: matches that were played; byes are counted separately
    won: int
    drawn: int
    lost: int
    byes: int
    games: float  # single battles won, with a draw counting half
    # tie-breaks, None where they do not apply: points from matches against entrants with as many
    head_to_head: float | None = None
    buchholz: float | None = None  # the sum of the opponents' points
    # the points of beaten opponents, plus half the points of those drawn with
    sonneborn_berger: float | None = None
    takes_part: bool = True  # False for an entrant who has left a ladder


class Record:
    """An entrant's results: each opponent with the points scored against it."""

    def __init__(self) -> None:
        self.met: list[tuple[int, float]] = []
        self.byes = 0
        self.games = 0.0
        self.out_at = 0  # the level of the bracket at which it was eliminated; 0 if it is still in

    def standing(
        self, rank: int, entrant: int, points: float | None = None, **others: Any
    ) -> Standing:
        """Return the row of the table; `points` by default those of the matches."""
        scores = [score for _, score in self.met]
        points = sum(scores, 0.0) if points is None else points
        won, drawn, lost = map(scores.count, (1, 0.5, 0))
        return Standing(rank, entrant, points, won, drawn, lost, self.byes, self.games, **others)


def standings(plan: Plan, matches: Sequence[Match]) -> list[Standing]:
    """Return the table, best entrant first; for a tournament in progress, the current one."""
    records = _records(plan, matches)
    if plan.is_elimination:
        return _by_level(plan, records)
    if plan.kind == "ladder":
        return _by_skill(plan, records, matches)
    points = {n: _points(plan, record) for n, record in records.items()}
    rows = [_row(plan, n, records, points) for n in records]
    rows.sort(key=_criteria, reverse=True)
    return [msgspec.structs.replace(row, rank=n) for n, row in enumerate(rows, start=1)]


def _records(plan: Plan, matches: Sequence[Match]) -> dict[int, Record]:
    records: defaultdict[int, Record] = defaultdict(Record)
    levels: dict[tuple[str, int], int] = {}
    for match in matches:
        # Levels are numbered in the order of matches: later rounds of a bracket have higher levels.
        level = levels.setdefault((match.bracket, match.round), len(levels) + 1)
        if match.state == "bye" and match.a is not None:
            records[match.a].byes += 1
        if match.a is None or match.b is None:
            continue
        for entrant, other in ((match.a, match.b), (match.b, match.a)):
            record = records[entrant]
            record.games += sum(outcome(game, entrant) for game in match.games)
            if match.state == "done":
                score = 0.5 if match.winner is None else float(match.winner == entrant)
                record.met.append((other, score))
        if match.loser is not None and _is_last(plan, match):
            records[match.loser].out_at = level
    return {n: records[n] for n in range(plan.count)}


def _is_last(plan: Plan, match: Match) -> bool:
    """Whether the loser of this match is eliminated."""
    if plan.kind == "single-elimination" or match.bracket == "losers":
        return True
    # The winner of the winners' bracket, on side a, may lose the first final.
    return match.bracket == "final" and (match.round == 2 or match.loser == match.b)


def _points(plan: Plan, record: Record) -> float:
    """Return match points; in a Swiss tournament, a bye counts as a point."""
    byes = record.byes if plan.kind == "swiss" else 0
    return sum((score for _, score in record.met), 0.0) + byes


def _row(
    plan: Plan, entrant: int, records: Mapping[int, Record], points: Mapping[int, float]
) -> Standing:
    record, own = records[entrant], points[entrant]
    weighed = sum((points[other] * score for other, score in record.met), 0.0)
    if plan.kind == "round-robin":
        between = sum((score for other, score in record.met if points[other] == own), 0.0)
        return record.standing(0, entrant, own, head_to_head=between, sonneborn_berger=weighed)
    # A bye counts as a win against an opponent with the entrant's own points.
    resting = record.byes * own
    buchholz = sum((points[other] for other, _ in record.met), 0.0) + resting
    weighed += resting
    return record.standing(0, entrant, own, buchholz=buchholz, sonneborn_berger=weighed)


def _criteria(row: Standing) -> tuple[float, ...]:
    """Return what ranks a row, the most important first; seeds break the remaining ties."""
    tie_break = row.head_to_head or row.buchholz or 0
    return row.points, tie_break, row.sonneborn_berger or 0, row.games, -row.entrant


def _by_skill(plan: Plan, records: dict[int, Record], matches: Sequence[Match]) -> list[Standing]:
    """Rank by the lower end of the rating interval, without entrants who left before playing."""
    least = [skill.least for skill in skills(plan.count, matches)]
    spans = plan.spans or [((1, None),)] * plan.count
    order = sorted((n for n in records if spans[n]), key=lambda entrant: (-least[entrant], entrant))
    return [
        records[entrant].standing(rank, entrant, takes_part=spans[entrant][-1][1] is None)
        for rank, entrant in enumerate(order, start=1)
    ]


def _by_level(plan: Plan, records: Mapping[int, Record]) -> list[Standing]:
    """Rank by the round of elimination; those eliminated in the same round share a rank."""

    def level(entrant: int) -> int:
        return -records[entrant].out_at or -(10**9)

    order = sorted(records, key=lambda entrant: (level(entrant), entrant))
    rows: list[Standing] = []
    for n, entrant in enumerate(order):
        is_equal = n > 0 and level(entrant) == level(order[n - 1])
        rank = rows[-1].rank if is_equal else n + 1
        rows.append(records[entrant].standing(rank, entrant))
    return rows
