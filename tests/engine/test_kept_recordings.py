"""Recordings of every version that ever landed are read and played to their end."""

import json
from pathlib import Path
from typing import Any

import pytest

import engine
from tests.kept.files import lost, recordings

PATHS = recordings()
STATES = {
    ("manymarios", 1, 1, "16dd4a94"): 23,
    ("warlords", 1, 1, "6d51a6e6"): 20,
    ("warlords", 2, 1, "6d51a6e6"): 22,
    ("siege", 1, 1, "8c89fd6b"): 17,
}
"""Event types by ruleset, its version, protocol and catalog."""

every_recording = pytest.mark.parametrize("path", PATHS, ids=lambda p: f"{p.parent.name}-{p.stem}")


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


@every_recording
def test_everything_in_it_is_read(path: Path) -> None:
    recording = engine.load_recording(path.read_bytes())
    written = [json.loads(line) for line in recording.lines().splitlines()]
    kept = rows(path)
    assert len(written) == len(kept)
    assert [lost(*pair) for pair in zip(kept, written, strict=True)] == [[]] * len(kept)


@every_recording
def test_it_is_played_to_its_end(path: Path) -> None:
    recording = engine.load_recording(path.read_bytes())
    kept = rows(path)
    states = [state.snapshot() for state in engine.replay(recording)]
    assert len(states) == len(kept) - 1
    assert [state["ended"] for state in states] == [False] * (len(states) - 1) + [True]
    ended, final = kept[-1], states[-1]
    assert ended["type"] == "battle_ended"
    assert (final["winner"], final["reason"]) == (ended["winner"], ended["reason"])
    assert (recording.result.winner, recording.result.rounds) == (ended["winner"], ended["rounds"])
    for survivor in (unit for side in ended["survivors"].values() for unit in side):
        unit = final["units"][survivor["id"]]
        shared = unit.keys() & survivor.keys()
        assert {key: unit[key] for key in shared} == {key: survivor[key] for key in shared}


def test_there_are_some_of_every_state_with_all_its_types_of_events() -> None:
    types: dict[Any, set[str]] = {}
    for path in PATHS:
        header, *events = rows(path)
        version, protocol = header["ruleset_version"], header["protocol"]
        state = (header["ruleset"], version, protocol, header["catalog_hash"][:8])
        types.setdefault(state, set()).update(event["type"] for event in events)
    assert {state: len(found) for state, found in types.items()} == STATES
