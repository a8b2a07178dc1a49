"""A private copy of the checkout: faults are planted there, and tests run in it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.lists import Fault
from tests.repo.files import ROOT, kept

PLUGIN = ["-p", "tests.faults.plugin", "-p", "no:cacheprovider"]
NODE = ("node", "--import", "./tests/js/setup.mjs", "--test", "--test-timeout=120000")
BUILT = ("static/dist", "webapp/translations", "engine")
"""Where files lie that git does not know and that are made already."""
BUILDS = (".js", ".mjs", ".css", ".json", ".po", ".svg")
"""Changes of these are built into the page."""


@dataclass
class Outcome:
    """Of one run of tests: its exit code, and what the plugin has noted."""

    code: int
    notes: list[list[Any]]
    output: str

    def all(self, kind: str) -> list[list[Any]]:
        return [values for found, *values in self.notes if found == kind]

    @property
    def culprit(self) -> str | None:
        """The test that failed first, or the one that hung until the process was ended."""
        if self.code in (0, 5):  # 5: there was no test
            return None
        failed = self.all("failed") or self.all("begun")[-1:]
        return str(failed[0][0]) if failed else f"pytest itself ({self.output[-300:]})"


class Copy:
    """The files that git keeps and those that are built, in a folder, with the same packages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.unbuilt: set[str] = set()
        built = [
            path.relative_to(ROOT)
            for name in BUILT
            for path in (ROOT / name).rglob("*")
            if path.is_file() and (name == "static/dist" or path.suffix in (".mo", ".nbi", ".nbc"))
        ]
        for path in (*kept(), *built):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, folder / path)
        for name in (".venv", "node_modules"):
            (folder / name).symlink_to(ROOT / name)
        shutil.copy(folder / "tests/faults/sitecustomize.py", folder)
        self.call("git", "init", "-q")
        (folder / ".git/info/exclude").write_text("/sitecustomize.py\n/.faults-*\n", "utf-8")
        self.call("git", "add", "-A")

    @property
    def environment(self) -> dict[str, str]:
        programs = [str(self.folder / ".venv/bin"), str(self.folder / "node_modules/.bin")]
        return {
            **os.environ,
            "PATH": os.pathsep.join([*programs, os.environ["PATH"]]),
            "PYTHONPATH": str(self.folder),
        }

    def call(self, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )

    def plant(self, fault: Fault) -> None:
        path = self.folder / fault.file
        path.write_text(fault.planted(path.read_text("utf-8")), "utf-8")
        self.unbuilt.add(fault.file)

    def mend(self, fault: Fault) -> None:
        shutil.copy2(ROOT / fault.file, self.folder / fault.file)
        self.unbuilt.add(fault.file)

    def build(self) -> str | None:
        """Builds what depends on changed files; says why that fails, if it does."""
        commands = []
        for file in self.unbuilt:
            if file.endswith(".po"):
                made = str(Path(file).with_suffix(".mo"))
                commands.append(("pybabel", "-q", "compile", "-i", file, "-o", made))
        if any(file.endswith(BUILDS) for file in self.unbuilt):
            commands.append(("node", "build.mjs"))
        self.unbuilt.clear()
        for command in commands:
            done = self.call(*command)
            if done.returncode and "above its limit" not in done.stdout:
                return f"{command[0]} {command[1]} ({done.stdout[-300:]})"
        return None

    def pytest(self, *arguments: str, tests: Iterable[str] = (), **more: str) -> Outcome:
        """Runs pytest with our plugin."""
        results, listed = self.folder / ".faults-results", self.folder / ".faults-tests"
        results.unlink(missing_ok=True)
        listed.write_text("\n".join(tests), "utf-8")
        given = [f"@{listed}"] if listed.read_text("utf-8") else []
        python = str(self.folder / ".venv/bin" / Path(sys.executable).name)
        command = [python, "-m", "pytest", "-q", *PLUGIN, *arguments, *given]
        done = self.call(*command, FAULTS_RESULTS=str(results), **more)
        lines = results.read_text("utf-8").splitlines() if results.exists() else []
        return Outcome(done.returncode, [json.loads(line) for line in lines], done.stdout)

    def run(self, part: str, tests: Sequence[str], *, with_long: bool) -> str | None:
        """Runs tests of a part until one fails; gives that one."""
        if part == "js":
            return next((test for test in tests if self.call(*NODE, test).returncode), None)
        if broken := self.build():
            return broken
        marks = ["-m", ""] if with_long else []
        done = self.pytest("-x", "--tb=no", *marks, tests=tests)
        if done.code == 4:  # tests that are named after data which the fault changes
            files = dict.fromkeys(test.split("::")[0] for test in tests)
            done = self.pytest("-x", "--tb=no", *marks, tests=files)
        return done.culprit
