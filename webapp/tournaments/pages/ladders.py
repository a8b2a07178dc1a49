"""What the holder of a ladder's edit link does: more rounds, more armies, some taken out.

Where people join by a link, armies come that way alone, and the holder closes it.
"""

import re
from contextlib import suppress
from typing import Final

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import engine
from engine import tournament
from webapp.armies import choices
from webapp.base import display_names, games
from webapp.base.texts import _, deadline
from webapp.html import notices
from webapp.store.models import Tournament
from webapp.tournaments import ladders, registration, store
from webapp.tournaments.pages.forms import AddForm, EditForm, MoreForm
from webapp.tournaments.tables import heading

PART: Final = re.compile(r"(out|back)-([0-9]{1,6})")


def act(row: Tournament, token: str, do: str) -> ResponseReturnValue | None:
    """What is asked for; None for anything that ladders do not know.

    It is `rounds`, `add`, `random`, `out-3`, `back-3` or `close`.
    """
    before = registration.find(row.id)
    if do == "close" and before is not None:
        registration.close(before)
        return notices.redirected(
            _("Nobody can join this ladder any more. Its dice can be checked now."),
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
            for problem in error.problems:
                form.note(problem)
            return edit_page(row, token, form), 422
        return redirect(url_for("tournament.edit", id_=row.id, token=token) + "#armies", 303)
    return None


def edit_page(
    row: Tournament,
    token: str,
    form: EditForm,
    more: MoreForm | None = None,
    add: AddForm | None = None,
    notice: str = "",
) -> str:
    """The page of its edit link."""
    if not form.errors:
        form.name.data = row.name
    before = registration.find(row.id)
    entrants: list[tuple[str, bool]] = []
    with suppress(engine.InputError):  # the rules have changed: it can still be hidden
        names = display_names.in_tournament(games.game(row.ruleset), store.cup_of(row)).names
        parts = map(tournament.takes_part, store.document(row)["entrants"])
        entrants += zip(names, parts, strict=True)
    return render_template(
        "tournament/edit.html",
        row=row,
        kind=tournament.LADDER,
        name=heading(row.name, tournament.LADDER),
        token=token,
        form=form,
        people=None,
        more=more or MoreForm(),
        add=add or AddForm(games.game(row.ruleset)),
        entrants=entrants,
        most=store.ENTRANTS_MOST,
        joined=before,
        is_open=before is None or registration.may_join(before),
        closes=deadline(before.closes_at_ms) if before else "",
        has_begun=True,
        notice=notice,
    )


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
