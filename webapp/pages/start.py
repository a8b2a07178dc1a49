"""What the home page's forms send: a battle goes on air, or the form comes back with its errors."""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

import engine
from webapp import battles, samples
from webapp.limits import heavy
from webapp.pages import home
from webapp.pages.forms import FORMS, ArmiesForm, FileForm, Form

blueprint = Blueprint("start", __name__)


@blueprint.post("/start/armies/<ruleset>")
def start_armies(ruleset: str) -> ResponseReturnValue:
    """Starts a battle between two sample armies."""
    if ruleset not in FORMS:
        raise NotFound(f"There is no ruleset '{ruleset[:60]}'.")
    form = FORMS[ruleset](request.form)
    return _start(form) or _refused("start/armies.html", form, FileForm())


@blueprint.post("/start/file")
def start_file() -> ResponseReturnValue:
    """Starts the battle in a battle file that was pasted."""
    form = FileForm(request.form)
    return _start(form) or _refused("start/file.html", next(iter(FORMS.values()))(), form)


@blueprint.post("/start/sample/<ruleset>/<id_>")
@heavy
def start_sample(ruleset: str, id_: str) -> ResponseReturnValue:
    """Starts a sample battle anew, with new dice."""
    if ruleset not in engine.rulesets() or id_ not in samples.of(ruleset).battles:
        raise NotFound("There is no such sample battle.")
    of_ruleset = samples.of(ruleset)
    sample = of_ruleset.battles[id_]
    document = of_ruleset.battle_file(sample)
    del document["seed"]
    return _on_air(engine.read(document), title=sample.title, listed=True)


def _start(form: Form) -> ResponseReturnValue | None:
    battle = form.read()
    return None if battle is None else _on_air(battle, listed=form.is_listed)


def _on_air(battle: engine.Battle, *, listed: bool, title: str = "") -> ResponseReturnValue:
    airing = battles.Airing(title=title, listed=listed)
    address = url_for("watch.watch", id_=battles.put_on_air(battles.play(battle), airing).id)
    if "HX-Request" in request.headers:
        return Response(headers={"HX-Redirect": address})
    return redirect(address, 303)


def _refused(fragment: str, armies: ArmiesForm, file: FileForm) -> ResponseReturnValue:
    """The form alone for htmx, which swaps it in; the whole page for a browser without it."""
    if "HX-Request" in request.headers:
        return render_template(fragment, armies=armies, file=file), 422
    return home.page(armies, file), 422
