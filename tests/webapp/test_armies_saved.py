"""Saved armies: a link for everybody, another one to change them, a list for oneself alone."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.webapp.page_parts import token
from tests.webapp.test_error_shape import assert_shape
from webapp import games
from webapp.armies import saved as armies
from webapp.guard import keys
from webapp.store import paging
from webapp.store.paging import PageRequest

TOADS: dict[str, Any] = {"name": "Toads", "lineup": [{"unit": "toad"}, {"unit": "toad"}]}
OTHER: dict[str, Any] = {"lineup": [{"unit": "boo"}]}
OGRES: dict[str, Any] = {"stack": [{"unit": "ogres"}]}


def save(client: FlaskClient, army: Any = TOADS, **more: Any) -> TestResponse:
    """Saves an army as one of our pages does: with its token."""
    body = {"ruleset": "manymarios", "army": army, **more}
    return client.post("/api/v1/armies", json=body, headers={"X-CSRFToken": token(client)})


def saved(client: FlaskClient, army: Any = TOADS, **more: Any) -> dict[str, Any]:
    answer = save(client, army, **more)
    assert answer.status_code == 201, answer.text
    body: dict[str, Any] = answer.get_json()
    return body


def local(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def test_an_army_is_kept_under_a_link(client: FlaskClient) -> None:
    answer = save(client, note="for Bo")
    body = answer.get_json()
    assert answer.headers["Location"] == body["links"]["self"]
    # Two Toads at 8 AP.
    assert (body["name"], body["cost"], body["revision"], body["parent"]) == ("Toads", 16, 1, None)
    found = client.get(local(body["links"]["self"])).get_json()
    assert found["army"] == TOADS
    assert found["text"] == "= Toads\n2x Toad\n"
    assert found["note"] == "for Bo"
    assert "edit" not in found["links"]


def test_what_is_kept_is_the_normal_form(client: FlaskClient) -> None:
    row = {"unit": "toad", "equipment": []}
    assert saved(client, {"name": " A ", "lineup": [row]})["army"] == {
        "name": "A",
        "lineup": [{"unit": "toad"}],
    }


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"army": {"lineup": []}}, "lineup"),
        ({"army": {"lineup": [{"unit": "gomba"}]}}, "lineup[0].unit"),
        ({"army": 7}, ""),
        ({"note": "x" * 161}, "note"),
        ({"note": "two\nlines"}, "note"),
        ({"note": "Z" + "\u0301" * 4}, "note"),
        ({"note": "\u3164"}, "note"),
        ({"note": "\u202egnp.exe"}, "note"),
        ({"parent": "23456789"}, "parent"),
        ({"parent": "x"}, "parent"),
    ],
)
def test_what_cannot_be_kept_is_refused_by_its_path(
    client: FlaskClient, more: dict[str, Any], path: str
) -> None:
    body = {"ruleset": "manymarios", "army": TOADS, **more}
    answer = assert_shape(client.post("/api/v1/armies", json=body), 422)
    assert [error["path"] for error in answer["errors"]] == [path]


def test_a_garrison_is_kept_too_and_its_game_says_what_it_may_do(client: FlaskClient) -> None:
    stack = {"stack": [{"unit": "ogres"}] * 12}
    body = saved(client, stack, ruleset="warlords")
    page = client.get(local(body["links"]["page"])).text
    assert "a garrison: it may only defend a city" in page
    assert "A garrison: it may only defend a city." in client.get("/quick/warlords").text


def test_only_the_edit_link_changes_an_army(client: FlaskClient, app: Flask) -> None:
    first, other = saved(client), saved(client)
    change = {"army": {"lineup": [{"unit": "boo"}]}, "revision": 1}
    address = local(first["links"]["self"])
    with app.test_request_context():
        wrong = ["", "x", keys.sign("seat", first["id"]), keys.sign("army", other["id"])]
    for edit in wrong:
        answer = client.put(f"{address}?edit={edit}", json=change)
        assert "edit link" in assert_shape(answer, 403)["error"]
        assert client.get(f"/a/{first['id']}/edit/{edit or 'x'}").status_code == 404
    # Whoever holds it may, from another browser too.
    changed = app.test_client().put(local(first["links"]["update"]), json=change)
    assert changed.status_code == 200, changed.text
    assert changed.get_json()["revision"] == 2
    assert client.get(address).get_json()["army"] == change["army"]
    assert client.get(local(first["links"]["edit"])).status_code == 200


def test_a_change_of_an_older_revision_is_refused(client: FlaskClient) -> None:
    address = local(saved(client)["links"]["update"])
    boo = {"lineup": [{"unit": "boo"}]}
    assert client.put(address, json={"army": boo, "revision": 1}).status_code == 200
    answer = client.put(address, json={"army": TOADS, "revision": 1})
    assert "in the meantime" in assert_shape(answer, 409)["error"]
    assert client.get(address).get_json()["army"] == boo


def test_a_change_keeps_the_note_unless_there_is_another(client: FlaskClient) -> None:
    address = local(saved(client, note="first")["links"]["update"])
    kept = client.put(address, json={"army": TOADS, "revision": 1}).get_json()
    assert kept["note"] == "first"
    told = client.put(address, json={"army": TOADS, "revision": 2, "note": "second"}).get_json()
    assert told["note"] == "second"


def test_a_wrong_change_leaves_the_army_alone(client: FlaskClient) -> None:
    address = local(saved(client)["links"]["update"])
    assert_shape(client.put(address, json={"army": {"lineup": []}, "revision": 1}), 422)
    assert_shape(client.put(address, json={"army": TOADS}), 422)
    assert client.get(address).get_json()["revision"] == 1


def test_an_army_that_has_not_changed_is_not_sent_again(client: FlaskClient) -> None:
    body = saved(client)
    address = local(body["links"]["self"])
    etag = client.get(address).headers["ETag"]
    again = client.get(address, headers={"If-None-Match": etag})
    assert again.status_code == 304
    client.put(local(body["links"]["update"]), json={"army": OTHER, "revision": 1})
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_everybody_sees_their_own_armies_only(client: FlaskClient, app: Flask) -> None:
    saved(client)
    saved(client, OGRES, ruleset="warlords")
    stranger = app.test_client()
    saved(stranger, {"name": "Not yours", "lineup": [{"unit": "boo"}]})
    mine = client.get("/api/v1/armies").get_json()
    assert {army["name"] for army in mine["armies"]} == {"Toads", ""}
    assert (mine["total"], mine["page"], mine["pages"]) == (2, 1, 1)
    of_ruleset = client.get("/api/v1/armies?ruleset=warlords").get_json()
    assert [army["ruleset"] for army in of_ruleset["armies"]] == ["warlords"]
    assert "Toads" in client.get("/armies").text
    assert "Not yours" not in client.get("/armies").text
    assert "None yet" in app.test_client().get("/armies").text


def test_many_armies_come_in_pages(client: FlaskClient, app: Flask) -> None:
    with app.test_request_context():
        for number in range(paging.SIZE + 1):
            armies.save(games.game("manymarios"), {**TOADS, "name": f"No {number}"}, owner="me")
        first = armies.owned("me", ["manymarios"])
        second = armies.owned("me", ["manymarios"], PageRequest(2))
    assert (len(first.rows), len(second.rows), first.total) == (paging.SIZE, 1, paging.SIZE + 1)
    names = {army.name for army in (*first.rows, *second.rows)}
    assert names == {f"No {number}" for number in range(first.total)}
    assert client.get("/armies?page=x").status_code == 200
    assert_shape(client.get("/api/v1/armies?page=0"), 422)


def test_the_maker_sees_the_way_to_change_it_and_others_do_not(
    client: FlaskClient, app: Flask
) -> None:
    body = saved(client)
    address = local(body["links"]["page"])
    assert "Change it" in client.get(address).text
    seen = app.test_client().get(address).text
    assert "Change it" not in seen
    assert "/edit/" not in seen
    assert "Fork it" in seen


def test_a_reference_names_a_sample_an_army_or_its_page(client: FlaskClient, app: Flask) -> None:
    body = saved(client)
    with app.test_request_context():
        for reference in (body["id"], body["links"]["page"], f" {body['links']['edit']} "):
            assert armies.resolve(games.game("manymarios"), reference) == TOADS, reference
        sample = armies.resolve(games.game("manymarios"), "sample:boo-choir")
        assert sample is not None
        assert sample["name"] == "Boo choir"
        wrong = ("", "x", "sample:x", "sample:", "/a/", "/a", "a/b/c", "http://[", "23456789")
        for reference in wrong:
            assert armies.resolve(games.game("manymarios"), reference) is None, reference
        assert armies.resolve(games.game("warlords"), body["id"]) is None


def test_the_page_tells_what_sets_each_unit_apart(client: FlaskClient) -> None:
    monk = {"hero": "monk", "level": 7, "name": "Wu", "buys": {"leadership": 2}}
    monk |= {"spells": ["wrath-of-kali"], "items": ["orb-of-balance"]}
    body = saved(client, {"stack": [{"unit": "ogres", "medals": 1}, monk]}, ruleset="warlords")
    page = " ".join(re.sub("<[^>]+>", " ", client.get(local(body["links"]["page"])).text).split())
    assert "Level 7" in page
    assert "Purchases Leadership +1 \u00d7 2" in page
    assert "Spells Wrath of Kali" in page
    assert "Items Orb of Balance" in page
    assert "Medals 1" in page
