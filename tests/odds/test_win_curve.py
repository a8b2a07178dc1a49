"""The course of a battle: the chances of every moment."""

from typing import Any

import pytest

import engine
from tests.battle_log import type_of
from tests.dsl import battle_file
from tests.golden.files import recorded


def custom(strength: int, hits: int) -> dict[str, Any]:
    unit = {"custom": {"name": "Beast", "strength": strength, "hits": hits}}
    return {"army": {"stack": [unit]}}


def test_every_hit_moves_the_chances_and_nothing_else_does() -> None:
    """Strength 6 with 1 hit against strength 4 with 2 hits, under a die of 20.

    A round is a's with 6/20 x 16/20 = 96/400, b's with 4/20 x 14/20 = 56/400: the next hit is a's
    with p = 96/152. a has to hit twice before it is hit once: p x p, and after its first hit p.
    """
    p = 96 / 152
    by_hits = {(1, 2): p * p, (1, 1): p, (1, 0): 1.0, (0, 2): 0.0, (0, 1): 0.0}
    document = {"ruleset": "warlords", "sides": [custom(6, 1), custom(4, 2)]}
    seen = set()
    for seed in range(20):
        recording = engine.play(document, seed)
        chances = engine.win_curve(recording)
        assert chances is not None
        hits = {"a1": 1, "b1": 2}
        for event, chance in zip(recording.events, chances, strict=True):
            if type_of(event) == "unit_struck":
                hits[event.target] = event.hits
            now = (hits["a1"], hits["b1"])
            assert chance == pytest.approx(by_hits[now], abs=1e-12), event
            seen.add(now)
    assert seen == set(by_hits), "the seeds show every way"


@pytest.mark.parametrize("recording", recorded("warlords"), ids=lambda r: r.header.seed)
def test_a_course_leads_from_the_odds_to_the_result(recording: engine.Recording) -> None:
    chances = engine.win_curve(recording)
    assert chances is not None
    assert len(chances) == len(recording.events)
    assert chances[0] == pytest.approx(engine.odds(recording.header.battle).a, abs=1e-12)
    assert chances[-1] == {"a": 1.0, "b": 0.0}[recording.result.winner or ""]


@pytest.mark.parametrize("recording", recorded("warlords"), ids=lambda r: r.header.seed)
def test_a_course_agrees_with_the_rulesets_own_chances(recording: engine.Recording) -> None:
    chances = engine.rulesets()["warlords"].chances
    assert chances is not None
    own = [chances(state).a for state in engine.replay(recording)]
    assert engine.win_curve(recording) == pytest.approx(own, abs=1e-12)
    assert engine.win_curve(recording, compiled=True) == pytest.approx(own, abs=1e-12)


def test_a_ruleset_that_cannot_tell_has_no_course() -> None:
    recording = engine.play(battle_file("goomba | toad"), seed=1)
    assert engine.win_curve(recording) is engine.win_curve(recording, compiled=True) is None
