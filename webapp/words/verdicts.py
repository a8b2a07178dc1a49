"""Verdicts on several battles in words and numbers."""

from typing import NamedTuple

from engine import search
from webapp.base import texts
from webapp.base.texts import N_, _


class Parts(NamedTuple):
    """The sources of a player's wins as text; `order` and `spread` only where they apply."""

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


def parts_of(name: str, verdict: search.SeriesVerdict) -> Parts:
    half, owed_ = verdict.battles / 2, verdict.won - verdict.dice
    # Sums are rounded before subtracting, so that the shown numbers add up.
    due = round(owed_, 1)
    by_armies = due if verdict.order is None else round(half + verdict.armies, 1)
    least, most = (signed_wins(end + owed_ - due) for end in verdict.interval)
    numbers = {
        "won": texts.number(verdict.won, 1),
        "half": texts.number(half, 1),
        "armies": signed_wins(by_armies - half),
        "dice": signed_wins(verdict.won - due),
    }
    order = None if verdict.order is None else signed_wins(due - by_armies)
    spread = texts.number(verdict.spread, 1) if verdict.spread else ""
    text = N_(
        "{name}: {won} wins of {count}. Half of them would be {half}; the armies gave {armies}, "
        "the order of the units {order}, the dice {dice}."
    )
    if order is None:
        text = N_(
            "{name}: {won} wins of {count}. Half of them would be {half}; the armies gave "
            "{armies}, the dice {dice}."
        )
    sentence = _(text, name=name, count=verdict.battles, order=order, **numbers)
    return Parts(name, sentence, order=order, least=least, most=most, spread=spread, **numbers)


def signed_wins(number: float) -> str:
    """Return a number of wins with sign and one digit; '' for zero."""
    return texts.signed(number, 1) if round(number, 1) else texts.number(0, 1)
