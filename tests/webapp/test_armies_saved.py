"""Saved armies: links, changes, a list for oneself, names of their own; the builder's API."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.webapp.page_parts import assert_shape, page_data, token
from webapp.armies import store as armies
from webapp.base import games
from webapp.guard import keys
from webapp.store import paging

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
    return dict(answer.get_json())


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
    # What is kept is the normal form.
    army = saved(client, {"name": " A ", "lineup": [{"unit": "toad", "equipment": []}]})["army"]
    assert army == {"name": "A", "lineup": [{"unit": "toad"}]}


UNFIT: tuple[tuple[dict[str, Any], str], ...] = (
    ({"army": {"lineup": []}}, "lineup"),
    ({"army": {"lineup": [{"unit": "gomba"}]}}, "lineup[0].unit"),
    ({"army": 7}, ""),
    ({"note": "x" * 161}, "note"),
    ({"note": "two\nlines"}, "note"),
    ({"parent": "23456789"}, "parent"),
    ({"parent": "x"}, "parent"),
)


def test_what_cannot_be_kept_is_refused_by_its_path(client: FlaskClient) -> None:
    for more, path in UNFIT:
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
    page = local(first["links"]["page"])
    own, seen = client.get(page).text, app.test_client().get(page).text
    assert "Edit the army" in own
    assert "Edit the army" not in seen
    assert "/edit/" not in seen
    assert ">Fork<" in seen


def test_a_change_keeps_what_it_does_not_name_and_is_refused_when_late(client: FlaskClient) -> None:
    body = saved(client, note="first")
    address, update = local(body["links"]["self"]), local(body["links"]["update"])
    tag = {"If-None-Match": client.get(address).headers["ETag"]}
    assert client.get(address, headers=tag).status_code == 304
    for wrong in ({"army": {"lineup": []}, "revision": 1}, {"army": TOADS}):
        assert_shape(client.put(update, json=wrong), 422)
    assert client.get(address).get_json()["revision"] == 1
    assert client.put(update, json={"army": OTHER, "revision": 1}).get_json()["note"] == "first"
    assert client.get(address, headers=tag).status_code == 200
    for other in (1, 10**20):  # the second is too large for a database
        late = assert_shape(client.put(update, json={"army": TOADS, "revision": other}), 409)
        assert "in the meantime" in late["error"]
    assert client.get(address).get_json()["army"] == OTHER
    told = client.put(update, json={"army": TOADS, "revision": 2, "note": "second"}).get_json()
    assert (told["note"], {*told["links"]}) == ("second", {"self", "page"})


def test_everybody_sees_their_own_armies_only(client: FlaskClient, app: Flask) -> None:
    saved(client)
    saved(client, OGRES, ruleset="warlords")
    stranger = app.test_client()
    saved(stranger, {"name": "Not yours", "lineup": [{"unit": "boo"}]})
    mine = client.get("/api/v1/armies").get_json()
    assert {army["name"] for army in mine["armies"]} == {"Toads", ""}
    assert {name for army in mine["armies"] for name in army["links"]} == {"self", "page"}
    assert (mine["total"], mine["page"], mine["pages"]) == (2, 1, 1)
    of_ruleset = client.get("/api/v1/armies?ruleset=warlords").get_json()
    assert [army["ruleset"] for army in of_ruleset["armies"]] == ["warlords"]
    assert "Toads" in client.get("/mine").text
    assert "Not yours" not in client.get("/mine").text
    for number in range(paging.SIZE):
        saved(client, {**TOADS, "name": f"No {number}"})
    pages = [client.get(f"/api/v1/armies?page={page}").get_json() for page in (1, 2)]
    assert [len(page["armies"]) for page in pages] == [paging.SIZE, 2]
    assert len({army["id"] for page in pages for army in page["armies"]}) == paging.SIZE + 2
    assert client.get("/mine?page=x").status_code == 200
    assert_shape(client.get("/api/v1/armies?page=0"), 422)


def test_a_reference_names_a_sample_an_army_or_its_page(client: FlaskClient, app: Flask) -> None:
    body = saved(client)
    with app.test_request_context():
        for reference in (body["id"], body["links"]["page"], f" {body['links']['edit']} "):
            assert armies.resolve(games.game("manymarios"), reference) == TOADS, reference
        sample = armies.resolve(games.game("manymarios"), "sample:boo-choir")
        assert sample is not None
        assert sample["name"] == "Boo choir"
        wrong = ("", "x", "sample:x", "sample:", "/a/", "/a", "a/b/c", "http://[", "23456789")
        wrong += (f"see {body['links']['page']}", f"{body['links']['page']}.png", "/a/" * 2_000)
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


TRIO = "/build/manymarios?from=sample:masked-trio"


def name_at(client: FlaskClient, address: str) -> str:
    return str(page_data(client.get(address).text)["army"].get("name", ""))


def test_a_ready_made_army_is_named_anew_before_it_is_saved(client: FlaskClient) -> None:
    names = []
    for _ in range(3):
        names.append(name_at(client, TRIO))
        saved(client, {**TOADS, "name": names[-1]})
    assert names == ["Masked trio (mine)", "Masked trio (mine 2)", "Masked trio (mine 3)"]
    data = page_data(client.get("/build/manymarios").text)
    (sample,) = (one for one in data["samples"] if one["id"] == "masked-trio")
    assert (sample["name"], sample["army"]["name"]) == ("Masked trio", "Masked trio (mine 4)")
    (partner,) = (one for one in data["opponents"] if one["id"] == "sample:masked-trio")
    assert partner["army"]["name"] == "Masked trio", "whom one spars with keeps the name"
    # So is one that comes as text.
    address = "/build/manymarios?army=%3D Masked trio%0AToad"
    assert name_at(client, address) == "Masked trio (mine 4)"
    assert name_at(client, address.replace("Masked", "Other")) == "Other trio"
    saved(client, {**TOADS, "name": "x" * 60})
    full = f"/build/manymarios?army=%3D {'x' * 60}%0AToad"
    assert name_at(client, full) == "x" * 56 + " (2)", "as many characters as a name has at most"


def test_a_fork_of_ones_own_army_has_a_number(client: FlaskClient) -> None:
    first = saved(client)
    fork = f"/build/manymarios?from={first['id']}"
    assert name_at(client, fork) == "Toads (2)"
    saved(client, {**TOADS, "name": "Toads (2)"})
    assert name_at(client, fork) == "Toads (3)"
    stranger = client.application.test_client()
    assert name_at(stranger, fork) == "Toads", "somebody else's keeps its name"


@pytest.fixture
def ask(client: FlaskClient) -> Any:
    def post(address: str, body: Any, status: int = 200) -> Any:
        answer = client.post(f"/api/v1/builder/{address}", json=body)
        assert answer.status_code == status, answer.text
        return answer.get_json() if status == 200 else assert_shape(answer, status)

    return post


def test_an_army_is_checked_with_its_figures(ask: Any) -> None:
    army = {"lineup": [{"unit": "goomba", "equipment": ["parawings"]}]}
    body = ask("manymarios/check", {"army": army, "terms": {"ap_limit": 6}})
    assert body["ok"] is True
    assert body["valid"] is False
    # A Goomba is 4 AP, Parawings 3.
    assert (body["cost"], body["limit"]) == (7, 6)
    assert body["problems"][0]["message"].startswith("costs 7 AP, 1 over the limit of 6")
    assert body["text"] == "Goomba @ Parawings\n"
    (unit,) = body["units"]
    assert (unit["id"], unit["name"], unit["tags"]) == ("a1", "Goomba", ["flying"])
    assert {"label": "AE", "value": 2, "parts": [unit["stats"][1]["parts"][0]]} in unit["stats"]


QUESTIONS: tuple[tuple[Any, str], ...] = (
    ({}, "army"),
    ({"army": {}, "side": "c"}, "side"),
    ({"army": {}, "limits": {"units": "many"}}, "limits.units.value"),
    ({"army": {}, "limits": {"units": -1}}, "limits.units.value"),
    ({"army": {}, "terms": []}, "terms"),
    ({"army": {}, "color": "red"}, "color"),
)


def test_a_question_that_is_none_is_refused_by_its_path(ask: Any) -> None:
    for body, path in QUESTIONS:
        errors = ask("manymarios/check", body, 422)["errors"]
        assert [error["path"] for error in errors] == [path]


def test_terms_cannot_put_another_army_in_its_place(ask: Any) -> None:
    terms = {"ruleset": "warlords", "sides": [], "seed": -1}
    body = ask("manymarios/check", {"army": {"lineup": [{"unit": "toad"}]}, "terms": terms})
    assert body["cost"] == 8
    assert [problem["path"] for problem in body["problems"]] == ["seed"]


@pytest.mark.parametrize("ruleset", [*games.games()])
def test_the_same_seed_draws_the_same_army(ask: Any, ruleset: str) -> None:
    first = ask(f"{ruleset}/random", {"seed": 7})
    assert first == ask(f"{ruleset}/random", {"seed": 7})
    assert first["army"] != ask(f"{ruleset}/random", {"seed": 8})["army"]
    assert len({str(ask(f"{ruleset}/random", {"seed": seed})) for seed in range(20)}) > 17
    drawn = ask(f"{ruleset}/random", {})
    assert drawn["army"] == ask(f"{ruleset}/random", {"seed": drawn["seed"]})["army"]


def test_a_random_army_keeps_to_terms_that_there_are(ask: Any) -> None:
    body = ask("warlords/random", {"limits": {"units": 2, "heroes": 0}, "seed": 1})
    assert len(body["army"]["stack"]) == 2
    errors = ask("manymarios/random", {"terms": {"ap_limit": "x"}}, 422)["errors"]
    assert [error["path"] for error in errors] == ["ap_limit"]


def test_a_ruleset_that_is_none_lists_those_that_there_are(ask: Any) -> None:
    for address, body in (("check", {"army": {}}), ("text", {"text": "x"}), ("random", {})):
        assert "manymarios" in ask(f"nothing/{address}", body, 404)["error"]


@pytest.mark.parametrize("ruleset", [*games.games()])
def test_the_page_hands_the_editor_all_it_needs(client: FlaskClient, ruleset: str) -> None:
    data = page_data(client.get(f"/build/{ruleset}").text)
    assert data["ruleset"] == ruleset
    assert data["army"] == games.game(ruleset).builder.empty()
    assert data["target"]["kind"] == "save"
    assert data["form"]["list"] in data["army"]
    assert all(card["row"] for card in data["shelf"])
    assert {opponent["id"] for opponent in data["opponents"]} >= {
        f"sample:{sample['id']}" for sample in data["samples"]
    }
    checked = client.post(data["links"]["check"], json={"army": data["samples"][0]["army"]})
    assert checked.get_json()["valid"] is True
    assert client.post(data["links"]["random"], json={}).status_code == 200
    assert client.get(data["links"]["armies"]).status_code == 200
