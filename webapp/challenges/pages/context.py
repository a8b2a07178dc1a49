"""Template data of a challenge's pages: public data and the player's own, so that none leaks."""

from collections.abc import Iterator
from typing import Any

from flask import url_for

from engine import SIDES, SideId
from webapp.armies import choices
from webapp.armies import store as armies
from webapp.armies.choices import OTHER, Pick
from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.game import ArmyCard, Game
from webapp.base.texts import _
from webapp.challenges import appointments, sentences, store, terms, views
from webapp.challenges.outcome import outcome_of
from webapp.challenges.pages import cards as challenge_cards
from webapp.challenges.pages.forms import SealForm
from webapp.html import spoilers
from webapp.html.field_errors import in_words
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
    names = views.player_names(public)
    return {
        "challenge": public,
        "brief": views.brief(public),
        "game": game,
        "side": side,
        "stage": stage,
        "heading": views.heading(public),
        "invitation": views.invitation(public),
        "names": views.side_names(public),
        "players": names,
        "colours": game.builder.form.side_names(),
        "told": _sentences(public, side, game),
        "moment": sentences.moment(challenge, public),
        "terms": terms.in_words(game, public["terms"], public["limits"]),
        "headlines": terms.headlines(game, public["terms"]),
        "appointment": public["appointment"],
        "now_ms": now_ms(),
        "own_draft": _draft(challenge, side) if side else None,
        "cards": _visible_armies(challenge, side),
        "links": _links(challenge, side, is_open=public["status"] == "open"),
        "preview": challenge_cards.preview(public),
    }


def _sentences(public: dict[str, Any], side: SideId | None, game: Game) -> dict[str, Any]:
    is_over = public["status"] == "over"
    status = sentences.status(public, side)
    hidden = spoilers.are_hidden()
    return {
        "status": sentences.over(public) if is_over and hidden else status,
        "how_it_ended": status if is_over else "",
        "seats": {s: sentences.seat(public, s, shows_winner=not hidden) for s in SIDES},
        "seal": sentences.seal_for_good(game),
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
        _say_why_not(challenge, side, form)
    return form.pick(ready)


def _say_why_not(challenge: Challenge, side: SideId, form: SealForm) -> None:
    army = armies.resolve(form.game, form.army.data)
    if army is None:
        return
    _battle, problems = terms.judge(challenge, side, army)
    name = form.game.army_name(army.get("name", "")) or _("Unnamed army")
    for problem in problems[:1]:
        reason = in_words(form.game.builder, army, problem)
        text = _("{army} does not keep to these terms: {problem}", army=name, problem=reason)
        form.add_error("army", text)


def _draft(challenge: Challenge, side: SideId) -> dict[str, Any] | None:
    """Return a player's draft while it can be changed, or None.

    problem: why it cannot be sealed yet. sealed: the input of its seal.
    """
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
    outcome = outcome_of(challenge)
    is_public = outcome is not None and outcome.shows_armies
    cards = {}
    for each in SIDES:
        army = store.army_of(challenge, each) if is_public or each == side else None
        card = card_of(challenge, each, army) if army else None
        if card:
            cards[each] = card
    return cards


def sealing_of(challenge: Challenge, side: SideId) -> dict[str, Any]:
    """Return the input of a side's seal, besides the army and a salt."""
    kept = terms.agreed(challenge)
    return {
        "challenge": challenge.id,
        "ruleset": challenge.ruleset,
        "terms": kept["battle"],
        "limits": kept["limits"],
        "side": side,
    }


def card_of(challenge: Challenge, side: SideId, army: Any) -> ArmyCard | None:
    """Return an army's card, or None if it breaks the rules or the terms."""
    battle, _ = terms.judge(challenge, side, army)
    return games.game(challenge.ruleset).army_card(battle.setup, side) if battle else None


def _links(challenge: Challenge, side: SideId | None, *, is_open: bool) -> dict[str, str]:
    """Return the secret paths of the challenge that the viewer may know."""
    links = {}
    if side:
        token = seats.token(challenge, side)
        links["seat"] = url_for("challenge.come_back", id_=challenge.id, token=token)
    if side == "a" and is_open:
        token = seats.invitation(challenge)
        links["join"] = url_for("challenge.invitation", id_=challenge.id, token=token)
    return links
