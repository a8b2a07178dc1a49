"""What the dice owed, and what armies and orders gave: over a series, over a browser's games."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from engine import SIDES, search
from webapp.base import texts
from webapp.base.texts import _
from webapp.battles import store as battles
from webapp.challenges import history, jobs, views
from webapp.challenges.pages.challenges import NONE
from webapp.guard import keys
from webapp.guard.job_pool import work_out_long
from webapp.guard.limits import heavy
from webapp.matches import seats
from webapp.searches import verdicts as battle_verdicts
from webapp.store.models import Challenge
from webapp.words.verdicts import parts_of, signed_wins

blueprint = Blueprint("dice_owed", __name__)


@blueprint.get("/c/<id_>/dice")
@heavy
def of_series(id_: str) -> str:
    """What the dice owed both players in all games between the same two that are over."""
    challenge = jobs.current(id_)
    if challenge is None:
        raise NotFound(_(NONE))
    of_both, names = history.of_series(challenge), seats.names(challenge)
    told = work_out_long(_of_all, [_fought(of_both[player]) for player in SIDES])
    return _page([(names[p], one) for p, one in zip(SIDES, told, strict=True)], challenge)


@blueprint.get("/dice")
@heavy
def mine() -> str:
    """What the dice owed this browser's player in the challenges that are over."""
    visitor = keys.known_visitor()
    rows = history.of_visitor(visitor) if visitor else []
    (told,) = work_out_long(_of_all, [_fought(rows)])
    return _page([(_("You"), told)])


def _fought(rows: Sequence[history.BattleOnSide]) -> list[battle_verdicts.Fought]:
    headers = battles.headers_of([battle for battle, _side in rows])
    return [
        battle_verdicts.Fought(headers[battle.digest], side, battle.recording.winner)
        for battle, side in rows
    ]


def _of_all(
    players: Sequence[Sequence[battle_verdicts.Fought]],
) -> list[battle_verdicts.OwedReport]:
    return [battle_verdicts.report(battles) for battles in players]


def _page(
    told: Sequence[tuple[str, battle_verdicts.OwedReport]], challenge: Challenge | None = None
) -> str:
    return render_template(
        "dice_owed.html",
        rows=[_row(name, one.owed) for name, one in told],
        heading=views.heading(views.public(challenge)) if challenge else "",
        challenge=challenge and challenge.id,
        parts=[parts_of(name, one.verdict) for name, one in told if one.verdict],
        waiting=told[0][1].waiting,
        left_out=told[0][1].left_out,
        count=told[0][1].owed.battles,
    )


class Row(NamedTuple):
    """What one player is told: a sentence, and its numbers as text."""

    name: str
    sentence: str
    won: str
    owed: str
    dice: str
    least: str
    most: str


def _row(name: str, told: search.WinBalance) -> Row:
    # What is owed is rounded first and then subtracted: so what is read adds up as well.
    due = round(told.owed, 1)
    dice = told.won - due
    ends = [end + told.owed - due for end in told.interval]
    least, most = map(signed_wins, ends)
    sentence = _in_words(name, dice, told.battles)
    won, owed_ = (texts.number(number, 1) for number in (told.won, due))
    return Row(name, sentence, won, owed_, signed_wins(dice), least, most)


def _in_words(name: str, dice: float, count: int) -> str:
    """How many wins more or fewer than the chances owed, of how many battles."""
    number = texts.number(abs(dice), 1)
    if round(dice, 1) == 0:
        return _("{name}: as many wins as the dice owed, of {count}.", name=name, count=count)
    if dice > 0:
        return _(
            "{name}: {number} wins more than the dice owed, of {count}.",
            name=name,
            number=number,
            count=count,
        )
    return _(
        "{name}: {number} wins fewer than the dice owed, of {count}.",
        name=name,
        number=number,
        count=count,
    )
