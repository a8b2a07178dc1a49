"""The page of a series: its games, scores, and the current game."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.errors import required
from webapp.base.texts import _
from webapp.challenges import outcome, sentences, series, store, views
from webapp.challenges.pages.challenges import NONE
from webapp.html import spoilers
from webapp.matches import seats

blueprint = Blueprint("series", __name__)


@blueprint.get("/c/<id_>/series")
def show(id_: str) -> ResponseReturnValue:
    """All games of the series of this challenge, at the address of its first one."""
    asked = store.find(id_)
    if asked is not None and asked.series_id != asked.id:
        return redirect(url_for(".show", id_=asked.series_id), 302)
    found = store.series_games(id_)  # the first may be removed while the rest stays
    last = required(outcome.current(found[-1].id) if found else None, NotFound(_(NONE)))
    public = views.public(last)
    names = views.player_names(public)
    return render_template(
        "challenge/series.html",
        challenge=public,
        brief=views.brief(public),
        game=games.game(last.ruleset),
        heading=public["title"] or _("{a} against {b}", **names),
        players=names,
        status=sentences.over(public)
        if public["status"] == "over" and spoilers.are_hidden()
        else sentences.status(public, None),
        link=url_for(".show", id_=id_),
        game_link=public["address"] or url_for("challenge.show", id_=public["id"]),
        won=series.score(last, found).series,
        bouts=series.bouts(found, last.best_of),
        now_ms=now_ms(),
        player_on=seats.player_on,
        won_by=series.player_who_won,
    )
