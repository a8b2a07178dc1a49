"""The sample armies and battles are sound, varied and lively."""

from collections import Counter

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from webapp import games
from webapp.battles import samples
from webapp.battles import store as battles

RULESETS = list(engine.rulesets())
ALL = [(ruleset, id_) for ruleset in RULESETS for id_ in samples.load(games.game(ruleset)).battles]


def recording(ruleset: str, id_: str) -> engine.Recording:
    of_ruleset = samples.load(games.game(ruleset))
    return engine.play(of_ruleset.battle_file(of_ruleset.battles[id_]))


UNITS = ("lineup", "stack", "units")
"""What an army's units are called in a battle file."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_army_shows_its_name_its_size_and_its_units(ruleset: str) -> None:
    of_ruleset = samples.load(games.game(ruleset))
    for army in of_ruleset.armies.values():
        card = of_ruleset.card(army.id)
        assert card.name == army.army["name"]
        assert card.size.split()[0].isdecimal()
        assert len(card.units) == len(next(army.army[key] for key in UNITS if key in army.army))
        assert all(unit.name for unit in card.units)


@pytest.mark.parametrize(("ruleset", "id_"), ALL)
def test_every_battle_is_played_to_its_end(ruleset: str, id_: str) -> None:
    assert recording(ruleset, id_).result.rounds > 0


def test_warlords_has_battles_of_every_kind() -> None:
    of_ruleset = samples.load(games.game("warlords"))
    assert len(of_ruleset.armies) >= 10
    sizes = {
        (len(of_ruleset.card(b.a).units), len(of_ruleset.card(b.b).units))
        for b in of_ruleset.battles.values()
    }
    assert {(1, 1), (8, 8), (8, 32)} <= sizes
    places = {place for b in of_ruleset.battles.values() for place in b.tags}
    assert {"open", "hills", "forest", "marsh", "village", "town", "citadel"} <= places
    winners = {recording("warlords", id_).result.winner for id_ in of_ruleset.battles}
    assert winners == {"a", "b"}


def test_the_samples_of_warlords_show_everything_that_can_happen() -> None:
    seen = {
        event.__struct_config__.tag
        for id_ in samples.load(games.game("warlords")).battles
        for event in recording("warlords", id_).events
    }
    # What only branches have is no part of a sample.
    assert seen | {"stack_reordered", "units_replaced"} == {
        event.__struct_config__.tag for event in engine.rulesets()["warlords"].all_events
    }


def test_many_marios_has_armies_and_battles_of_every_kind() -> None:
    of_ruleset = samples.load(games.game("manymarios"))
    results = [recording("manymarios", id_).result for id_ in of_ruleset.battles]
    assert {result.winner for result in results} == {"a", "b", None}
    assert {result.reason for result in results} == {"defeat", "stalemate"}
    sizes = {
        (len(of_ruleset.card(b.a).units), len(of_ruleset.card(b.b).units))
        for b in of_ruleset.battles.values()
    }
    assert {(10, 10), (40, 40)} <= sizes
    assert min(sum(size) for size in sizes) <= 6
    assert {40, 60} <= {battle.terms["ap_limit"] for battle in of_ruleset.battles.values()}


def test_the_samples_of_many_marios_show_nearly_everything_that_can_happen() -> None:
    seen = Counter(
        event.__struct_config__.tag
        for id_ in samples.load(games.game("manymarios")).battles
        for event in recording("manymarios", id_).events
    )
    rules = engine.rulesets()["manymarios"]
    all_ = {event.__struct_config__.tag for event in rules.all_events}
    assert all_ - set(seen) <= {"bomb_negated", "lineup_reordered", "units_replaced"}


def test_storing_twice_changes_nothing(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        samples.store(games.games().values())
        of_ruleset = samples.load(games.game("manymarios"))
        id_ = of_ruleset.page_id(next(iter(of_ruleset.battles.values())))
        first = battles.find(id_)
        samples.store(games.games().values())
        second = battles.find(id_)
    assert first is not None
    assert second is not None
    assert (first.digest, first.created_at) == (second.digest, second.created_at)
    assert client.get("/").text.count("Recent battles") == 0


def test_a_sample_is_kept_only_by_its_version(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        samples.store(games.games().values())
        of_ruleset = samples.load(games.game("manymarios"))
        battle = battles.find(of_ruleset.page_id(of_ruleset.battles["first-steps"]))
        assert battle is not None
        version = battle.version
    address = f"/api/v1/battles/{battle.id}/recording"
    assert client.get(address).headers["Cache-Control"] == "no-cache"
    kept = client.get(address, query_string={"v": version})
    assert "immutable" in kept.headers["Cache-Control"]


def test_the_siege_has_battles_that_end_in_every_way() -> None:
    of_ruleset = samples.load(games.game("siege"))
    assert len(of_ruleset.armies) >= 8
    ends = [recording("siege", id_).result for id_ in of_ruleset.battles]
    assert {end.winner for end in ends} == {"a", "b"}
    assert {end.reason for end in ends} == {"castle", "round_limit", "resigned"}


def test_a_unit_of_the_siege_shows_its_points_and_what_it_has_most_of() -> None:
    card = samples.load(games.game("siege")).card("spearhead")
    assert [unit.name for unit in card.units[:3]] == ["A 4/0/3", "B 4/0/3", "C 2/2/1"]
    assert [unit.icon for unit in card.units] == [*["broadsword"] * 3, *["shield"] * 2]
