"""Best of N: the score of games whose battles are over, and what comes after them."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from werkzeug.exceptions import Conflict

from engine import SIDES, SideId, Text
from webapp.base.clock import now_ms
from webapp.base.texts import _
from webapp.challenges import jobs, store
from webapp.challenges.outcome import outcome_of
from webapp.challenges.store import SeriesGame
from webapp.matches.seats import player_on
from webapp.store.models import Challenge

GAMES_MOST: Final = 100
"""Games of a series, rematches included: each look at one reads them all."""
ENOUGH: Final = Text(
    "You have played {most} games. Make a new challenge to go on.", most=GAMES_MOST
)


class Score(NamedTuple):
    """Points in the series that is on, by player (their side in its first game).

    series: how many whole series each has won, rematches included. winner: who has won this one.
    """

    points: tuple[int, int]
    draws: int
    series: tuple[int, int]
    winner: SideId | None


def needed(best_of: int) -> int:
    """How many games win a best of so many."""
    return best_of // 2 + 1


def tally(winners: Iterable[SideId | None], best_of: int) -> Score:
    """The score after games won by these players, None for a draw, which is played again.

    A game after a decided series is the first one of a new series.
    """
    won = {"a": 0, "b": 0}
    points, draws = dict.fromkeys(SIDES, 0), 0
    decided: SideId | None = None
    for winner in winners:
        if decided:
            points, draws, decided = dict.fromkeys(SIDES, 0), 0, None
        if winner is None:
            draws += 1
            continue
        points[winner] += 1
        if points[winner] >= needed(best_of):
            decided = winner
            won[winner] += 1
    return Score((points["a"], points["b"]), draws, (won["a"], won["b"]), decided)


def score(challenge: Challenge, games: Iterable[SeriesGame]) -> Score:
    """The score up to and with this game of the series; battles on air are not counted yet."""
    now = now_ms()
    over = (game for game in games if game.is_over(now))
    winners = (player_who_won(game) for game in over if game.number <= challenge.number)
    return tally(winners, challenge.best_of)


class Bout(NamedTuple):
    """One best of N: its games, and the score of those that are over."""

    games: tuple[SeriesGame, ...]
    score: Score


def bouts(games: Iterable[SeriesGame], best_of: int) -> list[Bout]:
    """All games by the best of N that they belong to: a rematch begins a new one."""
    now, found = now_ms(), []
    left: list[SeriesGame] = []
    for game in games:
        left.append(game)
        score = tally((player_who_won(one) for one in left if one.is_over(now)), best_of)
        if score.winner:
            found.append(Bout(tuple(left), score))
            left = []
    if left:
        score = tally((player_who_won(one) for one in left if one.is_over(now)), best_of)
        found.append(Bout(tuple(left), score))
    return found


def start_next(challenge: Challenge) -> Challenge:
    """The next game, made if nobody has asked for it yet. Raises Conflict before this one's end."""
    challenge = jobs.catch_up(challenge)
    outcome = outcome_of(challenge)
    if outcome is None or not outcome.is_over(now_ms()):
        raise Conflict(_("The next game can begin when this one is over."))
    if challenge.number >= GAMES_MOST:
        raise Conflict(ENOUGH)
    return store.follow(challenge)


def player_who_won(game: SeriesGame) -> SideId | None:
    """The player who has won a game that is over; None for a draw."""
    side = next((side for side in SIDES if side == game.winner), None)
    return player_on(side, swapped=game.swapped) if side else None
