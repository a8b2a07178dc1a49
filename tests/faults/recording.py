"""Which test runs which lines: recorded in a copy of the tree, kept in `.faults/`."""

import json
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing

from coverage import CoverageData
from coverage.numbits import numbits_to_nums

from tests.faults import v8
from tests.faults.copies import NODE, Copy
from tests.repo.files import ROOT

ALL = ("-m", "long or not long")  # with the short profile of hypothesis, as an empty -m is without
STORE = ROOT / ".faults"
CORES = ("-n", "auto", "--dist", "worksteal")
PARTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "js": ((), ()),
    "unit": (("tests", "--ignore=tests/cluster", "--ignore=tests/faults"), CORES),
    "several": (("tests/cluster",), ()),
    "e2e": (("e2e",), (*CORES, "--maxprocesses", "4")),
}
"""The parts of the tests in the order in which they run: where pytest finds each, and options."""


def collected(copy: Copy, part: str, only: str) -> dict[str, bool]:
    """The tests of a part as they are now, and whether each is a long one."""
    if part == "js":
        return {
            str(path.relative_to(ROOT)): False for path in ROOT.glob(only or "tests/js/*.test.js")
        }
    found = copy.pytest("--collect-only", *ALL, *([only] if only else PARTS[part][0]))
    assert found.code in (0, 5), found.output[-2000:]
    return dict(found.all("test"))


def tree() -> str:
    """What the committed tree is known by."""
    command = ["git", "rev-parse", "HEAD^{tree}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


class Recording:
    """The recording of one part: a database of coverage.py, and of each test seconds and fixtures.

    A context of the database is a test or a shared fixture.
    """

    def __init__(self, part: str) -> None:
        self.part = part
        self.file, self.notes = STORE / f"{part}.coverage", STORE / f"{part}.json"
        self.tree = ""
        self.tests: dict[str, tuple[float, list[str]]] = {}
        if self.notes.exists() and self.file.exists():
            kept = json.loads(self.notes.read_text("utf-8"))
            self.tree, self.tests = kept["tree"], kept["tests"]

    def forget(self) -> None:
        self.file.unlink(missing_ok=True)
        self.tree, self.tests = "", {}

    def record(self, copy: Copy, tests: Sequence[str]) -> None:
        """Runs these tests, and adds what they run to what is known."""
        STORE.mkdir(exist_ok=True)
        raw = copy.folder / ".faults-raw"
        shutil.rmtree(raw, ignore_errors=True)
        raw.mkdir()
        more = {"FAULTS_RAW": str(raw)}
        if self.part == "js":
            for test in tests:
                (raw / "context").write_text(test, "utf-8")
                followed = more | {"FAULTS_CONTEXT": str(raw / "context")}
                copy.call(*NODE, test, **followed, NODE_V8_COVERAGE=str(raw / test))
                self.tests[test] = (1.0, [])
        else:
            done = copy.pytest(*ALL, *PARTS[self.part][1], tests=tests, **more)
            (STORE / f"{self.part}.log").write_text(done.output, "utf-8")
            for test, seconds, fixtures in done.all("recorded"):
                self.tests[test] = (seconds, fixtures)
        data = CoverageData(str(self.file))
        data.read()
        for file in sorted([*raw.glob("lines.*"), *raw.glob("others.*")]):
            one = CoverageData(str(file))
            one.read()
            data.update(one, map_path=lambda path: path.removeprefix(f"{copy.folder}/"))
        for test in tests if self.part == "js" else ():
            data.set_context(test)
            data.add_lines(v8.of_node(raw / test, copy.folder))
        data.close()
        self.tree = self.tree or tree()
        self.notes.write_text(json.dumps({"tree": self.tree, "tests": self.tests}), "utf-8")

    def _rows(self, path: str = "%") -> list[tuple[str, bytes]]:
        query = (
            "select context, numbits from line_bits join context on context.id = context_id"
            " join file on file.id = file_id where path like ?"
        )
        with closing(sqlite3.connect(self.file)) as database:
            return database.execute(query, [path]).fetchall()

    def sizes(self) -> dict[str, int]:
        """How many lines each test runs, those of its shared fixtures not among them."""
        sizes: dict[str, int] = {}
        for context, bits in self._rows():
            sizes[context] = sizes.get(context, 0) + int.from_bytes(bits, "big").bit_count()
        return sizes

    def lines(self, path: str) -> dict[str, set[int]]:
        """The lines of a file that each test runs; 0 where it is only known to be loaded."""
        rows = self._rows(path)
        own = {context: set(numbits_to_nums(bits)) for context, bits in rows}
        found = {
            test: set[int]().union(*(own.get(context, ()) for context in (test, *fixtures)))
            for test, (_, fixtures) in self.tests.items()
        }
        return {test: lines for test, lines in found.items() if lines}
