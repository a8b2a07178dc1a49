"""The golden battles: for each ruleset a folder of battle files (.json) and recordings (.jsonl).

`BATTLES=folder pytest tests/engine/test_contract.py` tests the rulesets that have battle files in
another folder, such as those of a game that is installed.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import engine

ELSEWHERE = os.environ.get("BATTLES")
FOLDER = Path(ELSEWHERE) if ELSEWHERE else Path(__file__).parent


def rulesets() -> Mapping[str, engine.Ruleset[Any, Any]]:
    """The rulesets that are tested: all, or those that have battle files elsewhere."""
    found = engine.rulesets()
    return {id_: found[id_] for id_ in found if not ELSEWHERE or battle_files(id_)}


def battle_files(ruleset: str | None = None) -> list[Path]:
    """The battle files of a ruleset, or of all of them."""
    return sorted(FOLDER.glob(f"{ruleset or '*'}/*.json"))


def recording_of(battle_file: Path) -> Path:
    """Where the recording of a battle file stands."""
    return battle_file.with_suffix(".jsonl")


def recorded(ruleset: str) -> list[engine.Recording]:
    """The recordings of a ruleset, as they stand."""
    paths = [recording_of(path) for path in battle_files(ruleset)]
    return [engine.load_recording(path.read_bytes()) for path in paths]
