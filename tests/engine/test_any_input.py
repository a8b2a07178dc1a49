"""Whatever is thrown at the engine: it plays to the end or refuses with reasons, never else."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.rulesets.manymarios.events import (
    BattleStarted,
    BombDropped,
    ShotFired,
    UnitLaunched,
    UnitStruck,
)
from tests.strategies import BATTLE_FILES, JUNK, is_accepted, mutilated, problems_of

EXAMPLES = settings(derandomize=True, max_examples=200)

# More than any of the generated battles can need (RULES.md, "With them every battle ends").
ROUNDS_MOST = 2 * 8 * 99 * 16


def energies(state: Any) -> dict[tuple[str, str], int]:
    units = state.snapshot()["units"]
    return {(id_, key): unit[key] for id_, unit in units.items() for key in ("ae", "de")}


@EXAMPLES
@given(BATTLE_FILES, st.integers(0, 2**64 - 1))
def test_a_good_battle_file_is_played_to_its_end(document: dict[str, Any], seed: int) -> None:
    result = engine.play(document, seed).result
    assert result.rounds < ROUNDS_MOST
    assert result.reason in ("defeat", "stalemate")
    assert (result.winner is None) == (
        result.reason == "stalemate" or not any(result.survivors.values())
    )


@EXAMPLES
@given(BATTLE_FILES)
def test_no_energy_ever_rises_or_falls_below_0(document: dict[str, Any]) -> None:
    before: dict[tuple[str, str], int] = {}
    for state in engine.replay(engine.play(document, seed=1)):
        now = energies(state)
        assert all(0 <= now[place] <= energy for place, energy in before.items())
        before = now


@EXAMPLES
@given(BATTLE_FILES)
def test_every_point_dealt_is_paid_with_a_point_of_the_dealers(document: dict[str, Any]) -> None:
    """Blow, shot, Launch and bomb: the dealer's AE falls by just the amount."""
    ae: dict[str, int] = {}
    for event in engine.play(document, seed=1).events:
        if isinstance(event, BattleStarted):
            ae = {card.id: card.ae for army in (event.a, event.b) for card in army.lineup}
        elif isinstance(event, UnitStruck | ShotFired | UnitLaunched | BombDropped):
            assert event.ae == ae[event.attacker] - event.amount
            ae[event.attacker] = event.ae


@EXAMPLES
@given(BATTLE_FILES)
def test_odds_of_a_good_battle_file_sum_to_1(document: dict[str, Any]) -> None:
    odds = engine.odds(document)
    assert odds.a + odds.b + odds.draw == 1
    assert sum(odds.survivors["a"]) == sum(odds.survivors["b"]) == 1


@settings(derandomize=True, max_examples=600)
@given(mutilated())
def test_a_mutilated_battle_file_is_played_or_refused(document: Any) -> None:
    problems = problems_of(document)
    assert all(problem.message and str(problem).isprintable() for problem in problems)
    if not problems:
        engine.odds(document)
        assert engine.play(document, seed=1).result.rounds < ROUNDS_MOST


@EXAMPLES
@given(mutilated())
def test_a_document_and_its_text_meet_the_same_fate(document: Any) -> None:
    """Text that JSON cannot say (NaN, lone surrogates) is refused either way."""
    assert is_accepted(document) == is_accepted(json.dumps(document))


@EXAMPLES
@given(JUNK | st.binary(max_size=200) | st.text(max_size=200))
def test_junk_is_refused(document: Any) -> None:
    assert not is_accepted(document)


@EXAMPLES
@given(BATTLE_FILES, st.data())
def test_a_file_that_is_cut_off_or_damaged_is_read_or_refused(
    document: dict[str, Any], data: st.DataObject
) -> None:
    text = json.dumps(document).encode()
    place = data.draw(st.integers(0, len(text) - 1))
    assert not is_accepted(text[:place])
    is_accepted(text[:place] + data.draw(st.binary(min_size=1, max_size=3)) + text[place + 1 :])
