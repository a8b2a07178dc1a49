"""The odds page: chances between two armies, and battles with a chosen end."""

import secrets
from dataclasses import replace
from functools import partial

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound, UnprocessableEntity

import engine
from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.inputs import number_up_to
from webapp.base.texts import _, problem_lines
from webapp.battles import store as battles
from webapp.guard.admission import first_estimate, playing, refined_estimate, work_out
from webapp.guard.limits import heavy
from webapp.html import spoilers
from webapp.html.forms import FileForm, WishForm
from webapp.searches import limits
from webapp.searches.pages.battle_forms import OddsForm, armies_form
from webapp.searches.pages.odds_report import SAMPLES, OddsReport, report_of

blueprint = Blueprint("odds_page", __name__)

OWN_DICE = "own-dice"  # the end that a battle's own seed leads to


@blueprint.get("/odds")
@heavy
def odds() -> ResponseReturnValue:
    """The odds of `?battle=` or of two armies; without either, the forms alone."""
    if battle_id := request.args.get("battle"):
        return page(battle=stored_battle(battle_id))
    if "ruleset" not in request.args:
        return page()
    form = OddsForm(games.game(request.args["ruleset"]))
    form.prefill(request.args)
    if (drawn := form.query_with_drawn_army(request.args)) is not None:
        return redirect(url_for(".odds", **drawn))
    return page(form.read() if form.is_sent else None, armies=form)


@blueprint.post("/odds")
@heavy
def odds_of_file() -> ResponseReturnValue:
    """The odds of a pasted battle file."""
    form = FileForm(request.form)
    return page(form.read(), file=form)


@blueprint.post("/odds/more")
@heavy
def refine() -> ResponseReturnValue:
    """The odds of a battle file by `samples` battles, refining a first figure."""
    form = FileForm(request.form)
    battle = form.read()
    if battle is None:
        return page(file=form)
    samples = number_up_to(SAMPLES, request.form.get("samples", "")) or SAMPLES
    try:
        weigh = partial(report_of, battle.without_dice())
        report, is_last = refined_estimate(weigh, samples)
    except engine.InputError as error:
        form.note_all(error)
        return page(file=form)
    if is_last:
        report = replace(report, more=0)
    if "HX-Request" in request.headers:
        shown = OddsForm(games.game(battle.ruleset.id))
        return render_template("odds/result.html", form=shown, report=report)
    return page(battle, report=report)


@blueprint.post("/odds/watch")
@heavy
def watch_one() -> ResponseReturnValue:
    """A replay of a battle between these armies that ends as wished."""
    form = WishForm(request.form)
    battle = form.read()
    if battle is None:
        return page(file=form)
    return watch_battle(battle, form.wish.data, form)


def watch_battle(
    battle: engine.Battle, wish: str, form: FileForm | None = None
) -> ResponseReturnValue:
    """Redirect to a battle between these armies that ends as wished, or note why not in `form`.

    With OWN_DICE a battle with a seed is played as it is.
    """
    try:
        found = (
            battle
            if battle.seed is not None and wish == OWN_DICE
            else work_out(limits.conditioned, battle, wish, secrets.randbits(32))
        )
    except engine.InputError as error:
        form = form or FileForm()
        form.note_all(error)
        # A battle that takes too long to sample has no odds to show.
        return page(None if battle.slow_bots() else battle, file=form)
    with playing() as run:
        recording = battles.play(found, run)
        title = f"{battles.title(recording)}, dice chosen"  # as names.CHOSEN has it
        airing = battles.Airing(starts_at_ms=battles.NEVER_ON_AIR, title=title)
        put = battles.put_on_air(games.game(recording.header.ruleset), recording, airing, run)
    # The requester knows this end; other readers of the link do not.
    return redirect(url_for("watch.watch", id_=put.id, spoilers=spoilers.SHOWN), 303)


def stored_battle(battle_id: str) -> engine.Battle:
    """Return the armies of a stored battle, whose dice are secret before its end."""
    found = battles.find(battle_id)
    if found is None or not found.has_begun(now_ms()):
        raise NotFound(_("No battle that has begun has this link."))
    return engine.read(battles.files_of([found])[found.digest])


def page(
    battle: engine.Battle | None = None,
    armies: OddsForm | None = None,
    file: FileForm | None = None,
    report: OddsReport | None = None,
) -> ResponseReturnValue:
    """Return the page with the submitted form, if any; 422 if it has problems."""
    sent = armies or file
    if battle is not None and report is None:
        try:
            report = first_estimate(partial(report_of, battle.without_dice()), SAMPLES)
        except engine.InputError as error:
            # Without a form, the error page shows the problems.
            if sent is None:
                raise UnprocessableEntity(problem_lines(error)) from None
            sent.note_all(error)
    of_games = [*games.games().values()]
    shown = games.game(battle.ruleset.id) if battle else of_games[0]
    is_fragment = "HX-Request" in request.headers
    html = render_template(
        "odds/content.html" if is_fragment else "odds/page.html",
        form=armies or armies_form(shown, battle),
        games=of_games,
        file=file or FileForm(),
        report=report,
    )
    return html, 422 if sent and sent.error_count else 200
