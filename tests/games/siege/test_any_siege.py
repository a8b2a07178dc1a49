"""Whatever stands in a siege's battle file: it is played to the end or refused with reasons."""

import json
from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.rng import Seeded
from engine.players.siege.bots import BOTS
from engine.rulesets.siege.snapshot import LETTERS, ORDERS
from tests.golden.files import battle_files
from tests.sieges import random_army, side, siege_file
from tests.strategies import problems_of, spoilt

TABLES = next(
    json.loads(path.read_bytes())["options"]["tables"]
    for path in battle_files("siege")
    if path.stem == "own-tables"
)

ROUNDS = st.lists(st.dictionaries(st.sampled_from(LETTERS), st.sampled_from(ORDERS)), max_size=40)
PLAYERS = st.one_of(
    st.builds(lambda rounds: {"orders": rounds}, ROUNDS),
    st.builds(
        lambda bot: {"bot": bot},
        st.sampled_from([id_ for id_, bot in BOTS.items() if not bot.slow]),
    ),
)
ARMIES = st.integers(0, 2**32).map(lambda seed: side(random_army(Seeded(seed)))["army"])
SIDES = st.builds(lambda army, player: {"army": army, **player}, ARMIES, PLAYERS)


@st.composite
def sieges(draw: st.DrawFn) -> dict[str, Any]:
    """A good battle file, sometimes with a league's tables or somebody who gives up."""
    file = siege_file(draw(SIDES), draw(SIDES))
    if draw(st.booleans()):
        file["options"] = {"tables": deepcopy(TABLES)}
    resigns = draw(st.none() | st.integers(1, 40))
    if resigns is not None:
        draw(st.sampled_from(file["sides"]))["resigns"] = resigns
    return file


@given(sieges(), st.integers(0, 2**64 - 1))
def test_a_good_siege_is_played_to_its_end(document: dict[str, Any], seed: int) -> None:
    recording = engine.play(document, seed)
    assert recording.result.winner in ("a", "b")
    assert recording.result.reason in ("castle", "round_limit", "resigned")
    assert recording.result.rounds <= 40
    assert engine.load_recording(recording.lines()) == recording
    for state in engine.replay(recording):
        for unit in state.units.values():
            assert unit.values is None or (min(unit.values) >= 0 and unit.values[3] <= 3)


@given(spoilt(sieges()))
def test_a_mutilated_siege_is_played_or_refused(document: Any) -> None:
    found = problems_of(document)
    assert all(problem.message and str(problem).isprintable() for problem in found)
    if not found and document["ruleset"] == "siege":
        assert engine.play(document, seed=1).result.winner
