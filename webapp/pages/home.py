"""The home page: samples to watch, what is on air, forms to start a battle."""

import json

from flask import Blueprint, current_app, render_template, request

import engine
from webapp import battles, samples
from webapp.pages.forms import RULESET, ArmiesForm, FileForm

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def home() -> str:
    """The home page; with `?example` the form for a battle file holds one."""
    file = FileForm()
    if "example" in request.args:
        file.values["file"] = example()
    return page(ArmiesForm(), file)


def page(armies: ArmiesForm, file: FileForm) -> str:
    """The home page, with its forms as they were filled in."""
    now_ms = current_app.config["CLOCK"].now_ms()
    return render_template(
        "home.html",
        rulesets=[(ruleset, samples.of(ruleset.id)) for ruleset in engine.rulesets().values()],
        choice=samples.of(RULESET),
        on_air=battles.on_air(now_ms),
        recent=battles.recent(now_ms),
        armies=armies,
        file=file,
    )


def example() -> str:
    """A battle file to begin with: the first sample battle, its dice still to be cast."""
    of_ruleset = samples.of(RULESET)
    document = of_ruleset.battle_file(next(iter(of_ruleset.battles.values())))
    del document["seed"]
    return json.dumps(document, indent=2)
