"""The preview card of a challenge: what it tells when, and that no army has a part in it."""

import re
from html import unescape

from flask import Flask

from tests.webapp.challengers import LINEUP, OTHER_LINEUP, Person, id_of
from tests.webapp.stopped_clock import StoppedClock
from webapp.cards import PreviewCard
from webapp.challenges import store, views
from webapp.guard import limits
from webapp.pages import challenge_cards

PNG = b"\x89PNG\r\n\x1a\n"
HOUR_MS = 3_600_000
STRONG = {"lineup": [{"unit": "toad"}] * 4}
WEAK = {"lineup": [{"unit": "goomba"}]}


def card_of(app: Flask, page: str) -> PreviewCard:
    with app.test_request_context():
        challenge = store.find(id_of(page))
        assert challenge
        return challenge_cards.describe(views.public(challenge))


def sides(card: PreviewCard) -> list[tuple[str, str]]:
    return [(side.name, side.note) for side in card.sides]


def meta_tags(person: Person, address: str) -> dict[str, str]:
    pairs = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)"', person.get(address))
    return {name: unescape(value) for name, value in pairs}


def test_card_in_each_state(app: Flask, ann: Person, bo: Person, clock: StoppedClock) -> None:
    page = ann.challenge("manymarios", best_of="3", terms__ap_limit="40")
    card = card_of(app, page)
    assert (card.title, card.headline) == ("Ann's challenge", "Who accepts?")
    assert (card.ruleset, card.detail) == ("Many Marios 0", "best of 3 · AP limit: 40")
    assert sides(card) == [("Ann", "builds in secret"), ("Nobody yet", "the seat is free")]

    bo.join(ann.link(page, "join"))
    bo.seal(page, WEAK)
    card = card_of(app, page)
    assert (card.title, card.headline) == ("Ann challenges Bo", "Armies are built in secret")
    assert sides(card) == [("Ann", "builds in secret"), ("Bo", "has sealed an army")]

    ann.seal(page, STRONG)
    assert card_of(app, page).headline == "It begins in a moment"
    clock.ms += 11_000
    card = card_of(app, page)
    assert (card.headline, card.phase) == ("● On air", "on_air")

    clock.ms += HOUR_MS
    card = card_of(app, page)
    assert (card.headline, card.phase) == ("Who wins?", "over")
    assert card.detail == "best of 3 · AP limit: 40"
    assert sides(card) == [("Ann", "has sealed an army"), ("Bo", "has sealed an army")]
    for query in ("", "?spoilers=1"):
        tags = meta_tags(bo, f"{page}{query}")
        for name in ("description", "og:description", "og:image:alt"):
            assert "Who wins?" in tags[name]
            assert not re.search("wins |won|1 : 0", tags[name])
    card = card_of(app, str(ann.send(f"{page}/next").location))
    assert [side.name for side in card.sides] == ["Bo", "Ann"]

    late = ann.challenge("manymarios", title="Friday night")
    clock.ms += 24 * HOUR_MS
    card = card_of(app, late)
    assert (card.title, card.headline) == ("Friday night", "This challenge has expired")
    assert sides(card) == [("Ann", "did not seal"), ("Nobody yet", "the seat is free")]


def test_chat_programs_are_told_that_one_is_challenged(ann: Person, cem: Person) -> None:
    page = ann.challenge("manymarios", best_of="3")
    link = ann.link(page, "join")
    tags = meta_tags(cem, link)
    assert tags["og:title"] == "Ann challenges you"
    assert tags["og:description"] == (
        "Many Marios 0, best of 3: accept, build in secret, seal, and watch together."
    )
    assert tags["twitter:card"] == "summary_large_image"
    assert link.rsplit("/", 1)[-1] not in tags["og:image"], "who sees the picture takes no seat"
    shown = meta_tags(cem, page)
    assert shown["og:title"] == "Ann's challenge"
    assert shown["og:image"] == tags["og:image"]
    assert shown["og:image:alt"] == "Ann's challenge · Who accepts? · best of 3"


def test_the_card_is_kept_until_something_happens(ann: Person, bo: Person, page: str) -> None:
    before = meta_tags(bo, page)["og:image"]
    assert "immutable" in bo.client.get(before).headers["Cache-Control"]
    ann.seal(page, OTHER_LINEUP)
    after = meta_tags(bo, page)["og:image"]
    assert after != before
    assert bo.client.get(before).headers["Cache-Control"] == "no-cache"
    answer = bo.client.get(after)
    assert "immutable" in answer.headers["Cache-Control"]
    again = bo.client.get(after, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_picture_is_the_same_whatever_is_sealed(app: Flask, ann: Person, bo: Person) -> None:
    pictures = set()
    for army in (LINEUP, {"name": "X" * 60, "lineup": [{"unit": "toad"}] * 40}):
        page = ann.challenge("manymarios", name="<script>&'\"", title="T" * 100)
        assert "<script>&" not in ann.get(page)
        bo.join(ann.link(page, "join"))
        ann.seal(page, army)
        pictures.add(bo.client.get(f"{page}/card.png").data)
    (picture,) = pictures
    assert picture.startswith(PNG)
    assert picture[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)
    link = ann.standing(page)["links"]["card"]
    assert link == f"http://localhost{page}/card.png"
    assert ann.client.get(f"{link}?w=300").data[16:20] == (300).to_bytes(4)
    assert ann.client.get(f"{link}?w=7").status_code == 422
    ann.get("/c/nothing/card.png", 404)
    with app.test_request_context(link):
        assert limits.kind() == "heavy"
