"""Which tests may notice a fault, by what was recorded, the likeliest and fastest first."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from tests.faults.lists import ROOT, Fault, function_lines, whole_statements
from tests.faults.processes import text_key
from tests.faults.recording import Recording
from tests.repo.files import kept


def covering(recording: Recording, fault: Fault) -> Iterator[str]:
    """The tests in the order in which they are to run.

    First those that ran a changed line; then the others of their files, which may share what one
    of them computed; then those that ran any function of the file. Lines that run on import, in
    compiled code or outside of functions (tables, style sheets, texts) are not recorded by test:
    for them those, too, that ran a function of a file that names this one.
    """
    used, seen = _functions(recording, fault.file), set[str]()
    changed = _changed(fault)
    exact = {test for test, lines in used.items() if lines & changed} | {*_texts(recording, fault)}
    files = {test.split("::")[0] for test in exact}
    rounds = [exact, {test for test in recording.tests if test.split("::")[0] in files}, {*used}]
    if not exact:
        names = [_functions(recording, path) for path in _naming(fault.file)]
        rounds.append({test for named in names for test in named})
    sizes = _sizes(recording)
    for tests in rounds:
        # A test that runs little else is likelier to notice than one that runs everything.
        weight = {
            test: (recording.tests[test][0] + 0.05) * sizes.get(test, 1) / len(used.get(test, "1"))
            for test in tests - seen
        }
        yield from sorted(weight, key=weight.__getitem__)
        seen |= tests


@cache
def _sizes(recording: Recording) -> dict[str, int]:
    return recording.sizes()


@cache
def _functions(recording: Recording, path: str) -> dict[str, set[int]]:
    """The lines in functions of a file that each test runs; all lines of what is not Python."""
    used = recording.lines(path)
    if not path.endswith(".py"):
        return used
    within = function_lines((ROOT / path).read_text("utf-8"))
    return {test: inside for test, lines in used.items() if (inside := lines & within)}


def _changed(fault: Fault) -> set[int]:
    """The lines by which a test is known to run what the fault changes; none if it cannot be."""
    source = (ROOT / fault.file).read_text("utf-8")
    lines = fault.changed(source)
    if fault.file.endswith(".py"):
        return whole_statements(source, lines) & function_lines(source)
    return lines if fault.file.endswith(".js") else set()


def _texts(recording: Recording, fault: Fault) -> set[str]:
    """The tests that asked for the translation that the fault changes."""
    if not fault.file.endswith(".po"):
        return set()
    source = (ROOT / fault.file).read_text("utf-8")
    with (ROOT / fault.file).open("rb") as file:
        entries = [
            entry for entry in read_po(file) if (entry.lineno or 0) <= max(fault.changed(source))
        ]
    entry = max(entries, key=lambda entry: entry.lineno or 0)
    text = entry.id if isinstance(entry.id, str) else entry.id[0]
    return {*recording.lines(text_key(text))}


def _naming(path: str) -> list[str]:
    """The product files that import a module, or name a file; and those beside a file of data."""
    place = Path(path)
    stem = place.parent.name if place.name == "__init__.py" else place.stem
    word = (
        rf"import\b.*\b{stem}\b|\b{stem} import" if place.suffix == ".py" else re.escape(place.name)
    )
    near = {*ROOT.glob(f"{place.parent}/*.py")} if place.suffix == ".json" else set()
    return [
        str(other)
        for other in kept("engine", "webapp", "static/js", "templates")
        if other.suffix in (".py", ".js", ".html")
        and other != place
        and (ROOT / other in near or re.search(word, (ROOT / other).read_text("utf-8")))
    ]
