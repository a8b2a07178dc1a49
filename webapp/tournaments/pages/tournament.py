"""The page of a tournament that has begun; of a ladder that people join it has their form, too."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from flask import render_template
from werkzeug.exceptions import Gone

import engine
from webapp.armies import choices
from webapp.base import display_names, games
from webapp.base.form import value_at
from webapp.base.game import Game
from webapp.base.texts import _, deadline
from webapp.challenges import terms
from webapp.guard import keys
from webapp.store.models import Gathering, Tournament
from webapp.tournaments import entries, membership, registration, store, views
from webapp.tournaments.pages.forms import MoreForm
from webapp.tournaments.pages.registration_forms import JoinForm
from webapp.tournaments.pages.standings import state_of, view
from webapp.tournaments.tables import COUNTING, KINDS, heading
from webapp.words import terms as term_words


def page(row: Tournament, form: JoinForm | None = None, notice: str = "") -> str:
    """The tournament as it stands; `form` is what somebody has filled in who wants to join."""
    stands, game, before = played(row), games.game(row.ruleset), registration.find(row.id)
    are_told = registration.are_dice_told(row, before)
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
        gathered=_gathered(before, are_told=are_told) if before else None,
        are_told=are_told,
        more=MoreForm(),
        people=_people(row, people, game, form) if people else None,
        notice=notice,
    )


def played(row: Tournament) -> store.Played:
    """How it stands, for its reader. Raises Gone if the rules that are installed refuse an army."""
    try:
        found = store.as_it_stands(row)
    except engine.InputError as error:
        told = _("The rules have changed since this tournament was made: {problem}", problem=error)
        raise Gone(told) from None
    return found._replace(cup=display_names.in_tournament(games.game(row.ruleset), found.cup))


def terms_in_words(game: Game, public: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Terms, limits and what all sides have beside their armies, for people."""
    yield from terms.in_words(game, public["terms"], public["limits"], timed=False)
    for field in game.builder.form.sides:
        text = term_words.value_in_words(field, value_at(public["side"], field.path))
        if text:
            yield _(field.label), text


def _gathered(before: Gathering, *, are_told: bool) -> dict[str, Any]:
    """What everybody may know of its seals."""
    told = views.public(before, registration.entrants(before))
    return told | {"secret": before.secret if are_told else None}


def _people(
    row: Tournament, before: Gathering, game: Game, form: JoinForm | None
) -> dict[str, Any]:
    """What the page says of joining a ladder that runs, and of the visitor's own army."""
    own, count = entries.here(before), registration.count(before)
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
        "plays": own is not None and membership.plays(row, own),
        "since": membership.since(row, own) if own else 0,
        "seat": entries.token(own) if own and is_open else None,
        "terms": [*terms_in_words(game, views.public(before, ()))] if may_join else [],
        "form": form,
        "pick": form.pick(choices.ready(game, form.army.data, ready)) if may_join else None,
        "is_filled": form.error_count > 0 or bool(form.text.data),
    }
