"""The lines that each test file runs: recorded in a copy of the tree, kept in `.faults/`."""

import json
import re
import shutil
import time
from collections.abc import Iterable
from functools import cache
from itertools import chain
from pathlib import Path

from coverage import CoverageData

from tests.faults import v8
from tests.faults.copies import NODE, Copy
from tests.faults.lists import ROOT, Fault, function_lines, whole_statements
from tests.repo.files import kept

STORE = ROOT / ".faults"
SETTINGS = """[run]
parallel = true
data_file = {raw}/lines
concurrency = thread, greenlet
core = ctrace
patch = _exit, fork
include = {folder}/engine/*, {folder}/webapp/*, {folder}/templates/*
"""


def test_files() -> list[str]:
    """All test files, but for those of the faults themselves and of several processes."""
    found = [str(path) for path in kept("tests", "e2e")]
    names = re.compile(r"(?!tests/(?:faults|cluster)/)(.*/)?(test_\w+\.py|\w+\.test\.js)")
    return [path for path in found if names.fullmatch(path)]


def kept_file(test: str) -> Path:
    return STORE / f"{test.replace('/', '-')}.json"


def record(copy: Copy, test: str) -> None:
    """Run a test file and record its seconds and product lines; line 0 stands for a file that was
    loaded."""
    raw = copy.folder / ".faults-raw"
    shutil.rmtree(raw, ignore_errors=True)
    raw.mkdir()
    (raw / "settings").write_text(SETTINGS.format(raw=raw, folder=copy.folder), "utf-8")
    shutil.copy(ROOT / "tests/faults/sitecustomize.py", copy.folder)
    more = {"FAULTS_RAW": str(raw), "COVERAGE_PROCESS_START": str(raw / "settings")}
    start = time.monotonic()
    if test.endswith(".js"):
        copy.call(*NODE, test, **more, NODE_V8_COVERAGE=str(raw / "node"))
        lines = v8.of_node(raw / "node", copy.folder)
    else:
        options = ["-q", "-p", "tests.faults.plugin", "-p", "no:cacheprovider"]
        # Long tests run much the same lines; of a file that has no others, none are recorded.
        copy.call("python", "-m", "pytest", *options, test, **more)
        pages = raw / "pages.json"
        lines = json.loads(pages.read_text("utf-8")) if pages.exists() else {}
    seconds = time.monotonic() - start
    (copy.folder / "sitecustomize.py").unlink()
    for file in raw.glob("lines.*"):
        data = CoverageData(str(file))
        data.read()
        for path in data.measured_files():
            name = path.removeprefix(f"{copy.folder}/")
            lines[name] = {*lines.get(name, ()), *(data.lines(path) or ())}
    STORE.mkdir(exist_ok=True)
    whole = {"seconds": seconds, "lines": {path: sorted(found) for path, found in lines.items()}}
    kept_file(test).write_text(json.dumps(whole), "utf-8")


@cache
def recorded() -> dict[str, tuple[float, dict[str, set[int]]]]:
    """Seconds and lines of each test file that was recorded."""
    found = {}
    for test in test_files():
        if kept_file(test).exists():
            whole = json.loads(kept_file(test).read_text("utf-8"))
            lines = {path: set(numbers) for path, numbers in whole["lines"].items()}
            found[test] = (whole["seconds"], lines)
    return found


def running_changed(fault: Fault) -> list[str]:
    """Return the test files that run a changed line, the fastest first. Of files other than scripts
    it is only known that they are used."""
    changed = _changed(fault)
    runs = changed.intersection if fault.file.endswith((".py", ".js")) else bool
    return _fastest(
        test for test, (_, lines) in recorded().items() if runs(lines.get(fault.file, set()))
    )


def covering(fault: Fault) -> list[str]:
    """Return test files that run a changed line, the fastest first, then those that run its file.
    For lines outside of functions: those of files that name this one."""
    running = running_changed(fault)
    rounds = [running, _running_any([fault.file])]
    if not running:
        rounds.append(_running_any(_naming(fault.file)))
    return [*dict.fromkeys(chain(*rounds))]


def _running_any(paths: list[str]) -> list[str]:
    return _fastest(
        test
        for test, (_, lines) in recorded().items()
        if any(_in_functions(path, lines.get(path, set())) for path in paths)
    )


def _fastest(tests: Iterable[str]) -> list[str]:
    return sorted(tests, key=lambda test: recorded()[test][0])


def _in_functions(path: str, lines: set[int]) -> set[int]:
    """The lines that are within functions, of Python; all of them in other files."""
    return lines & _function_lines(path) if path.endswith(".py") else lines


@cache
def _function_lines(path: str) -> set[int]:
    return function_lines((ROOT / path).read_text("utf-8"))


def _changed(fault: Fault) -> set[int]:
    source = (ROOT / fault.file).read_text("utf-8")
    lines = fault.changed(source)
    if fault.file.endswith(".py"):
        return whole_statements(source, lines) & function_lines(source)
    return lines


def _naming(path: str) -> list[str]:
    """Return product files that import a module, name a file or its data, or (for a translation)
    hold a sentence of it."""
    place = Path(path)
    if place.suffix == ".po":
        return re.findall(r"(?m)^#: (\S+?):\d+", (ROOT / path).read_text("utf-8"))
    stem = place.parent.name if place.name == "__init__.py" else place.stem
    is_module = place.suffix == ".py"
    word = rf"import\b.*\b{stem}\b|\b{stem} import" if is_module else re.escape(place.name)
    return [
        str(other)
        for other in kept("engine", "webapp", "static/js", "templates")
        if other.suffix in (".py", ".js", ".html")
        and other != place
        and (
            (place.suffix == ".json" and other.parent == place.parent)
            or re.search(word, (ROOT / other).read_text("utf-8"))
        )
    ]
