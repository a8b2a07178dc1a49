"""Challenges by programs: a token says who asks."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.webapp.challengers import API, LINEUP, OTHER_LINEUP, Person
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_error_shape import assert_shape

HOUR_MS = 3_600_000


def bearer(told: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {told['you']['seat']}"}


@pytest.fixture
def made(client: FlaskClient) -> dict[str, Any]:
    terms = {"ap_limit": 40, "options": {"first": "b"}}
    body = {"ruleset": "manymarios", "terms": terms, "name": "Ann", "title": "By hand"}
    answer = client.post(API, json=body)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.get_json()
    assert answer.location == told["links"]["self"]
    return told


@pytest.fixture
def joined(client: FlaskClient, made: dict[str, Any]) -> dict[str, Any]:
    token = made["you"]["links"]["join"].rsplit("/", 1)[-1]
    answer = client.post(f"{API}/{made['id']}/join", json={"token": token, "name": "Bo"})
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.get_json()
    return told


def seal(client: FlaskClient, told: dict[str, Any], army: Any) -> TestResponse:
    return client.post(f"{API}/{told['id']}/seal", json={"army": army}, headers=bearer(told))


def test_two_programs_play(
    client: FlaskClient, made: dict[str, Any], joined: dict[str, Any], clock: StoppedClock
) -> None:
    assert (made["status"], made["you"]["side"]) == ("open", "a")
    assert (joined["status"], joined["you"]["side"]) == ("joined", "b")
    assert made["terms"] == {"ap_limit": 40, "options": {"first": "b"}}
    assert made["listed"] is False
    sealed = seal(client, made, LINEUP).get_json()
    assert sealed["you"]["army"] == LINEUP
    told = client.get(f"{API}/{made['id']}").get_json()
    assert told["you"] is None
    assert [told["seats"][side]["sealed"] for side in "ab"] == [True, False]
    revealed = seal(client, joined, OTHER_LINEUP).get_json()
    assert revealed["status"] == "countdown"
    assert revealed["links"]["battle"].endswith(f"/b/{revealed['battle']}")
    clock.ms += HOUR_MS
    over = client.get(f"{API}/{made['id']}").get_json()
    battle = client.get(f"/api/v1/battles/{over['battle']}").get_json()
    assert over["winner"] == battle["result"]["winner"]
    answer = client.post(f"{API}/{made['id']}/next", headers=bearer(made))
    assert answer.status_code == 201
    following = answer.get_json()
    assert following["you"]["side"] == "b"
    assert seal(client, {**following, "you": made["you"]}, LINEUP).status_code == 200


def test_a_cookie_alone_changes_nothing(ann: Person) -> None:
    page = ann.challenge("manymarios")
    answer = ann.client.post(f"{API}{page[2:]}/seal", json={"army": LINEUP})
    assert_shape(answer, 403)
    assert ann.standing(page)["you"]["army"] is None


@pytest.mark.parametrize(
    ("body", "path", "message"),
    [
        ({}, "ruleset", "Missing"),
        ({"ruleset": "chess"}, "ruleset", "no ruleset 'chess'"),
        ({"ruleset": "manymarios", "terms": {"ap_limit": 0}}, "terms.ap_limit", "from 1"),
        ({"ruleset": "manymarios", "terms": {"seed": 1}}, "terms.seed", "no key 'seed'"),
        ({"ruleset": "manymarios", "terms": {"rolls": [1]}}, "terms.rolls", "no key 'rolls'"),
        ({"ruleset": "manymarios", "limits": {"units": 3}}, "limits.units", "no key 'units'"),
        ({"ruleset": "warlords", "limits": {"units": "3"}}, "limits.units", "whole number"),
        ({"ruleset": "warlords", "limits": {"units": 0}}, "limits.units", "from 1 to 32"),
        ({"ruleset": "warlords", "limits": {"units": 33}}, "limits.units", "from 1 to 32"),
        ({"ruleset": "warlords", "terms": {"field": {"die": 4}}}, "terms.field.die", "18 to 26"),
        ({"ruleset": "manymarios", "terms": []}, "terms", "mapping"),
        ({"ruleset": "manymarios", "name": "x" * 61}, "name", "at most 60"),
        ({"ruleset": "manymarios", "title": "a\nb"}, "title", "cannot be shown"),
        ({"ruleset": "manymarios", "best_of": 2}, "best_of", "Must be one of"),
        ({"ruleset": "manymarios", "hours": 721}, "hours", "720"),
        ({"ruleset": "manymarios", "seed": 7}, "seed", "Unknown"),
    ],
)
def test_wrong_terms(client: FlaskClient, body: dict[str, Any], path: str, message: str) -> None:
    (error,) = assert_shape(client.post(API, json=body), 422)["errors"]
    assert error["path"] == path
    assert message in error["message"]


def test_everything_that_is_wrong_is_told_at_once(client: FlaskClient) -> None:
    body = {"ruleset": "warlords", "name": "x" * 61, "terms": {"x": 1}, "limits": {"heroes": -1}}
    errors = assert_shape(client.post(API, json=body), 422)["errors"]
    assert [error["path"] for error in errors] == ["name", "terms.x", "limits.heroes"]


def test_who_may_not_is_told_so(client: FlaskClient, made: dict[str, Any]) -> None:
    address = f"{API}/{made['id']}"
    assert_shape(client.post(f"{address}/seal", json={"army": LINEUP}), 403)
    assert_shape(client.post(f"{address}/next"), 403)
    assert_shape(client.post(f"{address}/join", json={"token": made["you"]["seat"]}), 403)
    forged = {"Authorization": f"Bearer {made['you']['seat'][:-1]}"}
    assert client.get(address, headers=forged).get_json()["you"] is None
    assert_shape(client.post(f"{address}/seal", json={"army": LINEUP}, headers=forged), 403)


def test_army_against_terms_names_path(client: FlaskClient, made: dict[str, Any]) -> None:
    army = {"lineup": [{"unit": "goomba"}, {"unit": "gomba"}]}
    (error,) = assert_shape(seal(client, made, army), 422)["errors"]
    assert error["path"] == "lineup[1].unit"
    assert client.get(f"{API}/{made['id']}").get_json()["seats"]["a"]["sealed"] is False


def test_what_cannot_be_undone_is_refused_with_its_status(
    client: FlaskClient, made: dict[str, Any], joined: dict[str, Any], clock: StoppedClock
) -> None:
    seal(client, made, LINEUP)
    assert seal(client, made, LINEUP).status_code == 200, "the same one again is no error"
    assert_shape(seal(client, made, OTHER_LINEUP), 409)
    token = made["you"]["links"]["join"].rsplit("/", 1)[-1]
    join = {"token": token, "name": "Eve"}
    assert_shape(client.post(f"{API}/{made['id']}/join", json=join), 409)
    assert_shape(client.post(f"{API}/{made['id']}/next", headers=bearer(made)), 409)
    clock.ms += 168 * HOUR_MS
    assert_shape(seal(client, joined, OTHER_LINEUP), 410)
    assert_shape(client.post(f"{API}/{made['id']}/join", json=join), 410)
