"""Whatever stacks are thrown at the engine: they fight to the end or are refused with reasons."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.rulesets.warlords.army import CUSTOM_KEYS, KEYS
from engine.rulesets.warlords.catalog import CATALOG
from engine.rulesets.warlords.events import CONDITION_WORDS
from tests.battle_log import problems
from tests.fuzz.hostile import JUNK
from tests.games.warlords.test_kernel_parity import Draw

FILES = st.integers(0, 2**32).map(lambda seed: Draw(seed).battle(5))


@given(FILES, st.integers(0, 2**64 - 1))
def test_a_battle_ends_with_one_side_beaten(document: dict[str, Any], seed: int) -> None:
    """No number is ever beyond its limits, and chances sum to 1."""
    recording = engine.play(document, seed)
    loser, winner = "ba" if recording.result.winner == "a" else "ab"
    assert recording.result.survivors[loser] == []
    assert all(row["strength"] and row["hits"] for row in recording.result.survivors[winner])
    for state in engine.replay(recording):
        for unit in state.units.values():
            assert 0 <= unit.strength <= 15
            assert unit.hits >= 0
            assert 0 <= unit.shots <= unit.start.power("missile")
            assert 0 <= unit.medals <= 4
    odds = engine.odds(document)
    assert abs(odds.a + odds.b - 1) < 1e-12
    assert all(abs(sum(row) - 1) < 1e-12 for row in odds.survivors.values())


@given(FILES, st.data())
def test_a_spoilt_row_is_fought_with_or_refused(document: dict[str, Any], data: Any) -> None:
    row = data.draw(st.sampled_from(document["sides"][0]["army"]["stack"]))
    inner = row.get("custom", row)
    keys = (*CUSTOM_KEYS, *KEYS, *CONDITION_WORDS, "unit")
    inner[data.draw(st.sampled_from(keys))] = data.draw(JUNK | st.sampled_from([*CATALOG.units]))
    assert all(": " in problem for problem in problems(document))
    if not problems(document):
        assert engine.play(document, seed=1).result.winner in ("a", "b")
