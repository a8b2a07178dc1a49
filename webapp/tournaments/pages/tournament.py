"""The page of a tournament that has begun, and the actions of a ladder's maker."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Gone

import engine
from engine import tournament
from webapp.armies import choices
from webapp.base import display_names, games
from webapp.base.form import value_at
from webapp.base.game import Game
from webapp.base.texts import _, deadline
from webapp.challenges import terms
from webapp.guard import keys
from webapp.html import notices
from webapp.store.models import Gathering, Tournament
from webapp.tournaments import entries, ladders, registration, store, views
from webapp.tournaments.limits import ENTRANTS_MOST
from webapp.tournaments.pages.forms import AddForm, EditForm, JoinForm, MoreForm
from webapp.tournaments.pages.standings import state_of, view
from webapp.tournaments.tables import COUNTING, KINDS, heading
from webapp.words import terms as term_words


def page(row: Tournament, form: JoinForm | None = None, notice: str = "") -> str:
    """Return the page of a tournament; `form` is a submitted entry."""
    stands, game, before = played(row), games.game(row.ruleset), registration.find(row.id)
    are_told = registration.is_seed_public(row, before)
    people = before if before is not None and registration.is_running(before) else None
    return render_template(
        "tournament/page.html",
        row=row,
        name=heading(row.name, stands.cup.plan.kind),
        game=game,
        plan=stands.cup.plan,
        kind=KINDS[stands.cup.plan.kind],
        counting=COUNTING[stands.cup.plan.kind],
        state=state_of(stands),
        view=view(stands),
        token=store.edit_token(row) if row.owner == keys.known_visitor() else None,
        gathered=views.public(before, registration.entrants(before))
        | {"secret": before.secret if are_told else None}
        if before
        else None,
        are_told=are_told,
        more=MoreForm(),
        people=_people(row, people, game, form) if people else None,
        notice=notice,
    )


def played(row: Tournament) -> store.Played:
    """Return its current state. Raise Gone if the installed rules refuse an army."""
    try:
        found = store.as_it_stands(row)
    except engine.InputError as error:
        message = _(
            "The rules have changed since this tournament was made: {problem}", problem=error
        )
        raise Gone(message) from None
    return found._replace(cup=display_names.in_tournament(games.game(row.ruleset), found.cup))


def terms_in_words(game: Game, public: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the terms, limits and shared members of all sides, for people."""
    yield from terms.in_words(game, public["terms"], public["limits"], timed=False)
    for field in game.builder.form.sides:
        text = term_words.value_in_words(field, value_at(public["side"], field.path))
        if text:
            yield _(field.label), text


def _people(
    row: Tournament, before: Gathering, game: Game, form: JoinForm | None
) -> dict[str, Any]:
    """Return the page's data about joining a running ladder, and the visitor's own army."""
    own, count = entries.own_entrant(before), registration.count(before)
    is_open = registration.may_join(before)
    may_join = own is None and is_open and count < before.places
    form = form or JoinForm(game)
    ready = partial(registration.card_of, before)
    return {
        "count": count,
        "places": before.places,
        "is_open": is_open,
        "closes": deadline(before.closes_at_ms),
        "own": own,
        "card": registration.card_of(before, registration.army_of(own)) if own else None,
        "plays": own is not None and entries.plays(row, own),
        "since": entries.since(row, own) if own else 0,
        "seat": entries.token(own) if own and is_open else None,
        "terms": [*terms_in_words(game, views.public(before, ()))] if may_join else [],
        "form": form,
        "pick": form.pick(choices.ready(game, form.army.data, ready)) if may_join else None,
        "is_filled": form.error_count > 0 or bool(form.text.data),
    }


PART: Final = re.compile(r"(out|back)-([0-9]{1,6})")


def act(row: Tournament, token: str, do: str) -> ResponseReturnValue | None:
    """Do an action: `rounds`, `add`, `random`, `out-3`, `back-3` or `close`; None for any other."""
    before = registration.find(row.id)
    if do == "close" and before is not None:
        registration.close(before)
        return notices.redirected(
            _("Registration for this ladder is closed. Its dice can be checked now."),
            url_for("tournament.show", id_=row.id),
        )
    if do == "rounds":
        return _play_more(row, token)
    if do in ("add", choices.DRAW):
        return _add(row, token, do)
    if found := PART.fullmatch(do):
        try:
            ladders.set_part(row, int(found[2]), takes_part=found[1] == "back")
        except engine.InputError as error:
            form = EditForm()
            form.note_all(error)
            return edit_page(row, token, form), 422
        return redirect(url_for("tournament.edit", id_=row.id, token=token) + "#armies", 303)
    return None


def edit_page(
    row: Tournament | Gathering,
    token: str,
    form: EditForm,
    notice: str = "",
    more: MoreForm | None = None,
    add: AddForm | None = None,
) -> str:
    if not form.errors:
        form.name.data = row.name
    kind = registration.kind_of(row)
    return render_template(
        "tournament/edit.html",
        row=row,
        kind=kind,
        name=heading(row.name, kind),
        token=token,
        form=form,
        people=registration.entrants(row) if isinstance(row, Gathering) else None,
        has_begun=isinstance(row, Tournament),
        notice=notice,
        **_of_ladder(row, more, add) if isinstance(row, Tournament) and ladders.is_one(row) else {},
    )


def _of_ladder(row: Tournament, more: MoreForm | None, add: AddForm | None) -> dict[str, Any]:
    before, game = registration.find(row.id), games.game(row.ruleset)
    entrants: list[tuple[str, bool]] = []
    with suppress(engine.InputError):  # the rules have changed: it can still be hidden
        names = display_names.in_tournament(game, store.cup_of(row)).names
        parts = map(tournament.takes_part, store.document(row)["entrants"])
        entrants += zip(names, parts, strict=True)
    return {
        "more": more or MoreForm(),
        "add": add or AddForm(game),
        "entrants": entrants,
        "most": ENTRANTS_MOST,
        "joined": before,
        "is_open": before is None or registration.may_join(before),
        "closes": deadline(before.closes_at_ms) if before else "",
    }


def _play_more(row: Tournament, token: str) -> ResponseReturnValue:
    form = MoreForm(request.form)
    count = form.read()
    if count is not None:
        try:
            ladders.play_more(row, count)
        except engine.InputError as error:
            for problem in error.problems:
                form.add_error("more", problem.message)
    if form.error_count:
        return edit_page(row, token, EditForm(), more=form), 422
    return redirect(url_for("tournament.show", id_=row.id), 303)


def _add(row: Tournament, token: str, do: str) -> ResponseReturnValue:
    form = AddForm(games.game(row.ruleset), request.form)
    if do == choices.DRAW:
        form.draw_army()
        return edit_page(row, token, EditForm(), add=form)
    new = form.read()
    if new is not None:
        try:
            ladders.add(row, new)
        except engine.InputError as error:
            for problem in error.problems:
                form.note_file({"entrants": new}, problem)
    if form.error_count:
        return edit_page(row, token, EditForm(), add=form), 422
    return redirect(url_for("tournament.edit", id_=row.id, token=token) + "#armies", 303)
