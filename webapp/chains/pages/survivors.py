"""The survivors of a battle: what each keeps, and their next battle."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict, NotFound

import engine
from engine import SIDES, Army, SideId, other_side
from webapp.base import games, samples
from webapp.base.game import Game
from webapp.base.inputs import Posted
from webapp.base.texts import _
from webapp.battles import participants
from webapp.battles import store as battles
from webapp.battles.pages import viewer
from webapp.chains import store
from webapp.chains.pages.forms import FightOnForm
from webapp.guard.admission import playing
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.html import spoilers
from webapp.store.models import Battle, Fight
from webapp.words.units import unit_names

blueprint = Blueprint("fight_on", __name__)


class Survivor(NamedTuple):
    """A unit before its next battle.

    kept: what it brings from earlier battles. blessable: whether a blessing would change it.
    """

    place: int
    name: str
    icon: str | None
    kept: tuple[str, ...]
    blessable: bool


def listed(game: Game, army: Army) -> list[Survivor]:
    """Return the units of an army before its next battle."""
    card = samples.card_of(game, json.dumps(army))
    if card is None:
        return []
    kept = engine.kept_by(army, game.ruleset) or [()] * len(card.units)
    can_be = store.blessable(game, army)
    names = unit_names(card.units)
    return [
        Survivor(place, names[unit.id], unit.icon, tuple(map(_, words)), place in can_be)
        for place, (unit, words) in enumerate(zip(card.units, kept, strict=True))
    ]


class Winner(NamedTuple):
    """The survivors of a side of a battle, and the file of that battle."""

    battle: Battle
    side: SideId
    army: Army
    file: dict[str, Any]


@blueprint.get("/b/<id_>/fight-on")
def find(id_: str) -> ResponseReturnValue:
    """Redirect to the survivors of a battle: the winner's, or those of side a after a draw."""
    battle = _over(id_)
    side = battle.recording.winner or SIDES[0]
    return redirect(url_for(".choose", id_=battle.id, side=side), 303)


@blueprint.get("/b/<id_>/fight-on/<side>")
@heavy
@private
def choose(id_: str, side: str) -> str:
    """The survivors of a side of a battle that is over, and the form of their next battle."""
    winner = _winner(id_, side)
    form = _form(winner)
    # The same ground and limits, until the visitor chooses others.
    form.prefill(Posted(form.terms.posted(winner.file)))
    form.choose_opponent()
    return _page(winner, form)


@blueprint.post("/b/<id_>/fight-on/<side>")
@heavy
@private
def fight(id_: str, side: str) -> ResponseReturnValue:
    """Start the next battle of the survivors; 422 with the form and its errors."""
    winner = _winner(id_, side)
    form = _form(winner, request.form)
    if request.form.get("do") == "random:b":
        form.draw_army("b")
        return _page(winner, form)
    read = form.read()
    if read is None:
        return _page(winner, form), 422
    with playing() as run:
        battle = store.fight_on(winner.battle, winner.side, read, form.own_side, run)
    return redirect(url_for("watch.watch", id_=battle.id), 303)


def _over(id_: str) -> Battle:
    battle = viewer.found(id_)
    if not viewer.is_over(battle):
        raise Conflict(still_on_air())
    return battle


def still_on_air() -> str:
    return _("This battle is still on air. Its survivors fight on when it is over.")


def _winner(id_: str, given: str) -> Winner:
    """Return the survivors of a side of a battle. Raises NotFound and Conflict."""
    battle = _over(id_)
    side = next((one for one in SIDES if one == given), None)
    if side is None:
        raise NotFound(_("A battle has the sides a and b."))
    recording = battles.recording_of(battle)
    army = store.survivors(recording).get(side)
    if army is None:
        name = participants.side_names(battle)[side]
        raise Conflict(
            _("{name} did not win this battle: it has no unit left to fight on.", name=name)
        )
    return Winner(battle, side, army, recording.header.battle)


def _form(winner: Winner, sent: Posted | None = None) -> FightOnForm:
    name = winner.file["sides"][SIDES.index(winner.side)].get("name", "")
    return FightOnForm(games.game(winner.battle.ruleset), winner.army, name, sent)


def _page(winner: Winner, form: FightOnForm) -> str:
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
        units=listed(form.game, winner.army),
        rule=engine.rule_of(form.game.ruleset),
        address=url_for(".fight", id_=battle.id, side=side),
    )


def extras(battle: Battle) -> Iterator[dict[str, Any]]:
    """Yield a battle's place in its chain, and where its survivors fight on.

    The page shows nothing of what comes after it before its end.
    """
    own, after = store.links(battle)
    gauntlet = own and own.gauntlet and _gauntlet(own)
    yield {
        "kind": "chain",
        "linked": own is not None or bool(after),
        "fight_on": url_for("fight_on.find", id_=battle.id),
        "before": own and own.previous_id and _watch(own.previous_id),
        "gauntlet": gauntlet,
        "following": gauntlet and gauntlet["following"],
        "after": [_watch(fight.battle_id) for fight in after if fight.battle_id],
    }


def _gauntlet(fight: Fight) -> dict[str, Any]:
    assert fight.gauntlet is not None
    id_, name = fight.gauntlet.id, fight.gauntlet.name
    # Offered when the end has been seen.
    shown = url_for("gauntlet.show", id_=id_, spoilers=spoilers.SHOWN)
    return {
        "name": name,
        "station": fight.station,
        "url": url_for("gauntlet.show", id_=id_),
        "following": {"title": name or _("Gauntlet"), "url": shown, "follows": True},
    }


def _watch(id_: str) -> str:
    return url_for("watch.watch", id_=id_)
