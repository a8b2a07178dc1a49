"""Actions on a visitor's own armies: rename, duplicate, delete, export, import."""

from datetime import UTC, datetime
from textwrap import shorten
from typing import Final

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Forbidden

import engine
from webapp.armies import store as armies
from webapp.armies.builder.names import to_edit
from webapp.armies.pages.armies import found_army
from webapp.armies.pages.builder import listed_names
from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.texts import N_, _, ngettext
from webapp.guard import keys
from webapp.guard.headers import private
from webapp.html import notices
from webapp.html.field_errors import in_words
from webapp.store.models import NAME_LENGTH, Army

blueprint = Blueprint("collection", __name__)

REFUSED_SHOWN: Final = 800  # characters about armies that were not read: a cookie holds them
NOT_YOURS: Final = N_("This browser did not save this army. Use its edit link to change it.")


@blueprint.post("/a/<id_>/mine")
def change(id_: str) -> ResponseReturnValue:
    """Rename, duplicate or delete an army of this browser, as `do` says."""
    army = found_army(id_)
    if army.owner != keys.known_visitor():
        raise Forbidden(_(NOT_YOURS))
    game = games.game(army.ruleset)
    document, name = armies.document(army), army.name or _("Unnamed army")
    match request.form.get("do"):
        case "rename":
            return _rename(
                army, document | {"name": request.form.get("name", "").strip()[:NAME_LENGTH]}
            )
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


def _rename(army: Army, document: dict[str, object]) -> ResponseReturnValue:
    game = games.game(army.ruleset)
    try:
        armies.change(game, army, document, revision=army.revision)
    except armies.ConflictError:
        return _back(_(armies.MOVED_ON))
    except engine.InputError as error:
        return _back(in_words(game.builder, document, error.problems[0]))
    return _back(_("The army was renamed."))


@blueprint.get("/mine/armies.json")
@private
def export() -> Response:
    """All armies of this browser as one file."""
    day = datetime.fromtimestamp(now_ms() / 1000, UTC).date().isoformat()
    head = {"Content-Disposition": f'attachment; filename="battlereel-armies-{day}.json"'}
    text = armies.export_file(keys.known_visitor() or "")
    return Response(text, mimetype="application/json", headers=head)


@blueprint.post("/mine/armies")
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
    """Redirect to the visitor's own page with a notice."""
    return notices.redirected(said, url_for("mine.mine"))
