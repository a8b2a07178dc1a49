"""The page of all that this browser has made or joined."""

from collections.abc import Iterator

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.armies import store as armies
from webapp.base import games, samples
from webapp.base.game import ArmyCard, Game
from webapp.base.jobs import give_way
from webapp.chains import pages as chains
from webapp.challenges.pages import challenges
from webapp.guard import keys
from webapp.guard.headers import private
from webapp.html.moments import Moment
from webapp.html.paging import page_request
from webapp.store.models import Army
from webapp.tournaments import registration
from webapp.tournaments.tables import heading

blueprint = Blueprint("mine", __name__)


@blueprint.get("/mine")
@private
def mine() -> str:
    """This browser's challenges, matches, series, tournaments, gauntlets and armies.

    `?q=` searches armies.
    """
    text = request.args.get("q", "").strip()
    visitor = keys.known_visitor() or ""
    page = armies.owned(visitor, games.games(), page_request(), text)
    return render_template(
        "mine.html",
        challenges=challenges.listed(),
        tournaments=[*_tournaments(visitor)],
        gauntlets=[*chains.listed(visitor)],
        armies=[_listed(row) for row in page.rows],
        rulesets=games.games(),
        page=page,
        text=text,
    )


@blueprint.get("/armies")
def armies_before() -> ResponseReturnValue:
    """The former address of the list of armies."""
    query = f"?{request.query_string.decode()}" if request.query_string else ""
    return redirect(f"{url_for('.mine')}{query}#armies", 301)


def _tournaments(visitor: str) -> Iterator[tuple[str, str, Game, Moment]]:
    known = games.games()
    for row in registration.owned_or_joined(visitor, keys.kept_ids(), known).values():
        yield row.id, heading(row.name, ""), known[row.ruleset], row.moment()


def _listed(row: Army) -> tuple[Army, str, ArmyCard | None]:
    """Return an army with its edit token, and its card if it is still valid."""
    give_way()  # to other requests, between two of many armies
    return row, armies.edit_token(row), samples.card_of(games.game(row.ruleset), row.document)
