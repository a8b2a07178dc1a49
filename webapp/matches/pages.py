"""The page of a match, and its form for orders without JavaScript."""

from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import Conflict, Forbidden, NotFound

from engine import SIDES, InputError, SideId, other_side, seen_by, shown, unknown
from webapp.base import display_names, games
from webapp.base.display_names import DisplayNames
from webapp.base.errors import required
from webapp.base.game import ROUNDS_MOST, Game
from webapp.base.inputs import number_up_to
from webapp.base.texts import N_, _
from webapp.battles.pages import viewer
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.html import scenes
from webapp.matches import seats, store, views
from webapp.store import database
from webapp.store.models import Challenge, Match
from webapp.words import log

blueprint = private(Blueprint("match", __name__))

NONE: Final = N_("No match has this link. A letter may be wrong or missing, or it was deleted.")
NO_SEAT: Final = N_(
    "You have no seat in this match. If you had one, open your seat's link to get it back."
)
LATEST_LINES: Final = 40
BUTTONS: Final = ("save", "lock", "unlock", "resign")
IDLE: Final = N_(
    "Nothing has been locked: none of your units would do anything this round. If you want that, "
    "tick “I am sure of these orders”."
)
NO_ORDERS: Final = ("csrf_token", "round", "do", "sure")  # fields other than orders


@blueprint.get("/m/<id_>")
def show(id_: str) -> ResponseReturnValue:
    """Show a match; spectators of a finished one see its replay, which hides the result."""
    match = found(id_)
    side = seats.side_here(match.challenge)
    if side or not match.ended:
        return _page(match, side)
    if match.battle_id:
        return redirect(url_for("watch.watch", id_=match.battle_id))
    store.settle_soon(match)
    return render_template("match/over.html", match=match)


def page_data(match: Match) -> dict[str, Any]:
    """Return the data of a match's page, without its events."""
    game = games.game(match.challenge.ruleset)
    players = {side: DisplayNames(who["name"], "") for side, who in views.sides(match).items()}
    distinct = viewer.distinct_sides(players)
    differing: dict[str, str] = {
        side: distinct[side].name for side in SIDES if distinct[side] != players[side]
    }
    shown = {
        "id": match.id,
        "version": "",
        "title": views.title(match),
        "share_url": url_for("match.show", id_=match.id, _external=True),
        "status": "on_air",
        "starts_at_ms": 0,
        "sides": {side: one._asdict() for side, one in distinct.items()},
        "called": display_names.for_page(game, differing),
    }
    return viewer.data_of(game, shown, "")


def challenge_extra(challenge: Challenge) -> dict[str, Any]:
    drawn = {
        "kind": "challenge",
        "id": challenge.id,
        "url": url_for("challenge.show", id_=challenge.id),
        "series": url_for("series.show", id_=challenge.series_id),
        "best_of": challenge.best_of,
        "number": challenge.number,
        "names": seats.names(challenge),
    }
    if seats.side_here(challenge):
        drawn["csrf_token"] = generate_csrf()
    return drawn


@blueprint.post("/m/<id_>")
@heavy
def act(id_: str) -> ResponseReturnValue:
    """Handle a button of the plain form; 409, or 422 for orders that units may not carry out."""
    match = found(id_)
    side: SideId = required(seats.side_here(match.challenge), Forbidden(NO_SEAT))
    command = request.form.get("do", "")
    try:
        if command == "save":
            store.order(match, side, _round(), _orders())
        elif command == "lock":
            _lock(match, side, _round())
        elif command == "unlock":
            store.unlock(match, side, _round())
        elif command != "resign":
            raise InputError.single("do", unknown("button", command, BUTTONS))
        elif not request.form.get("sure"):
            raise Conflict(_("You have not resigned: to resign, tick “I am sure”."))
        else:
            store.resign(match, side)
    except InputError as error:
        notice = " · ".join(_(problem.message) for problem in error.problems)
        return _page(database.fresh(match), side, notice), 422
    except Conflict as refused:
        notice = str(refused.description)
        asks = isinstance(refused, RiskError)
        return _page(database.fresh(match), side, notice, asks_if_sure=asks), 409
    return redirect(url_for(".show", id_=match.id), 303)


def _lock(match: Match, side: SideId, number: int) -> None:
    """Lock the form's orders. Raise RiskError for idle or risky ones, until the player confirms."""
    rules, orders, is_sure = store.rules_of(match), _orders(), bool(request.form.get("sure"))
    if rules.idle and set(orders.values()) <= {rules.idle} and not is_sure:
        raise RiskError(_(IDLE))
    position = store.position(store.settle(match.id))
    now = views.status(position, side)
    if now["round"] != number or now["you"]["orders"] != orders:
        store.order(match, side, number, orders)
    if rules.risk and not is_sure and (risk := rules.risk(position.running, side, orders)):
        raise RiskError(_(risk))
    store.lock(match, side, number)


class RiskError(Conflict):
    """Orders that are only locked once the player is sure of them."""


def _round() -> int:
    text = request.form.get("round", "")
    number = number_up_to(ROUNDS_MOST, text)
    if number is None:
        message = _("no round '{round}'; reload the page", round=shown(text))
        raise InputError.single("round", message)
    return number


def _orders() -> dict[str, str]:
    """Return the form's orders; any other field counts as an order to an unknown unit."""
    return {key: word for key, word in request.form.items() if key not in NO_ORDERS and word}


def _page(
    match: Match, side: SideId | None, notice: str = "", *, asks_if_sure: bool = False
) -> str:
    game = games.game(match.challenge.ruleset)
    position = store.position(match)
    status = views.status(position, side)
    assert game.match is not None, "its position says how it is played"
    data, you = page_data(match), status["you"]
    bot = status["sides"][other_side(you["side"])]["bot"] if you else None
    next_bot = _next_bot(game, bot)
    calls = {"self": "get_match", "orders": "give_orders", "lock": "lock_orders"}
    calls |= {"unlock": "unlock_orders", "resign": "resign", "notebook": "get_notebook"}
    return render_template(
        "match/page.html",
        match=status,
        title=data["battle"]["title"],
        game=game,
        catalog=game.ruleset.catalog(),
        orders_template=f"games/{game.id}/{game.match.page.orders}",
        challenge_url=url_for("challenge.show", id_=match.challenge_id),
        side=side,
        notice=notice,
        asks_if_sure=asks_if_sure,
        next_bot=next_bot,
        seconds_left=max(0, -(-(status["deadline_ms"] - status["clock_ms"]) // 1000)),
        lines=[*log.lines(game, seen_by(position.running.events, side))][-LATEST_LINES:],
        page_data=data
        | {
            "match": status,
            "next_bot": next_bot,
            # Against the weakest bot, which newcomers meet, the page explains each result.
            "explains": game.match.page.explains and bot == next(iter(game.opponents), ""),
            "scene": scenes.match_files(game),
            "tour": scenes.tour(game, "match"),
            "spoilers_hidden": False,
            "challenge": challenge_extra(match.challenge),
            "links": {key: url_for(f"matches.{call}", id_=match.id) for key, call in calls.items()},
            "csrf_token": generate_csrf() if side else None,
        },
    )


def _next_bot(game: Game, beaten: str | None) -> dict[str, str] | None:
    """Return the next stronger bot and how to play it, or None; a game lists the weakest first."""
    ids = [*game.opponents]
    if beaten not in ids[:-1]:
        return None
    bot = game.opponents[ids[ids.index(beaten) + 1]]
    return {"id": bot.id, "name": _(bot.name), "url": url_for("sparring.play", ruleset=game.id)}


def found(id_: str) -> Match:
    """Return the match with this id. Raise NotFound."""
    return required(store.find(id_), NotFound(NONE))
