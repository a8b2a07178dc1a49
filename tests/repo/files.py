"""The files of the checkout, as git sees them."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def committed(*patterns: str) -> list[Path]:
    """The committed (or staged) files that match git's `patterns`, relative to the root."""
    return _listed("--cached", *patterns)


def kept(*patterns: str) -> list[Path]:
    """The same and the files not committed yet, without the ignored ones."""
    return _listed("--cached", "--others", "--exclude-standard", *patterns)


def _listed(*args: str) -> list[Path]:
    command = ["git", "ls-files", "-z", *args]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    paths = sorted({Path(name) for name in answer.stdout.split("\0") if name})
    return [path for path in paths if (ROOT / path).is_file()]
