"""A private copy of the checkout: faults are planted there, and tests run in it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.faults.lists import ROOT, Fault
from tests.repo.files import kept

NODE = ("node", "--import", "./tests/js/setup.mjs", "--test", "--test-timeout=120000")
BUILT = ("static/dist", "webapp/translations", "engine")  # folders with built files
BUILDS = (".js", ".mjs", ".css", ".json", ".po", ".svg")  # sources of built files
FAILED = re.compile(r"(?m)^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$")


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
        # Tests of the repository ask git for its files.
        self.call("git", "init", "-q")
        self.call("git", "add", "-A")

    def call(self, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
        programs = [str(self.folder / ".venv/bin"), str(self.folder / "node_modules/.bin")]
        path = os.pathsep.join([*programs, os.environ["PATH"]])
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, "PATH": path, "PYTHONPATH": str(self.folder), **more},
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
        """Build what depends on changed files, and return why that fails, if it does."""
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

    def failing(self, test: str, marks: str = "not long") -> str | None:
        """Run a test file, or one test of it, and return the first test that fails."""
        if test.endswith(".js"):
            return test if self.call(*NODE, test).returncode else None
        if broken := self.build():
            return broken
        options = ["-q", "-x", "-rfE", "--tb=no", "-p", "no:cacheprovider", "-m", marks]
        done = self.call("python", "-m", "pytest", *options, test)
        if done.returncode in (0, 5):  # 5: no test has these marks
            return None
        named = FAILED.search(done.stdout)
        return named[1] if named else f"{test}, which hung or broke ({done.stdout[-300:]})"
