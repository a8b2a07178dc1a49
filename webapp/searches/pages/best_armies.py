"""The page "Best armies": the best allowed armies of a game, with progress."""

import json
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

import engine
from engine import SIDES, SideId, search
from webapp.armies.pages import builder
from webapp.base import games
from webapp.base.game import Game
from webapp.base.jobs import Progress
from webapp.base.texts import _, number
from webapp.guard.admission import equivalent
from webapp.guard.limits import heavy
from webapp.html.forms import FileForm
from webapp.rest import progress_lines
from webapp.searches import limits
from webapp.searches.limits import search_out
from webapp.searches.pages.battle_forms import OddsForm, armies_form
from webapp.searches.pages.best_armies_form import ArmiesForm, Asked, playing_in
from webapp.searches.pages.odds import OWN_DICE, choose_armies
from webapp.searches.pages.odds_report import side_names
from webapp.searches.tables import (
    armies_found_by,
    army_in_words,
    met,
    opponent_names,
    points,
    share,
)
from webapp.words.chances import chance_text

blueprint = Blueprint("armies_page", __name__)

HALF: Final = 0.5
TRIED: Final = 20  # battles searched for one with the most frequent end


@dataclass(frozen=True)
class Row:
    """An army in words: cost, chance, change against the own one, battle file.

    wins: shares against each of several opponents. build: the builder with it; '' for a custom army
    that is too long for an address.
    """

    units: str
    cost: str
    win: str
    wins: str
    change: str
    is_own: bool
    file: str
    build: str


@dataclass(frozen=True)
class Report:
    """The data of the page; `own` is the share of the current army.

    budget: '' where all armies cost the same. wish: the end of battles to watch.
    """

    side: SideId
    name: str
    budget: str
    how: list[str]
    own: str
    is_better: bool
    wish: str
    rows: list[Row]


@blueprint.get("/best-armies")
@heavy
def choose() -> ResponseReturnValue:
    """The armies of `?battle=` or of `?army_a=` and `?army_b=`, or the form to choose.

    `?side=` is the side whose army is replaced; its cost is the default budget.
    """
    wanted = next((side for side in SIDES if side == request.args.get("side")), None)
    return choose_armies(_games(), _page, wanted=wanted)


@blueprint.post("/best-armies")
@heavy
def of_file() -> ResponseReturnValue:
    """A battle file from the odds page, ready to be searched."""
    form = FileForm(request.form)
    return _page(form.read(), file=form)


@blueprint.post("/best-armies/found")
@heavy
@equivalent(limits.BEST_ARMIES)
def found() -> ResponseReturnValue:
    """The best armies of a side; progress lines first for a script that requests them."""
    form = ArmiesForm(request.form)
    battle = form.read() if form.validate() else None
    if battle is None:
        return _page(None, file=form)
    battle = battle.without_dice()
    if battle.ruleset.recruiting is None:
        return _page(battle, file=form)
    asked = form.asked(battle)
    if asked is None:
        return _page(battle, file=form, sent=form)
    side: SideId = "a" if form.side.data == "a" else "b"

    def searched(progress: Progress) -> Report:
        return _searched(battle, side, asked, progress)

    if progress_lines.are_wanted():
        return progress_lines.answer(
            lambda progress: render_template("order/armies_result.html", report=searched(progress))
        )
    try:
        return _page(battle, report=searched(Progress()), sent=form)
    except engine.InputError as error:
        form.note_refused(error)
        return _page(battle, file=form, sent=form)


def _searched(battle: engine.Battle, side: SideId, asked: Asked, progress: Progress) -> Report:
    best, examples = search_out(_found_with_examples, battle, side, asked, progress)
    game = games.game(battle.ruleset.id)
    opponents = search.opponents_of(battle, side, asked.against, asked.played_by, asked.bots)
    names = opponent_names(game, opponents, side)

    def row(one: search.FoundArmy, example: engine.Battle) -> Row:
        army = search.without_name(one.army)
        return Row(
            units=army_in_words(game, army),
            cost=_("no price") if one.cost is None else number(one.cost),
            win=share(one.win, one.interval, 1) if one.interval else chance_text(one.win),
            wins=met(names, one),
            change=points(one.win - best.own.win, 1 if one.interval else 2),
            is_own=one is best.own,
            file=json.dumps(example.document),
            build=builder.address_with(game, army),
        )

    rows = [
        row(one, example) for one, example in zip((*best.armies, best.own), examples, strict=True)
    ]
    return Report(
        side=side,
        name=side_names(battle)[side],
        budget=f"{number(best.budget)} {_(best.money)}" if best.budget and best.money else "",
        how=armies_found_by(best),
        own=rows[-1].win,
        is_better=best.armies[0].win > best.own.win,
        wish="likeliest" if best.method == "exact" else OWN_DICE,
        rows=rows,
    )


def _found_with_examples(
    battle: engine.Battle,
    side: SideId,
    asked: Asked,
    progress: Progress,
    *,
    scheduler: str | None = None,
) -> tuple[search.BestArmies, list[engine.Battle]]:
    """Return the best armies, and a battle to watch of each and of the own one."""
    best = limits.best_armies(
        battle,
        side,
        asked.budget,
        against=asked.against,
        played_by=asked.played_by,
        bots=asked.bots,
        scheduler=scheduler,
        progress=progress,
        stop=progress.stopped,
    )
    first, *_others = search.opponents_of(battle, side, asked.against, asked.played_by, asked.bots)
    found = (*best.armies, best.own)
    return best, [_example(first, side, one, is_exact=best.method == "exact") for one in found]


def _example(
    opponent: search.Opponent, side: SideId, one: search.FoundArmy, *, is_exact: bool
) -> engine.Battle:
    """Return a sampled battle of an army with the most frequent end."""
    win = one.wins[0] if one.wins else one.win
    army = search.without_name(one.army)
    battles = (search.sample_battle(opponent, side, army, number) for number in range(TRIED))
    battle = next(battles)
    while not is_exact and (engine.play(battle).result.winner == side) != (win >= HALF):
        following = next(battles, None)
        if following is None:
            break
        battle = following
    return battle


def _games() -> list[Game]:
    """Return the games whose armies can be searched. Raise NotFound if there are none."""
    listed = [game for game in games.games().values() if game.ruleset.recruiting is not None]
    if not listed:
        raise NotFound(_("No game here has armies that can be searched for."))
    return listed


def _page(
    battle: engine.Battle | None = None,
    armies: OddsForm | None = None,
    file: FileForm | None = None,
    report: Report | None = None,
    sent: ArmiesForm | None = None,
    wanted: SideId | None = None,
) -> ResponseReturnValue:
    of_games = _games()
    try:
        recruiting = search.recruiting_of(battle) if battle else None
    except engine.InputError as error:
        file = file or FileForm()
        for problem in error.problems:
            file.note(problem)
        battle = recruiting = None
    shown = games.game(battle.ruleset.id) if battle else of_games[0]
    form = armies or armies_form(shown, battle)
    judged = armies or file
    usual = search.budget_of(battle, wanted or "a") if battle else None
    html = render_template(
        "order/armies.html",
        form=form,
        games=of_games,
        file=file,
        battle=battle,
        battle_json=json.dumps(battle.document) if battle else "",
        names=side_names(battle) if battle else {},
        cards={side: shown.army_card(battle.setup, side) for side in SIDES} if battle else {},
        money=recruiting.money if recruiting else "",
        budget=sent.budget.data if sent else usual,
        others=sent.others.data if sent else "",
        playing=playing_in(battle, shown, sent) if battle and shown.ruleset.bots else None,
        report=report,
        wanted=wanted,
    )
    return html, 422 if judged and judged.error_count else 200
