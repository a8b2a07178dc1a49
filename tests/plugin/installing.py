"""Installs the game of this folder beside Battlereel, as anybody may install theirs."""

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parent / "game"  # as in a third party's folder
ID = "conquest"
NAME = "Dice of conquest"


def install(folder: Path) -> Path:
    """Installs the game into a folder, for PYTHONPATH, without asking any index; gives it back."""
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target"]
    command = [sys.executable, "-m", "pip", "install", *options, str(folder), str(PROJECT)]
    subprocess.run(command, check=True)
    return folder


def install_module(folder: Path, name: str, source: str, game: str, ruleset: str) -> Path:
    """Installs a module with this source by hand; `game` and `ruleset` are its entry points."""
    about = folder / f"{name}-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    points = f"[battlereel.games]\n{game}\n[battlereel.rulesets]\n{ruleset}\n"
    (about / "entry_points.txt").write_text(points)
    (folder / f"{name}.py").write_text(source)
    return folder
