"""What earlier versions left behind: their recordings, and an instance folder."""

import json
import sqlite3
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
INSTANCE = FOLDER / "instance-1"
DATABASE = "battlereel.sqlite3"
KEY = "secret_key"


def recordings() -> list[Path]:
    """The recordings of all rulesets."""
    return sorted(FOLDER.glob("recordings/*/*.jsonl"))


def reels() -> list[Path]:
    """The reel files of all versions."""
    return sorted(FOLDER.glob("reels/*.json"))


def answers() -> dict[str, Any]:
    """Return the answers of the server that wrote the instance, with ids and tokens."""
    return dict(json.loads((INSTANCE / "told.json").read_text("utf-8")))


def restore(folder: Path) -> Path:
    """The folder, which is made, with database and key of the instance as that server left them."""
    folder.mkdir(parents=True)
    database = sqlite3.connect(folder / DATABASE)
    database.executescript((INSTANCE / "database.sql").read_text("utf-8"))
    database.close()
    (folder / KEY).write_bytes((INSTANCE / KEY).read_bytes())
    return folder


def lost(before: Any, now: Any) -> list[str]:
    """Return the paths of former answers that are missing or changed; additions are fine."""
    if isinstance(before, dict) and isinstance(now, dict):
        gone = [str(key) for key in before if key not in now]
        inner = {key: lost(before[key], now[key]) for key in before if key in now}
        return gone + [f"{key}.{path}" for key, paths in inner.items() for path in paths]
    return [] if before == now else [f"{before!r} is {now!r}"]
