"""The home page: ways to begin, samples to watch, what is on air, what was lately."""

from flask import Blueprint, current_app, render_template

import engine
from webapp.battles import samples
from webapp.battles import store as battles

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def home() -> str:
    """The home page."""
    now_ms = current_app.config["CLOCK"].now_ms()
    return render_template(
        "home.html",
        rulesets=[(ruleset, samples.of(ruleset.id)) for ruleset in engine.rulesets().values()],
        on_air=battles.on_air(now_ms),
        recent=battles.recent(now_ms),
    )
