"""Calls for chains of battles: survivors that fight on, and gauntlets."""

from typing import Any

from flask import url_for
from flask_smorest import Blueprint
from werkzeug.exceptions import Conflict, Forbidden

import engine
from webapp.base import games
from webapp.base.texts import _
from webapp.battles import store as battles
from webapp.battles.api import described
from webapp.battles.pages import viewer
from webapp.battles.schemas import BattleSchema
from webapp.chains import schemas, store
from webapp.chains.pages import STILL_ON_AIR, found, units_of
from webapp.guard import keys
from webapp.guard.admission import playing
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.rest.schemas import answers
from webapp.store.models import Battle, Gauntlet

blueprint = Blueprint("chains", __name__, description="Survivors that fight on, and gauntlets")


def _over(id_: str) -> Battle:
    return viewer.over(id_, STILL_ON_AIR)


@blueprint.get("/battles/<id_>/survivors")
@answers(blueprint, 200, schemas.ChainSchema, 404, 409, of=_over)
@heavy
@private
def list_survivors(battle: Battle) -> dict[str, Any]:
    """List the survivors of a battle that is over, and its neighbours in a chain of battles.

    Each survivor comes as it enters its next battle. The session cookie identifies you.
    """
    game = games.game(battle.ruleset)
    own, after = store.links(battle)
    return {
        "ok": True,
        "rule": _(engine.rule_of(game.ruleset)),
        "survivors": {
            side: {"army": army, "units": units_of(game, army)}
            for side, army in store.survivors(battles.recording_of(battle)).items()
        },
        "before": own and own.previous_id,
        "after": [fight.battle_id for fight in after],
        "gauntlet": own and own.gauntlet_id,
    }


@blueprint.post("/battles/<id_>/fight-on")
@answers(blueprint, 201, BattleSchema, 404, 409, 422, 503, of=_over, body=schemas.FightOnBody)
@heavy
def fight_on(battle: Battle, body: dict[str, Any]) -> dict[str, Any]:
    """Start the next battle of one side's survivors. It goes on air three seconds later."""
    game = games.game(battle.ruleset)
    side = body.get("side", battle.recording.winner)
    left = store.survivors(battles.recording_of(battle))
    if side not in left:
        raise Conflict(_("This side did not win the battle: it has no unit left to fight on."))
    own = {**body["own"], "army": store.read_blessings(game, left[side], body["bless"])}
    sides = [body["opponent"], own] if body["defend"] else [own, body["opponent"]]
    read = engine.read({**body["terms"], "ruleset": game.id, "sides": sides})
    with playing() as run:
        put = store.fight_on(battle, side, read, "b" if body["defend"] else "a", run)
    return described(put)


@blueprint.post("/gauntlets")
@answers(blueprint, 201, schemas.GauntletSchema, 422, 503, body=schemas.NewGauntletBody)
@heavy
@private
def make_gauntlet(body: dict[str, Any]) -> dict[str, Any]:
    """Create a gauntlet. The link `next` in the answer is not shown again."""
    parts = {key: body[key] for key in ("army", "opponents", "terms", "blessings")}
    course = store.Course(side=body["own"], **parts)
    row = store.create(games.game(body["ruleset"]), body["name"], course, keys.visitor())
    answer = _described(row)
    link = url_for("chains.play_next", id_=row.id, edit=store.token(row), _external=True)
    return answer | {"links": {**answer["links"], "next": link}}


@blueprint.get("/gauntlets/<id_>")
@answers(blueprint, 200, schemas.GauntletSchema, 404, of=found)
def get_gauntlet(row: Gauntlet) -> dict[str, Any]:
    """Describe a gauntlet: its stations, the chances to win them, and how far it came."""
    return _described(row)


@blueprint.post("/gauntlets/<id_>/next")
@blueprint.arguments(schemas.TokenArguments, location="query")
@answers(blueprint, 201, BattleSchema, 403, 404, 409, 422, 503, of=found, body=schemas.NextBody)
@heavy
@private
def play_next(arguments: dict[str, Any], row: Gauntlet, body: dict[str, Any]) -> dict[str, Any]:
    """Start the battle of a gauntlet's next station. It goes on air three seconds later."""
    if not store.may_play(row, arguments["edit"]):
        raise Forbidden(_("Only the player who made this gauntlet can fight its next battle."))
    with playing() as run:
        return described(store.play_next(row, body["bless"], run))


def _described(row: Gauntlet) -> dict[str, Any]:
    state = store.state_of(row)
    return {
        "ok": True,
        "id": row.id,
        "ruleset": row.ruleset,
        "name": row.name,
        "rule": _(engine.rule_of(games.game(row.ruleset).ruleset)),
        "army": state.army if state.next else None,
        "blessings": state.course.blessings,
        "won": state.won,
        "over": state.is_over,
        "stations": state.stations,
        "links": {
            "self": url_for("chains.get_gauntlet", id_=row.id, _external=True),
            "page": url_for("gauntlet.show", id_=row.id, _external=True),
        },
    }
