"""The puzzle of the day: order units against a fixed enemy."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

import engine
from engine import SIDES, SideId, other_side
from webapp.armies.builder.checking import details
from webapp.base import assets, games, texts
from webapp.base.builder import ArmyContext, ArmyFigures
from webapp.base.inputs import number_up_to
from webapp.base.texts import _, chance_text
from webapp.battles import store as battles
from webapp.battles.pages import viewer
from webapp.guard.admission import work_out
from webapp.guard.limits import heavy
from webapp.searches import puzzles
from webapp.searches.puzzles import TODAY, Daily, Grade
from webapp.words.terms import chosen

blueprint = heavy(Blueprint("puzzle", __name__))

PERCENT_LEAST: Final = 0.01  # smaller chances need decimals


class Answer(NamedTuple):
    """The result of an answer: its grade, and the best order if requested."""

    grade: Grade | None
    best: list[str] | None
    win: str
    best_win: str

    @property
    def points(self) -> tuple[int, int] | None:
        """Return both chances in whole percent for sharing; 0 and 100 only if exact."""
        if self.grade is None:
            return None
        win, best = (
            min(max(round(100 * share), share > 0), 100 - (share < 1))
            for share in (self.grade.win, self.grade.best)
        )
        return win, best


@blueprint.get("/puzzle", endpoint="today")
@blueprint.get("/puzzle/<day>")
def show(day: str = TODAY) -> str:
    """The puzzle of a day, or today's, by UTC."""
    return page(puzzles.of_day(day))


@blueprint.post("/puzzle/<day>")
def answer(day: str) -> ResponseReturnValue:
    """Grade an order, show the best one, or redirect to a battle of either, as `do` says."""
    daily = puzzles.of_day(day)
    do = request.form.get("do", "")
    if do == "watch-best":
        return _watch(daily, daily.puzzle.best)
    order = _order(daily)
    if do == "watch" and order is not None:
        return _watch(daily, order)
    if order is None and do != "best":
        last = len(daily.puzzle.own)
        problem = _("Give each unit a place of its own, from 1 to {last}.", last=last)
        return page(daily, problem=problem), 422
    grade = None if order is None else work_out(puzzles.grade, daily, order)
    units = _figures(daily.battle, "a").units
    best = [_(units[place].name) for place in daily.puzzle.best] if do == "best" else None
    win = _percent(grade.win) if grade else ""
    return page(daily, order, Answer(grade, best, win, _percent(daily.puzzle.win)))


def _order(daily: Daily) -> tuple[int, ...] | None:
    """Return the submitted order, a place from 1 for each unit, or None if it is invalid."""
    size = len(daily.puzzle.own)
    places = [number_up_to(size, request.form.get(f"place-{n}", "")) for n in range(size)]
    if sorted(place or 0 for place in places) != [*range(1, size + 1)]:
        return None
    return tuple(places.index(place) for place in range(1, size + 1))


def _percent(share: float) -> str:
    return texts.percent(share) if share >= PERCENT_LEAST else chance_text(share)


def _watch(daily: Daily, order: Sequence[int]) -> ResponseReturnValue:
    battle = engine.read(daily.puzzle.file(daily.game, order))
    return viewer.start(battle, battles.Airing(starts_at_ms=battles.NEVER_ON_AIR))


def _figures(battle: engine.Battle, side: SideId) -> ArmyFigures:
    setup, other = battle.setup, other_side(side)
    keys = battle.ruleset.battle_keys
    terms = {key: battle.document[key] for key in keys if key in battle.document}
    context = ArmyContext(getattr(setup, side), setup, side, terms, {}, getattr(setup, other))
    return games.game(battle.ruleset.id).builder.figures(context)


def page(
    daily: Daily,
    order: Sequence[int] | None = None,
    graded: Answer | None = None,
    problem: str = "",
) -> str:
    game, battle = daily.game, daily.battle
    size = len(daily.puzzle.own)
    rows = {"a": daily.puzzle.own, "b": daily.puzzle.enemy}
    return render_template(
        "puzzle/page.html",
        day=daily.day,
        day_name=texts.day(daily.day),
        is_today=daily.day == puzzles.today(),
        today=puzzles.today().isoformat(),
        game=game,
        terms=chosen(game, daily.puzzle.terms),
        figures={side: _figures(battle, side) for side in SIDES},
        details={
            side: [[*details(game.builder, row)] for row in listed] for side, listed in rows.items()
        },
        order=order or range(size),
        typed=[request.form.get(f"place-{n}", "")[:9] for n in range(size)] if problem else None,
        answer=graded,
        picture=assets.empty_stage(game, daily.puzzle.terms),
        problem=problem,
        before=_other_day(daily.day, -1),
        after=_other_day(daily.day, 1),
    )


def _other_day(day: date, by: int) -> str | None:
    other = (day + timedelta(days=by)).isoformat()
    try:
        puzzles.of_day(other)
    except NotFound:
        return None
    return url_for("puzzle.show", day=other)
