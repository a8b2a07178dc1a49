"""The preview card of a challenge: who challenges whom, under which terms, and how far it is.

It is drawn from what everybody is told, so there is nothing of an army in it at any time.
"""

import hashlib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import NotFound

import engine
from webapp.cards import Phase, PreviewCard, Side
from webapp.challenges import store, terms, titles, views
from webapp.guard.limits import heavy
from webapp.pages import cards, spoilers
from webapp.store.models import Challenge

blueprint = Blueprint("challenge_cards", __name__)

SAID: Final[Mapping[views.Status, str]] = {
    "open": "Who accepts?",
    "joined": "Armies are built in secret",
    "sealed": "Both armies are sealed",
    "countdown": "It begins in a moment",
    "on_air": "● On air",
    "over": "Who wins?",
    "expired": "This challenge has expired",
    "void": "They cannot meet any more",
}
"""How far a challenge is, as long as nothing is told of its end."""


PHASES: Final[Mapping[views.Status, Phase]] = {"on_air": "on_air", "over": "over"}


class Preview(NamedTuple):
    """What chat programs show beside a link: a picture, and what is on it in words."""

    address: str
    text: str


@blueprint.get("/c/<id_>/card.png")
@heavy
def card(id_: str) -> Response:
    """The preview card of a challenge; the score and who has won are on it unless `?spoilers=0`."""
    challenge = store.find(id_)
    if challenge is None:
        raise NotFound("No challenge has this link.")
    shown = describe(challenge, hidden=request.args.get(spoilers.NAME) == spoilers.HIDDEN)
    return cards.drawn(shown, _version(shown))


def preview(challenge: Challenge, *, hidden: bool) -> Preview:
    """Where the card of a challenge is, as it looks now, and what it says."""
    shown = describe(challenge, hidden=hidden)
    options = {spoilers.NAME: spoilers.HIDDEN} if hidden else {}
    address = url_for(
        "challenge_cards.card", id_=challenge.id, v=_version(shown), **options, _external=True
    )
    return Preview(address, " · ".join(filter(None, (shown.title, shown.verdict, shown.detail))))


def describe(challenge: Challenge, *, hidden: bool) -> PreviewCard:
    """What may be told of a challenge now; with `hidden`, neither score nor winner."""
    told = views.full(challenge)
    status: views.Status = told["status"]
    winner = told["winner"] if status == "over" and not hidden else None
    seats = {side: _seat(told, side, winner) for side in store.SIDES}
    verdict = SAID[status]
    if status == "over" and not hidden:
        verdict = f"{seats[winner].name} wins" if winner else "A draw"
    return PreviewCard(
        title=challenge.title or _title(told),
        ruleset=engine.rulesets()[challenge.ruleset].name,
        sides=(seats["a"], seats["b"]),
        phase=PHASES.get(status, "soon"),
        verdict=verdict,
        detail=" · ".join(_terms(challenge, told, hidden=hidden)),
        winner=winner,
    )


def _title(told: Mapping[str, Any]) -> str:
    players = titles.players(told)
    is_open = told["status"] == "open"
    return titles.heading(told) if is_open else f"{players['a']} challenges {players['b']}"


def _seat(told: Mapping[str, Any], side: store.Side, winner: str | None) -> Side:
    seat = told["seats"][side]
    if not seat["taken"]:
        return Side("Nobody yet", "", emblem="overlord-helm", note="the seat is free")
    name = titles.players(told)[seat["player"]]
    if winner == side:
        return Side(name, "", emblem="laurels-trophy", note="has won")
    if seat["sealed"]:
        return Side(name, "", emblem="shield", note="has sealed an army")
    note = "did not seal" if told["status"] == "expired" else "builds in secret"
    return Side(name, "", emblem="scroll-quill", note=note)


def _terms(challenge: Challenge, told: Mapping[str, Any], *, hidden: bool) -> list[str]:
    """How many games, with the score, and the terms that were chosen."""
    series = told["series"]
    agreed = terms.in_words(challenge.ruleset, terms.of(challenge), defaults=False)
    told_terms = [f"{label}: {text}" for label, text in agreed]
    if series["best_of"] == 1:
        return told_terms
    points = [series["points"][told["seats"][side]["player"]] for side in store.SIDES]
    score = ", {} : {}".format(*points) if any(points) and not hidden else ""
    return [f"best of {series['best_of']}{score}", *told_terms]


def _version(shown: PreviewCard) -> str:
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:12]
