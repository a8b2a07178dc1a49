"""Quick battles: two armies, a field, a seed."""

from functools import partial
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound, ServiceUnavailable

import engine
from engine import SIDES
from webapp.base import games, samples
from webapp.base.errors import required
from webapp.base.game import Game
from webapp.base.inputs import Posted, number_up_to
from webapp.base.texts import _, chance_text, problem_lines
from webapp.battles import store as battles
from webapp.battles.pages import viewer
from webapp.guard.admission import first_estimate, refined_estimate, slow_bots
from webapp.guard.limits import heavy
from webapp.html.forms import FileForm
from webapp.searches import limits
from webapp.searches.pages import odds
from webapp.searches.pages.battle_forms import BattleForm
from webapp.searches.pages.odds import method, side_names

blueprint = Blueprint("quick", __name__)

SAMPLED: Final = 500  # battles for inexact chances next to the form


@blueprint.get("/quick")
def index() -> ResponseReturnValue:
    """The form of the first game, or of `?ruleset`."""
    return redirect(url_for(".choose", ruleset=games.chosen(request.args.get("ruleset")).id))


@blueprint.get("/quick/<ruleset>")
@heavy
def choose(ruleset: str) -> str:
    """The form for two armies, filled in with `?army_a`, `?seed` …."""
    return filled_in(games.game(ruleset), request.args)


@blueprint.post("/quick/<ruleset>")
@heavy
def fight(ruleset: str) -> ResponseReturnValue:
    """Start the battle, or do what another button says."""
    form = BattleForm(games.game(ruleset), request.form)
    match request.form.get("do"):
        case "seed":
            form.draw_seed()
        case "swap":
            form.swap()
        case "random:a":
            form.draw_army("a")
        case "random:b":
            form.draw_army("b")
        case "show":
            pass
        case "odds":
            battle = form.read()
            return (_page(form, None), 422) if battle is None else odds.page(battle)
        case _:
            return _started(form) or (_page(form, None), 422)
    battle = form.read()
    matchup = _matchup(battle, number_up_to(SAMPLED, request.form.get("samples", "")) or 0)
    if "HX-Request" in request.headers:
        return render_template("quick/matchup.html", form=form, matchup=matchup)
    return _page(form, matchup), 200 if battle else 422


@blueprint.get("/quick/file")
def paste() -> str:
    """The form for a battle file; with `?example` of a ruleset it holds one."""
    form = FileForm()
    if (ruleset := request.args.get("example", "")) in games.games():
        form.file.data = samples.example(games.game(ruleset))
    return _file_page(form)


@blueprint.post("/quick/file")
@heavy
def fight_file() -> ResponseReturnValue:
    """Start the battle of a pasted battle file."""
    form = FileForm(request.form)
    return _started(form) or (_file_page(form), 422)


@blueprint.post("/start/sample/<ruleset>/<id_>")
@heavy
def start_sample(ruleset: str, id_: str) -> ResponseReturnValue:
    """Start a sample battle again, with new dice."""
    of_game = samples.load(games.game(ruleset))
    sample = required(of_game.battles.get(id_), NotFound(_("There is no such sample battle.")))
    battle = engine.read(of_game.battle_file(sample)).without_dice()
    return viewer.start(battle, battles.Airing(title=sample.title, listed=True))


@blueprint.get("/b/<id_>/against/<side>")
@heavy
def meet(id_: str, side: str) -> str:
    """The form of a quick battle against the army of a side of a finished battle."""
    battle = viewer.over(id_)
    game, place = games.game(battle.ruleset), SIDES.index(viewer.side_named(side))
    fought = battles.files_of([battle])[battle.digest]["sides"][place]
    army = game.builder.write(game.builder.normal(fought["army"]))
    return filled_in(game, MultiDict({"other_b": army, "name_b": fought.get("name", "")}))


def filled_in(game: Game, asked: Posted) -> str:
    """Return the page with the form for two armies, filled in, with a new seed."""
    form = BattleForm(game)
    form.draw_seed()
    form.prefill(asked)
    return _page(form, _matchup(form.read() if form.has_armies else None))


def _started(form: BattleForm | FileForm) -> ResponseReturnValue | None:
    battle, airing = form.read(), battles.Airing(listed=bool(form.listed.data))
    return None if battle is None else viewer.start(battle, airing)


def _matchup(battle: engine.Battle | None, samples: int = 0) -> dict[str, Any] | None:
    """Return both sides with chances by this many battles, or as many as are quick.

    Without `chances`, `method` says why; `more` battles refine them.
    """
    if battle is None:
        return None
    game = games.game(battle.ruleset.id)
    cards = {side: game.army_card(battle.setup, side) for side in SIDES}
    shown = {"names": side_names(battle), "cards": cards, "chances": None}
    if long := slow_bots(battle):
        return shown | {"method": long[0].message}
    try:
        weigh = partial(engine.odds, battle.without_dice(), "auto")
        if samples:
            chances, is_last = refined_estimate(weigh, samples)
        else:
            chances, is_last = first_estimate(weigh, SAMPLED), False
    except engine.InputError as refused:
        return shown | {"method": problem_lines(refused)}
    except ServiceUnavailable as refused:
        if samples:
            raise  # the first figure stays until it is refined
        return shown | {"method": refused.description or ""}
    shares = {"a": chances.a, "draw": chances.draw, "b": chances.b}
    return shown | {
        "chances": shares,
        "texts": {side: chance_text(share, chances.interval) for side, share in shares.items()},
        "method": method(chances),
        "more": 0 if is_last else limits.more_samples(chances, SAMPLED),
    }


def _page(form: BattleForm, matchup: dict[str, Any] | None) -> str:
    return render_template("quick/page.html", form=form, matchup=matchup)


def _file_page(form: FileForm) -> str:
    return render_template("quick/file.html", form=form)
