"""Why somebody won as many of several battles as they did, in words and numbers for people."""

from typing import NamedTuple

from engine import search
from webapp.base import texts
from webapp.base.texts import _


class Parts(NamedTuple):
    """Where a player's wins come from: a sentence, and its numbers as text.

    order: None where units have no order. spread: empty where all is exact.
    """

    name: str
    sentence: str
    half: str
    armies: str
    order: str | None
    dice: str
    least: str
    most: str
    won: str
    spread: str


def parts_of(name: str, told: search.SeriesVerdict) -> Parts:
    """Where somebody's wins come from, as people read it."""
    half, owed_ = told.battles / 2, told.won - told.dice
    # Sums are rounded first and then subtracted: so what is read adds up as well.
    due = round(owed_, 1)
    by_armies = due if told.order is None else round(half + told.armies, 1)
    least, most = (signed_wins(end + owed_ - due) for end in told.interval)
    numbers = {
        "won": texts.number(told.won, 1),
        "half": texts.number(half, 1),
        "armies": signed_wins(by_armies - half),
        "dice": signed_wins(told.won - due),
    }
    order = None if told.order is None else signed_wins(due - by_armies)
    spread = texts.number(told.spread, 1) if told.spread else ""
    sentence = _where_from(name, told.battles, numbers, order)
    return Parts(name, sentence, order=order, least=least, most=most, spread=spread, **numbers)


def _where_from(name: str, count: int, numbers: dict[str, str], order: str | None) -> str:
    if order is None:
        return _(
            "{name}: {won} wins of {count}. Half of them would be {half}; the armies gave "
            "{armies}, the dice {dice}.",
            name=name,
            count=count,
            **numbers,
        )
    return _(
        "{name}: {won} wins of {count}. Half of them would be {half}; the armies gave {armies}, "
        "the order of the units {order}, the dice {dice}.",
        name=name,
        count=count,
        order=order,
        **numbers,
    )


def signed_wins(number: float) -> str:
    """A number of wins with one digit and its sign; none for nothing."""
    return texts.signed(number, 1) if round(number, 1) else texts.number(0, 1)
