"""Best of N: the score of finished games, and what comes next."""

from collections.abc import Iterable
from typing import NamedTuple

from werkzeug.exceptions import Conflict

from engine import SIDES, SideId, Text
from webapp.base.clock import now_ms
from webapp.base.texts import N_, _
from webapp.challenges import store
from webapp.challenges.limits import GAMES_MOST
from webapp.challenges.outcome import catch_up, outcome_of
from webapp.matches.seats import player_on
from webapp.store.models import Challenge


class Score(NamedTuple):
    """Points in the current series by player, won series (`series`), and its `winner`."""

    points: tuple[int, int]
    draws: int
    series: tuple[int, int]
    winner: SideId | None


def tally(winners: Iterable[SideId | None], best_of: int) -> Score:
    """Return the score after games won by these players; None is a draw, which is replayed."""
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
        if points[winner] > best_of // 2:
            decided = winner
            won[winner] += 1
    return Score((points["a"], points["b"]), draws, (won["a"], won["b"]), decided)


def score(challenge: Challenge, games: Iterable[store.SeriesGame]) -> Score:
    """Return the score up to this game of the series; battles on air do not count yet."""
    now = now_ms()
    over = (game for game in games if game.is_over(now))
    winners = (player_who_won(game) for game in over if game.number <= challenge.number)
    return tally(winners, challenge.best_of)


class Bout(NamedTuple):
    """A best of N: its games, and the score of finished ones."""

    games: tuple[store.SeriesGame, ...]
    score: Score


def bouts(games: Iterable[store.SeriesGame], best_of: int) -> list[Bout]:
    """Group all games by best of N: a rematch begins a new one."""
    now, found = now_ms(), []
    left: list[store.SeriesGame] = []
    for game in games:
        left.append(game)
        score = tally((player_who_won(one) for one in left if one.is_over(now)), best_of)
        if score.winner:
            found.append(Bout(tuple(left), score))
            left = []
    if left:
        found.append(Bout(tuple(left), score))
    return found


def start_next(challenge: Challenge) -> Challenge:
    """Return the next game, created on first request. Raise Conflict before this one's end."""
    challenge = catch_up(challenge)
    outcome = outcome_of(challenge)
    is_forfeited = challenge.forfeit in SIDES
    if not is_forfeited and (outcome is None or not outcome.is_over(now_ms())):
        raise Conflict(_("The next game can begin when this one is over."))
    if challenge.number >= GAMES_MOST:
        text = N_("You have played {most} games. Make a new challenge to continue.")
        raise Conflict(Text(text, most=GAMES_MOST))
    return store.follow(challenge)


def player_who_won(game: store.SeriesGame) -> SideId | None:
    """Return the player who won a finished game; None for a draw."""
    return player_on(game.winner, swapped=game.swapped) if game.winner else None
