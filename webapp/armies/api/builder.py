"""The builder: judges an army as it is built, reads armies from text, draws one at random."""

import secrets
from typing import Any

from flask_smorest import Blueprint

from engine import InputError, Seeded
from webapp.armies.builder import checking, importing
from webapp.armies.schemas import (
    CheckBody,
    CheckedSchema,
    ParsedArmySchema,
    RandomBody,
    RandomSchema,
    TextBody,
)
from webapp.base import games, texts
from webapp.base.form import as_data
from webapp.base.game import Game
from webapp.rest import bodies
from webapp.rest.schemas import ErrorSchema

SEED_BITS = 32

blueprint = Blueprint("building", __name__, description="Armies while they are built")


@blueprint.post("/builder/<ruleset>/check")
@blueprint.doc(requestBody=bodies.described(CheckBody))
@blueprint.response(200, CheckedSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
def check_army(ruleset: str) -> dict[str, Any]:
    """What is wrong with an army, and its figures; for one that is not finished, too."""
    game, body = _game_and_body(ruleset, CheckBody)
    checked = checking.inspect(game, **body)
    return {
        "ok": True,
        "valid": checked.valid,
        "garrison": checked.garrison,
        "problems": [texts.translated(problem)._asdict() for problem in checked.problems],
        **as_data(checked.figures),
        "text": checked.text,
    }


@blueprint.post("/builder/<ruleset>/text")
@blueprint.doc(requestBody=bodies.described(TextBody))
@blueprint.response(200, ParsedArmySchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
def read_text(ruleset: str) -> dict[str, Any]:
    """The army in compact text or JSON; it may yet break rules. Errors name the line."""
    game, body = _game_and_body(ruleset, TextBody)
    parsed = importing.read(game, body["text"])
    notes = [texts.translated(note)._asdict() for note in parsed.notes]
    return {"ok": True, "army": parsed.army, "notes": notes}


@blueprint.post("/builder/<ruleset>/random")
@blueprint.doc(requestBody=bodies.described(RandomBody))
@blueprint.response(200, RandomSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@blueprint.alt_response(422, schema=ErrorSchema)
def draw_army(ruleset: str) -> dict[str, Any]:
    """A random army that keeps to the terms and limits; the same seed draws the same one."""
    game, body = _game_and_body(ruleset, RandomBody)
    seed = secrets.randbits(SEED_BITS) if body["seed"] is None else body["seed"]
    army = game.builder.random(body["terms"], body["limits"], Seeded(seed))
    _, problems = checking.judge(game, army, body["terms"], body["limits"])
    if problems:
        raise InputError(problems)
    return {"ok": True, "army": army, "seed": seed}


def _game_and_body(ruleset: str, schema: Any) -> tuple[Game, dict[str, Any]]:
    body = bodies.read(schema)  # before the 404: a malformed body is refused for any ruleset
    return games.game(ruleset), body
