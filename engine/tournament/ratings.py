"""Ratings with intervals on the Elo scale: of ladders by `skills`, else from all games together."""

from collections.abc import Sequence

import msgspec
import numpy as np

from engine.odds.sampled import Z_95
from engine.tournament.plan import Match, Plan, outcome
from engine.tournament.skills import MEAN, POINTS, skills


class Rating(msgspec.Struct, frozen=True):
    """An entrant's strength, with the 95 % interval.

    The average is 1500; 400 points more mean ten times as many wins.
    """

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
