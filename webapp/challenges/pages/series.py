"""The page of a series: its games, scores, and the current game."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from engine import SIDES, search
from webapp.base import games, texts
from webapp.base.clock import now_ms
from webapp.base.texts import _
from webapp.battles import store as battles
from webapp.challenges import outcome, sentences, series, store, views
from webapp.guard import keys
from webapp.guard.admission import equivalent, work_out_long
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.html import spoilers
from webapp.matches import seats
from webapp.searches import verdicts
from webapp.store.models import Challenge
from webapp.words.verdicts import parts_of, signed_wins

blueprint = Blueprint("series", __name__)


@blueprint.get("/c/<id_>/series")
def show(id_: str) -> ResponseReturnValue:
    """All games of the series of this challenge, at the address of its first one."""
    asked = store.find(id_)
    if asked is not None and asked.series_id != asked.id:
        return redirect(url_for(".show", id_=asked.series_id), 302)
    found = store.series_games(id_)  # the first may be removed while the rest stays
    return page(outcome.found(found[-1].id if found else ""), found)


def page(last: Challenge, found: Sequence[store.SeriesGame]) -> str:
    """Return the page of these games, of which `last` is the challenge of the last one."""
    public = views.public(last, found)
    names = views.player_names(public)
    return render_template(
        "challenge/series.html",
        challenge=public,
        game=games.game(last.ruleset),
        heading=public["title"] or _("{a} against {b}", **names),
        players=names,
        status=sentences.over(public)
        if public["status"] == "over" and spoilers.are_hidden()
        else sentences.status(public, None),
        link=url_for("series.show", id_=last.series_id),
        game_link=public["address"] or url_for("challenge.show", id_=public["id"]),
        won=series.score(last, found).series,
        bouts=series.bouts(found, last.best_of),
        now_ms=now_ms(),
        player_on=seats.player_on,
        won_by=series.player_who_won,
    )


@blueprint.get("/c/<id_>/dice")
@heavy
@equivalent("battlereel verdict FILE…")
def luck(id_: str) -> str:
    """Luck of both players over all finished games of a series."""
    challenge = outcome.found(id_)
    of_both, names = store.of_series(challenge), seats.names(challenge)
    results = work_out_long(_of_all, [_fought(of_both[player]) for player in SIDES])
    return _luck_page([(names[p], one) for p, one in zip(SIDES, results, strict=True)], challenge)


@blueprint.get("/dice")
@heavy
@equivalent("battlereel verdict FILE…")
@private
def own_luck() -> str:
    """Luck of this browser's player over all finished challenges."""
    visitor = keys.known_visitor()
    rows = store.of_visitor(visitor) if visitor else []
    (results,) = work_out_long(_of_all, [_fought(rows)])
    return _luck_page([(_("You"), results)])


def _fought(rows: Sequence[store.BattleOnSide]) -> list[verdicts.Fought]:
    headers = battles.headers_of([battle for battle, _side in rows])
    return [
        verdicts.Fought(headers[battle.digest], side, battle.recording.winner)
        for battle, side in rows
    ]


def _of_all(players: Sequence[Sequence[verdicts.Fought]]) -> list[verdicts.OwedReport]:
    return [*map(verdicts.report, players)]


def _luck_page(
    results: Sequence[tuple[str, verdicts.OwedReport]], challenge: Challenge | None = None
) -> str:
    return render_template(
        "dice_owed.html",
        rows=[_row(name, one.owed) for name, one in results],
        heading=views.heading(views.public(challenge)) if challenge else "",
        challenge=challenge and challenge.id,
        parts=[parts_of(name, one.verdict) for name, one in results if one.verdict],
        waiting=results[0][1].waiting,
        left_out=results[0][1].left_out,
        count=results[0][1].owed.battles,
    )


def _row(name: str, results: search.WinBalance) -> dict[str, Any]:
    # Rounded before subtracting, so that the displayed numbers add up.
    due = round(results.owed, 1)
    dice = results.won - due
    least, most = map(signed_wins, [end + results.owed - due for end in results.interval])
    return {
        "name": name,
        "count": results.battles,
        "beyond": round(dice, 1),
        "won": texts.number(results.won, 1),
        "owed": texts.number(due, 1),
        "dice": signed_wins(dice),
        "least": least,
        "most": most,
    }
