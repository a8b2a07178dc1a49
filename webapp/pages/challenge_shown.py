"""What the pages of a challenge show: what everybody may know, and what only the asker may.

Templates never get the challenge itself, so that none of them can tell a secret.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from flask import url_for
from flask_wtf.csrf import generate_csrf

import engine
from webapp import games
from webapp.armies import saved as armies
from webapp.base.game import ArmyCard
from webapp.battles import samples
from webapp.challenges import outcome, seal, seats, series, store, terms, titles, views
from webapp.challenges.store import SIDES, Side
from webapp.guard import keys
from webapp.pages import challenge_cards, spoilers
from webapp.store.models import Battle, Challenge


class Ready(NamedTuple):
    """An army that could be sealed as it is."""

    reference: str
    card: ArmyCard
    text: str


def shown(challenge: Challenge, side: Side | None, reference: str = "") -> dict[str, Any]:
    """All that a page of this challenge may show to whoever sits on this side, or on none.

    `reference` names an army that a player may want to seal.
    """
    told = views.full(challenge)
    stage = _stage(told, side)
    kept = terms.of(challenge)
    names = titles.players(told)
    return {
        "told": told,
        "brief": views.brief(challenge),
        "ruleset": engine.rulesets()[challenge.ruleset],
        "side": side,
        "stage": stage,
        "heading": titles.heading(told),
        "names": {s: names[told["seats"][s]["player"]] for s in SIDES},
        "players": names,
        "colours": games.of(challenge.ruleset).builder.form.side_names(),
        "terms": terms.in_words(challenge.ruleset, kept),
        "needed": series.needed(challenge.best_of),
        "expires_at": datetime.fromtimestamp(challenge.expires_at_ms / 1000, UTC),
        "cards": _revealed(challenge, side, is_public=_is_open(challenge)),
        "links": _links(challenge, side, told),
        "preview": challenge_cards.preview(challenge, hidden=spoilers.are_hidden()),
        "armies": _armies(challenge, side, reference) if stage == "build" and side else [],
    }


def beside(battle: Battle) -> Iterator[dict[str, Any]]:
    """What the watch page shows of the challenge that led to a battle; only players may go on."""
    challenge = store.of_battle(battle.id)
    if challenge is not None:
        yield extra(challenge)


def extra(challenge: Challenge) -> dict[str, Any]:
    """What a challenge's place beside what came of it is drawn from."""
    drawn = {
        "kind": "challenge",
        "id": challenge.id,
        "url": url_for("challenge.show", id_=challenge.id),
        "best_of": challenge.best_of,
        "number": challenge.number,
    }
    if seats.side_here(challenge):
        drawn["csrf_token"] = generate_csrf()
    return drawn


def _is_open(challenge: Challenge) -> bool:
    """Whether everybody may see both armies."""
    made = outcome.staged(challenge)
    return made is not None and made.shows_armies


def _stage(told: dict[str, Any], side: Side | None) -> str:
    """What this page is for; when it changes, the whole page has to be drawn anew."""
    status = str(told["status"])
    if status not in ("open", "joined"):
        return status
    if side is None:
        return "look"
    if told["seats"][side]["sealed"]:
        return "wait"
    return "build"


def _armies(challenge: Challenge, side: Side, reference: str) -> list[Ready]:
    """The samples, the visitor's own armies and the one named, as far as they keep to the terms."""
    game = games.of(challenge.ruleset)
    offered = [
        (f"sample:{row.id}", row.army, row.text) for row in samples.load(game).armies.values()
    ]
    saved = armies.owned(keys.visitor(), [game.id]).rows
    own = [(row.id, armies.document(row), row.note or "saved by you") for row in saved]
    if reference not in {ref for ref, _, _ in (*own, *offered)}:
        named = armies.resolve(game, reference)
        own = [(reference, named, ""), *own] if named else own
    cards = ((ref, _card(challenge, side, army), text) for ref, army, text in (*own, *offered))
    return [Ready(ref, card, text) for ref, card, text in cards if card]


def _revealed(challenge: Challenge, side: Side | None, *, is_public: bool) -> dict[Side, ArmyCard]:
    """The sealed armies that the asker may see: their own; both when both are sealed."""
    cards = {}
    for each in SIDES:
        army = seal.army_of(challenge, each) if is_public or each == side else None
        card = army and _card(challenge, each, army)
        if card:
            cards[each] = card
    return cards


def _card(challenge: Challenge, side: Side, army: Any) -> ArmyCard | None:
    """What an army shows of itself; None for one that breaks the rules or the terms."""
    battle, _ = terms.judge(challenge, side, army)
    return games.of(challenge.ruleset).army_card(battle.setup, side) if battle else None


def _links(challenge: Challenge, side: Side | None, told: dict[str, Any]) -> dict[str, str]:
    """The paths of the challenge that the asker may know."""
    links = {"page": url_for("challenge.show", id_=challenge.id)}
    if told["address"]:
        links["battle"] = told["address"]
    if told["next"]:
        links["next"] = url_for("challenge.show", id_=told["next"])
    if side:
        token = seats.token(challenge, side)
        links["seat"] = url_for("challenge.come_back", id_=challenge.id, token=token)
    if side == "a" and told["status"] == "open":
        token = seats.invitation(challenge)
        links["join"] = url_for("challenge.invitation", id_=challenge.id, token=token)
    return links
