"""The home page: ways to begin, samples to watch, what is on air, what was lately."""

from flask import Blueprint, render_template

from webapp import games
from webapp.base.clock import now_ms
from webapp.battles import samples
from webapp.battles import store as battles

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def home() -> str:
    """The home page."""
    now = now_ms()
    known = games.games()
    return render_template(
        "home.html",
        rulesets=[(game.ruleset, samples.load(game)) for game in known.values()],
        on_air=battles.on_air(known, now),
        recent=battles.recent(known, now),
    )
