"""Rematches: a battle with new dice, or with its sides swapped."""

import re
from collections.abc import Iterator
from typing import Any, Final

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import Conflict, UnprocessableEntity

import engine
from engine import SIDES
from webapp.base import assets, games, samples
from webapp.base.clock import now_ms
from webapp.base.game import Game
from webapp.base.texts import _
from webapp.battles import store as battles
from webapp.battles.pages import viewer
from webapp.guard.limits import heavy
from webapp.html.field_errors import in_words
from webapp.store.models import BRANCH_TITLE, Battle

ARMY_PATH: Final = re.compile(r"sides\[([01])\]\.army\.?(.*)")

blueprint = Blueprint("again", __name__)


@blueprint.post("/b/<id_>/again")
@heavy
def fight_again(id_: str) -> ResponseReturnValue:
    """Fight again with the same armies and ground and new dice; `swap` exchanges the sides."""
    battle = viewer.found(id_)
    if not battle.has_begun(now_ms()):
        raise Conflict(_("This battle is about to begin. Go back and watch it first."))
    file = battles.files_of([battle])[battle.digest]
    title = battle.title.removeprefix(BRANCH_TITLE.format(title=""))
    title = title if title != battles.titled(file) else ""
    if "swap" in request.form:
        file = file | {"sides": file["sides"][::-1]}
    try:
        read = engine.read(file).without_dice()
    except engine.InputError as error:
        trouble = _trouble(games.game(battle.ruleset), file, error)
        message = _("These armies cannot meet like this: {trouble}", trouble=trouble)
        raise UnprocessableEntity(message) from None
    listed = battle.listed or battle.sample
    airing = battles.Airing(title=title, listed=listed)
    return viewer.start(read, airing)


def after(battle: Battle) -> dict[str, Any]:
    """Return the links at a battle's end, such as to better armies and the next battle."""
    ruleset = games.game(battle.ruleset).ruleset
    of_game = samples.load(games.game(battle.ruleset))
    listed = [(of_game.page_id(sample), sample.title) for sample in of_game.battles.values()]
    here = next((k for k, (id_, _) in enumerate(listed) if id_ == battle.id), -1)
    id_, title = listed[(here + 1) % len(listed)] if listed else (battle.id, "")
    following = {"title": _(title), "url": url_for("watch.watch", id_=id_), "follows": here >= 0}
    armies = {side: url_for("armies_page.choose", battle=battle.id, side=side) for side in SIDES}
    verdict = url_for("battles.get_verdict", id_=battle.id, v=battle.version)
    return {
        "against": {side: url_for("quick.meet", id_=battle.id, side=side) for side in SIDES},
        "module": assets.asset("ending-contents.js"),
        "fight_on": url_for("fight_on.find", id_=battle.id),
        "order": url_for("order_page.choose", battle=battle.id) if ruleset.ordered else None,
        "armies": armies if ruleset.recruiting else None,
        "has_prices": bool(ruleset.recruiting and ruleset.recruiting.money),
        "verdict": verdict if ruleset.ordered or ruleset.chances else None,
        "next": following if listed else None,
    }


def extras(battle: Battle) -> Iterator[dict[str, Any]]:
    yield {
        "kind": "again",
        "url": url_for("again.fight_again", id_=battle.id),
        "csrf_token": generate_csrf(),
        "begun": battle.has_begun(now_ms()),
    }


def _trouble(game: Game, file: dict[str, Any], error: engine.InputError) -> str:
    """Return the first problem of a battle file as forms phrase it."""
    problem = error.problems[0]
    match = ARMY_PATH.fullmatch(problem.path)
    if match is None:
        return _(problem.message)
    army = file["sides"][int(match[1])]["army"]
    return in_words(game.builder, army, engine.Problem(match[2], problem.message))
