"""The preview card of a challenge, from public data only: players, terms, state."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, Response, url_for
from werkzeug.exceptions import NotFound

from engine import SIDES, SideId
from webapp.base import games
from webapp.base.errors import required
from webapp.base.texts import N_, _, deadline
from webapp.battles.pages import cards
from webapp.cards import Phase, PreviewCard, Side
from webapp.challenges import outcome, terms, views
from webapp.guard.limits import heavy

blueprint = Blueprint("challenge_cards", __name__)

# state of a challenge, without its result
SAID: Final[Mapping[views.Status, str]] = {
    "open": N_("Who accepts?"),
    "joined": N_("Armies are built in secret"),
    "sealed": N_("Both armies are sealed"),
    "countdown": N_("It begins in a moment"),
    "on_air": N_("● On air"),
    "over": N_("Who wins?"),
    "forfeit": N_("Decided without a battle"),
    "cancelled": N_("This challenge was cancelled"),
    "expired": N_("This challenge has expired"),
    "void": N_("These armies can no longer meet"),
}


PHASES: Final[Mapping[views.Status, Phase]] = {"on_air": "on_air", "over": "over"}


@blueprint.get("/c/<id_>/card.png")
@heavy
def card(id_: str) -> Response:
    """The preview card of a challenge, without score and winner."""
    missing = NotFound(_("No challenge has this link."))
    drawn = describe(views.public(required(outcome.current(id_), missing)))
    return cards.card_response(drawn, cards.version(drawn))


def preview(public: Mapping[str, Any]) -> cards.Preview:
    """Return the card's address, as it looks now, and its text."""
    card = describe(public)
    address = url_for(
        "challenge_cards.card", id_=public["id"], v=cards.version(card), _external=True
    )
    return cards.Preview(
        address, " · ".join(filter(None, (card.title, card.headline, card.detail)))
    )


def describe(public: Mapping[str, Any]) -> PreviewCard:
    """Return the card of a challenge, from its public data without results."""
    status: views.Status = public["status"]
    seats = {side: _seat(public, side) for side in SIDES}
    has_title = public["title"] or not views.has_both(public)
    players = views.player_names(public)
    title = views.heading(public) if has_title else _("{a} challenges {b}", **players)
    return PreviewCard(
        title=title,
        ruleset=_(games.game(public["ruleset"]).name),
        sides=(seats["a"], seats["b"]),
        phase=PHASES.get(status, "soon"),
        headline=_(SAID[status]),
        detail=" · ".join(_terms(public)),
    )


def _seat(public: Mapping[str, Any], side: SideId) -> Side:
    seat = public["seats"][side]
    if not seat["taken"]:
        return Side(_("No player yet"), "", emblem="overlord-helm", note=_("the seat is free"))
    name = views.player_names(public)[seat["player"]]
    if seat["sealed"]:
        return Side(name, "", emblem="shield", note=_("has sealed an army"))
    is_late = public["status"] in ("expired", "forfeit", "cancelled")
    note = _("did not seal") if is_late else _("builds in secret")
    return Side(name, "", emblem="scroll-quill", note=note)


def _terms(public: Mapping[str, Any]) -> list[str]:
    series = public["series"]
    game = games.game(public["ruleset"])
    agreed = terms.in_words(game, public["terms"], public["limits"], defaults=False)
    chosen = [f"{_(label)}: {text}" for label, text in agreed]
    if public["appointment"]:
        when = deadline(public["appointment"]["starts_at_ms"])
        chosen.insert(0, _("starts {when}", when=when))
    if series["best_of"] == 1:
        return chosen
    return [_("best of {count}", count=series["best_of"]), *chosen]
