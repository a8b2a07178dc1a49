"""Pages of the builder, with and without JavaScript, and of saved armies."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from textwrap import shorten
from typing import Any, Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Forbidden, NotFound

import engine
from webapp.armies import store as armies
from webapp.armies.builder.checking import details, inspect
from webapp.armies.builder.draft import Draft, Target, editor
from webapp.armies.builder.names import ready_made, to_edit
from webapp.armies.pages import cards
from webapp.base import games, samples
from webapp.base.clock import now_ms
from webapp.base.form import rows_of
from webapp.base.game import Game
from webapp.base.inputs import number_up_to
from webapp.base.texts import N_, _, ngettext
from webapp.guard import keys
from webapp.guard.headers import private
from webapp.guard.limits import QUERY_BYTES_MOST
from webapp.html import notices
from webapp.html.forms import in_words
from webapp.store.models import NAME_LENGTH, Army

blueprint = Blueprint("build", __name__)
armies_blueprint = Blueprint("army_pages", __name__)

REVISION_MOST: Final = 999_999_999
REFUSED_SHOWN: Final = 800  # characters about armies that were not read: a cookie holds them
NOT_YOURS: Final = N_("This browser did not save this army. Use its edit link to change it.")


@blueprint.get("/build")
def choose() -> str:
    """Choose a game, or a sample army to start from."""
    known = games.games().values()
    rulesets = [(one.ruleset, samples.load(one), len(one.builder.shelf) - 1) for one in known]
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
    parent = armies.find(reference) if army is not None else None
    if parent is not None:
        draft.note = parent.note
    is_missing = bool(draft.text_problems) or (bool(reference) and army is None)
    return page(draft, new_army(ruleset, parent.id if parent else None), missing=is_missing)


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
    shown = editor(draft, target) | {"title": title, "missing": missing}
    return render_template("builder/page.html", ruleset=draft.game.ruleset, **shown)


@armies_blueprint.get("/a/<id_>")
def army(id_: str) -> str:
    """Show an army with all numbers, its text and actions."""
    return army_page(armies.found(id_))


def army_page(found: Army) -> str:
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


@armies_blueprint.get("/a/<id_>/edit/<token>")
def edit(id_: str, token: str) -> str:
    """Show the builder with a saved army, for the holder of its edit link."""
    found, draft = _by_edit_link(id_, token)
    draft.army, draft.note = draft.builder.normal(armies.document(found)), found.note
    return _page(draft, found, token, found.revision)


@armies_blueprint.post("/a/<id_>/edit/<token>")
def change(id_: str, token: str) -> ResponseReturnValue:
    """Handle a step of a saved army's plain form."""
    found, draft = _by_edit_link(id_, token)
    revision = number_up_to(REVISION_MOST, request.form.get("revision", "")) or 0
    shown = partial(_page, draft, found, token, revision)

    def save() -> ResponseReturnValue:
        try:
            armies.change(draft.game, found, draft.army, revision=revision, note=draft.note)
        except armies.ConflictError:
            draft.problems = [engine.Problem("", armies.MOVED_ON)]
            return shown(), 409
        return redirect(url_for("army_pages.army", id_=found.id), 303)

    return step(draft, shown, save)


@armies_blueprint.post("/a/<id_>/edit/<token>/renew")
def renew(id_: str, token: str) -> ResponseReturnValue:
    """Replace the edit link and redirect to the new one. The old link stops working."""
    found, _draft = _by_edit_link(id_, token)
    new = armies.edit_token(armies.renew(found))
    said = _("This is the new edit link. The old one no longer works.")
    return notices.redirected(said, url_for("army_pages.edit", id_=id_, token=new))


def _page(draft: Draft, found: Army, token: str, revision: int) -> str:
    target = Target(
        kind="save",
        label=_("Save the changes"),
        url=url_for("armies.change_army", id_=found.id, edit=token),
        form_url=url_for("army_pages.change", id_=found.id, token=token),
        method="PUT",
        revision=revision,
        parent=found.parent_id,
        links={**armies.links(found), **armies.edit_links(found)},
    )
    title = _("Edit {army}", army=found.name) if found.name else _("Edit the army")
    return page(draft, target, title)


def _by_edit_link(id_: str, token: str) -> tuple[Army, Draft]:
    """Return the army with this edit link, and an empty draft of its game. Raise NotFound."""
    found = armies.find(id_)
    if found is None or not armies.may_edit(found, token):
        message = _(
            "This edit link does not work. It may have been copied without its last letters; "
            "the army's own page has a button to fork it."
        )
        raise NotFound(keys.why_not(armies.PURPOSE, token, id_, message))
    game = games.game(found.ruleset)
    return found, Draft(game, {}, taken=listed_names(game))


@armies_blueprint.post("/a/<id_>/mine")
def change_own(id_: str) -> ResponseReturnValue:
    """Rename, duplicate or delete an army of this browser, as `do` says."""
    army = armies.found(id_)
    if army.owner != keys.known_visitor():
        raise Forbidden(_(NOT_YOURS))
    game = games.game(army.ruleset)
    document, name = armies.document(army), army.name or _("Unnamed army")
    match request.form.get("do"):
        case "rename":
            document["name"] = request.form.get("name", "").strip()[:NAME_LENGTH]
            said = _renamed(game, army, document)
        case "duplicate":
            copy = to_edit(game, document, listed_names(game) | {army.name})
            armies.save(game, copy, owner=army.owner, note=army.note, parent=army.id)
            said = _("{army} was duplicated.", army=name)
        case "delete":
            armies.delete(army)
            said = _("{army} was deleted.", army=name)
        case _:
            return redirect(url_for("mine.mine"), 303)
    return _back(said)


def _renamed(game: Game, army: Army, document: Any) -> str:
    """Rename an army and return what to say about it."""
    try:
        armies.change(game, army, document, revision=army.revision)
    except armies.ConflictError:
        return _(armies.MOVED_ON)
    except engine.InputError as error:
        return in_words(game.builder, document, error.problems[0])
    return _("The army was renamed.")


@armies_blueprint.get("/mine/armies.json")
@private
def export() -> Response:
    """All armies of this browser as one file."""
    day = datetime.fromtimestamp(now_ms() / 1000, UTC).date().isoformat()
    head = {"Content-Disposition": f'attachment; filename="battlereel-armies-{day}.json"'}
    text = armies.export_file(keys.known_visitor() or "")
    return Response(text, mimetype="application/json", headers=head)


@armies_blueprint.post("/mine/armies")
def import_() -> ResponseReturnValue:
    """Save the armies of an exported file; a notice lists those that cannot be saved."""
    sent = request.files.get("file")
    try:
        text = sent.stream.read().decode("utf-8-sig") if sent else ""
        added, known, refused = armies.import_file(keys.visitor(), text)
    except (engine.InputError, UnicodeDecodeError):
        return _back(_(armies.NOT_OURS))
    said = [ngettext("{count} army was added.", "{count} armies were added.", added)]
    if known:
        said += [ngettext("{count} was there already.", "{count} were there already.", known)]
    if refused:
        said += [ngettext("{count} was not read:", "{count} were not read:", len(refused))]
        said += [shorten(" · ".join(refused), REFUSED_SHOWN, placeholder=" …")]
    return _back(" ".join(said))


def _back(said: str) -> ResponseReturnValue:
    return notices.redirected(said, url_for("mine.mine"))
