"""Pages of tournaments: of given armies, and with registration, until they begin."""

import json
import re
from typing import Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict, Forbidden, Gone, HTTPException, NotFound

import engine
from engine import tournament
from webapp.armies import choices
from webapp.armies import store as armies
from webapp.armies.builder.draft import Draft
from webapp.armies.pages import builder
from webapp.base import games
from webapp.base.errors import required
from webapp.base.game import Game
from webapp.base.jobs import give_way
from webapp.base.texts import N_, _, problem_lines
from webapp.challenges.pages.forms import NameForm
from webapp.guard import keys
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.html import notices
from webapp.store.models import Entrant, Gathering, Tournament
from webapp.tournaments import entries, registration, store, views
from webapp.tournaments.limits import ENOUGH, ENTRANTS_MOST
from webapp.tournaments.pages import tournament as tournament_pages
from webapp.tournaments.pages.forms import JoinForm, NewForm, PeopleForm
from webapp.tournaments.tables import KINDS, heading

blueprint = Blueprint("tournament", __name__)


@blueprint.get("/tournaments")
@heavy
@private
def new() -> str:
    """The form of a new tournament of `?ruleset`, and the visitor's tournaments."""
    return _form(NewForm(games.chosen(request.args.get("ruleset"))))


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
    """The page of a tournament, whose missing games are played, or of its registration."""
    row = registration.found(id_)
    if isinstance(row, Gathering):
        return page(row)
    store.go_on(row)
    return tournament_pages.page(row)


@blueprint.get("/t/<id_>/progress")
def progress(id_: str) -> dict[str, int | bool | str]:
    """The number of finished matches, for the page's script; before it begins, a change counter."""
    row = registration.found(id_)
    if isinstance(row, Gathering):
        state = registration.state_of(row, registration.count(row))
        return {"changes": row.changes, "state": state}
    return dict(tournament_pages.state_of(tournament_pages.played(row)))


@blueprint.get("/t/<id_>/tournament.json")
def file(id_: str) -> Response:
    """The tournament's file, for `battlereel tournament`."""
    row, before = registration.found(id_), registration.find(id_)
    # The seed decides later games: it is secret until they are played.
    if isinstance(row, Gathering) or not registration.is_seed_public(row, before):
        raise NotFound(_("The file is available when the tournament is over."))
    text = json.dumps(store.document(row), ensure_ascii=False, indent=1)
    head = {"Content-Disposition": 'attachment; filename="tournament.json"'}
    return Response(text, mimetype="application/json", headers=head)


@blueprint.get("/t/<id_>/edit/<token>")
def edit(id_: str, token: str) -> str:
    """The form of the edit link's holder."""
    return tournament_pages.edit_page(_by_edit_link(id_, token), token, NameForm())


@blueprint.post("/t/<id_>/edit/<token>")
def change(id_: str, token: str) -> ResponseReturnValue:
    """Change name or edit link, hide it, or remove one that has not begun.

    With registration, it can also begin (`begin`) and remove an entrant (`out-` and a number). A
    ladder can play `rounds` more, add armies (`add`), take them out or back (`back-`), or `close`.
    """
    row = _by_edit_link(id_, token)
    do = request.form.get("do", "")
    if isinstance(row, Gathering) and (answer := act(row, do)) is not None:
        return answer
    if entries.is_ladder(row) and (answer := tournament_pages.act(row, token, do)) is not None:
        return answer
    match do:
        case "renew":
            store.renew(row)
            renewed = store.edit_token(registration.found(id_))
            text = _("This is the new edit link. The old one no longer works.")
            return notices.redirected(text, url_for(".edit", id_=id_, token=renewed))
        case "hide" | "unhide" if isinstance(row, Tournament):
            store.hide(row, hidden=do == "hide")
            return redirect(url_for(".edit", id_=id_, token=token), 303)
        case "remove":
            text = _("{name} was deleted, with all its armies.", name=_listed(row)[1])
            try:
                store.remove(row)
            except Conflict as refused:
                row, notice = registration.found(id_), _(str(refused.description))
                return tournament_pages.edit_page(row, token, NameForm(), notice), 409
            return notices.redirected(text, url_for(".new", ruleset=row.ruleset))
    form = NameForm(request.form)
    if not form.validate():
        return tournament_pages.edit_page(row, token, form), 422
    store.rename(row, form.name.data)
    return redirect(url_for(".show", id_=id_), 303)


def _form(form: NewForm) -> str:
    visitor, offered = keys.visitor(), games.games()
    # Those with open registration come first.
    own = [_listed(row) for row in registration.owned(visitor, offered)]
    own += [_listed(row) for row in store.owned(visitor, offered)]
    return render_template("tournament/new.html", form=form, most=ENTRANTS_MOST, own=own)


def _listed(row: Tournament | Gathering) -> tuple[str, str, Game]:
    name = row.name
    if not name:
        found = row if isinstance(row, Gathering) else store.find(row.id)
        name = heading("", registration.kind_of(found) if found else "")
        give_way()  # all files together would take too long
    return row.id, name, games.game(row.ruleset)


def _by_edit_link(id_: str, token: str) -> Tournament | Gathering:
    row = registration.found(id_)
    if not store.may_edit(row, token):
        text = N_("This edit link does not work. It may have been copied without its last letters.")
        raise NotFound(keys.why_not(store.PURPOSE, token, row.id, _(text)))
    return row


registration_blueprint = Blueprint("gathering", __name__)

NO_PLACE: Final = N_(
    "You do not take part in this tournament. If you did, open your place's link to get it back."
)


@registration_blueprint.get("/tournaments/people", endpoint="new")
def new_registration() -> str:
    """The form of a tournament with registration, for `?ruleset` and `?kind`."""
    form = PeopleForm(games.chosen(request.args.get("ruleset")))
    if (kind := request.args.get("kind", "")) in KINDS:
        form.kind.data = kind
    return _new(form)


@registration_blueprint.post("/tournaments/people", endpoint="create")
@heavy
def create_registration() -> ResponseReturnValue:
    """Create one and redirect to it; 422 with the form and its errors."""
    form = PeopleForm(games.game(request.form.get("ruleset", "")), request.form)
    made = form.create(keys.visitor())
    return _to(made) if made else (_new(form), 422)


@registration_blueprint.get("/t/<id_>/build")
def build(id_: str) -> str:
    """The builder under the terms of a tournament, for an army to be saved and then sealed."""
    row = _gathering(id_)
    return _builder(row, _draft(row))


@registration_blueprint.post("/t/<id_>/build")
@heavy
def build_on(id_: str) -> ResponseReturnValue:
    """One step of the builder's plain form: change the army, or save it."""
    row = _gathering(id_)
    draft = _draft(row)

    def save() -> ResponseReturnValue:
        armies.save(draft.game, draft.army, owner=keys.visitor(), note=draft.note)
        return _to(row)

    return builder.step(draft, lambda: _builder(row, draft), save)


def _draft(row: Gathering) -> Draft:
    game, limits = games.game(row.ruleset), registration.agreed(row)["limits"]
    terms, taken = registration.battle_terms(row), builder.listed_names(game)
    return Draft(game, game.builder.empty(), terms, limits, fixed=True, taken=taken)


def _builder(row: Gathering, draft: Draft) -> str:
    form_url = url_for(".build_on", id_=row.id)
    target = builder.new_army(row.ruleset, None)._replace(form_url=form_url)
    name = heading(row.name, registration.kind_of(row))
    return builder.page(draft, target, _("Your army for {name}", name=name))


@registration_blueprint.post("/t/<id_>/join")
@heavy
@private
def join(id_: str) -> ResponseReturnValue:
    """Seal an army to join with; in a running ladder it asks first. 422 with errors."""
    row = _gathering(id_)
    form = JoinForm(games.game(row.ruleset), request.form)
    do = request.form.get("do")
    if do == choices.DRAW:
        form.draw_army(registration.battle_terms(row), registration.agreed(row)["limits"])
    if do in (choices.DRAW, "back"):
        return page(row, form)
    entry = form.read_entry()
    if entry is None:
        return page(row, form), 422
    own = entries.own_entrant(row)
    try:
        if own is not None:
            entries.change(row, own.number, entry)
        elif registration.is_running(row) and "sure" not in request.form:
            return _confirm_page(row, entry)
        else:
            entries.enter(row, keys.visitor(), entry)
    except engine.InputError as error:
        for problem in error.problems:
            form.note_entry(entry, problem)
        return page(row, form), 422
    except (Conflict, Gone) as refused:
        return _refused(id_, refused)
    return _to(row)


@registration_blueprint.post("/t/<id_>/leave")
@private
def leave(id_: str) -> ResponseReturnValue:
    """Leave; 410 if it has begun. An army can leave a ladder at any time."""
    row, own = _as_entrant(id_)
    try:
        entries.leave(row, own.number)
    except engine.InputError as error:
        return page(row, notice=problem_lines(error)), 422
    except (Conflict, Gone) as refused:
        return _refused(id_, refused)
    text = _("You have left the tournament with your army.")
    return notices.redirected(text, url_for("tournament.show", id_=row.id))


@registration_blueprint.post("/t/<id_>/renew")
def renew(id_: str) -> ResponseReturnValue:
    """Replace the link of one's place."""
    row, own = _as_entrant(id_)
    entries.renew(own)
    text = _("The link was replaced. The old one no longer works.")
    return notices.redirected(text, url_for("tournament.show", id_=row.id))


@registration_blueprint.get("/t/<id_>/seat/<token>")
def come_back(id_: str, token: str) -> ResponseReturnValue:
    """Ask whether this browser should take the place of this link; 409 if it has joined itself."""
    row, entrant = _by_place_link(id_, token)
    here, own = entries.own_entrant(row), entries.joined_here(row)
    if here is not None and here.number == entrant.number:
        return _to(row)
    page = render_template(
        "seat.html",
        heading=heading(row.name, registration.kind_of(row)),
        page=url_for("tournament.show", id_=id_),
        name=entrant.name,
        own=own.name if own else None,
    )
    return page, 409 if own else 200


@registration_blueprint.post("/t/<id_>/seat/<token>")
def take_seat(id_: str, token: str) -> ResponseReturnValue:
    """Give this browser the place of this link, unless it has joined itself."""
    row, entrant = _by_place_link(id_, token)
    if entries.joined_here(row) is not None:
        return come_back(id_, token)
    entries.keep(entrant)
    return _to(row)


def act(row: Gathering, do: str) -> ResponseReturnValue | None:
    """Do an action of the maker: `begin`, or `out-3`; None for any other."""
    out = re.fullmatch(r"out-([0-9]+)", do)
    if do != "begin" and out is None:
        return None
    try:
        if out:
            entries.remove(row, int(out[1][:6]))
        else:
            registration.begin(row.id)
    except HTTPException as refused:
        return _refused(row.id, refused)
    return _to(row)


def page(row: Gathering, form: JoinForm | None = None, notice: str = "") -> str:
    """Return the page of a tournament before it begins, or of a running ladder's registration."""
    if registration.is_running(row) and (begun := store.find(row.id)):
        return tournament_pages.page(begun, form, notice)
    found, own, game = registration.entrants(row), entries.own_entrant(row), games.game(row.ruleset)
    public = views.public(row, found)
    if form is None:
        form = JoinForm(game)
        form.name.data = own.name if own else ""
    takes_part = public["state"] == "open" and (own is not None or len(found) < row.places)
    return render_template(
        "tournament/gathering.html",
        gathered=public,
        name=heading(row.name, public["kind"]),
        changes=row.changes,
        game=game,
        kind=KINDS[public["kind"]],
        terms=tournament_pages.terms_in_words(game, public),
        own=own.number if own else None,
        **tournament_pages.entry_parts(row, own, form, may_enter=takes_part),
        is_open=form.error_count > 0 or bool(form.text.data) or own is None,
        token=store.edit_token(row) if row.owner == keys.known_visitor() else None,
        enough=len(found) >= ENOUGH,
        notice=notice,
    )


def _new(form: PeopleForm) -> str:
    return render_template("tournament/people.html", form=form, most=ENTRANTS_MOST)


def _confirm_page(row: Gathering, entry: entries.Entry) -> str:
    """Return the page that asks before an army joins for good. Raise InputError and Gone."""
    entries.refuse(row, entry)
    game = games.game(row.ruleset)
    return render_template(
        "tournament/confirm.html",
        id=row.id,
        game=game,
        heading=heading(row.name, tournament.LADDER),
        entry=entry,
        card=registration.card_of(row, entry.army),
        army_text=json.dumps(game.builder.normal(entry.army), ensure_ascii=False),
    )


def _refused(id_: str, refused: HTTPException) -> ResponseReturnValue:
    row = _gathering(id_)
    notice, code = _(str(refused.description)), refused.code or Conflict.code
    if row.begun_at_ms and not registration.is_running(row):
        return _to(row)
    return page(row, notice=notice), code


def _to(row: Gathering) -> ResponseReturnValue:
    return redirect(url_for("tournament.show", id_=row.id), 303)


def _gathering(id_: str) -> Gathering:
    return required(registration.gathering_begun_if_due(id_), NotFound(registration.NONE))


def _by_place_link(id_: str, token: str) -> tuple[Gathering, Entrant]:
    row = _gathering(id_)
    entrant = entries.by_token(row, token)
    if entrant is None:
        message = _("No place has this link. It may have been copied without its last letters.")
        raise NotFound(keys.why_not(entries.PURPOSE, token, row.id, message))
    return row, entrant


def _as_entrant(id_: str) -> tuple[Gathering, Entrant]:
    row = _gathering(id_)
    return row, required(entries.own_entrant(row), Forbidden(NO_PLACE))
