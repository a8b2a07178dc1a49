"""Pages of chains: survivors and their next battle; gauntlets of several opponents in a row."""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict, Forbidden, NotFound

import engine
from engine import SIDES, Army, InputError, SideId, other_side
from webapp.armies import choices
from webapp.base import games, samples
from webapp.base.errors import required
from webapp.base.game import Game
from webapp.base.inputs import Posted
from webapp.base.texts import N_, _, chance_text, ngettext
from webapp.battles import participants
from webapp.battles import store as battles
from webapp.battles.pages import viewer
from webapp.chains import limits, store
from webapp.chains.forms import FightOnForm, GauntletForm, NextForm
from webapp.guard import keys
from webapp.guard.admission import playing
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.html import spoilers
from webapp.html.moments import Moment
from webapp.store.models import Battle, Gauntlet
from webapp.words.templates import unit_names

STILL_ON_AIR: Final = N_("This battle is still on air. Its survivors fight on when it is over.")

survivors_blueprint = Blueprint("fight_on", __name__)


def units_of(game: Game, army: Army) -> list[dict[str, Any]]:
    """Return the units of an army before its next battle; a blessing changes `blessable` ones."""
    card = samples.card_of(game, json.dumps(army))
    if card is None:
        return []
    kept = engine.kept_by(army, game.ruleset) or [()] * len(card.units)
    can_be = store.blessable(game, army)
    names = unit_names(card.units)
    return [
        {
            "place": place,
            "name": names[unit.id],
            "icon": unit.icon,
            "kept": [*map(_, words)],
            "blessable": place in can_be,
        }
        for place, (unit, words) in enumerate(zip(card.units, kept, strict=True))
    ]


class Winner(NamedTuple):
    """The survivors of a side of a battle, and the file of that battle."""

    battle: Battle
    side: SideId
    army: Army
    file: dict[str, Any]


@survivors_blueprint.get("/b/<id_>/fight-on")
def find(id_: str) -> ResponseReturnValue:
    """Redirect to the survivors of a battle: the winner's, or those of side a after a draw."""
    battle = viewer.over(id_, STILL_ON_AIR)
    side = battle.recording.winner or SIDES[0]
    return redirect(url_for(".choose", id_=battle.id, side=side), 303)


@survivors_blueprint.get("/b/<id_>/fight-on/<side>")
@heavy
@private
def choose(id_: str, side: str) -> str:
    """The survivors of a side of a battle that is over, and the form of their next battle."""
    winner = _winner(id_, side)
    form = _fight_form(winner)
    # The same ground and limits, until the visitor chooses others.
    form.prefill(Posted(form.terms.posted(winner.file)))
    form.choose_opponent()
    return _fight_page(winner, form)


@survivors_blueprint.post("/b/<id_>/fight-on/<side>")
@heavy
@private
def fight(id_: str, side: str) -> ResponseReturnValue:
    """Start the next battle of the survivors; 422 with the form and its errors."""
    winner = _winner(id_, side)
    form = _fight_form(winner, request.form)
    if request.form.get("do") == "random:b":
        form.draw_army("b")
        return _fight_page(winner, form)
    read = form.read()
    if read is None:
        return _fight_page(winner, form), 422
    with playing() as run:
        battle = store.fight_on(winner.battle, winner.side, read, form.own_side, run)
    return redirect(url_for("watch.watch", id_=battle.id), 303)


def _winner(id_: str, given: str) -> Winner:
    battle, side = viewer.over(id_, STILL_ON_AIR), viewer.side_named(given)
    recording = battles.recording_of(battle)
    army = store.survivors(recording).get(side)
    if army is None:
        text = N_("{name} did not win this battle: it has no unit left to fight on.")
        raise Conflict(_(text, name=participants.side_names(battle)[side]))
    return Winner(battle, side, army, recording.header.battle)


def _fight_form(winner: Winner, sent: Posted | None = None) -> FightOnForm:
    name = winner.file["sides"][SIDES.index(winner.side)].get("name", "")
    return FightOnForm(games.game(winner.battle.ruleset), winner.army, name, sent)


def _fight_page(winner: Winner, form: FightOnForm) -> str:
    battle, side = winner.battle, winner.side
    names = participants.side_names(battle)
    return render_template(
        "chains/fight_on.html",
        battle=battle,
        side=side,
        form=form,
        name=names[side],
        enemy=names[other_side(side)],
        is_draw=battle.recording.winner is None,
        units=units_of(form.game, winner.army),
        rule=engine.rule_of(form.game.ruleset),
        address=url_for(".fight", id_=battle.id, side=side),
    )


def extras(battle: Battle) -> Iterator[dict[str, Any]]:
    """Yield a battle's place in its chain, and where its survivors fight on."""
    own, after = store.links(battle)
    gauntlet = None
    if own and own.gauntlet:
        id_, name = own.gauntlet.id, own.gauntlet.name
        # Offered when the end has been seen.
        shown = url_for("gauntlet.show", id_=id_, spoilers=spoilers.SHOWN)
        gauntlet = {
            "name": name,
            "station": own.station,
            "url": url_for("gauntlet.show", id_=id_),
            "following": {"title": name or _("Gauntlet"), "url": shown, "follows": True},
        }
    yield {
        "kind": "chain",
        "linked": own is not None or bool(after),
        "fight_on": url_for("fight_on.find", id_=battle.id),
        "before": own and own.previous_id and url_for("watch.watch", id_=own.previous_id),
        "gauntlet": gauntlet,
        "following": gauntlet and gauntlet["following"],
        "after": [url_for("watch.watch", id_=f.battle_id) for f in after if f.battle_id],
    }


blueprint = heavy(private(Blueprint("gauntlet", __name__)))


@blueprint.get("/gauntlets")
def new() -> str:
    """The form of a new gauntlet of `?ruleset`, or of the survivors of `?battle` and `side`."""
    if "battle" not in request.args:
        return _form(GauntletForm(games.chosen(request.args.get("ruleset"))))
    battle = viewer.over(request.args["battle"])
    side = next((one for one in SIDES if one == request.args.get("side")), None)
    army = store.survivors(battles.recording_of(battle)).get(side) if side else None
    if side is None or army is None:
        raise NotFound(_("No unit of this side survived the battle."))
    form = GauntletForm(games.game(battle.ruleset))
    form.prefill(army, battle.id, side)
    return _form(form)


@blueprint.post("/gauntlets")
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
def show(id_: str) -> str:
    """A gauntlet: its stations, the chances to win them, and how far it came."""
    row = found(id_)
    return drawn(store.state_of(row), NextForm(), may_play=store.may_play(row))


@blueprint.post("/g/<id_>/next")
def play_next(id_: str) -> ResponseReturnValue:
    """Start the battle of the next station; `bless` are places of units to bless before it."""
    row = found(id_)
    if not store.may_play(row):
        raise Forbidden(_("Only the browser that made this gauntlet can fight its next battle."))
    form = NextForm(request.form)
    try:
        with playing() as run:
            battle = store.play_next(row, form.places, run)
    except InputError as error:
        form.note_all(error)
        return drawn(store.state_of(row), form, may_play=True), 422
    return redirect(url_for("watch.watch", id_=battle.id), 303)


def found(id_: str) -> Gauntlet:
    """Return the gauntlet with this id. Raise NotFound."""
    missing = _("No gauntlet has this link. A letter may be wrong or missing, or it was deleted.")
    return required(store.find(id_), NotFound(missing))


def _form(form: GauntletForm) -> str:
    return render_template(
        "chains/new.html",
        form=form,
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
    named = games.game(row.ruleset).army_name(army.get("name", ""))
    return row.name or (_("Gauntlet of {army}", army=named) if named else _("Gauntlet"))


def summary(state: store.State) -> str:
    """Return how far a gauntlet came, in words."""
    of, won = len(state.stations), state.won
    if won == of:
        return ngettext("Won its only station", "Won all {count} stations", of)
    said = ngettext("Won {won} of {count} station", "Won {won} of {count} stations", of, won=won)
    return said if state.is_over else _("{won} so far", won=said)


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
        own_card=samples.card_of(game, json.dumps(state.course.army)),
        stations=[_row(game, station) for station in state.stations],
        units=units_of(game, army) if army is not None else [],
        may_play=may_play,
        form=form,
    )


def _row(game: Game, station: store.Station) -> dict[str, Any]:
    """Return a station as the page shows it; `chance` is a text, or None."""
    card = samples.card_of(game, json.dumps(station.opponent["army"]))
    name = station.opponent.get("name", "") or (card.name if card else "")
    return {
        "station": station,
        "name": name or _("Opponent {number}", number=station.number),
        "card": card,
        "chance": None if station.chance is None else chance_text(station.chance),
    }
