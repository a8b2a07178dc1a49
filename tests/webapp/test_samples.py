"""The sample armies and battles are sound, varied and lively."""

from collections import Counter
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from webapp import battles, samples

RULESETS = list(engine.rulesets())
ALL = [(ruleset, id_) for ruleset in RULESETS for id_ in samples.of(ruleset).battles]


def recording(ruleset: str, id_: str) -> engine.Recording:
    of_ruleset = samples.of(ruleset)
    return engine.play(of_ruleset.battle_file(of_ruleset.battles[id_]))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_army_keeps_to_its_limit(ruleset: str) -> None:
    for army in samples.of(ruleset).armies.values():
        side: dict[str, Any] = {"army": army.army}
        engine.read({"ruleset": ruleset, "ap_limit": army.ap_limit, "sides": [side, side]})


@pytest.mark.parametrize(("ruleset", "id_"), ALL)
def test_every_battle_is_played_to_its_end(ruleset: str, id_: str) -> None:
    assert recording(ruleset, id_).result.rounds > 0


def test_many_marios_has_armies_and_battles_of_every_kind() -> None:
    of_ruleset = samples.of("manymarios")
    results = [recording("manymarios", id_).result for id_ in of_ruleset.battles]
    assert {result.winner for result in results} == {"a", "b", None}
    assert {result.reason for result in results} == {"defeat", "stalemate"}
    sizes = {
        (len(of_ruleset.card(b.a).lineup), len(of_ruleset.card(b.b).lineup))
        for b in of_ruleset.battles.values()
    }
    assert {(10, 10), (40, 40)} <= sizes
    assert min(sum(size) for size in sizes) <= 6
    assert {40, 60} <= {army.ap_limit for army in of_ruleset.armies.values()}


def test_the_samples_of_many_marios_show_nearly_everything_that_can_happen() -> None:
    seen = Counter(
        event.__struct_config__.tag
        for id_ in samples.of("manymarios").battles
        for event in recording("manymarios", id_).events
    )
    rules = engine.rulesets()["manymarios"]
    all_ = {event.__struct_config__.tag for event in rules.all_events}
    assert all_ - set(seen) <= {"bomb_negated"}


def test_storing_twice_changes_nothing(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        samples.store()
        of_ruleset = samples.of("manymarios")
        id_ = of_ruleset.page_id(next(iter(of_ruleset.battles.values())))
        first = battles.find(id_)
        samples.store()
        second = battles.find(id_)
    assert first is not None
    assert second is not None
    assert (first.digest, first.created_at) == (second.digest, second.created_at)
    assert client.get("/").text.count("Recent battles") == 0


def test_a_sample_is_kept_only_by_its_version(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        samples.store()
        of_ruleset = samples.of("manymarios")
        battle = battles.find(of_ruleset.page_id(of_ruleset.battles["first-steps"]))
    assert battle is not None
    address = f"/api/v1/battles/{battle.id}/recording"
    assert client.get(address).headers["Cache-Control"] == "no-cache"
    kept = client.get(address, query_string={"v": battle.version})
    assert "immutable" in kept.headers["Cache-Control"]
