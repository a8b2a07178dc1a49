"""Whatever stands in a siege's battle file: it is played to the end or refused with reasons."""

import json
from copy import deepcopy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.core.rng import Seeded
from engine.players.siege.bots import BOTS
from engine.rulesets.siege.snapshot import LETTERS, ORDERS
from tests.golden.files import battle_files
from tests.sieges import problems, random_army, side, siege_file
from tests.strategies import JUNK, is_accepted

EXAMPLES = settings(derandomize=True, max_examples=200)
TABLES = next(
    json.loads(path.read_bytes())["options"]["tables"]
    for path in battle_files("siege")
    if path.stem == "own-tables"
)

ROUNDS = st.lists(st.dictionaries(st.sampled_from(LETTERS), st.sampled_from(ORDERS)), max_size=40)
PLAYERS = st.one_of(
    st.builds(lambda rounds: {"orders": rounds}, ROUNDS),
    st.builds(lambda bot: {"bot": bot}, st.sampled_from([*BOTS])),
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


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in plain data that can be written to: container and key."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    found = [(value, key) for key in keys]
    for key in keys:
        if isinstance(value[key], dict | list):
            found += places(value[key])
    return found


@EXAMPLES
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


@settings(derandomize=True, max_examples=400)
@given(sieges(), st.data())
def test_a_mutilated_siege_is_played_or_refused(
    document: dict[str, Any], data: st.DataObject
) -> None:
    container, key = data.draw(st.sampled_from(places(document)))
    container[key] = data.draw(JUNK)
    found = problems(document)
    assert all(line.isprintable() for line in found)
    assert is_accepted(document) == (not found)
    if not found and document["ruleset"] == "siege":
        assert engine.play(document, seed=1).result.winner
