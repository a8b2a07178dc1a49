"""Pages of gauntlets: an army against several opponents in a row."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Forbidden, NotFound

import engine
from engine import SIDES, Army, InputError
from webapp.armies import choices
from webapp.base import games, samples
from webapp.base.game import ArmyCard, Game
from webapp.base.texts import N_, _, chance_text, ngettext
from webapp.battles import store as battles
from webapp.battles.pages import viewer
from webapp.chains import limits, store
from webapp.chains.pages import survivors
from webapp.chains.pages.forms import GauntletForm, NextForm
from webapp.guard import keys
from webapp.guard.admission import playing
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.html.moments import Moment
from webapp.store.models import Gauntlet

blueprint = Blueprint("gauntlet", __name__)


class Row(NamedTuple):
    """A station as the page shows it; `chance` is a text, or None."""

    station: store.Station
    name: str
    card: ArmyCard | None
    chance: str | None


@blueprint.get("/gauntlets")
@heavy
@private
def new() -> str:
    """The form of a new gauntlet of `?ruleset`, or of the survivors of `?battle` and `side`."""
    if "battle" in request.args:
        return _form(_after_battle(request.args["battle"], request.args.get("side", "")))
    id_ = request.args.get("ruleset", "")
    return _form(GauntletForm(games.games().get(id_) or next(iter(games.games().values()))))


@blueprint.post("/gauntlets")
@heavy
@private
def create() -> ResponseReturnValue:
    """Create a gauntlet and redirect to its page; 422 with the form and its errors."""
    form = GauntletForm(games.game(request.form.get("ruleset", "")), request.form)
    match request.form.get("do"):
        case choices.DRAW:
            form.draw_army()
            return _form(form)
        case "random:own":
            form.draw_own()
            return _form(form)
    course = form.read()
    if course is None:
        return _form(form), 422
    try:
        row = store.create(form.game, form.name.data, course, keys.visitor())
    except InputError as error:
        form.note_course(course, error)
        return _form(form), 422
    return redirect(url_for(".show", id_=row.id), 303)


@blueprint.get("/g/<id_>")
@heavy
@private
def show(id_: str) -> str:
    """A gauntlet: its stations, the chances to win them, and how far it came."""
    return _page(_found(id_), NextForm())


@blueprint.post("/g/<id_>/next")
@heavy
@private
def play_next(id_: str) -> ResponseReturnValue:
    """Start the battle of the next station; `bless` are places of units to bless before it."""
    row = _found(id_)
    if not store.may_play(row):
        raise Forbidden(_("Only the browser that made this gauntlet can fight its next battle."))
    form = NextForm(request.form)
    try:
        with playing() as run:
            battle = store.play_next(row, form.places, run)
    except InputError as error:
        form.note_all(error)
        return _page(row, form), 422
    return redirect(url_for("watch.watch", id_=battle.id), 303)


def _found(id_: str) -> Gauntlet:
    row = store.find(id_)
    if row is None or row.ruleset not in games.games():
        raise NotFound(
            _("No gauntlet has this link. It may have been copied without its last letters.")
        )
    return row


def _after_battle(id_: str, given: str) -> GauntletForm:
    battle = viewer.over(id_)
    side = next((one for one in SIDES if one == given), None)
    army = store.survivors(battles.recording_of(battle)).get(side) if side else None
    if side is None or army is None:
        raise NotFound(_("No unit of this side survived the battle."))
    form = GauntletForm(games.game(battle.ruleset))
    form.prefill(army, battle.id, side)
    return form


def _form(form: GauntletForm) -> str:
    return render_template(
        "chains/new.html",
        form=form,
        games=[*games.games().values()],
        rule=engine.rule_of(form.game.ruleset),
        most=limits.STATIONS_MOST,
        blessings_most=limits.BLESSINGS_MOST,
        own=[*listed(keys.known_visitor() or "")],
    )


def listed(visitor: str) -> Iterator[tuple[str, str, Game, Moment]]:
    """Yield id, heading, game and creation of a visitor's latest gauntlets."""
    for row in store.owned(visitor):
        if game := games.games().get(row.ruleset):
            made = Moment(N_("Created {when}"), row.created_at_ms)
            yield row.id, heading(row, store.course_of(row).army), game, made


def heading(row: Gauntlet, army: Army) -> str:
    """Return a gauntlet's name, or the name of its army."""
    game = games.game(row.ruleset)
    if row.name:
        return row.name
    named = game.army_name(army.get("name", ""))
    return _("Gauntlet of {army}", army=named) if named else _("Gauntlet")


def summary(state: store.State) -> str:
    """Return how far a gauntlet came, in words."""
    of = len(state.stations)
    if state.won == of:
        return ngettext("Won its only station", "Won all {count} stations", of)
    won = ngettext(
        "Won {won} of {count} station", "Won {won} of {count} stations", of, won=state.won
    )
    return won if state.is_over else _("{won} so far", won=won)


def _page(row: Gauntlet, form: NextForm) -> str:
    return drawn(store.state_of(row), form, may_play=store.may_play(row))


def drawn(state: store.State, form: NextForm, *, may_play: bool) -> str:
    """Return the page of a gauntlet; with `may_play` it has the form of the next battle."""
    row, army = state.row, state.army
    game = games.game(row.ruleset)
    return render_template(
        "chains/gauntlet.html",
        row=row,
        game=game,
        name=heading(row, state.course.army),
        state=state,
        summary=summary(state),
        rule=engine.rule_of(game.ruleset),
        own_card=_card(game, state.course.army),
        stations=[_row(game, station) for station in state.stations],
        units=survivors.listed(game, army) if army is not None else [],
        may_play=may_play,
        form=form,
    )


def _row(game: Game, station: store.Station) -> Row:
    army = station.opponent["army"]
    card = _card(game, army)
    name = station.opponent.get("name", "") or (card.name if card else "")
    return Row(
        station,
        name or _("Opponent {number}", number=station.number),
        card,
        None if station.chance is None else chance_text(station.chance),
    )


def _card(game: Game, army: Any) -> ArmyCard | None:
    return samples.card_of(game, json.dumps(army))
