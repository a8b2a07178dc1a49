"""The page of a series: its games, scores, and the current game."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from engine import SIDES, other_side
from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.texts import N_, _
from webapp.challenges import outcome, sentences, series, store, views
from webapp.challenges.pages.challenges import NONE
from webapp.challenges.series import Bout
from webapp.challenges.store import SeriesGame
from webapp.html import spoilers
from webapp.matches import seats
from webapp.store.models import Challenge

blueprint = Blueprint("series", __name__)

Names = Mapping[str, str]


class GameRow(NamedTuple):
    """A game in the list: players by side, result if it is over, address."""

    number: int
    a: str
    b: str
    result: str
    page: str
    battle: str
    is_over: bool


class BoutRow(NamedTuple):
    """A best of N: score by player, winner, games."""

    score: str
    sentence: str
    games: Sequence[GameRow]


@blueprint.get("/c/<id_>/series")
def show(id_: str) -> ResponseReturnValue:
    """All games of the series of this challenge, at the address of its first one."""
    asked = store.find(id_)
    if asked is not None and asked.series_id != asked.id:
        return redirect(url_for(".show", id_=asked.series_id), 302)
    found = store.series_games(id_)  # the first may be removed while the rest stays
    last = outcome.current(found[-1].id) if found else None
    if last is None:
        raise NotFound(_(NONE))
    public = views.public(last)
    names, hidden = views.player_names(public), spoilers.are_hidden()
    return render_template(
        "challenge/series.html",
        challenge=public,
        brief=views.brief(public),
        game=games.game(last.ruleset),
        heading=public["title"] or _("{a} against {b}", **names),
        players=names,
        status=_status(public, hides=hidden),
        link=url_for(".show", id_=id_),
        game_link=str(public["address"] or url_for("challenge.show", id_=public["id"])),
        won=series.score(last, found).series,
        bouts=[_bout(bout, last, names) for bout in series.bouts(found, last.best_of)],
    )


def _status(public: Mapping[str, Any], *, hides: bool) -> str:
    """Return the state of the current or last game."""
    is_match = games.game(public["ruleset"]).match is not None
    if public["status"] == "over" and hides:
        return sentences.over(is_match=is_match)
    return sentences.status(public, None, is_match=is_match)


def _bout(bout: Bout, game: Challenge, names: Names) -> BoutRow:
    a, b = bout.score.points
    winner, sentence = bout.score.winner, ""
    if winner and game.best_of > 1:
        points = dict(zip(SIDES, bout.score.points, strict=True))
        text = N_("{name} wins the series {won} to {lost}.")
        sentence = _(text, name=names[winner], won=points[winner], lost=points[other_side(winner)])
    return BoutRow(f"{a} : {b}", sentence, [_game(one, names) for one in bout.games])


def _game(game: SeriesGame, names: Names) -> GameRow:
    on = {side: names[seats.player_on(side, swapped=game.swapped)] for side in SIDES}
    is_over = game.is_over(now_ms())
    winner = series.player_who_won(game) if is_over else None
    result = ""
    if is_over:
        result = _("{name} has won.", name=names[winner]) if winner else _("It was a draw.")
    battle = url_for("watch.watch", id_=game.battle) if game.battle else ""
    page = url_for("challenge.show", id_=game.id)
    return GameRow(game.number, on["a"], on["b"], result, page, battle, is_over)
