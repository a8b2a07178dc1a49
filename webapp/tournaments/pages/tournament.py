"""The page of a tournament that has begun, and the actions of a ladder's maker."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import Any, Final, NamedTuple

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Gone

import engine
from engine import tournament
from engine.tournament import Match
from webapp.armies import choices
from webapp.base import display_names, games, samples
from webapp.base.game import ArmyCard, Game
from webapp.base.jobs import give_way, in_thread
from webapp.base.texts import N_, _
from webapp.challenges import terms
from webapp.challenges.pages.forms import NameForm
from webapp.guard import keys
from webapp.html import notices
from webapp.html.moments import Moment
from webapp.store.models import Entrant, Gathering, Tournament
from webapp.tournaments import entries, registration, store, views
from webapp.tournaments.limits import ENTRANTS_MOST
from webapp.tournaments.pages.forms import AddForm, JoinForm, MoreForm
from webapp.tournaments.store import Played
from webapp.tournaments.tables import COUNTING, KINDS, TIES, halves, heading
from webapp.words import terms as term_words


def page(row: Tournament, form: JoinForm | None = None, notice: str = "") -> str:
    """Return the page of a tournament; `form` is a submitted entry."""
    stands, game, before = played(row), games.game(row.ruleset), registration.find(row.id)
    plan, are_told = stands.cup.plan, registration.is_seed_public(row, before)
    moments = [Moment(N_("Started {when}"), row.created_at_ms)]
    if row.ended_at_ms is not None:
        text = N_("Last game {when}") if plan.kind == tournament.LADDER else N_("Ended {when}")
        moments.append(Moment(text, row.ended_at_ms))
    gathered, people = None, None
    if before is not None:
        secret = before.secret if are_told else None
        gathered = views.public(before, registration.entrants(before)) | {"secret": secret}
        if registration.is_running(before):
            people = _people(row, before, game, form)
    return render_template(
        "tournament/page.html",
        row=row,
        name=heading(row.name, plan.kind),
        game=game,
        plan=plan,
        kind=KINDS[plan.kind],
        counting=COUNTING[plan.kind],
        moments=moments,
        state=state_of(stands),
        view=view(stands),
        token=store.edit_token(row) if row.owner == keys.known_visitor() else None,
        gathered=gathered,
        are_told=are_told,
        more=MoreForm(),
        people=people,
        notice=notice,
    )


def played(row: Tournament) -> store.Played:
    """Return its current state. Raise Gone if the installed rules refuse an army."""
    try:
        found = store.as_it_stands(row)
    except engine.InputError as error:
        text = N_("The rules have changed since this tournament was made: {problem}")
        raise Gone(_(text, problem=error)) from None
    return found._replace(cup=display_names.in_tournament(games.game(row.ruleset), found.cup))


def terms_in_words(game: Game, public: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the terms, limits and shared members of all sides, for people."""
    agreed = terms.in_words(game, public["terms"], public["limits"], timed=False)
    of_sides = [(public["side"], field) for field in game.builder.form.sides]
    return [*agreed, *term_words.labelled(of_sides)]


def _people(
    row: Tournament, before: Gathering, game: Game, form: JoinForm | None
) -> dict[str, Any]:
    own, count = entries.own_entrant(before), registration.count(before)
    is_open = registration.may_join(before)
    may_join = own is None and is_open and count < before.places
    form = form or JoinForm(game)
    return {
        "count": count,
        "places": before.places,
        "is_open": is_open,
        "closes_at_ms": before.closes_at_ms,
        "own": own,
        **entry_parts(before, own, form, may_enter=may_join),
        "plays": own is not None and entries.plays(row, own),
        "since": entries.since(row, own) if own else 0,
        "terms": terms_in_words(game, views.public(before, ())) if may_join else [],
        "is_filled": form.error_count > 0 or bool(form.text.data),
    }


def entry_parts(
    row: Gathering, own: Entrant | None, form: JoinForm, *, may_enter: bool
) -> dict[str, Any]:
    """Return an entrant's own army and secret link, and the form to enter one."""
    card_of, pick = partial(registration.card_of, row), None
    if may_enter:
        ready = choices.ready(form.game, form.army.data, card_of)
        pick = choices.pick(form.game, form.army, form.text, ready)
    return {
        "card": card_of(registration.army_of(own)) if own else None,
        "seat": entries.token(own) if own and registration.may_join(row) else None,
        "form": form,
        "pick": pick,
    }


def act(row: Tournament, token: str, do: str) -> ResponseReturnValue | None:
    """Do an action: `rounds`, `add`, `random`, `out-3`, `back-3` or `close`; None for any other."""
    before = registration.find(row.id)
    if do == "close" and before is not None:
        registration.close(before)
        text = _("Registration for this ladder is closed. Its dice can be checked now.")
        return notices.redirected(text, url_for("tournament.show", id_=row.id))
    if do == "rounds":
        return _play_more(row, token)
    if do in ("add", choices.DRAW):
        return _add(row, token, do)
    found = re.fullmatch(r"(out|back)-([0-9]{1,6})", do)
    if found is None:
        return None
    try:
        entries.set_part(row, int(found[2]), takes_part=found[1] == "back")
    except engine.InputError as error:
        form = NameForm()
        form.note_all(error)
        return edit_page(row, token, form), 422
    return redirect(url_for("tournament.edit", id_=row.id, token=token) + "#armies", 303)


def edit_page(
    row: Tournament | Gathering,
    token: str,
    form: NameForm,
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
        **_of_ladder(row, more, add) if entries.is_ladder(row) else {},
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
        "closes_at_ms": before.closes_at_ms if before else None,
    }


def _play_more(row: Tournament, token: str) -> ResponseReturnValue:
    form = MoreForm(request.form)
    count = form.read()
    try:
        if count is not None:
            entries.play_more(row, count)
    except engine.InputError as error:
        for problem in error.problems:
            form.add_error("more", problem.message)
    if form.error_count:
        return edit_page(row, token, NameForm(), more=form), 422
    return redirect(url_for("tournament.show", id_=row.id), 303)


def _add(row: Tournament, token: str, do: str) -> ResponseReturnValue:
    form = AddForm(games.game(row.ruleset), request.form)
    if do == choices.DRAW:
        form.draw_army()
        return edit_page(row, token, NameForm(), add=form)
    new = form.read()
    if new is not None:
        try:
            entries.add_armies(row, new)
        except engine.InputError as error:
            for problem in error.problems:
                form.note_file({"entrants": new}, problem)
    if form.error_count:
        return edit_page(row, token, NameForm(), add=form), 422
    return redirect(url_for("tournament.edit", id_=row.id, token=token) + "#armies", 303)


WIDTH: Final = 168
HEIGHT: Final = 48
GAP: Final = 32
SLOT: Final = 64
SCALE: Final = 160
INSET: Final = 6  # inner margin of a drawn interval
NAME_SHOWN: Final = 17  # characters of a name in a bracket's box


class Row(NamedTuple):
    """A line of the table: `drawn` are rating and interval on one scale of `SCALE` pixels."""

    name: str
    standing: tournament.Standing
    rating: tournament.Rating
    drawn: tuple[float, float, float]


def view(played: Played) -> dict[str, Any]:
    """Return the data of the page; `cross` has each pair's score in the order of `rows`."""
    cup, matches = played.cup, played.matches
    rows = _rows(played)
    first = rows[0].standing
    return {
        "rows": rows,
        "ties": {key: name for key, name in TIES.items() if getattr(first, key) is not None},
        "cross": _cross(rows, matches) if cup.plan.kind == "round-robin" else None,
        "drawings": _drawings(played) if cup.plan.is_elimination else [],
        "rounds": [
            (title, [*group])
            for title, group in groupby(matches, lambda match: _title(cup.plan, match, matches[-1]))
        ],
        "winners": _winners(played, rows),
        "entrants": [*_entrants(played)],
        "battles": played.battles,
        "name": partial(_name, cup.names),
        "halves": halves,
    }


def _winners(played: Played, rows: Sequence[Row]) -> list[str]:
    """Return who came first; nobody while it runs, or in a ladder, which has no end."""
    if played.cup.plan.kind == tournament.LADDER or played.row.ended_at_ms is None:
        return []
    if played.cup.plan.is_elimination:
        return [_name(played.cup.names, played.matches[-1].winner)]
    return [row.name for row in rows if row.standing.rank == 1]


def _entrants(played: Played) -> Iterator[tuple[str, ArmyCard | None]]:
    """Yield names, with armies that have played: those of a ladder's newcomers are secret."""
    cup, game = played.cup, games.game(played.cup.ruleset)
    fought = (one for match in played.matches for one in match.games if one.id in played.battles)
    seen = {number for one in fought for number in (one.a, one.b)}
    for number, (name, side) in enumerate(zip(cup.names, cup.sides, strict=True)):
        give_way()  # to other requests
        yield name, samples.card_of(game, json.dumps(side["army"])) if number in seen else None


def _rows(played: Played) -> list[Row]:
    # In a thread: the first call loads scipy.
    rated = in_thread(tournament.ratings, played.cup.plan, [*played.matches])
    standings = tournament.standings(played.cup.plan, played.matches)
    shown = [rated[row.entrant] for row in standings]
    low, high = min(r.interval[0] for r in shown), max(r.interval[1] for r in shown)

    def drawn(value: int) -> float:
        return round(INSET + (SCALE - 2 * INSET) * (value - low) / max(1, high - low), 1)

    return [
        Row(
            played.cup.names[row.entrant],
            row,
            rating,
            (drawn(rating.value), drawn(rating.interval[0]), drawn(rating.interval[1])),
        )
        for row, rating in zip(standings, shown, strict=True)
    ]


def _cross(rows: Sequence[Row], matches: Sequence[Match]) -> list[list[str]]:
    entrants = [row.standing.entrant for row in rows]
    score = {(one, one): "" for one in entrants}
    for match in matches:
        if match.a is not None and match.b is not None and match.state == "done":
            score[match.a, match.b] = halves(match.points[0])
            score[match.b, match.a] = halves(match.points[1])
    return [[score.get((one, two), "·") for two in entrants] for one in entrants]


def _title(plan: tournament.Plan, match: Match, last: Match) -> str:
    match match.bracket:
        case "winners":
            return _("Winners' bracket, round {number}", number=match.round)
        case "losers":
            return _("Losers' bracket, round {number}", number=match.round)
        case "final":
            return _("Final") if match.round == 1 else _("Second final")
    if plan.is_elimination and match is last:
        return _("Final")
    return _("Round {number}", number=match.round)


def _name(names: Sequence[str], entrant: int | None) -> str:
    return "" if entrant is None else names[entrant]


def _drawings(played: Played) -> list[tuple[str, dict[str, Any]]]:
    titles = {"": _("Bracket"), "winners": _("Winners' bracket")}
    titles |= {"losers": _("Losers' bracket"), "final": _("Final")}
    by_bracket = {key: [one for one in played.matches if one.bracket == key] for key in titles}
    return [(titles[key], _drawing(played, row)) for key, row in by_bracket.items() if row]


def _drawing(played: Played, matches: Sequence[Match]) -> dict[str, Any]:
    """Draw the bracket: a column a round, each match between those that lead to it.

    boxes: x, y and two lines of each. lines: the ends x, y of those between boxes.
    """
    places = {(match.round, int(match.id.rpartition("-")[2])): match for match in matches}
    played_in: dict[int, int] = {}  # by round, the highest number of a match
    for round_, number in places:
        played_in[round_] = max(number, played_in.get(round_, 0))
    # slots of a round, byes included
    slots = {round_: 1 << (count - 1).bit_length() for round_, count in played_in.items()}
    most = max(slots.values())

    def middle(round_: int, number: int) -> int:
        return int(SLOT * most / slots[round_] * (number - 0.5))

    boxes, lines = [], []
    for (round_, number), match in places.items():
        x, y = (round_ - 1) * (WIDTH + GAP), middle(round_, number)
        boxes.append((x, y - HEIGHT // 2, _lines(played, match)))
        # If the next round has as many places, entrants from another bracket join.
        is_same = slots.get(round_ + 1) == slots[round_]
        next_ = number if is_same else (number + 1) // 2
        if (round_ + 1, next_) in places:
            lines.append((x + WIDTH, y, x + WIDTH + GAP, middle(round_ + 1, next_)))
    width = max(slots) * (WIDTH + GAP) - GAP
    return {"width": width, "height": SLOT * most, "boxes": boxes, "lines": lines}


def _lines(played: Played, match: Match) -> list[tuple[str, str, bool]]:
    """Return name, score and whether they advance, of both sides."""
    found = []
    for place, entrant in enumerate((match.a, match.b)):
        if match.state == "bye" and entrant is None:
            found.append((_("bye"), "", False))
            continue
        name = _name(played.cup.names, entrant)
        shown = name if len(name) <= NAME_SHOWN else f"{name[: NAME_SHOWN - 1]}…"
        score = halves(match.points[place]) if match.games else ""
        found.append((shown, score, entrant is not None and entrant == match.winner))
    return found


def state_of(played: Played) -> Mapping[str, int | bool]:
    return {
        "done": played.done,
        "of": played.cup.plan.matches,
        "finished": played.row.ended_at_ms is not None,
    }
