"""Ratings with intervals on the Elo scale: of ladders game by game, else of all games together."""

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from engine.odds.sampled import Z_95
from engine.tournament.plan import Match, Plan, outcome


class Rating(msgspec.Struct, frozen=True):
    """An entrant's strength on the Elo scale (average 1500), with the 95 % interval."""

    value: int
    interval: tuple[int, int]


def ratings(plan: Plan, matches: Sequence[Match]) -> list[Rating]:
    """Return the rating of each entrant, from all games played; a draw is half a win for both."""
    if plan.kind == "ladder":
        return [_rating(*skill) for skill in skills(plan.count, matches)]
    return _fit(plan.count, matches)


def _fit(count: int, matches: Sequence[Match]) -> list[Rating]:
    """Return ratings by the model of Bradley and Terry.

    Each entrant gets one additional draw against an average opponent: otherwise, an entrant who has
    won or lost every game would have no finite rating. Intervals use a normal approximation.
    """
    import choix  # imports scipy, which loads slowly

    average = count
    wins = np.zeros((count + 1, count + 1))
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
