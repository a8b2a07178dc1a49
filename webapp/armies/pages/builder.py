"""The builder's pages, with and without JavaScript."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import engine
from webapp.armies import store as armies
from webapp.armies.builder.draft import Draft
from webapp.armies.builder.editing import Target, editor
from webapp.armies.builder.names import ready_made, to_edit
from webapp.base import games, samples
from webapp.base.game import Game
from webapp.base.texts import _
from webapp.guard import keys
from webapp.guard.limits import QUERY_BYTES_MOST

blueprint = Blueprint("build", __name__)


@blueprint.get("/build")
def choose() -> str:
    """Choose a game, or a sample army to start from."""
    rulesets = [
        (game.ruleset, samples.load(game), len(game.builder.shelf) - 1)
        for game in games.games().values()
    ]
    return render_template("builder/choose.html", rulesets=rulesets)


@blueprint.get("/build/<ruleset>")
def build(ruleset: str) -> str:
    """Show the builder, empty or with the army of `?from=` or the text of `?army=`."""
    game = games.game(ruleset)
    reference, text = request.args.get("from", ""), request.args.get("army", "")
    army = armies.resolve(game, reference) if reference else None
    draft = Draft(game, game.builder.empty(), taken=listed_names(game))
    if army is not None:
        draft.army = game.builder.normal(to_edit(game, army, draft.taken))
    elif text and not reference:
        draft.text = text
        draft.act("import")
        draft.army = to_edit(game, draft.army, draft.taken)
    parent = armies.find(reference)
    if parent is not None and army is not None:
        draft.note = parent.note
    is_missing = bool(draft.text_problems) or (bool(reference) and army is None)
    return page(
        draft, new_army(ruleset, parent.id if parent and army else None), missing=is_missing
    )


@blueprint.post("/build/<ruleset>")
def build_on(ruleset: str) -> ResponseReturnValue:
    """Handle a step of the plain form: change the army or save it."""
    game = games.game(ruleset)
    draft = Draft(game, game.builder.empty(), taken=listed_names(game))
    parent = request.form.get("parent") or None

    def save() -> ResponseReturnValue:
        army = armies.save(game, draft.army, owner=keys.visitor(), note=draft.note, parent=parent)
        return redirect(armies.edit_links(army)["edit"], 303)

    return step(draft, lambda: page(draft, new_army(ruleset, parent)), save)


def step(
    draft: Draft, page: Callable[[], str], finish: Callable[[], ResponseReturnValue]
) -> ResponseReturnValue:
    """Do what a button of the plain form says and return its page, or finish with the army."""
    draft.fill(request.form)
    if draft.act(request.form.get("do", "show")):
        return page(), 422 if draft.text_problems else 200
    try:
        return finish()
    except engine.InputError as error:
        draft.problems = list(error.problems)
        return page(), 422


def listed_names(game: Game) -> frozenset[str]:
    """Return the army names in the visitor's lists: ready-made and their own."""
    own = (army.name for army in armies.owned(keys.visitor(), [game.id]).rows)
    return frozenset([*ready_made(game), *own])


def address_with(game: Game, army: dict[str, Any]) -> str:
    """Return the builder's address with this army, or '' if it would be too long."""
    text = game.builder.write(game.builder.normal(army)).strip()
    address = url_for("build.build", ruleset=game.id, army=text)
    return address if len(address.partition("?")[2]) <= QUERY_BYTES_MOST else ""


def new_army(ruleset: str, parent: str | None) -> Target:
    return Target(
        kind="save",
        label=_("Save the army"),
        url=url_for("armies.save_army"),
        form_url=url_for("build.build_on", ruleset=ruleset),
        parent=parent,
    )


def page(draft: Draft, target: Target, title: str = "", *, missing: bool = False) -> str:
    """Return the builder's page; `missing` says that the requested army does not exist."""
    return render_template(
        "builder/page.html",
        title=title,
        missing=missing,
        ruleset=draft.game.ruleset,
        **editor(draft, target),
    )
