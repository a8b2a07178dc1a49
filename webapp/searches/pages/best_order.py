"""The page "Best order" of an army's units, with progress."""

import json
from functools import partial
from typing import Any, Final

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

import engine
from engine import SIDES, SideId, search
from webapp.armies.pages import builder
from webapp.base import games
from webapp.base.game import Game
from webapp.base.jobs import Progress
from webapp.base.texts import N_, _, chance_text
from webapp.guard.admission import equivalent
from webapp.guard.limits import heavy
from webapp.html.forms import FileForm
from webapp.searches import limits
from webapp.searches.pages import search_page
from webapp.searches.pages.battle_forms import OddsForm
from webapp.searches.pages.odds import side_names
from webapp.searches.tables import found_by, opponent_names, points, shares_against
from webapp.words.units import by_places

blueprint = heavy(Blueprint("order_page", __name__))


NO_ORDER: Final = N_("The units of this game have no order.")


@blueprint.get("/best-order")
def choose() -> ResponseReturnValue:
    """The armies of `?battle=` or of `?army_a=` and `?army_b=`, or the form to choose."""
    return search_page.choose_armies(_games(), _page)


@blueprint.post("/best-order")
def of_file() -> ResponseReturnValue:
    """A battle file from the odds page, ready to be searched."""
    form = FileForm(request.form)
    return _page(form.read(), file=form)


@blueprint.post("/best-order/found")
@equivalent("battlereel best-order FILE")
def found() -> ResponseReturnValue:
    """The best orders of a side; progress lines first for a script that requests them."""
    form = search_page.FurtherForm(request.form)
    battle = form.read() if form.validate() else None
    if battle is None:
        return _page(None, file=form)
    battle = battle.without_dice()
    against = form.further(games.game(battle.ruleset.id))
    if form.error_count:
        return _page(battle, file=form, sent=form)
    searched = partial(_searched, battle, form.wanted, against)
    return search_page.answer(form, battle, searched, "order/result.html", _page)


def _searched(
    battle: engine.Battle, side: SideId, against: list[Any], progress: Progress
) -> search_page.Report:
    best = limits.search_out(
        limits.best_order,
        battle,
        side,
        against=against,
        distinct=True,
        progress=progress,
        stop=progress.stopped,
    )
    game = games.game(battle.ruleset.id)
    names = by_places(game, battle, side)
    enemies = (
        opponent_names(game, search.opponents_of(battle, side, against, None, ()), side)
        if against
        else []
    )

    def row(order: search.Order) -> search_page.Row:
        file = _reordered(battle, side, order.order)
        army = file["sides"][SIDES.index(side)]["army"]
        return search_page.Row(
            units=", ".join(names[place] for place in order.order),
            win=chance_text(order.win),
            wins=shares_against(enemies, order),
            change=points(order.win - best.own.win),
            is_own=order.order == best.own.order,
            file=json.dumps(file),
            build=builder.address_with(game, army),
        )

    listed = [*best.orders]
    if all(order.order != best.own.order for order in listed):
        listed.append(best.own)
    return search_page.Report(
        side=side,
        name=side_names(battle)[side],
        how=found_by(best),
        own=chance_text(best.own.win),
        is_better=best.orders[0].win > best.own.win,
        is_against_several=bool(against),
        is_local=best.search == "local",
        rows=[row(order) for order in listed],
    )


def _reordered(battle: engine.Battle, side: SideId, order: tuple[int, ...]) -> dict[str, Any]:
    place, key = SIDES.index(side), battle.ruleset.ordered
    assert key is not None
    army = battle.document["sides"][place]["army"]
    return engine.with_army(battle.document, place, {**army, key: [army[key][n] for n in order]})


def _games() -> list[Game]:
    """Return the games whose units have an order. Raise NotFound if there are none."""
    found = [game for game in games.games().values() if game.ruleset.ordered is not None]
    if not found:
        raise NotFound(_("No game here has an order of units."))
    return found


def _page(
    battle: engine.Battle | None = None,
    armies: OddsForm | None = None,
    file: FileForm | None = None,
    report: search_page.Report | None = None,
    sent: search_page.FurtherForm | None = None,
) -> ResponseReturnValue:
    if battle is not None and battle.ruleset.ordered is None:
        # Its armies are not offered here, but a battle file can hold them.
        file = file or FileForm()
        file.note(engine.Problem("ruleset", _(NO_ORDER)))
        battle = None
    asked = games.games().get(request.args.get("ruleset", ""))
    return search_page.render(
        *("order/page.html", _games(), battle, armies, file),
        no_order=NO_ORDER,
        lacking=asked if asked and asked.ruleset.ordered is None else None,
        report=report,
        others=sent.others.data if sent else "",
    )
