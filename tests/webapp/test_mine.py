"""One's own page: challenges, tournaments and armies, and all armies as one file."""

import io
import json
import re
from typing import Any

from flask import Flask

from tests.webapp.challengers import LINEUP, OTHER_LINEUP, Person, id_of
from tests.webapp.gathered import join, make
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_armies_saved import OGRES, TOADS, saved
from tests.webapp.test_looks import queries
from webapp.store import paging


def groups(person: Person) -> dict[str, list[str]]:
    """The titles of a person's challenges under each heading."""
    _before, *parts = person.get("/mine").partition('id="tournaments"')[0].split("<h3>")
    return {
        part.partition("<")[0]: re.findall(r'<li><a href="[^"]+">([^<]+)</a>', part)
        for part in parts
    }


def times(person: Person) -> list[str]:
    """The phrases with a time on a person's page, the time as machines read it."""
    said = r'([A-Z][a-z, ]+ )<time data-relative(?:="exact")? datetime="([^"]+)"'
    return ["".join(found) for found in re.findall(said, person.get("/mine"))]


def upload(person: Person, text: str) -> str:
    """The notice after importing a file with this text."""
    sent = {"csrf_token": person.csrf_token(), "file": (io.BytesIO(text.encode()), "a.json")}
    answer = person.client.post("/mine/armies", data=sent, follow_redirects=True)
    return answer.text.partition('said-notice" role="status">')[2].partition("</p>")[0]


def names(person: Person) -> list[str]:
    return sorted(one["name"] for one in person.client.get("/api/v1/armies").json["armies"])


def test_challenges_by_state(ann: Person, bo: Person, cem: Person, clock: StoppedClock) -> None:
    assert "None yet." in cem.get("/mine")
    open_ = ann.challenge("manymarios", title="Waits for you")
    page = ann.challenge("manymarios", title="Both are here")
    bo.join(ann.link(page, "join"))
    expected = {"Open": ["Waits for you"], "Under way": ["Both are here"]}
    assert groups(ann) == expected
    assert groups(bo) == {"Under way": ["Both are here"]}
    assert groups(cem) == {}
    ends = "2027-01-16T08:00:00Z"
    assert times(ann) == [f"Open until {ends}", f"Seal by {ends}"]
    ann.seal(page, LINEUP)
    bo.seal(page, OTHER_LINEUP)
    clock.ms += 3_600_000
    assert groups(bo) == {"Over": ["Both are here"]}
    assert re.fullmatch("Ended 2027-01-15T08:..:..Z", times(bo)[0])
    # A rematch replaces the game before.
    again = ann.send(f"{page}/next").location
    assert groups(bo) == {"Under way": ["Both are here"]}
    assert f"/c/{id_of(again)}/series" in bo.get("/mine")
    # A seat that came by its link counts as well.
    cem.take_seat(ann.link(open_, "seat"))
    assert groups(cem) == {"Open": ["Waits for you"]}


def test_result_is_shown_on_request(ann: Person, bo: Person, clock: StoppedClock) -> None:
    page = ann.challenge("manymarios")
    bo.join(ann.link(page, "join"))
    ann.seal(page, LINEUP)
    bo.seal(page, OTHER_LINEUP)
    assert "has won" not in ann.get("/mine?spoilers=1")
    clock.ms += 3_600_000
    assert "The battle is over." in ann.get("/mine?spoilers=0")
    assert re.search("has won|draw", ann.get("/mine?spoilers=1"))


def test_only_makers_cancel_open_challenges(ann: Person, bo: Person, cem: Person) -> None:
    cem.send(f"{ann.challenge('manymarios')}/cancel", 403)
    assert ann.confirm("/mine", "Cancel the challenge") == "The challenge was cancelled."
    assert groups(ann) == {"Over": ["Ann&#39;s challenge"]}
    assert "This challenge was cancelled by its maker." in ann.get("/mine")
    assert times(ann) == ["Ended 2027-01-15T08:00:00Z"]
    page = ann.challenge("manymarios")
    bo.join(ann.link(page, "join"))
    assert "cannot be cancelled" in ann.get(ann.send(f"{page}/cancel").location)
    assert ann.standing(page)["status"] == "joined"
    ann.send("/c/zzzzzzzz/cancel", 404)


def test_tournaments_that_one_made_or_joined_are_listed(ann: Person, bo: Person) -> None:
    page = make(ann, name="Friday")
    assert "Friday" in ann.get("/mine")
    assert times(ann) == ["Registration open until 2027-01-16T08:00:00Z"]
    assert "Friday" not in bo.get("/mine")
    join(bo, page, "Bo")
    assert "Friday" in bo.get("/mine")


def test_an_army_is_renamed_duplicated_and_deleted_by_its_browser(ann: Person, bo: Person) -> None:
    id_ = saved(ann.client)["id"]
    act = f"/a/{id_}/mine"
    bo.send(act, 403, do="delete")
    assert times(ann)[0].startswith("Changed 20")
    ann.send(act, do="rename", name=" Toad choir ")
    assert names(ann) == ["Toad choir"]
    ann.send(act, do="duplicate")
    ann.send(act, do="duplicate")
    assert names(ann) == ["Toad choir", "Toad choir (2)", "Toad choir (3)"]
    ann.send(act, do="nothing")
    assert "was duplicated." in ann.get("/mine?said=1")
    said = ann.confirm("/mine?q=(3)", "Delete the army")
    assert said == "Toad choir (3) was deleted."
    assert names(ann) == ["Toad choir", "Toad choir (2)"]
    ann.send(act, do="rename", name="")
    ann.send(act, do="duplicate")
    assert names(ann) == ["", "", "Toad choir (2)"]
    ann.send("/a/zzzzzzzz/mine", 404, do="delete")


def test_armies_are_found_by_name_note_and_unit(ann: Person) -> None:
    saved(ann.client, note="for 100% of Bo")
    saved(ann.client, OGRES | {"name": "Big ones"}, ruleset="warlords")

    def found(text: str) -> list[str]:
        page = ann.get(f"/mine?q={text}")
        return sorted(re.findall(r'<h3><a href="/a/[^"]+">([^<]+)</a>', page))

    for text, expected in (
        ("TOAD", ["Toads"]), ("big+ones", ["Big ones"]), ("ogre", ["Big ones"]),
        ("100%25", ["Toads"]), ("toad+ogre", []), ("_", []), ("", ["Big ones", "Toads"]),
    ):  # fmt: skip
        assert found(text) == expected, text
    assert "None of your armies matches." in ann.get("/mine?q=nothing")


def test_all_armies_travel_as_one_file(ann: Person, bo: Person) -> None:
    for number in range(paging.SIZE):
        saved(ann.client, TOADS | {"name": f"No {number}"})
    saved(ann.client, OGRES, ruleset="warlords", note="strong")
    answer = ann.client.get("/mine/armies.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert len(answer.json["armies"]) == paging.SIZE + 1
    assert upload(bo, answer.text) == f"{paging.SIZE + 1} armies were added."
    ours, theirs = (one.client.get("/mine/armies.json").json["armies"] for one in (ann, bo))
    assert sorted(map(str, theirs)) == sorted(map(str, ours))
    assert upload(bo, answer.text) == f"0 armies were added. {paging.SIZE + 1} were there already."


def test_what_a_file_has_wrong_is_listed_and_the_rest_comes_in(ann: Person) -> None:
    rows: list[Any] = [
        {"ruleset": "manymarios", "army": TOADS},
        {"ruleset": "manymarios", "army": {"name": "Odd", "lineup": [{"unit": "gomba"}]}},
        {"ruleset": "chess", "army": {"name": "King"}},
        {"ruleset": "manymarios", "army": 7, "note": 7},
        "nothing",
    ]
    said = upload(ann, json.dumps({"armies": rows}))
    assert said.startswith("1 army was added. 4 were not read:")
    assert "King: This server does not have its game." in said
    assert said.index("Odd: ") < said.index("King: ") < said.index("Army 5: ")
    assert names(ann) == ["Toads"]
    for text in ("", "{", "[]", '{"armies": 1}', "\udcff".encode("utf-8", "ignore").decode()):
        assert "Choose a file" in upload(ann, text), text


def test_the_page_and_the_former_list_of_armies(app: Flask, ann: Person) -> None:
    assert ann.client.get("/armies?page=2").location == "/mine?page=2#armies"
    for _ in range(paging.SIZE + 1):
        saved(ann.client)
    for _ in range(3):
        ann.challenge("manymarios")
    queries(app, ann, "/mine")
    queries(app, ann, "/mine?page=2&q=toad")
    assert 'href="/mine?page=2&amp;' in ann.get("/mine?q=toad")
