"""Pages of saved armies: one for everyone, one for editing."""

from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

import engine
from webapp.armies import store as armies
from webapp.armies.builder.checking import details, inspect
from webapp.armies.builder.draft import Draft
from webapp.armies.builder.editing import Target
from webapp.armies.pages import cards
from webapp.armies.pages.builder import listed_names, step
from webapp.armies.pages.builder import page as builder_page
from webapp.base import games
from webapp.base.errors import required
from webapp.base.form import rows_of
from webapp.base.inputs import number_up_to
from webapp.base.texts import _
from webapp.guard import keys
from webapp.html import notices
from webapp.store.models import Army

blueprint = Blueprint("army_pages", __name__)

REVISION_MOST: Final = 999_999_999


@blueprint.get("/a/<id_>")
def army(id_: str) -> str:
    """Show an army with all numbers, its text and actions."""
    found = found_army(id_)
    game = games.game(found.ruleset)
    builder = game.builder
    document = armies.document(found)
    return render_template(
        "builder/army.html",
        army=found,
        card=cards.of_army(found),
        ruleset=game.ruleset,
        checked=inspect(game, document),
        garrison_rule=builder.garrison_rule,
        details=[list(details(builder, row)) for row in rows_of(builder.form, document)],
        parent=armies.find(found.parent_id) if found.parent_id else None,
        forks=armies.forks(found),
        token=armies.edit_token(found) if found.owner == keys.visitor() else None,
    )


@blueprint.get("/a/<id_>/edit/<token>")
def edit(id_: str, token: str) -> str:
    """Show the builder with a saved army, for the holder of its edit link."""
    found = _by_edit_link(id_, token)
    game = games.game(found.ruleset)
    army = game.builder.normal(armies.document(found))
    draft = Draft(game, army, note=found.note, taken=listed_names(game))
    return builder_page(draft, _target(found, token, found.revision), _title(found))


@blueprint.post("/a/<id_>/edit/<token>")
def change(id_: str, token: str) -> ResponseReturnValue:
    """Handle a step of a saved army's plain form."""
    found = _by_edit_link(id_, token)
    game = games.game(found.ruleset)
    draft = Draft(game, {}, taken=listed_names(game))
    revision = number_up_to(REVISION_MOST, request.form.get("revision", "")) or 0

    def page() -> str:
        return builder_page(draft, _target(found, token, revision), _title(found))

    def save() -> ResponseReturnValue:
        try:
            armies.change(game, found, draft.army, revision=revision, note=draft.note)
        except armies.ConflictError:
            draft.problems = [engine.Problem("", armies.MOVED_ON)]
            return page(), 409
        return redirect(url_for("army_pages.army", id_=found.id), 303)

    return step(draft, page, save)


@blueprint.post("/a/<id_>/edit/<token>/renew")
def renew(id_: str, token: str) -> ResponseReturnValue:
    """Replace the edit link and redirect to the new one. The old link stops working."""
    renewed = armies.renew(_by_edit_link(id_, token))
    new = armies.edit_token(renewed)
    return notices.redirected(
        _("This is the new edit link. The old one no longer works."),
        url_for("army_pages.edit", id_=renewed.id, token=new),
    )


def _title(found: Army) -> str:
    return _("Change {army}", army=found.name) if found.name else _("Change the army")


def _target(found: Army, token: str, revision: int) -> Target:
    return Target(
        kind="save",
        label=_("Save the changes"),
        url=url_for("armies.change_army", id_=found.id, edit=token),
        form_url=url_for("army_pages.change", id_=found.id, token=token),
        method="PUT",
        revision=revision,
        parent=found.parent_id,
        links={**armies.links(found), **armies.edit_links(found)},
    )


def found_army(id_: str) -> Army:
    missing = _("No army has this link. It may have been copied without its last letters.")
    return required(armies.find(id_), NotFound(missing))


def _by_edit_link(id_: str, token: str) -> Army:
    found = armies.find(id_)
    if found is None or not armies.may_edit(found, token):
        message = _(
            "This edit link does not work. It may have been copied without its last letters; "
            "the army's own page has a button to fork it."
        )
        raise NotFound(keys.why_not(armies.PURPOSE, token, id_, message))
    return found
