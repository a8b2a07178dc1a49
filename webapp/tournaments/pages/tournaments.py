"""Pages of tournaments of given armies, played on the server."""

import json

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict, NotFound

import engine
from webapp.armies import choices
from webapp.base import games
from webapp.base.event_loop import give_way
from webapp.base.game import Game
from webapp.base.texts import _
from webapp.guard import keys
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.html import notices
from webapp.store.models import Gathering, Tournament
from webapp.tournaments import registration, store
from webapp.tournaments.ladders import is_one as is_ladder
from webapp.tournaments.limits import ENTRANTS_MOST
from webapp.tournaments.pages import registration as registration_pages
from webapp.tournaments.pages import tournament
from webapp.tournaments.pages.forms import EditForm, NewForm
from webapp.tournaments.tables import heading

blueprint = Blueprint("tournament", __name__)


@blueprint.get("/tournaments")
@heavy
@private
def new() -> str:
    """The form of a new tournament of `?ruleset`, and the visitor's tournaments."""
    id_ = request.args.get("ruleset", "")
    return _form(NewForm(games.games().get(id_) or next(iter(games.games().values()))))


@blueprint.post("/tournaments")
@heavy
@private
def create() -> ResponseReturnValue:
    """Create a tournament and start to play it; 422 with the form and its errors."""
    form = NewForm(games.game(request.form.get("ruleset", "")), request.form)
    if request.form.get("do") == choices.DRAW:
        form.draw_army()
        return _form(form)
    document = form.read()
    if document is None:
        return _form(form), 422
    try:
        row = store.create(document, keys.visitor())
    except engine.InputError as error:
        for problem in error.problems:
            form.note_file(document, problem)
        return _form(form), 422
    store.go_on(row)
    return redirect(url_for(".show", id_=row.id), 303)


@blueprint.get("/t/<id_>")
@private
def show(id_: str) -> str:
    """The page of a tournament; missing games are played in the background.

    A tournament with registration has another page until it begins.
    """
    row = _found(id_)
    if isinstance(row, Gathering):
        return registration_pages.page(row)
    store.go_on(row)
    return tournament.page(row)


@blueprint.get("/t/<id_>/progress")
def progress(id_: str) -> dict[str, int | bool | str]:
    """The number of finished matches, for the page's script; before it begins, a change counter."""
    row = _found(id_)
    if isinstance(row, Gathering):
        state = registration.state_of(row, registration.count(row))
        return {"changes": row.changes, "state": state}
    return dict(tournament.state_of(tournament.played(row)))


@blueprint.get("/t/<id_>/tournament.json")
def file(id_: str) -> Response:
    """The tournament's file, for `battlereel tournament`."""
    row, before = _found(id_), registration.find(id_)
    # The seed decides later games: it is secret until they are played.
    if isinstance(row, Gathering) or not registration.is_seed_public(row, before):
        raise NotFound(_("The file is available when the tournament is over."))
    text = json.dumps(store.document(row), ensure_ascii=False, indent=1)
    head = {"Content-Disposition": 'attachment; filename="tournament.json"'}
    return Response(text, mimetype="application/json", headers=head)


@blueprint.get("/t/<id_>/edit/<token>")
def edit(id_: str, token: str) -> str:
    """The form of the edit link's holder."""
    row = _by_edit_link(id_, token)
    return tournament.edit_page(row, token, EditForm())


@blueprint.post("/t/<id_>/edit/<token>")
def change(id_: str, token: str) -> ResponseReturnValue:
    """Change name or edit link, hide it, or remove one that has not begun.

    With registration, it can also begin (`begin`) and remove an entrant (`out-` and a number). A
    ladder can play `rounds` more, add armies (`add`), take them out or back (`back-`), or `close`.
    """
    row = _by_edit_link(id_, token)
    do = request.form.get("do", "")
    if isinstance(row, Gathering) and (answer := registration_pages.act(row, do)) is not None:
        return answer
    if is_ladder(row) and (answer := tournament.act(row, token, do)) is not None:
        return answer
    match do:
        case "renew":
            store.renew(row)
            renewed = store.edit_token(_found(id_))
            return notices.redirected(
                _("This is the new edit link. The old one no longer works."),
                url_for(".edit", id_=id_, token=renewed),
            )
        case "hide" | "unhide" if isinstance(row, Tournament):
            store.hide(row, hidden=do == "hide")
            return redirect(url_for(".edit", id_=id_, token=token), 303)
        case "remove":
            text = _("{name} was deleted, with all its armies.", name=_listed(row)[1])
            try:
                store.remove(row)
            except Conflict as refused:
                return tournament.edit_page(
                    _found(id_), token, EditForm(), _(str(refused.description))
                ), 409
            return notices.redirected(text, url_for(".new", ruleset=row.ruleset))
    form = EditForm(request.form)
    if not form.validate():
        return tournament.edit_page(row, token, form), 422
    store.rename(row, form.name.data)
    return redirect(url_for(".show", id_=id_), 303)


def _form(form: NewForm) -> str:
    visitor, offered = keys.visitor(), games.games()
    # Those with open registration come first.
    own: list[Tournament | Gathering] = [*registration.owned(visitor, offered)]
    own += store.owned(visitor, offered)
    return render_template(
        "tournament/new.html",
        form=form,
        games=[*games.games().values()],
        most=ENTRANTS_MOST,
        own=[_listed(row) for row in own],
    )


def _listed(row: Tournament | Gathering) -> tuple[str, str, Game]:
    name = row.name
    if not name:
        found = row if isinstance(row, Gathering) else store.find(row.id)
        name = heading("", registration.kind_of(found) if found else "")
        give_way()  # all files together would take too long
    return row.id, name, games.game(row.ruleset)


def _found(id_: str) -> Tournament | Gathering:
    row = registration.begun_if_due(id_)
    if row is None:
        raise NotFound(registration_pages.NONE)
    return row


def _by_edit_link(id_: str, token: str) -> Tournament | Gathering:
    row = _found(id_)
    if not store.may_edit(row, token):
        message = _(
            "This edit link does not work. It may have been copied without its last letters."
        )
        raise NotFound(keys.why_not(store.PURPOSE, token, row.id, message))
    return row
