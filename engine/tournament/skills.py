"""Ratings of a ladder: each game moves two of them, in the order in which games are counted.

They are those of Weng and Lin (JMLR 12, 2011), by openskill: a normal distribution for each
entrant, on the scale of Elo.
"""

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from engine.odds.sampled import Z_95
from engine.tournament.plan import Match, outcome

MEAN: Final = 1500
POINTS: Final = 400 / math.log(10)
"""Points of the scale for a unit of the model: 400 more are ten wins to one."""
BETA: Final = POINTS / math.sqrt(2)
"""The spread of what an entrant shows in a game. Two who are known exactly differ by its root 2."""
SIGMA: Final = 2 * BETA
"""What is not known of somebody who is new: in proportion to BETA as openskill has it."""


class Skill(NamedTuple):
    """How strong an entrant is: a normal distribution."""

    mean: float
    deviation: float

    @property
    def least(self) -> float:
        """The lower end of the interval that holds it with 95 %."""
        return self.mean - Z_95 * self.deviation


NEW: Final = Skill(MEAN, SIGMA)


@cache
def _model() -> Any:
    from openskill.models import BradleyTerryPart  # only ladders need it

    # tau, by which uncertainty grows from game to game, is for players who learn: armies do not.
    # Nor does gamma slow down what games tell, by which intervals are as wide as errors are.
    return BradleyTerryPart(mu=MEAN, sigma=SIGMA, beta=BETA, tau=0.0, gamma=_full)


def _full(*_of_the_game: object) -> float:
    return 1.0


@lru_cache(maxsize=1 << 14)  # a ladder is looked at again after every round
def updated(one: Skill, two: Skill, score: float) -> tuple[Skill, Skill]:
    """Both after a game in which the first got this much: 1, 1/2 or 0."""
    model = _model()
    before = [[model.rating(*one)], [model.rating(*two)]]
    (after_one,), (after_two,) = model.rate(before, ranks=[1 - score, score])
    return Skill(after_one.mu, after_one.sigma), Skill(after_two.mu, after_two.sigma)


def count_games(found: list[Skill], match: Match) -> None:
    """Counts all games of a finished match, in their order."""
    for game in match.games:
        found[game.a], found[game.b] = updated(found[game.a], found[game.b], outcome(game, game.a))


def skills(count: int, matches: Sequence[Match]) -> list[Skill]:
    """How strong each entrant is after these matches, as far as they are over."""
    found = [NEW] * count
    for match in matches:
        if match.state == "done":
            count_games(found, match)
    return found
