"""The golden battles: for each ruleset a folder of battle files (.json) and recordings (.jsonl)."""

from pathlib import Path

import engine

FOLDER = Path(__file__).parent


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
