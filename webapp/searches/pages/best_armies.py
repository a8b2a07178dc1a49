"""The page "Best armies": the best allowed armies of a game, with progress."""

import json
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound
from wtforms import SelectMultipleField

import engine
from engine import SIDES, SideId, search
from webapp.armies.pages import builder
from webapp.base import games
from webapp.base.game import Game, Opponent
from webapp.base.inputs import number_up_to
from webapp.base.jobs import Progress
from webapp.base.texts import N_, _, chance_text, number
from webapp.guard.admission import equivalent
from webapp.guard.limits import heavy
from webapp.html.forms import FileForm, Text
from webapp.searches import limits, tables
from webapp.searches.pages import search_page
from webapp.searches.pages.battle_forms import OddsForm
from webapp.searches.pages.odds import OWN_DICE, side_names

blueprint = heavy(Blueprint("armies_page", __name__))

HALF: Final = 0.5
TRIED: Final = 20  # battles searched for one with the most frequent end
AS_IT_IS: Final = "file"  # value for the unchanged other side, among bots
CHOOSE_OPPONENT: Final = N_("Choose one or more of these.")


class Asked(NamedTuple):
    """A request: budget, further opponents, the side's player, bots as opponents."""

    budget: int | None
    against: list[Any]
    played_by: str | None
    bots: list[str]


class ArmiesForm(search_page.FurtherForm):
    """A battle file, the side that chooses an army, budget, opponents, player."""

    budget = Text()
    played_by = Text()
    opponents = SelectMultipleField(validate_choice=False)

    def command(self) -> str:
        budget = number_up_to(engine.BUDGET_MOST, self.budget.data)
        bots = [id_ for id_ in self.opponents.data or [] if id_ != AS_IT_IS]
        return limits.best_armies_command(
            self.wanted, budget, None, 0, self.played_by.data or None, bots
        )

    def asked(self, battle: engine.Battle) -> Asked | None:
        """Return the request for this battle, or None after noting its problems."""
        game = games.game(battle.ruleset.id)
        budget = None
        if search.recruiting_of(battle).money is not None:
            most = engine.BUDGET_MOST
            budget = number_up_to(most, self.budget.data) or None
            if budget is None:
                message = _("Enter a whole number from 1 to {most:,}.", most=most)
                self.note(engine.Problem(_("Budget"), message))
        against = self.further(game)
        chosen = self.opponents.data or []
        bots = [id_ for id_ in chosen if id_ != AS_IT_IS]
        if bots and AS_IT_IS in chosen:
            enemy = battle.document["sides"][0 if self.wanted == "b" else 1]
            against.insert(0, enemy["army"])
        elif not chosen and game.ruleset.bots is not None:
            self.note(engine.Problem(_("Opponents"), _(CHOOSE_OPPONENT)))
        return (
            None if self.error_count else Asked(budget, against, self.played_by.data or None, bots)
        )


@dataclass(frozen=True)
class Playing:
    """The possible players and opponents of the searched army."""

    bots: list[Opponent]
    as_it_is: bool  # whether both sides have a bot that can stay
    # played_by, opponents: the selection
    played_by: str
    opponents: list[str]


def playing_in(battle: engine.Battle, game: Game, sent: ArmiesForm | None) -> Playing:
    of_game = game.ruleset.bots
    assert of_game is not None
    quick = [bot for bot in game.opponents.values() if not bot.slow]
    ids = [bot.id for bot in quick]
    has_bots = all(of_game.playing(side) in ids for side in battle.document["sides"])
    if sent is not None:
        return Playing(quick, has_bots, sent.played_by.data, sent.opponents.data or [])
    chosen = [AS_IT_IS] if has_bots else ids[-1:]
    return Playing(quick, has_bots, "" if has_bots else next(iter(ids[-1:]), ""), chosen)


@blueprint.get("/best-armies")
def choose() -> ResponseReturnValue:
    """The armies of `?battle=` or of `?army_a=` and `?army_b=`, or the form to choose.

    `?side=` is the side whose army is replaced; its cost is the default budget.
    """
    wanted = next((side for side in SIDES if side == request.args.get("side")), None)
    return search_page.choose_armies(_games(), _page, wanted=wanted)


@blueprint.post("/best-armies")
def of_file() -> ResponseReturnValue:
    """A battle file from the odds page, ready to be searched."""
    form = FileForm(request.form)
    return _page(form.read(), file=form)


@blueprint.post("/best-armies/found")
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
    searched = partial(_searched, battle, form.wanted, asked)
    return search_page.answer(form, battle, searched, "order/armies_result.html", _page)


def _searched(
    battle: engine.Battle, side: SideId, asked: Asked, progress: Progress
) -> search_page.Report:
    best, examples = limits.search_out(_found_with_examples, battle, side, asked, progress)
    game = games.game(battle.ruleset.id)
    opponents = search.opponents_of(battle, side, *asked[1:])
    names = tables.opponent_names(game, opponents, side)

    def row(one: search.FoundArmy, example: engine.Battle) -> search_page.Row:
        army = search.without_name(one.army)
        return search_page.Row(
            units=tables.army_in_words(game, army),
            cost=_("no price") if one.cost is None else number(one.cost),
            win=tables.share(one.win, one.interval, 1) if one.interval else chance_text(one.win),
            wins=tables.shares_against(names, one),
            change=tables.points(one.win - best.own.win, 1 if one.interval else 2),
            is_own=one is best.own,
            file=json.dumps(example.document),
            build=builder.address_with(game, army),
        )

    rows = [*map(row, (*best.armies, best.own), examples)]
    return search_page.Report(
        side=side,
        name=side_names(battle)[side],
        budget=f"{number(best.budget)} {_(best.money)}" if best.budget and best.money else "",
        how=tables.armies_found_by(best),
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
    options: Any = {"scheduler": scheduler, "progress": progress, "stop": progress.stopped}
    best = limits.best_armies(battle, side, **asked._asdict(), **options)
    first, *_others = search.opponents_of(battle, side, *asked[1:])
    found = (*best.armies, best.own)
    return best, [_example(first, side, one, is_exact=best.method == "exact") for one in found]


def _example(
    opponent: search.Opponent, side: SideId, one: search.FoundArmy, *, is_exact: bool
) -> engine.Battle:
    """Return a sampled battle of an army with the most frequent end."""
    win = one.wins[0] if one.wins else one.win
    army = search.without_name(one.army)
    for seed in range(TRIED):
        battle = search.sample_battle(opponent, side, army, seed)
        if is_exact or (engine.play(battle).result.winner == side) == (win >= HALF):
            break
    return battle


def _games() -> list[Game]:
    """Return the games whose armies can be searched. Raise NotFound if there are none."""
    listed = [game for game in games.games().values() if game.ruleset.recruiting is not None]
    if not listed:
        raise NotFound(_("No game here can be searched for best armies."))
    return listed


def _page(
    battle: engine.Battle | None = None,
    armies: OddsForm | None = None,
    file: FileForm | None = None,
    report: search_page.Report | None = None,
    sent: ArmiesForm | None = None,
    wanted: SideId | None = None,
) -> ResponseReturnValue:
    try:
        recruiting = search.recruiting_of(battle) if battle else None
    except engine.InputError as error:
        file = file or FileForm()
        file.note_all(error)
        battle = recruiting = None
    game = games.game(battle.ruleset.id) if battle else None
    return search_page.render(
        *("order/armies.html", _games(), battle, armies, file),
        money=recruiting.money if recruiting else "",
        budget=sent.budget.data if sent else battle and search.budget_of(battle, wanted or "a"),
        others=sent.others.data if sent else "",
        playing=playing_in(battle, game, sent) if battle and game and game.ruleset.bots else None,
        report=report,
        wanted=wanted,
    )
