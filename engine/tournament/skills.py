"""Ratings of a ladder: each game updates two of them, in the order in which games are counted.

They follow Weng and Lin (JMLR 12, 2011), computed by openskill: a normal distribution for each
entrant, on the Elo scale.
"""

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from engine.odds.sampled import Z_95
from engine.tournament.plan import Match, outcome

MEAN: Final = 1500
POINTS: Final = 400 / math.log(10)
"""Elo points per unit of the model: 400 more mean ten wins to one."""
BETA: Final = POINTS / math.sqrt(2)
"""The spread of an entrant's performance in a game; POINTS is that of the difference of two."""
SIGMA: Final = 2 * BETA
"""The uncertainty of a new entrant, in openskill's proportion to BETA."""


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
    return BradleyTerryPart(mu=MEAN, sigma=SIGMA, beta=BETA, tau=0.0, gamma=_full)


def _full(*_of_the_game: object) -> float:
    return 1.0


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
