"""Odds and catalogs over REST."""

import json
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

import engine
from engine.odds import sampled
from tests.odds.stacks import LADDER, custom, stacks
from tests.webapp.battle_files import BATTLE, UNKNOWN_UNIT
from tests.webapp.page_parts import post
from tests.webapp.test_error_shape import assert_shape


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
    errors = assert_shape(client.post(f"/api/v1/odds?{query}", json=BATTLE), 422)["errors"]
    assert [error["path"] for error in errors] == [query.split("=")[0]]


@pytest.mark.parametrize("ruleset", engine.rulesets().values(), ids=lambda ruleset: ruleset.id)
def test_the_catalog_is_the_engines(client: FlaskClient, ruleset: engine.Ruleset) -> None:
    answer = client.get(f"/api/v1/catalogs/{ruleset.id}")
    assert answer.data == msgspec.json.encode(ruleset.catalog())
    again = {"If-None-Match": answer.headers["ETag"]}
    assert client.get(f"/api/v1/catalogs/{ruleset.id}", headers=again).status_code == 304


def test_an_unknown_ruleset_is_told_which_there_are(client: FlaskClient) -> None:
    assert "manymarios" in assert_shape(client.get("/api/v1/catalogs/chess"), 404)["error"]


def test_odds_tell_each_units_chance_where_the_ruleset_does(client: FlaskClient) -> None:
    body = client.post("/api/v1/odds", json=LADDER).get_json()
    assert body["units"] == pytest.approx({"a1": 0.25, "b1": 0.5, "b2": 0.75})
    assert "units" not in client.post("/api/v1/odds", json=BATTLE).get_json()


def test_the_worth_of_a_bonus_is_the_chance_without_it(client: FlaskClient) -> None:
    """Strength 7 against 5 is 105 to 65; without leadership it is even."""
    battle = stacks([custom(5, 1, abilities={"leadership": 2})], [custom(5, 1)])
    body = client.post("/api/v1/odds/worth", json=battle).get_json()
    (bonus,) = body.pop("bonuses")
    assert body == {"ok": True, "method": "exact"}
    assert bonus.pop("gain") == pytest.approx(105 / 170 - 1 / 2)
    assert bonus == {
        "kind": "ability",
        "id": "leadership",
        "side": "a",
        "units": ["a1"],
        "amount": 2,
        "a": 0.5,
        "b": 0.5,
        "draw": 0.0,
    }


def test_a_wanted_battle_can_be_put_on_air_as_it_is(client: FlaskClient) -> None:
    battle = stacks([custom(1, 1)], [custom(9, 6)])
    body = client.post("/api/v1/odds/wanted?wish=a", json=battle).get_json()
    assert body["battle"]["rolls"]
    assert engine.play(body["battle"]).result.winner == "a"
    assert client.post("/api/v1/battles", json=body["battle"]).status_code == 201


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("odds/worth", "sides[0].army.lineup[0].unit"),
        ("odds/wanted?wish=a", "sides[0].army.lineup[0].unit"),
        ("odds/wanted", "wish"),
        ("odds/wanted?wish=draw", "wish"),
        ("odds/wanted?wish=a&seed=-1", "seed"),
    ],
)
def test_bad_input_has_the_one_shape(client: FlaskClient, address: str, path: str) -> None:
    file = LADDER if path == "wish" else UNKNOWN_UNIT
    errors = assert_shape(client.post(f"/api/v1/{address}", json=file), 422)["errors"]
    assert path in [error["path"] for error in errors]


def test_the_kernel_plays_the_samples_of_api_and_page(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten thousand battles by the rules would take minutes; what is not exact is sampled here."""

    def by_rules(*_: Any) -> None:
        raise AssertionError("the rules should play none of them")

    engine.warm("manymarios")
    monkeypatch.setattr(sampled, "_by_rules", by_rules)
    answer = client.post("/api/v1/odds?method=sample&samples=10000", json=BATTLE).get_json()
    assert (answer["method"], answer["samples"]) == ("sample", 10_000)

    odds = engine.odds
    monkeypatch.setattr(engine, "odds", lambda file, _auto, samples: odds(file, "sample", samples))
    assert "n = 1,000" in post(client, "/odds", file=json.dumps(BATTLE)).text
