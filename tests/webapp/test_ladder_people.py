"""Ladders that people join by a link: sealed before they begin, and while they run."""

import html
import json
import re
from pathlib import Path

import pytest
from flask import Flask

from tests.webapp.challengers import Person
from tests.webapp.gathered import (
    API,
    HOUR_MS,
    KOOPA,
    TOAD,
    begin,
    edit_link,
    join,
    ladder,
    make,
    meeting,
    more,
    told,
    verify,
)
from tests.webapp.stopped_clock import StoppedClock
from webapp.tournaments import registration, store


@pytest.fixture
def page(ann: Person, bo: Person) -> str:
    """A ladder of Ann, who made it, and Bo, whose first round is played."""
    return ladder(ann, bo, name="Climb", hours="24")


def test_late_entrant_plays_on(app: Flask, page: str, ann: Person, bo: Person, cem: Person) -> None:
    before = told(ann, page)["matches"]
    join(cem, page, "Cem", KOOPA)
    seen = html.unescape(cem.get(page))
    assert "Places taken: 3 of 4" in seen
    assert "You play as Cem, from round 2 on." in seen
    after = told(ann, page)
    assert after["matches"] == before
    row = next(one for one in after["standings"] if one["name"] == "Cem")
    assert (row["rating"], row["won"], row["takes_part"]) == (1500, 0, True)
    more(ann, page)
    assert meeting(cem, page, 2) == {"Ann", "Bo", "Cem"}
    assert "since round 2." in html.unescape(cem.get(page))
    # What is in the file is the army that Cem has sealed, on the same terms.
    with app.app_context():
        row = store.find(page[3:])
        assert row is not None
        last = store.document(row)["entrants"][-1]
    assert last == {"name": "Cem", "army": KOOPA, "rounds": [[2, None]]}


def test_it_asks_once_before_an_army_joins_for_good(page: str, cem: Person) -> None:
    form = {"name": "Cem", "text": json.dumps(KOOPA), "army": "other", "salt": ""}
    asked = cem.send(f"{page}/join", 200, **form).text
    assert "Cem plays with this army from the next round on and cannot change it." in asked
    assert "Koopa Troopa" in asked
    cem.send(f"{page}/join", 200, **form, do="back")
    assert "Places taken: 2 of 4" in cem.get(page)
    cem.send(f"{page}/join", **form, sure="1")
    assert "Places taken: 3 of 4" in cem.get(page)


def test_resting_ladder_reveals_nothing(page: str, ann: Person, bo: Person, cem: Person) -> None:
    """Neither the dice of rounds to come, nor the army of who has not played yet."""
    join(cem, page, "Cem", {"name": "Ultracrepidate", "lineup": [{"unit": "koopa-troopa"}]})
    found = told(ann, page)
    assert (found["state"], found["joining"]) == ("over", True)
    assert not {"seed", "secret"} & found.keys()
    assert not {"file", "proof"} & found["links"].keys()
    assert ann.client.get(f"{page}/tournament.json").status_code == 404
    answer = ann.client.get(f"{API}/{page[3:]}/proof")
    assert answer.status_code == 409
    assert "when registration is closed" in answer.text
    with ann.client.application.app_context():
        row, before = store.find(page[3:]), registration.find(page[3:])
        assert row is not None
        assert before is not None
        salts = [one.salt for one in registration.entrants(before)]
        seed = str(store.document(row)["seed"])
    for address in (page, f"{page}?spoilers=1", f"{page}/progress", edit_link(ann, page)):
        seen = ann.get(address)
        assert not [
            one for one in (*salts[1:], before.secret, seed, "Ultracrepidate") if one in seen
        ]
    assert "Ultracrepidate" not in json.dumps(told(bo, page))
    assert "Ultracrepidate" in json.dumps(told(cem, page))
    assert "Ultracrepidate" in cem.get(page)


def test_close_shows_dice(page: str, ann: Person, bo: Person, cem: Person, tmp_path: Path) -> None:
    join(cem, page, "Cem", KOOPA, salt="33" * 32)
    more(ann, page, 3)
    closed = "Registration for this ladder is closed. Its dice can be checked now."
    assert ann.confirm(edit_link(ann, page), "Close the ladder") == closed
    assert "Registration for this ladder is closed." in html.unescape(cem.get(page))
    dee = Person(ann.client.application)
    assert "Registration for this ladder is closed." in join(dee, page, "Dee", status=410)
    answer = dee.client.get(f"{API}/{page[3:]}/proof")
    proof = answer.get_json()
    assert [one["name"] for one in proof["file"]["entrants"]][-1] == "Cem"
    assert proof["file"]["rounds"] == 4
    assert "FAILS" not in verify(tmp_path, answer.data)
    late = proof["entrants"][2]
    for old, new in (
        (late["salt"], "44" * 32),
        ('"army":{"lineup":[{"unit":"koopa-troopa"}]}', '"army":{"lineup":[{"unit":"toad"}]}'),
        ('"rounds":[[2,null]]', '"rounds":[[1,null]]'),
        ('"number":3', '"number":0'),
    ):
        spoilt = answer.data.replace(old.encode(), new.encode(), 1)
        assert spoilt != answer.data, old
        assert "FAILS" in verify(tmp_path, spoilt), old


def test_when_its_dice_are_known_rounds_go_on_but_nobody_comes_or_goes(
    app: Flask, page: str, ann: Person, bo: Person, cem: Person, clock: StoppedClock
) -> None:
    join(cem, page, "Cem", KOOPA)
    clock.ms += 24 * HOUR_MS
    assert told(ann, page)["joining"] is False
    assert told(ann, page)["seed"]
    text = html.unescape(ann.get(edit_link(ann, page)))
    assert "Its dice are known, so no army can be taken out or back in." in text
    assert "Take out<" not in text
    assert 'value="close"' not in text
    ann.send(edit_link(ann, page), 409, do="out-1")
    assert "Leave the ladder" not in bo.get(page)
    assert "its dice are known" in html.unescape(bo.send(f"{page}/leave", 409).text)
    more(ann, page)
    assert meeting(ann, page, 2) == {"Ann", "Bo", "Cem"}


def test_invalid_late_entry_is_refused(page: str, ann: Person, bo: Person, cem: Person) -> None:
    assert "is taken by another player" in join(cem, page, "bO", KOOPA, 422)
    stack = {"stack": [{"unit": "barbarians"}]}
    saved = cem.client.post("/api/v1/armies", json={"ruleset": "warlords", "army": stack}).json
    sent = {"name": "Cem", "army": "other", "text": saved["links"]["page"], "salt": ""}
    assert "is an army of Warlords" in cem.send(f"{page}/join", 422, **sent).text
    answer = cem.client.post(f"{API}/{page[3:]}/join", json={"name": "Cem", "army": stack})
    assert {one["path"] for one in answer.json["errors"]} == {"army.stack", "army.lineup"}
    assert len(told(ann, page)["standings"]) == 2, "none of them has joined"
    assert "cannot change your army" in join(bo, page, "Bo", KOOPA, 409)
    join(cem, page, "Cem", KOOPA)
    join(Person(ann.client.application), page, "Dee", TOAD)
    eva = Person(ann.client.application)
    assert 'name="salt"' not in eva.get(page)
    assert "All places of this tournament are taken." in join(eva, page, "Eva", status=409)


def test_one_leaves_it_and_its_maker_takes_back(page: str, ann: Person, bo: Person) -> None:
    assert "A ladder needs at least 2 armies" in html.unescape(bo.send(f"{page}/leave", 422).text)
    join(Person(ann.client.application), page, "Cem", KOOPA)
    assert bo.confirm(page, "Leave") == "You have left the tournament with your army."
    assert "It no longer takes part." in html.unescape(bo.get(page))
    more(ann, page)
    assert meeting(ann, page, 2) == {"Ann", "Cem"}
    place = next(one["seed"] for one in told(ann, page)["standings"] if one["name"] == "Bo")
    ann.send(edit_link(ann, page), do=f"back-{place}")
    more(ann, page)
    assert meeting(ann, page, 3) == {"Ann", "Bo", "Cem"}
    assert "since round 3." in html.unescape(bo.get(page))


def test_its_maker_adds_no_armies_beside_those_of_people(page: str, ann: Person) -> None:
    edit = edit_link(ann, page)
    assert "Add to the ladder" not in ann.get(edit)
    ann.send(edit, 409, do="add", other="= New\nToad")
    query = {"edit": edit.rpartition("/")[2]}
    answer = ann.client.post(f"{API}/{page[3:]}/entrants", query_string=query, json={"army": TOAD})
    assert (answer.status_code, "by its link" in answer.text) == (409, True)


def test_every_page_names_an_unnamed_ladder(ann: Person, bo: Person, cem: Person) -> None:
    ann.client.application.config["LANGUAGES"] = ("de",)
    unnamed, change = "Rangliste ohne Namen", "Rangliste bearbeiten"
    page = make(ann, kind="ladder", rounds="1", places="4")
    for is_begun in (False, True):
        heads = (ann.get(page), unnamed), (edit := ann.get(edit_link(ann, page)), change)
        for text, name in heads:
            assert f"<h1>{name}</h1>" in text
            assert re.search(rf"<title>{name} \W Battlereel</title>", text)
        for text in (edit, ann.get("/tournaments?ruleset=manymarios")):
            assert f">{unnamed}</a>" in text
        if not is_begun:
            join(ann, page, "Ann")
            join(bo, page, "Bo", TOAD)
            begin(ann, page)
    sent = {"name": "Cem", "text": json.dumps(KOOPA), "army": "other", "salt": ""}
    assert f">{unnamed}</a>" in cem.send(f"{page}/join", 200, **sent).text
