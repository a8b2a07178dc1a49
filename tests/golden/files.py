"""Golden battles and recordings; `BATTLES=folder pytest tests/engine/test_contract.py` tests other
rulesets."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import engine

ELSEWHERE = os.environ.get("BATTLES")
GAMES = Path(__file__).parents[1] / "games"


def rulesets() -> Mapping[str, engine.Ruleset[Any, Any]]:
    """The rulesets that are tested: all, or those that have battle files elsewhere."""
    found = engine.rulesets()
    return {id_: found[id_] for id_ in found if not ELSEWHERE or battle_files(id_)}


def battle_files(ruleset: str | None = None) -> list[Path]:
    if ELSEWHERE:
        return sorted(Path(ELSEWHERE).glob(f"{ruleset or '*'}/*.json"))
    return sorted(GAMES.glob(f"{ruleset or '*'}/golden/*.json"))


def recording_of(battle_file: Path) -> Path:
    return battle_file.with_suffix(".jsonl")


def recorded(ruleset: str) -> list[engine.Recording]:
    paths = [recording_of(path) for path in battle_files(ruleset)]
    return [engine.load_recording(path.read_bytes()) for path in paths]
