"""The page of a battle, live or as a replay; its rematches and what-if data."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from flask import Blueprint, Flask, Response, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import Conflict, NotFound, UnprocessableEntity

import engine
from engine import SIDES, SideId
from webapp.base import assets, games, qr, samples
from webapp.base.clock import now_ms
from webapp.base.inputs import number_up_to
from webapp.base.texts import _
from webapp.battles import branches
from webapp.battles import store as battles
from webapp.battles.limits import EVENT_MOST
from webapp.battles.pages import cards, download, viewer
from webapp.guard.limits import heavy
from webapp.html import scenes, spoilers
from webapp.html.forms import in_words
from webapp.store.models import BRANCH_TITLE, Battle, Branch

blueprint = Blueprint("watch", __name__)

EXTRAS: Final = "battlereel.extras"

# Yields plain data with a `kind`, which static/js/site/watch/extras.js draws, and which reveals
# nothing that has not been on air yet. `following` replaces the next battle after the end.
Extras = Callable[[Battle], Iterator[dict[str, Any]]]


def attach(app: Flask, sources: tuple[Extras, ...]) -> None:
    """Register the sources of extra parts of a battle's page, in display order."""
    app.extensions[EXTRAS] = sources


@blueprint.get("/b/<id_>")
def watch(id_: str) -> str:
    """Show a battle, live or as a replay."""
    battle = viewer.found(id_)
    extras = [extra for source in current_app.extensions[EXTRAS] for extra in source(battle)]
    following = [("next", extra["following"]) for extra in extras if extra.get("following")]
    data = viewer.page_data(battle) | {
        "spoilers_hidden": spoilers.are_hidden(),
        "share": {
            "embed_url": url_for("embed.embed", id_=battle.id, _external=True),
            "qr_url": url_for(".qr_code", id_=battle.id, kind="svg"),
            "qr_png_url": url_for(".qr_code", id_=battle.id, kind="png"),
            "downloads": download.offered(battle),
        },
        "extras": extras,
        "after": after(battle) | dict(following),
        "tour": scenes.tour(games.game(battle.ruleset), "battle"),
    }
    return render_template(
        "watch.html",
        battle=battle,
        game=games.game(battle.ruleset),
        page_data=data,
        card_url=cards.address(battle),
        card_text=cards.question(battle),
    )


@blueprint.get("/b/<id_>/qr.<kind>")
def qr_code(id_: str, kind: str) -> Response:
    """Return the QR code of a battle's link as SVG or PNG; `?at=` adds an event."""
    battle = viewer.found(id_)
    if kind not in qr.MIME_TYPES:
        raise NotFound(_("The QR code is available as qr.svg and as qr.png."))
    path = url_for(".watch", id_=battle.id)
    at = number_up_to(EVENT_MOST, request.args.get("at", ""))
    if at is not None:
        path += f"#at={at}"
    return Response(qr.image(path, kind), mimetype=qr.MIME_TYPES[kind])


ARMY_PATH: Final = re.compile(r"sides\[([01])\]\.army\.?(.*)")

again_blueprint = Blueprint("again", __name__)


@again_blueprint.post("/b/<id_>/again")
@heavy
def fight_again(id_: str) -> ResponseReturnValue:
    """Fight again with the same armies and ground and new dice; `swap` exchanges the sides."""
    battle = viewer.found(id_)
    if not battle.has_begun(now_ms()):
        raise Conflict(_("This battle is about to begin. Go back and watch it first."))
    file = battles.files_of([battle])[battle.digest]
    title = battle.title.removeprefix(BRANCH_TITLE.format(title=""))
    title = title if title != battles.title(file) else ""
    if "swap" in request.form:
        file = file | {"sides": file["sides"][::-1]}
    try:
        read = engine.read(file).without_dice()
    except engine.InputError as error:
        problem = error.problems[0]
        trouble = _(problem.message)
        if match := ARMY_PATH.fullmatch(problem.path):
            army = file["sides"][int(match[1])]["army"]
            inner = engine.Problem(match[2], problem.message)
            trouble = in_words(games.game(battle.ruleset).builder, army, inner)
        message = _("These armies cannot meet like this: {trouble}", trouble=trouble)
        raise UnprocessableEntity(message) from None
    return viewer.start(read, battles.Airing(title=title, listed=battle.listed or battle.sample))


def after(battle: Battle) -> dict[str, Any]:
    """Return the links at a battle's end, such as to better armies and the next battle."""
    ruleset = games.game(battle.ruleset).ruleset
    of_game = samples.load(games.game(battle.ruleset))
    listed = [(of_game.page_id(sample), sample.title) for sample in of_game.battles.values()]
    here = next((k for k, (id_, _) in enumerate(listed) if id_ == battle.id), -1)
    id_, title = listed[(here + 1) % len(listed)] if listed else (battle.id, "")
    following = {"title": _(title), "url": url_for("watch.watch", id_=id_), "follows": here >= 0}
    verdict = url_for("battles.get_verdict", id_=battle.id, v=battle.version)
    return {
        "against": _by_side("quick.meet", id_=battle.id),
        "module": assets.asset("ending-contents.js"),
        "fight_on": url_for("fight_on.find", id_=battle.id),
        "order": url_for("order_page.choose", battle=battle.id) if ruleset.ordered else None,
        "armies": _by_side("armies_page.choose", battle=battle.id) if ruleset.recruiting else None,
        "has_prices": bool(ruleset.recruiting and ruleset.recruiting.money),
        "verdict": verdict if ruleset.ordered or ruleset.chances else None,
        "next": following if listed else None,
    }


def _by_side(endpoint: str, **values: Any) -> dict[SideId, str]:
    return {side: url_for(endpoint, **values, side=side) for side in SIDES}


def again_extras(battle: Battle) -> Iterator[dict[str, Any]]:
    yield {
        "kind": "again",
        "url": url_for("again.fight_again", id_=battle.id),
        "csrf_token": generate_csrf(),
        "begun": battle.has_begun(now_ms()),
    }


def branch_extras(battle: Battle) -> Iterator[dict[str, Any]]:
    """Yield the data of the what-if dialog, without any battle's result."""
    own, of_it = branches.family(battle)
    yield {
        "kind": "whatif",
        "module": assets.asset("whatif-dialog.js"),
        "ordered": games.game(battle.ruleset).ruleset.ordered is not None,
        "url": url_for("branches.make_branch", id_=battle.id),
        "csrf_token": generate_csrf(),
        "beside_url": url_for("pairs.choose", id_=battle.id),
        "rolls_url": url_for("branches.list_rolls", id_=battle.id),
        "order_url": url_for("branches.find_winning_order", id_=battle.id),
        "moment_url": url_for("branches.show_moment", id_=battle.id),
        "army_urls": _by_side("changed_army.build", id_=battle.id),
        "parent": own and _parent(own, battle),
        "branches": [
            {
                "at": one.branch.at,
                "text": one.text,
                "url": url_for("watch.watch", id_=one.branch.battle_id),
                "beside_url": url_for("pairs.show", id_=battle.id, other=one.branch.battle_id),
                "odds": one.odds,
            }
            for one in branches.views(of_it)
        ],
    }


def _parent(own: Branch, branch: Battle) -> dict[str, Any]:
    parent = own.parent
    (view,) = branches.views([own])
    return {
        "id": parent.id,
        "version": parent.version,
        "title": viewer.title_of(parent),
        "at": own.at,
        "text": view.text,
        "odds": view.odds,
        "url": url_for("watch.watch", id_=parent.id),
        "beside_url": url_for("pairs.show", id_=parent.id, other=branch.id),
        "recording_url": url_for("battles.get_recording", id_=parent.id, v=parent.version),
    }
