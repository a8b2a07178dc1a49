"""Tournaments that people join by a link: sealed armies, begun once, dice that nobody chooses."""

import html
import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from tests.present import require
from tests.webapp.challengers import Person
from tests.webapp.gathered import GOOMBA, HOUR_MS, TOAD, begin, edit_link, join, make, told
from tests.webapp.in_background import finish
from tests.webapp.stopped_clock import StoppedClock
from webapp import create_app
from webapp.base import background
from webapp.base.config import Settings
from webapp.store import database, removal
from webapp.store.database import session
from webapp.store.gatherings import Entrant, Gathering
from webapp.tournaments import beginning, gathering, store


@pytest.fixture(autouse=True)
def game() -> None:
    require("manymarios")


def test_people_join_are_named_and_meet_when_the_maker_says_so(
    app: Flask, ann: Person, bo: Person, cem: Person
) -> None:
    page = make(ann, name="Harvest cup", places="3")
    assert "It begins on Jan 16, 2027, 08:00 UTC, or earlier" in ann.get(page)
    begin(ann, page, 409)
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    begin(ann, page)
    text = html.unescape(ann.get(f"{page}?spoilers=1"))
    assert "<h1>Harvest cup</h1>" in text
    assert re.findall(r'<th scope="row">(\w+)</th>', text).count("Ann") == 1
    plain = re.sub("</?b>", "", text)
    assert "Ann against Bo" in plain or "Bo against Ann" in plain
    battle = re.findall(r'href="(/b/\w+)"', text)[0]
    assert "Harvest cup: " in cem.get(battle)
    join(cem, page, "Cem")  # leads to the page as it is now
    assert told(cem, page)["state"] == "over"


def test_only_number_and_names_are_public_until_it_begins(
    ann: Person, bo: Person, cem: Person
) -> None:
    page = make(ann)
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    seen = cem.get(page) + json.dumps(told(cem, page))
    assert "2 take part." in seen
    assert "Places taken: 2 of 16" in seen
    assert "Ann" in seen
    assert not re.search("Quagga|Zyzzogeton", seen)
    assert "Quagga Vexillum" in ann.get(page)
    assert "Zyzzogeton" not in ann.get(page)
    assert json.dumps(told(ann, page)["you"]["army"]) == json.dumps(GOOMBA)
    assert told(cem, page)["you"] is None
    assert cem.client.get(f"{page}/tournament.json").status_code == 404
    assert cem.client.get(f"/api/v1/tournaments/{page[3:]}/proof").status_code == 409


def test_one_browser_has_one_place_and_changes_its_army_and_name(ann: Person, bo: Person) -> None:
    page = make(ann)
    join(bo, page, "Bo", GOOMBA)
    before = told(bo, page)
    join(bo, page, "Bob", TOAD)
    after = told(bo, page)
    assert [one["name"] for one in after["entrants"]] == ["Bob"]
    assert after["you"]["army"] == TOAD
    assert after["entrants"][0]["number"] == before["entrants"][0]["number"] == 1
    assert after["entrants"][0]["seal"] != before["entrants"][0]["seal"]


def test_a_name_is_one_persons_and_has_to_be_given(ann: Person, bo: Person) -> None:
    page = make(ann)
    join(ann, page, "Ann")
    assert "is taken by somebody else who takes part" in join(bo, page, "ANN", TOAD, 422)
    assert "Say who you are" in join(bo, page, " ", TOAD, 422)
    join(ann, page, "ann")
    join(bo, page, "Bo", TOAD)


def test_an_army_has_to_keep_to_the_terms(ann: Person) -> None:
    page = make(ann, terms__ap_limit="1")
    text = join(ann, page, "Ann", {"lineup": [{"unit": "toad"}, {"unit": "goomba"}]}, 422)
    assert "1 problem to fix" in text
    assert "ap_limit" not in text
    assert told(ann, page)["entrants"] == []


def test_places_are_counted(ann: Person, bo: Person, cem: Person) -> None:
    page = make(ann, places="2")
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    assert "All places are taken." in cem.get(page)
    assert "All places of this tournament are taken." in join(cem, page, "Cem", status=409)
    bo.send(f"{page}/leave")
    join(cem, page, "Cem", TOAD)
    names = {one["number"]: one["name"] for one in told(cem, page)["entrants"]}
    assert names == {1: "Ann", 3: "Cem"}, "a number is never given out again"
    bo.send(f"{page}/leave", 403)


def test_it_begins_when_it_closes_whoever_looks(
    app: Flask, ann: Person, bo: Person, cem: Person, clock: StoppedClock
) -> None:
    page = make(ann, hours="1")
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    clock.ms += HOUR_MS - 1
    assert told(cem, page)["state"] == "open"
    clock.ms += 1
    assert "Nobody can join this tournament any more" in join(cem, page, "Cem", status=410)
    finish(app)
    finish(app)
    assert told(cem, page)["state"] == "over"
    assert sorted(row["name"] for row in told(cem, page)["standings"]) == ["Ann", "Bo"]


def test_too_few_are_told_so(ann: Person, clock: StoppedClock) -> None:
    page = make(ann, hours="1")
    join(ann, page, "Ann")
    clock.ms += HOUR_MS
    assert "too few had sealed an army." in ann.get(page)
    assert told(ann, page)["state"] == "few"
    with ann.client.application.app_context():
        assert gathering.due() == [], "a server that starts has nothing to do with it"
    # What nobody needs any more goes by itself.
    with ann.client.application.app_context(), session() as db:
        assert removal.remove_outdated(db, 2**42) == 1
        assert db.get(Entrant, (page[3:], 1)) is None
    assert ann.client.get(page).status_code == 404


def test_a_restart_loses_nothing_and_begins_what_is_due(
    app: Flask, ann: Person, bo: Person, settings: Settings, clock: StoppedClock
) -> None:
    page = make(ann, hours="1")
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    clock.ms += 2 * HOUR_MS
    other = create_app(settings, clock)
    with other.app_context():
        beginning.begin_all_due()
        finish(other)
        finish(other)
        row = store.find(page[3:])
        assert row is not None
        assert row.ended_at_ms is not None
    other.extensions[database.KEY].kw["bind"].dispose()


def test_one_of_a_game_that_is_not_here_waits_for_it(
    app: Flask, ann: Person, bo: Person, clock: StoppedClock, caplog: pytest.LogCaptureFixture
) -> None:
    page = make(ann)
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    with app.app_context(), session() as db, db.begin():
        db.execute(update(Gathering).values(ruleset="chess"))
    clock.ms += 1_000 * HOUR_MS
    with app.app_context():
        assert gathering.due() == []
        row = gathering.find(page[3:])
        assert row is not None
        beginning.begin_if_due(row)
        assert app.extensions[background.KEY].running == {}
    assert caplog.records == []


def test_a_place_comes_back_by_its_link_which_can_be_made_anew(
    app: Flask, ann: Person, bo: Person
) -> None:
    page = make(ann)
    join(bo, page, "Bo", TOAD)
    link = bo.link(page, "seat")
    other = Person(app)
    other.get(link)
    join(other, page, "Bo", GOOMBA)
    assert told(bo, page)["you"]["army"] == GOOMBA
    bo.send(f"{page}/renew")
    assert told(other, page)["you"] is None
    assert other.client.get(link).status_code == 404
    other.get(bo.link(page, "seat"))
    assert told(other, page)["you"]["army"] == GOOMBA


def test_the_maker_takes_somebody_out_and_nobody_else_does(
    ann: Person, bo: Person, cem: Person
) -> None:
    page = make(ann)
    join(bo, page, "Bo", TOAD)
    edit = edit_link(ann, page)
    assert "/edit/" not in bo.get(page)
    bo.send(f"{page}/edit/x.y", 404, do="out-1")
    cem.send(edit, do="out-1")
    assert told(bo, page)["entrants"] == []
    cem.send(edit, name="Winter cup")
    assert "<h1>Winter cup</h1>" in bo.get(page)
    cem.send(edit, do="remove")
    assert bo.client.get(page).status_code == 404


def test_what_is_wrong_with_the_form_is_told_beside_its_fields(ann: Person) -> None:
    fields = {"kind": "swiss", "rounds": "x", "places": "99", "hours": "24", "best_of": "1"}
    answer = ann.send("/tournaments/people", 422, ruleset="manymarios", **fields)
    text = html.unescape(answer.text)
    assert "2 problems to fix" in text
    assert "Enter a number from 2 to 16." in text
    fields |= {"rounds": "", "places": "4", "terms__ap_limit": "-3"}
    answer = ann.send("/tournaments/people", 422, ruleset="manymarios", **fields)
    assert "problem to fix" in answer.text


@pytest.mark.parametrize(
    ("places", "best_of", "status"),
    [(16, 99, 422), (16, 5, 201), (16, 6, 422), (4, 99, 201), (5, 99, 422)],
)
def test_what_could_never_begin_is_not_made_whatever_the_terms(
    ann: Person, places: int, best_of: int, status: int
) -> None:
    """Sixteen meet 120 times, five 10 times: at most 600 games. No sample keeps to these terms."""
    wanted = {"ruleset": "manymarios", "kind": "round-robin", "terms": {"ap_limit": 1}}
    sent = {**wanted, "places": places, "best_of": best_of}
    answer = ann.client.post("/api/v1/tournaments", json=sent)
    assert answer.status_code == status, answer.text
    if status == 422:
        assert [one["path"] for one in answer.get_json()["errors"]] == ["best_of"]


def test_whoever_sealed_what_new_rules_refuse_can_still_leave(ann: Person) -> None:
    page = make(ann)
    join(ann, page, "Ann")
    with ann.client.application.app_context(), session() as db, db.begin():
        db.get_one(Entrant, (page[3:], 1)).army = json.dumps({"lineup": [{"unit": "gone"}]})
    assert f'action="{page}/leave"' in ann.get(page)
    ann.send(f"{page}/leave")
    assert f'action="{page}/leave"' not in ann.get(page)


def test_what_is_each_entrants_own_is_not_agreed_on_for_all(ann: Person) -> None:
    sent: dict[str, Any] = {"ruleset": "manymarios", "kind": "swiss"}
    sent["side"] = {"name": "x", "army": {"cost": 2**60}}  # a number that cannot be sealed
    answer = ann.client.post("/api/v1/tournaments", json=sent)
    assert answer.status_code == 422
    paths = sorted(one["path"] for one in answer.get_json()["errors"])
    assert paths == ["side.army", "side.name"]


def test_an_army_that_new_rules_refuse_ends_it_with_words(
    app: Flask, ann: Person, bo: Person
) -> None:
    page = make(ann)
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    with app.app_context(), session() as db, db.begin():
        db.get_one(Entrant, (page[3:], 1)).army = json.dumps({"lineup": [{"unit": "gone"}]})
    begin(ann, page)
    assert "The rules have changed since these armies were sealed." in ann.get(page)
    with app.app_context(), session() as db:
        assert db.get_one(Gathering, page[3:]).begun_at_ms == 0


def test_what_bots_that_think_long_would_cost_is_told(client: FlaskClient) -> None:
    """Six who meet once are 15 games, each of which takes a core 5 seconds at most."""
    require("siege")
    body = {
        "kind": "round-robin",
        "ruleset": "siege",
        "side": {"bot": "strong"},
        "places": 6,
    }
    answer = client.post("/api/v1/tournaments", json=body)
    assert answer.status_code == 422
    (error,) = answer.get_json()["errors"]
    assert error["path"] == "side.bot"
    assert error["message"] == (
        "would take too long here: 15 games with bots that think long, up to 75 seconds of one "
        "core; the command line does it: battlereel tournament FOLDER"
    )
