"""Template data of a challenge's pages: public data and the player's own, so that none leaks."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from flask import Blueprint, Response, url_for

from engine import SIDES, SideId
from webapp.armies import choices
from webapp.armies import store as armies
from webapp.armies.choices import OTHER, Pick
from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.game import ArmyCard
from webapp.base.texts import N_, _, deadline
from webapp.battles.pages import cards
from webapp.cards import Phase, PreviewCard, Side
from webapp.challenges import appointments, outcome, sentences, store, terms, views
from webapp.challenges.pages.forms import SealForm
from webapp.guard.limits import heavy
from webapp.html import spoilers
from webapp.html.forms import in_words
from webapp.matches import seats
from webapp.matches.pages import challenge_extra
from webapp.store.models import Battle, Challenge


def context(challenge: Challenge, side: SideId | None) -> dict[str, Any]:
    """Return the data of every page of this challenge for a player, or for a spectator."""
    public = views.public(challenge)
    game = games.game(challenge.ruleset)
    stage = str(public["status"])
    if stage in ("open", "joined"):
        is_sealed = side and public["seats"][side]["sealed"]
        stage = "look" if side is None else "wait" if is_sealed else "build"
    is_over, hidden = stage == "over", spoilers.are_hidden()
    status = sentences.status(public, side)
    return {
        "challenge": public,
        "brief": views.brief(public),
        "game": game,
        "side": side,
        "stage": stage,
        "heading": views.heading(public),
        "invitation": views.invitation(public),
        "names": views.side_names(public),
        "players": views.player_names(public),
        "colours": game.builder.form.side_names(),
        "told": {
            "status": sentences.over(public) if is_over and hidden else status,
            "how_it_ended": status if is_over else "",
            "seats": {s: sentences.seat(public, s, shows_winner=not hidden) for s in SIDES},
            "seal": sentences.seal_for_good(game),
        },
        "moment": sentences.moment(challenge, public),
        "terms": terms.in_words(game, public["terms"], public["limits"]),
        "headlines": terms.headlines(game, public["terms"]),
        "appointment": public["appointment"],
        "now_ms": now_ms(),
        "own_draft": _draft(challenge, side) if side else None,
        "cards": _visible_armies(challenge, side),
        "links": _links(challenge, side, is_open=public["status"] == "open"),
        "preview": preview(public),
    }


def battle_extras(battle: Battle) -> Iterator[dict[str, Any]]:
    """Yield the watch page's data about the battle's challenge; only players may play again."""
    challenge = store.of_battle(battle.id)
    if challenge is not None:
        yield challenge_extra(challenge)


def pick_army(challenge: Challenge, side: SideId, form: SealForm) -> Pick:
    """Return the armies that a player may seal, with the draft or the last game's one selected."""
    army = appointments.draft_of(challenge, side) or store.army_before(challenge, side)
    if not form.army.data and army is not None:
        form.choose(army)
    ready = choices.ready(form.game, form.army.data, lambda army: card_of(challenge, side, army))
    wanted = form.army.data
    if wanted not in ("", OTHER, *(choice.reference for choice in ready)) and not form.messages:
        refused = armies.resolve(form.game, wanted)
        if refused is not None and (problems := terms.judge(challenge, side, refused)[1]):
            name = form.game.army_name(refused.get("name", "")) or _("Unnamed army")
            reason = in_words(form.game.builder, refused, problems[0])
            text = _("{army} does not keep to these terms: {problem}", army=name, problem=reason)
            form.add_error("army", text)
    return choices.pick(form.game, form.army, form.text, ready)


def _draft(challenge: Challenge, side: SideId) -> dict[str, Any] | None:
    """Return a player's draft while it can be changed; `problem` prevents its seal."""
    army = appointments.draft_of(challenge, side)
    if army is None or not appointments.takes_drafts(challenge):
        return None
    _battle, problems = terms.judge(challenge, side, army)
    builder = games.game(challenge.ruleset).builder
    problem = next((in_words(builder, army, one) for one in problems), "")
    salt = seats.seat_of(challenge, side).draft_salt
    sealed = {"sealing": sealing_of(challenge, side), "army": army, "salt": salt}
    return {"card": card_of(challenge, side, army), "problem": problem, "sealed": sealed}


def _visible_armies(challenge: Challenge, side: SideId | None) -> dict[SideId, ArmyCard]:
    """Return the sealed armies that the viewer may see: their own, or both once public."""
    is_public = challenge.battle is not None  # a match has one at its end
    seen = {each: store.army_of(challenge, each) for each in SIDES if is_public or each == side}
    cards = {each: card_of(challenge, each, army) for each, army in seen.items() if army}
    return {each: card for each, card in cards.items() if card}


def sealing_of(challenge: Challenge, side: SideId) -> dict[str, Any]:
    """Return the input of a side's seal, besides the army and a salt."""
    return {"challenge": challenge.id, **terms.public(challenge), "side": side}


def card_of(challenge: Challenge, side: SideId, army: Any) -> ArmyCard | None:
    """Return an army's card, or None if it breaks the rules or the terms."""
    battle, _ = terms.judge(challenge, side, army)
    return games.game(challenge.ruleset).army_card(battle.setup, side) if battle else None


def _links(challenge: Challenge, side: SideId | None, *, is_open: bool) -> dict[str, str]:
    links = {}
    if side:
        token = seats.token(challenge, side)
        links["seat"] = url_for("challenge.come_back", id_=challenge.id, token=token)
    if side == "a" and is_open:
        token = seats.invitation(challenge)
        links["join"] = url_for("challenge.invitation", id_=challenge.id, token=token)
    return links


blueprint = Blueprint("challenge_cards", __name__)

# state of a challenge, without its result
HEADLINES: Final[Mapping[views.Status, str]] = {
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
    return cards.card_response(describe(views.public(outcome.found(id_))))


def preview(public: Mapping[str, Any]) -> cards.Preview:
    card = describe(public)
    text = " · ".join(filter(None, (card.title, card.headline, card.detail)))
    return cards.preview(card, text, "challenge_cards.card", id_=public["id"])


def describe(public: Mapping[str, Any]) -> PreviewCard:
    """Return the card of a challenge, from its public data without results."""
    status: views.Status = public["status"]
    has_title = public["title"] or not views.has_both(public)
    players = views.player_names(public)
    return PreviewCard(
        title=views.heading(public) if has_title else _("{a} challenges {b}", **players),
        ruleset=_(games.game(public["ruleset"]).name),
        sides=(_seat(public, "a"), _seat(public, "b")),
        phase=PHASES.get(status, "soon"),
        headline=_(HEADLINES[status]),
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
    game = games.game(public["ruleset"])
    agreed = terms.in_words(game, public["terms"], public["limits"], defaults=False)
    chosen = [f"{_(label)}: {text}" for label, text in agreed]
    if public["appointment"]:
        chosen.insert(0, _("starts {when}", when=deadline(public["appointment"]["starts_at_ms"])))
    if public["series"]["best_of"] > 1:
        chosen.insert(0, _("best of {count}", count=public["series"]["best_of"]))
    return chosen
