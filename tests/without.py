"""`make without GAME=id`: run the unit tests in a copy without that game's folders, tests and entry
points; `python -m tests.without ID [PYTEST ARGUMENT ...]`."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tests.present import OURS
from tests.repo.files import ROOT, kept
from tests.repo.test_games_apart import OWN_FOLDERS

TRANSLATIONS = "webapp/translations"


def main(id_: str, *arguments: str) -> int:
    """Runs pytest without a game. Gives its exit code."""
    if id_ not in OURS:
        sys.stderr.write(f"GAME has to be one of {', '.join(OURS)}\n")
        return 2
    with tempfile.TemporaryDirectory() as work:
        copy, metadata = Path(work, "copy"), Path(work, "metadata")
        _copy_without(id_, copy)
        _declare(copy, metadata)
        path = os.pathsep.join([str(copy), str(metadata)])
        env = {**os.environ, "PYTHONPATH": path}
        babel = [sys.executable, "-m", "babel.messages.frontend", "-q", "compile"]
        texts = [[*babel, "-d", TRANSLATIONS, "-D", domain] for domain in ("messages", "click")]
        kernels = [sys.executable, "-m", "engine.kernels"]
        made = (["git", "init", "-q"], ["git", "add", "-A"], *texts, ["node", "build.mjs"], kernels)
        for command in made:
            subprocess.run(command, cwd=copy, env=env, check=True)
        # The lists of faults name files of every game.
        command = [sys.executable, "-m", "pytest", "--ignore", "tests/faults", *arguments]
        return subprocess.run(command, cwd=copy, env=env, check=False).returncode


def _copy_without(id_: str, copy: Path) -> None:
    own = tuple(folder.format(id_) + "/" for folder in (*OWN_FOLDERS, "tests/games/{}"))
    for path in kept():
        if not path.as_posix().startswith(own):
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, copy / path)
    (copy / "node_modules").symlink_to(ROOT / "node_modules")
    project = copy / "pyproject.toml"
    project.write_text(re.sub(rf'(?m)^{id_} = ".*"\n', "", project.read_text("utf-8")), "utf-8")


def _declare(copy: Path, metadata: Path) -> None:
    """Writes what an installation of the copy would: Python takes the first metadata it finds."""
    project = tomllib.loads((copy / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    folder = metadata / f"{name}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\n")
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[{group}]", *(f"{key} = {value}" for key, value in entries.items()), "")
    ]
    (folder / "entry_points.txt").write_text("\n".join(lines))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
