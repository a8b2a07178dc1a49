"""Installs the game of this folder beside Battlereel, as anybody may install theirs."""

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parent / "conquest"
"""The game's own project, as somebody else would have it in a folder of theirs."""
ID = "conquest"
NAME = "Dice of conquest"


def install(folder: Path) -> Path:
    """Installs the game into a folder, for PYTHONPATH, without asking any index; gives it back."""
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target"]
    command = [sys.executable, "-m", "pip", "install", *options, str(folder), str(PROJECT)]
    subprocess.run(command, check=True, cwd=folder)
    return folder
