"""Odds and catalogs over REST."""

import msgspec
import pytest
from flask.testing import FlaskClient

import engine
from tests.webapp.battle_files import BATTLE


def test_odds_say_how_they_were_found(client: FlaskClient) -> None:
    body = client.post("/api/v1/odds", json=BATTLE).get_json()
    assert (body["method"], body["samples"], body["interval"]) == ("exact", None, None)
    assert body["a"] + body["b"] + body["draw"] == pytest.approx(1)
    assert sum(body["survivors"]["a"]) == pytest.approx(1)


def test_sampled_odds_say_how_many_and_how_sure(client: FlaskClient) -> None:
    body = client.post("/api/v1/odds?method=sample&samples=50", json=BATTLE).get_json()
    assert (body["method"], body["samples"]) == ("sample", 50)
    low, high = body["interval"]
    assert low <= body["a"] <= high


@pytest.mark.parametrize("query", ["method=guess", "samples=0", "samples=10001", "samples=many"])
def test_arguments_that_cannot_be_used_are_named(client: FlaskClient, query: str) -> None:
    answer = client.post(f"/api/v1/odds?{query}", json=BATTLE)
    assert answer.status_code == 422
    assert [error["path"] for error in answer.get_json()["errors"]] == [query.split("=")[0]]


@pytest.mark.parametrize("ruleset", engine.rulesets().values(), ids=lambda ruleset: ruleset.id)
def test_the_catalog_is_the_engines(client: FlaskClient, ruleset: engine.Ruleset) -> None:
    answer = client.get(f"/api/v1/catalogs/{ruleset.id}")
    assert answer.data == msgspec.json.encode(ruleset.catalog())
    again = {"If-None-Match": answer.headers["ETag"]}
    assert client.get(f"/api/v1/catalogs/{ruleset.id}", headers=again).status_code == 304


def test_an_unknown_ruleset_is_told_which_there_are(client: FlaskClient) -> None:
    answer = client.get("/api/v1/catalogs/chess")
    assert answer.status_code == 404
    assert "manymarios" in answer.get_json()["error"]
