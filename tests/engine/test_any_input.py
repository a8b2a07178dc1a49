"""Whatever is thrown at the engine: it plays to the end or refuses with reasons, never else."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.rulesets.manymarios.events import BombDropped, ShotFired, UnitLaunched, UnitStruck
from tests.fuzz.hostile import JUNK, spoilt
from tests.strategies import BATTLE_FILES, is_accepted, problems_of

# More than any generated battle can need (RULES.md, "With these limits, every battle ends").
ROUNDS_MOST = 2 * 8 * 99 * 16


@given(BATTLE_FILES, st.integers(0, 2**64 - 1))
def test_a_good_battle_file_is_played_to_its_end(document: dict[str, Any], seed: int) -> None:
    """No energy rises or falls below 0; a dealer pays each point of damage with one of its AE."""
    recording = engine.play(document, seed)
    result = recording.result
    assert result.rounds < ROUNDS_MOST
    drawn = result.reason == "stalemate" or not any(result.survivors.values())
    assert (result.winner is None) == drawn
    before: dict[str, Any] = {}
    for event, state in zip(recording.events, engine.replay(recording), strict=True):
        now = state.snapshot()["units"]
        for id_, unit in before.items():
            assert all(0 <= now[id_][key] <= unit[key] for key in ("ae", "de"))
        if isinstance(event, UnitStruck | ShotFired | UnitLaunched | BombDropped):
            assert event.ae == before[event.attacker]["ae"] - event.amount
        before = now
    odds = engine.odds(document)
    assert odds.a + odds.b + odds.draw == 1
    assert sum(odds.survivors["a"]) == sum(odds.survivors["b"]) == 1


@given(spoilt(BATTLE_FILES))
def test_a_mutilated_battle_file_is_played_or_refused(document: Any) -> None:
    problems = problems_of(document)
    for problem in problems:
        assert problem.message
        assert str(problem).isprintable()
        assert len(str(problem)) < 300
    if not problems:
        engine.odds(document)
        assert engine.play(document, seed=1).result.rounds < ROUNDS_MOST


@given(spoilt(BATTLE_FILES))
def test_a_document_and_its_text_meet_the_same_fate(document: Any) -> None:
    """Text that JSON cannot say (NaN, lone surrogates) is refused either way."""
    assert is_accepted(document) == is_accepted(json.dumps(document))


@given(JUNK | st.binary(max_size=200) | st.text(max_size=200))
def test_junk_is_refused(document: Any) -> None:
    assert not is_accepted(document)
