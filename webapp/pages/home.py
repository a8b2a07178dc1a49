"""The home page: samples to watch, what is on air, forms to start a battle."""

import json

from flask import Blueprint, current_app, render_template, request

import engine
from webapp import battles, samples
from webapp.pages.forms import FORMS, ArmiesForm, FileForm

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def home() -> str:
    """The home page.

    `?ruleset` chooses whose armies the form offers; with `?example` the form for a battle file
    holds one.
    """
    ruleset = request.args.get("ruleset", "")
    armies = FORMS[ruleset if ruleset in FORMS else next(iter(FORMS))]()
    file = FileForm()
    if "example" in request.args:
        file.values["file"] = example(armies.samples)
    return page(armies, file)


def page(armies: ArmiesForm, file: FileForm) -> str:
    """The home page, with its forms as they were filled in."""
    now_ms = current_app.config["CLOCK"].now_ms()
    return render_template(
        "home.html",
        rulesets=[(ruleset, samples.of(ruleset.id)) for ruleset in engine.rulesets().values()],
        on_air=battles.on_air(now_ms),
        recent=battles.recent(now_ms),
        armies=armies,
        file=file,
    )


def example(of_ruleset: samples.Samples) -> str:
    """A battle file to begin with: the first sample battle, its dice still to be cast."""
    document = of_ruleset.battle_file(next(iter(of_ruleset.battles.values())))
    del document["seed"]
    return json.dumps(document, indent=2)
