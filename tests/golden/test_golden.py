"""Recordings that were reviewed once must come out the same for ever."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

import engine
from tests.golden.files import GAMES, battle_files, recorded, recording_of

RULESETS = engine.rulesets()


@pytest.mark.parametrize(
    "path", battle_files(), ids=lambda path: f"{path.parents[1].name}-{path.stem}"
)
def test_battle_comes_out_as_recorded(path: Path) -> None:
    played = engine.play(path.read_bytes()).lines()
    assert played.decode().splitlines() == recording_of(path).read_text("utf-8").splitlines(), (
        "if you changed it on purpose: make golden, review the diff; "
        "if a rule changed, and not only the catalog, raise Ruleset.version"
    )


def test_each_recording_has_its_battle_file() -> None:
    assert sorted(GAMES.glob("*/golden/*.jsonl")) == [recording_of(path) for path in battle_files()]


@pytest.mark.parametrize("id_", RULESETS)
def test_every_event_of_the_ruleset_is_recorded_somewhere(id_: str) -> None:
    seen = {type(event) for recording in recorded(id_) for event in recording.events}
    missing = set(RULESETS[id_].all_events) - seen
    assert missing == set(), f"add a battle file with {missing} to tests/games/{id_}/golden"


@pytest.mark.parametrize("id_", RULESETS)
def test_every_ability_of_the_catalog_takes_part_somewhere(id_: str) -> None:
    fielded = set().union(*(abilities_in(to_builtins(r.events[0])) for r in recorded(id_)))
    assert RULESETS[id_].catalog()["abilities"].keys() <= fielded


def abilities_in(value: Any) -> set[str]:
    """Every id in an `abilities` list, wherever it stands in plain data."""
    match value:
        case {"abilities": listed, **rest}:
            return {*listed} | abilities_in(rest)
        case dict():
            return abilities_in(list(value.values()))
        case list() | tuple():
            return set().union(*map(abilities_in, value))
    return set()
