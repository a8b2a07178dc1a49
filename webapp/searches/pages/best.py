"""The pages "Best order" of an army's units and "Best armies" of a game, with progress."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound
from wtforms import SelectMultipleField

import engine
from engine import SIDES, SideId, search
from webapp.armies import choices
from webapp.armies.pages import builder
from webapp.armies.pages.army_lists import pieces
from webapp.base import games
from webapp.base.errors import by_command
from webapp.base.game import Game
from webapp.base.inputs import number_up_to
from webapp.base.jobs import Progress
from webapp.base.texts import N_, _, chance_text, number, translated
from webapp.guard.admission import equivalent
from webapp.guard.limits import heavy
from webapp.html.forms import FileForm, OneOf, Text
from webapp.rest import progress_lines
from webapp.searches import limits, tables
from webapp.searches.pages.battle_forms import OddsForm, armies_form
from webapp.searches.pages.odds import OWN_DICE, side_names, stored_battle
from webapp.words.templates import by_places

order_blueprint = heavy(Blueprint("order_page", __name__))
armies_blueprint = heavy(Blueprint("armies_page", __name__))

NO_ORDER: Final = N_("The units of this game have no order.")
# refusals without any game for a search, by the part of rulesets that it needs
NO_GAME: Final = {
    "ordered": N_("No game here has an order of units."),
    "recruiting": N_("No game here can be searched for best armies."),
}
TRIED: Final = 20  # battles searched for one with the most frequent end
AS_IT_IS: Final = "file"  # value for the unchanged other side, among bots
# fields by the engine's names in problem paths
LABELS: Final = {
    "played_by": N_("Played by"),
    "bots": N_("Opponents"),
    "against": N_("Further opponents"),
}


# The data of a result: `own` is the share of the current order or army, which is a row too. A row
# has shares against each of several opponents as `wins`, the difference from the own one as
# `change`, and the builder's address as `build`: '' for an army that is too long for it.
Report = dict[str, Any]


class FurtherForm(FileForm):
    """A battle file, one of its sides, and further opponents of it."""

    side = OneOf({side: side for side in SIDES})
    others = Text()

    @property
    def wanted(self) -> SideId:
        return "b" if self.side.data == "b" else "a"

    def command(self) -> str:
        """Return the equivalent command without further opponents."""
        return limits.BEST_ORDER.format(side=self.wanted)

    def further(self, game: Game) -> list[Any]:
        """Return the further opponents, after noting their problems."""
        found: list[Any] = []
        for place, piece in enumerate(pieces(self.others.data), start=1):
            label = _("army {number}", number=place)
            if place >= limits.OPPONENTS_MOST:
                most = limits.OPPONENTS_MOST - 1
                text = engine.Text(
                    "are more than {most}; the search takes as long again for each", most=most
                )
                message = by_command(text, f"{self.command()} --against FILE …")
                self.note(engine.Problem(_("Further opponents"), message))
                break
            try:
                found.append(choices.resolve(game, piece) if isinstance(piece, str) else piece)
            except engine.InputError as error:
                for path, words in map(translated, error.problems):
                    self.note(engine.Problem(f"{label}: {path}" if path else label, words))
        return found

    def search_of(self, battle: engine.Battle) -> Callable[[Progress], Report] | None:
        """Return the search over a battle, or None after noting problems."""
        against = self.further(games.game(battle.ruleset.id))
        return None if self.error_count else partial(_orders, battle, self.wanted, against)

    def note_refused(self, error: engine.InputError) -> None:
        """Show the engine's problems at their fields."""
        for path, message in error.problems:
            self.note(engine.Problem(_(LABELS.get(path.partition("[")[0], path)), message))


def _choose(
    of_games: Sequence[Game], page: Callable[..., ResponseReturnValue], **more: Any
) -> ResponseReturnValue:
    """Return the page for the armies of the query, or the form to choose them."""
    if battle_id := request.args.get("battle"):
        return page(stored_battle(battle_id).without_dice(), **more)
    asked = request.args.get("ruleset", "")
    armies = OddsForm(next((game for game in of_games if game.id == asked), of_games[0]))
    if armies.game.id == asked:
        armies.prefill(request.args)
        if (drawn := armies.query_with_drawn_army(request.args)) is not None:
            return redirect(url_for(".choose", **drawn))
    return page(armies.read() if armies.is_sent else None, armies=armies)


def _answer(
    form: FurtherForm, template: str, page: Callable[..., ResponseReturnValue]
) -> ResponseReturnValue:
    """Return the page with a result; progress lines first for a script that requests them."""
    battle = form.read() if form.validate() else None
    if battle is None:
        return page(None, file=form)
    battle = battle.without_dice()
    searched = form.search_of(battle)
    if searched is None:
        return page(battle, file=form)
    if progress_lines.are_wanted():
        return progress_lines.answer(lambda run: render_template(template, report=searched(run)))
    try:
        return page(battle, file=form, report=searched(Progress()))
    except engine.InputError as error:
        form.note_refused(error)
        return page(battle, file=form)


def _games(part: str) -> list[Game]:
    """Return the games whose rulesets have this part. Raise NotFound if there are none."""
    found = [game for game in games.games().values() if getattr(game.ruleset, part) is not None]
    if not found:
        raise NotFound(_(NO_GAME[part]))
    return found


def _render(
    template: str,
    of_games: Sequence[Game],
    battle: engine.Battle | None,
    armies: OddsForm | None,
    file: FileForm | None,
    **more: Any,
) -> ResponseReturnValue:
    """Return a search's page; 422 if its form has problems."""
    shown = games.game(battle.ruleset.id) if battle else of_games[0]
    judged = armies or file
    html = render_template(
        template,
        form=armies or armies_form(shown, battle),
        games=of_games,
        file=file,
        battle=battle,
        battle_json=json.dumps(battle.document) if battle else "",
        names=side_names(battle) if battle else {},
        cards={side: shown.army_card(battle.setup, side) for side in SIDES} if battle else {},
        **more,
    )
    return html, 422 if judged and judged.error_count else 200


@order_blueprint.get("/best-order", endpoint="choose")
def choose_order() -> ResponseReturnValue:
    """The armies of `?battle=` or of `?army_a=` and `?army_b=`, or the form to choose."""
    return _choose(_games("ordered"), _order_page)


@order_blueprint.post("/best-order", endpoint="of_file")
def order_of_file() -> ResponseReturnValue:
    """A battle file from the odds page, ready to be searched."""
    form = FileForm(request.form)
    return _order_page(form.read(), file=form)


@order_blueprint.post("/best-order/found", endpoint="found")
@equivalent("battlereel best-order FILE")
def found_orders() -> ResponseReturnValue:
    """The best orders of a side; progress lines first for a script that requests them."""
    return _answer(FurtherForm(request.form), "order/result.html", _order_page)


def _orders(battle: engine.Battle, side: SideId, against: list[Any], progress: Progress) -> Report:
    options: Any = {"distinct": True, "progress": progress, "stop": progress.stopped}
    best = limits.search_out(limits.best_order, battle, side, against=against, **options)
    game = games.game(battle.ruleset.id)
    names = by_places(game, battle, side)
    opponents = search.opponents_of(battle, side, against, None, ())
    enemies = tables.opponent_names(game, opponents, side)

    def row(order: search.Order) -> dict[str, Any]:
        file = search.reordered(battle, side, order.order).document
        return {
            "units": ", ".join(names[place] for place in order.order),
            "win": chance_text(order.win),
            "wins": tables.shares_against(enemies, order),
            "change": tables.points(order.win - best.own.win),
            "is_own": order.order == best.own.order,
            "file": json.dumps(file),
            "build": builder.address_with(game, file["sides"][SIDES.index(side)]["army"]),
        }

    listed = [*best.orders]
    if all(order.order != best.own.order for order in listed):
        listed.append(best.own)
    return {
        "side": side,
        "name": side_names(battle)[side],
        "how": tables.found_by(best),
        "own": chance_text(best.own.win),
        "is_better": best.orders[0].win > best.own.win,
        "is_against_several": bool(against),
        "is_local": best.search == "local",
        "rows": [row(order) for order in listed],
    }


def _order_page(
    battle: engine.Battle | None = None,
    armies: OddsForm | None = None,
    file: FileForm | None = None,
    report: Report | None = None,
) -> ResponseReturnValue:
    asked = games.games().get(request.args.get("ruleset", ""))
    if battle is not None and battle.ruleset.ordered is None:
        # Its armies are not offered here, but a battle file or `?battle=` can hold them.
        if file is None:
            asked = games.game(battle.ruleset.id)
        else:
            file.note(engine.Problem("ruleset", _(NO_ORDER)))
        battle = None
    return _render(
        *("order/page.html", _games("ordered"), battle, armies, file),
        no_order=NO_ORDER,
        lacking=asked if asked and asked.ruleset.ordered is None else None,
        report=report,
        others=file.others.data if isinstance(file, FurtherForm) else "",
    )


class ArmiesForm(FurtherForm):
    """A battle file, the side that chooses an army, budget, opponents, player."""

    budget = Text()
    played_by = Text()
    opponents = SelectMultipleField(validate_choice=False)

    def command(self) -> str:
        budget = number_up_to(engine.BUDGET_MOST, self.budget.data)
        bots = [id_ for id_ in self.opponents.data or [] if id_ != AS_IT_IS]
        played_by = self.played_by.data or None
        return limits.best_armies_command(self.wanted, budget, None, 0, played_by, bots)

    def search_of(self, battle: engine.Battle) -> Callable[[Progress], Report] | None:
        if battle.ruleset.recruiting is None:
            return None
        game, most = games.game(battle.ruleset.id), engine.BUDGET_MOST
        has_budget = battle.ruleset.recruiting.money is not None
        budget = (number_up_to(most, self.budget.data) or None) if has_budget else None
        if has_budget and budget is None:
            message = _("Enter a whole number from 1 to {most:,}.", most=most)
            self.note(engine.Problem(_("Budget"), message))
        against = self.further(game)
        chosen = self.opponents.data or []
        bots = [id_ for id_ in chosen if id_ != AS_IT_IS]
        if bots and AS_IT_IS in chosen:
            enemy = battle.document["sides"][0 if self.wanted == "b" else 1]
            against.insert(0, enemy["army"])
        elif not chosen and game.ruleset.bots is not None:
            self.note(engine.Problem(_("Opponents"), _("Choose one or more of these.")))
        if self.error_count:
            return None
        met = {"against": against, "played_by": self.played_by.data or None, "bots": bots}
        return partial(_armies, battle, self.wanted, budget, met)


def playing_in(battle: engine.Battle, game: Game, sent: ArmiesForm | None) -> dict[str, Any]:
    """Return the bots that may play and meet the searched army, and which are selected."""
    of_game = game.ruleset.bots
    assert of_game is not None
    quick = [bot for bot in game.opponents.values() if not bot.slow]
    ids = [bot.id for bot in quick]
    has_bots = all(of_game.playing(side) in ids for side in battle.document["sides"])
    if sent is not None:
        chosen = {"played_by": sent.played_by.data, "opponents": sent.opponents.data or []}
    elif has_bots:
        chosen = {"played_by": "", "opponents": [AS_IT_IS]}
    else:
        chosen = {"played_by": next(iter(ids[-1:]), ""), "opponents": ids[-1:]}
    return {"bots": quick, "as_it_is": has_bots, **chosen}


@armies_blueprint.get("/best-armies", endpoint="choose")
def choose_armies() -> ResponseReturnValue:
    """The armies of the query, or the form to choose; `?side=` names the one to replace."""
    wanted = next((side for side in SIDES if side == request.args.get("side")), None)
    return _choose(_games("recruiting"), _armies_page, wanted=wanted)


@armies_blueprint.post("/best-armies", endpoint="of_file")
def armies_of_file() -> ResponseReturnValue:
    """A battle file from the odds page, ready to be searched."""
    form = FileForm(request.form)
    return _armies_page(form.read(), file=form)


@armies_blueprint.post("/best-armies/found", endpoint="found")
@equivalent(limits.BEST_ARMIES)
def found_armies() -> ResponseReturnValue:
    """The best armies of a side; progress lines first for a script that requests them."""
    return _answer(ArmiesForm(request.form), "order/armies_result.html", _armies_page)


def _armies(
    battle: engine.Battle, side: SideId, budget: int | None, met: dict[str, Any], progress: Progress
) -> Report:
    """Return the data of the best armies; `met` are arguments of `search.opponents_of`."""
    best, examples = limits.search_out(_found_with_examples, battle, side, budget, met, progress)
    game = games.game(battle.ruleset.id)
    names = tables.opponent_names(game, search.opponents_of(battle, side, **met), side)

    def row(one: search.FoundArmy, example: engine.Battle) -> dict[str, Any]:
        army = search.without_name(one.army)
        return {
            "units": tables.army_in_words(game, army),
            "cost": _("no price") if one.cost is None else number(one.cost),
            "win": tables.share(one.win, one.interval) if one.interval else chance_text(one.win),
            "wins": tables.shares_against(names, one),
            "change": tables.difference(one, best.own),
            "is_own": one is best.own,
            "file": json.dumps(example.document),
            "build": builder.address_with(game, army),
        }

    rows = [*map(row, (*best.armies, best.own), examples)]
    return {
        "side": side,
        "name": side_names(battle)[side],
        # '' where all armies cost the same
        "budget": f"{number(best.budget)} {_(best.money)}" if best.budget and best.money else "",
        "how": tables.armies_found_by(best),
        "own": rows[-1]["win"],
        "is_better": best.armies[0].win > best.own.win,
        "wish": "likeliest" if best.method == "exact" else OWN_DICE,  # the end of battles to watch
        "rows": rows,
    }


def _found_with_examples(
    battle: engine.Battle,
    side: SideId,
    budget: int | None,
    met: dict[str, Any],
    progress: Progress,
    *,
    scheduler: str | None = None,
) -> tuple[search.BestArmies, list[engine.Battle]]:
    """Return the best armies, and a battle to watch of each and of the own one."""
    options: Any = {"scheduler": scheduler, "progress": progress, "stop": progress.stopped}
    best = limits.best_armies(battle, side, budget, **met, **options)
    first, *_others = search.opponents_of(battle, side, **met)
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
        if is_exact or (engine.play(battle).result.winner == side) == (win >= 0.5):
            break
    return battle


def _armies_page(
    battle: engine.Battle | None = None,
    armies: OddsForm | None = None,
    file: FileForm | None = None,
    report: Report | None = None,
    wanted: SideId | None = None,
) -> ResponseReturnValue:
    sent = file if isinstance(file, ArmiesForm) else None
    try:
        recruiting = search.recruiting_of(battle) if battle else None
    except engine.InputError as error:
        file = file or FileForm()
        file.note_all(error)
        battle = recruiting = None
    game = games.game(battle.ruleset.id) if battle else None
    return _render(
        *("order/armies.html", _games("recruiting"), battle, armies, file),
        money=recruiting.money if recruiting else "",
        budget=sent.budget.data if sent else battle and search.budget_of(battle, wanted or "a"),
        others=sent.others.data if sent else "",
        playing=playing_in(battle, game, sent) if battle and game and game.ruleset.bots else None,
        report=report,
        wanted=wanted,
    )
