"""The preview card of a challenge: who challenges whom, under which terms, and how far it is.

It is drawn from what everybody is told, so there is nothing of an army in it at any time.
"""

import hashlib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, url_for
from werkzeug.exceptions import NotFound

from engine import SIDES, SideId
from webapp import games
from webapp.cards import Phase, PreviewCard, Side
from webapp.challenges import catching_up, terms, views
from webapp.guard.limits import heavy
from webapp.pages import cards

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
"""How far a challenge is: nothing is told of its end."""


PHASES: Final[Mapping[views.Status, Phase]] = {"on_air": "on_air", "over": "over"}


class Preview(NamedTuple):
    """What chat programs show beside a link: a picture, and what is on it in words."""

    address: str
    text: str


@blueprint.get("/c/<id_>/card.png")
@heavy
def card(id_: str) -> Response:
    """The preview card of a challenge, for everybody the same: neither score nor winner."""
    challenge = catching_up.current(id_)
    if challenge is None:
        raise NotFound("No challenge has this link.")
    drawn = describe(views.public(challenge))
    return cards.drawn(drawn, _version(drawn))


def preview(public: Mapping[str, Any]) -> Preview:
    """Where the card of a challenge is, as it looks now, and what it says."""
    card = describe(public)
    address = url_for("challenge_cards.card", id_=public["id"], v=_version(card), _external=True)
    return Preview(address, " · ".join(filter(None, (card.title, card.verdict, card.detail))))


def describe(public: Mapping[str, Any]) -> PreviewCard:
    """The card of a challenge, from all that everybody may know of it but how its games ended."""
    status: views.Status = public["status"]
    seats = {side: _seat(public, side) for side in SIDES}
    return PreviewCard(
        title=_title(public),
        ruleset=games.game(public["ruleset"]).name,
        sides=(seats["a"], seats["b"]),
        phase=PHASES.get(status, "soon"),
        verdict=SAID[status],
        detail=" · ".join(_terms(public)),
    )


def _title(public: Mapping[str, Any]) -> str:
    if public["title"] or public["status"] == "open":
        return views.heading(public)
    players = views.player_names(public)
    return f"{players['a']} challenges {players['b']}"


def _seat(public: Mapping[str, Any], side: SideId) -> Side:
    seat = public["seats"][side]
    if not seat["taken"]:
        return Side("Nobody yet", "", emblem="overlord-helm", note="the seat is free")
    name = views.player_names(public)[seat["player"]]
    if seat["sealed"]:
        return Side(name, "", emblem="shield", note="has sealed an army")
    note = "did not seal" if public["status"] == "expired" else "builds in secret"
    return Side(name, "", emblem="scroll-quill", note=note)


def _terms(public: Mapping[str, Any]) -> list[str]:
    """How many games, and the terms that were chosen."""
    series = public["series"]
    game = games.game(public["ruleset"])
    agreed = terms.in_words(game, public["terms"], public["limits"], defaults=False)
    chosen = [f"{label}: {text}" for label, text in agreed]
    if series["best_of"] == 1:
        return chosen
    return [f"best of {series['best_of']}", *chosen]


def _version(card: PreviewCard) -> str:
    return hashlib.sha256(repr(card).encode()).hexdigest()[:12]
