"""Tournaments that people join by a link: sealed armies, begun once, provably fair dice."""

import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from tests.webapp.challengers import Person
from tests.webapp.gathered import (
    API,
    GOOMBA,
    HOUR_MS,
    KOOPA,
    TOAD,
    begin,
    edit_link,
    join,
    made_by_two,
    make,
    told,
    verify,
)
from tests.webapp.in_background import finish
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import jobs
from webapp.store import removal
from webapp.store.database import session
from webapp.store.models import Entrant, Gathering
from webapp.tournaments import registration, store


def test_people_join_and_meet(app: Flask, ann: Person, bo: Person, cem: Person) -> None:
    page = make(ann, name="Harvest cup", places="3")
    assert ">Jan 16, 2027, 08:00 UTC</time>, or earlier" in ann.get(page)
    begin(ann, page, 409)
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    begin(ann, page)
    text = html.unescape(ann.get(f"{page}?spoilers=1"))
    assert "<h1>Harvest cup</h1>" in text
    assert re.search("Started <time [^>]+>Jan 15.+Ended <time [^>]+>Jan 15", text)
    assert {*re.findall(r'<th scope="row">(\w+)</th>', text)} == {"Ann", "Bo"}
    battle = re.findall(r'href="(/b/\w+)"', text)[0]
    assert "Harvest cup: " in cem.get(battle)
    join(cem, page, "Cem")  # leads to the page as it is now
    assert told(cem, page)["state"] == "over"


def test_one_browser_has_one_place_and_changes_its_army_and_name(ann: Person, bo: Person) -> None:
    page = make(ann)
    join(bo, page, "Bo", GOOMBA)
    (before,) = told(bo, page)["entrants"]
    assert "Places taken: 1 of 16" in ann.get(page)
    assert bo.client.get(f"{page}/tournament.json").status_code == 404
    assert bo.client.get(f"{API}/{page[3:]}/proof").status_code == 409
    join(bo, page, "Bob", TOAD)
    (after,) = told(bo, page)["entrants"]
    assert (after["name"], before["number"], after["number"]) == ("Bob", 1, 1)
    assert told(bo, page)["you"]["army"] == TOAD
    assert after["seal"] != before["seal"]


def test_an_entry_that_breaks_a_rule_is_refused_in_words(ann: Person, bo: Person) -> None:
    page = make(ann, terms__ap_limit="5")
    join(ann, page, "Ann")
    assert "is taken by another player" in join(bo, page, "ANN", GOOMBA, 422)
    assert "Enter a name" in join(bo, page, " ", GOOMBA, 422)
    text = join(bo, page, "Bo", {"lineup": [{"unit": "goomba"}] * 2}, 422)
    assert ("1 problem to fix" in text, "ap_limit" in text) == (True, False)
    assert [one["name"] for one in told(ann, page)["entrants"]] == ["Ann"]
    join(ann, page, "ann")


def test_places_are_counted(ann: Person, bo: Person, cem: Person) -> None:
    page = made_by_two(ann, bo, places="2")
    assert "All places are taken." in cem.get(page)
    assert "All places of this tournament are taken." in join(cem, page, "Cem", status=409)
    assert bo.confirm(page, "Leave") == "You have left the tournament with your army."
    join(cem, page, "Cem", TOAD)
    names = {one["number"]: one["name"] for one in told(cem, page)["entrants"]}
    assert names == {1: "Ann", 3: "Cem"}, "a number is never given out again"
    bo.send(f"{page}/leave", 403)


@pytest.mark.parametrize("by_restart", [False, True], ids=["by a look", "by a restart"])
def test_it_begins_when_it_closes(
    app: Flask, ann: Person, bo: Person, cem: Person, clock: StoppedClock, *, by_restart: bool
) -> None:
    page = made_by_two(ann, bo, hours="1")
    clock.ms += HOUR_MS - 1
    assert told(cem, page)["state"] == "open"
    clock.ms += 1
    if by_restart:
        with app.app_context():
            for row in registration.due():
                registration.begin_if_due(row)
    else:
        assert "Registration for this tournament is closed" in join(cem, page, "Cem", status=410)
    finish(app)
    finish(app)
    with app.app_context():
        row = store.find(page[3:])
        assert row is not None
        assert row.ended_at_ms is not None
    assert sorted(row["name"] for row in told(cem, page)["standings"]) == ["Ann", "Bo"]


def test_too_few_are_told_so(ann: Person, clock: StoppedClock) -> None:
    page = make(ann, hours="1")
    join(ann, page, "Ann")
    clock.ms += HOUR_MS
    assert "too few sealed armies." in ann.get(page)
    assert told(ann, page)["state"] == "few"
    with ann.client.application.app_context(), session() as db:
        assert registration.due() == [], "a server that starts has nothing to do with it"
        assert removal.remove_outdated(db, 2**42) == 1
        assert db.get(Entrant, (page[3:], 1)) is None
    assert ann.client.get(page).status_code == 404


def test_one_of_a_game_that_is_not_here_waits_for_it(
    app: Flask, ann: Person, bo: Person, clock: StoppedClock, caplog: pytest.LogCaptureFixture
) -> None:
    page = made_by_two(ann, bo)
    with app.app_context(), session() as db, db.begin():
        db.execute(update(Gathering).values(ruleset="chess"))
    clock.ms += 1_000 * HOUR_MS
    with app.app_context():
        assert registration.due() == []
        row = registration.find(page[3:])
        assert row is not None
        registration.begin_if_due(row)
        assert app.extensions[jobs.KEY].running == {}
    assert caplog.records == []


def test_place_comes_back_by_a_renewable_link(app: Flask, ann: Person, bo: Person) -> None:
    page = make(ann)
    join(bo, page, "Bo", TOAD)
    link = bo.link(page, "seat")
    other = Person(app)
    other.get(link)
    assert told(other, page)["you"] is None
    other.take_seat(link)
    join(other, page, "Bo", GOOMBA)
    assert told(bo, page)["you"]["army"] == GOOMBA
    replaced = "The link was replaced. The old one no longer works."
    assert bo.confirm(page, "Replace the link") == replaced
    assert told(other, page)["you"] is None
    assert other.client.get(link).status_code == 404
    other.take_seat(bo.link(page, "seat"))
    assert told(other, page)["you"]["army"] == GOOMBA
    join(cem := Person(app), page, "Cem", TOAD)
    assert "You play as Cem" in cem.get(bo.link(page, "seat"), 409)
    cem.take_seat(bo.link(page, "seat"), 409)
    assert told(cem, page)["you"]["number"] == 2


@pytest.mark.parametrize(("kind", "word"), [("swiss", "tournament"), ("ladder", "ladder")])
def test_only_maker_removes(ann: Person, bo: Person, cem: Person, kind: str, word: str) -> None:
    page = make(ann, kind=kind)
    join(bo, page, "Bo", TOAD)
    edit = edit_link(ann, page)
    assert "/edit/" not in bo.get(page)
    bo.send(f"{page}/edit/x.y", 404, do="out-1")
    cem.send(edit, do="out-1")
    assert told(bo, page)["entrants"] == []
    cem.send(edit, name="Winter cup")
    assert "<h1>Winter cup</h1>" in bo.get(page)
    deleted = cem.confirm(edit, f"Delete the {word}")
    assert deleted == "Winter cup was deleted, with all its armies."
    assert bo.client.get(page).status_code == 404


def test_what_is_wrong_with_the_form_is_told_beside_its_fields(ann: Person) -> None:
    fields = {"kind": "swiss", "rounds": "x", "places": "99", "hours": "24", "best_of": "1"}
    answer = ann.send("/tournaments/people", 422, ruleset="manymarios", **fields)
    assert "2 problems to fix" in answer.text
    assert "Enter a number from 2 to 16." in answer.text
    fields |= {"rounds": "", "places": "4", "terms__ap_limit": "-3"}
    answer = ann.send("/tournaments/people", 422, ruleset="manymarios", **fields)
    assert "problem to fix" in answer.text


MARIOS: dict[str, Any] = {"ruleset": "manymarios", "kind": "round-robin", "terms": {"ap_limit": 1}}
LONG: dict[str, Any] = {"ruleset": "siege", "kind": "round-robin", "side": {"bot": "strong"}}
NO_SEAL = {"name": "x", "army": {"cost": 2**60}}
THINKS = (
    "would take too long here: 66 games with bots that think long, up to 330 CPU seconds; "
    "at most 60 such games are played here; the command line does it: battlereel tournament FOLDER"
)


@pytest.mark.parametrize(
    ("sent", "paths", "message"),
    [
        # Sixteen meet 120 times, five 10 times: at most 600 games.
        (MARIOS | {"places": 16, "best_of": 5}, [], ""),
        (MARIOS | {"places": 16, "best_of": 6}, ["best_of"], ""),
        (MARIOS | {"places": 5, "best_of": 99}, ["best_of"], ""),
        (MARIOS | {"places": 4, "best_of": 99}, [], ""),
        # Name and army are each entrant's own.
        (MARIOS | {"kind": "swiss", "side": NO_SEAL}, ["side.army", "side.name"], ""),
        # Each of the 66 games of twelve takes a core 5 seconds at most; eleven have 55.
        (LONG | {"places": 12}, ["side.bot"], THINKS),
        (LONG | {"places": 11}, [], ""),
    ],
)
def test_what_could_not_begin_is_not_made(
    client: FlaskClient, sent: dict[str, Any], paths: list[str], message: str
) -> None:
    answer = client.post(API, json=sent)
    assert answer.status_code == (422 if paths else 201), answer.text
    errors = answer.json.get("errors", [])
    assert sorted(one["path"] for one in errors) == paths
    assert message in [one["message"] for one in errors] or not message


def test_army_refused_by_new_rules_can_leave(app: Flask, ann: Person, bo: Person) -> None:
    refused, left = made_by_two(ann, bo), make(ann)
    join(ann, left, "Ann")
    with app.app_context(), session() as db, db.begin():
        for page in (refused, left):
            entrant = db.get_one(Entrant, (page[3:], 1))
            entrant.army = json.dumps({"lineup": [{"unit": "gone"}]})
    assert f'action="{left}/leave"' in ann.get(left)
    ann.send(f"{left}/leave")
    assert f'action="{left}/leave"' not in ann.get(left)
    begin(ann, refused)
    assert "The rules have changed since these armies were sealed" in ann.get(refused)
    with app.app_context(), session() as db:
        assert db.get_one(Gathering, refused[3:]).begun_at_ms == 0


def test_seed_and_order_follow_seals(ann: Person, bo: Person, cem: Person, tmp_path: Path) -> None:
    page = make(ann, best_of="3", kind="swiss", rounds="9")
    commitment = told(cem, page)["commitment"]
    join(ann, page, "Ann", salt="11" * 32)
    join(bo, page, "Bo", TOAD)
    join(cem, page, "Cem", KOOPA, salt="33" * 32)
    seals = {one["name"]: one["seal"] for one in told(cem, page)["entrants"]}
    by = {one["name"]: one["salted_by"] for one in told(cem, page)["entrants"]}
    assert by == {"Ann": "player", "Bo": "server", "Cem": "player"}
    begin(ann, page)
    answer = cem.client.get(f"{API}/{page[3:]}/proof")
    proof = answer.get_json()
    assert proof["commitment"] == commitment
    assert {one["name"]: one["seal"] for one in proof["entrants"]} == seals

    # The bytes of FAIR.md, by hand.
    def hashed(*lines: str) -> str:
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    compact = {"sort_keys": True, "separators": (",", ":")}
    terms = {"ap_limit": 40, "best_of": 3, "kind": "swiss", "rounds": 9}
    terms |= {"ruleset": "manymarios", "side": {}}
    agreed = {"limits": {}, "ruleset": "manymarios", "terms": terms}
    terms_hash = hashed("battlereel/1 terms", json.dumps(agreed, **compact))  # type: ignore[arg-type]
    army = json.dumps(GOOMBA, **compact)  # type: ignore[arg-type]
    id_ = page[3:]
    seal = hashed("battlereel/1 entrant", id_, terms_hash, "1", "11" * 32, army)
    assert seal == seals["Ann"]
    assert hashed("battlereel/1 secret", id_, proof["secret"]) == commitment
    in_order = [seals[name] for name in ("Ann", "Bo", "Cem")]
    drawn = hashed("battlereel/1 tournament", id_, terms_hash, proof["secret"], *in_order)
    assert int(drawn[:16], 16) == int(proof["seed"]) == proof["file"]["seed"]
    lots = {name: hashed("battlereel/1 lot", id_, proof["seed"], s) for name, s in seals.items()}
    order = [one["name"] for one in proof["file"]["entrants"]]
    assert order == sorted(lots, key=lambda name: lots[name])
    assert proof["file"]["rounds"] == 3, "three can play no more"

    assert "FAILS" not in verify(tmp_path, answer.data, "--noted", commitment)
    for spoilt in (
        answer.data.replace(b'"unit":"toad"', b'"unit":"goomba"', 1),
        answer.data.replace(b'"best_of":3', b'"best_of":1', 1),
        answer.data.replace(b'"rounds":9', b'"rounds":"x"'),
        answer.data.replace(seals["Bo"].encode(), b"0" * 64),
        answer.data.replace(f'"seed":"{proof["seed"]}"'.encode(), b'"seed":"1"'),
    ):
        assert spoilt != answer.data
        assert "FAILS" in verify(tmp_path, spoilt)
