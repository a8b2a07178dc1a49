"""The page that shows a battle: live as long as it is on air, then as a replay."""

from typing import Any

from flask import Blueprint, current_app, render_template, url_for
from werkzeug.exceptions import NotFound

import engine
from webapp import battles
from webapp.assets import asset
from webapp.models import Battle
from webapp.pages import extras, spoilers

blueprint = Blueprint("watch", __name__)


@blueprint.get("/b/<id_>")
def watch(id_: str) -> str:
    """The page of one battle. Nothing in it tells what has not been on air yet."""
    battle = battles.find(id_)
    if battle is None:
        raise NotFound("No battle has this link. It may have been copied without its last letters.")
    return render_template("watch.html", battle=battle, page_data=_page_data(battle))


def _page_data(battle: Battle) -> dict[str, Any]:
    ruleset = engine.rulesets()[battle.recording.ruleset]
    over = battle.is_over(current_app.config["CLOCK"].now_ms())
    return {
        "battle": {
            "id": battle.id,
            "title": battle.title,
            "ruleset": ruleset.id,
            "ruleset_name": ruleset.name,
            "share_url": url_for(".watch", id_=battle.id, _external=True),
            "status": "over" if over else "on_air",
            "starts_at_ms": battle.starts_at_ms,
            "sides": {
                "a": {"name": battle.name_a, "army": battle.army_a},
                "b": {"name": battle.name_b, "army": battle.army_b},
            },
        },
        "catalog": ruleset.catalog(),
        "recording_url": url_for("battles.get_recording", id_=battle.id, v=battle.version),
        "icons_url": asset("icons.svg"),
        "spoilers_hidden": spoilers.are_hidden(),
        "extras": extras.of(battle),
    }
