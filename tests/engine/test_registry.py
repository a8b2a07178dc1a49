"""Rulesets are found through entry points; a broken one is named and keeps no other out."""

from dataclasses import replace
from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import Any

import pytest

import engine
from engine.core.events import BattleEnded
from engine.rulesets import GROUP, check_ruleset, find
from engine.rulesets.siege.ruleset import ruleset_with

WHOLE = engine.rulesets()["warlords"]


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, GROUP)


def test_all_rulesets_are_listed_in_the_order_of_their_ids() -> None:
    assert [*engine.rulesets()] == ["manymarios", "siege", "warlords"]
    assert all(ruleset.id == id_ for id_, ruleset in engine.rulesets().items())
    assert engine.broken_rulesets() == {}


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("no.such.module:RULESET", "ModuleNotFoundError: No module named 'no'"),
        ("engine.core.events:RULESET", "has no attribute 'RULESET'"),
        ("engine.core.events:PROTOCOL", "names int, which is no Ruleset"),
        ("engine.rulesets.warlords.ruleset:RULESET", "has the id 'warlords'"),
    ],
)
def test_a_ruleset_that_cannot_be_loaded_is_named_with_the_reason(value: str, why: str) -> None:
    rulesets, broken = find(
        [
            point("elsewhere", value),
            point("manymarios", "engine.rulesets.manymarios.ruleset:RULESET"),
        ]
    )
    assert [*rulesets] == ["manymarios"]
    assert broken.keys() == {"elsewhere"}
    assert why in broken["elsewhere"]


def test_a_ruleset_that_is_installed_twice_is_there_once() -> None:
    one = point("warlords", "engine.rulesets.warlords.ruleset:RULESET")
    two = point("warlords", "somebody.elses:RULESET")
    rulesets, broken = find([two, one])
    assert rulesets["warlords"] is WHOLE
    assert broken == {"warlords": "is installed twice; 'somebody.elses:RULESET' is left out"}


def test_what_is_missing_in_a_record_is_named() -> None:
    less: Any = {event: do for event, do in WHOLE.apply.items() if event is not BattleEnded}
    with pytest.raises(engine.EngineError, match="`apply` has nothing for BattleEnded"):
        check_ruleset("warlords", replace(WHOLE, apply=less))
    with pytest.raises(engine.EngineError, match="no Ruleset"):
        check_ruleset("warlords", SimpleNamespace(id="warlords"))


def test_the_siege_without_its_bots_is_a_ruleset_in_which_people_decide() -> None:
    alone = ruleset_with({})
    assert check_ruleset("siege", alone) is alone
    assert alone.catalog()["bots"] == {}
