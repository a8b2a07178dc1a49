"""`make faults`: plants each fault of the lists in a copy of the tree, and runs the tests on it."""

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import Queue
from threading import Lock
from typing import Any

import click

from tests.faults import lists
from tests.faults.copies import FAILED, Copy
from tests.faults.lists import Fault
from tests.faults.recording import (
    covering,
    kept_file,
    record,
    recorded,
    running_changed,
    test_files,
)

WHOLE = ("unit", "js", "e2e")  # targets of `make test`
OPTIONS = "-x -rfE --ignore=tests/faults -p tests.faults.first"
CAUGHT_BY = Path(__file__).with_name("caught_by.json")  # the test that caught each fault last
LOCK = Lock()
GROUP = 6  # files of end-to-end tests that are recorded before faults are tried on them


def catching(copy: Copy, fault: Fault, tests: Iterable[str], marks: str) -> str | None:
    """The first test of these test files that catches a fault."""
    for test in tests:
        copy.plant(fault)
        caught = copy.failing(test, marks)
        copy.mend(fault)
        # A test that fails without the fault, too, catches nothing.
        if caught and not copy.failing(caught if "::" in caught else test, marks):
            return caught
    return None


def report(fault: Fault, caught: str | None, kind: str) -> bool:
    """Print what caught a fault, and return whether the list expects that."""
    as_expected = lists.CAUGHT.index(kind) <= lists.CAUGHT.index(fault.caught)
    said = f"caught {'only in long ' if kind == 'long' else ''}by {caught}" if caught else "MISSED"
    note = "" if kind == "ordinary" else f" ({'expected' if as_expected else 'not expected'})"
    click.echo(f"{fault.name}: {said}{note}")
    if caught and Path(caught.partition("::")[0]).is_file():
        with LOCK:
            known = caught_by() | {fault.name: caught}
            CAUGHT_BY.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")
    return as_expected


def caught_by() -> dict[str, str]:
    return dict(json.loads(CAUGHT_BY.read_text("utf-8")))


def try_same(last: dict[str, str], copy: Copy, fault: Fault) -> bool:
    """Whether the test that caught a fault last, a long one if that is expected, does again."""
    tests = filter(None, [last.get(fault.name)])
    caught = catching(copy, fault, tests, "long" if fault.caught == "long" else "not long")
    return bool(caught) and report(fault, caught, fault.caught)


def try_group(group: set[str], copy: Copy, fault: Fault) -> bool:
    """Whether an ordinary test of a group of files catches a fault whose lines it runs."""
    tests = [test for test in running_changed(fault) if test in group]
    caught = catching(copy, fault, tests, "not long")
    return bool(caught) and report(fault, caught, "ordinary")


def try_whole(copy: Copy, fault: Fault) -> bool:
    """Run the targets of `make test` up to the first failure. The test that caught the fault last
    goes first, and so does its target: one failure is enough."""
    last = caught_by().get(fault.name, "")
    own = "js" if last.endswith(".js") else "e2e" if last.startswith("e2e/") else "unit"
    ready = [part for name in (".venv", "node_modules") for part in ("-o", f"{name}/.ready")]
    copy.plant(fault)
    caught = copy.build()
    for target in sorted(WHOLE, key=lambda name: name != own):
        if caught:
            break
        done = copy.call("make", *ready, target, PYTEST_ADDOPTS=OPTIONS, FAULTS_FIRST=last)
        if done.returncode:
            named = FAILED.search(done.stdout)
            caught = f"make {target}: {named[1] if named else done.stdout[-200:]}"
    copy.mend(fault)
    return report(fault, caught, "ordinary" if caught else "never")


def try_last(copy: Copy, fault: Fault) -> bool:
    """Judge a fault that is left: by further ordinary tests, then by long ones."""
    before = running_changed(fault)
    further = [test for test in covering(fault) if test not in before]
    if caught := catching(copy, fault, further, "not long"):
        return report(fault, caught, "ordinary")
    caught = catching(copy, fault, covering(fault), "long")
    return report(fault, caught, "long" if caught else "never")


def groups() -> Iterator[set[str]]:
    """Test files in the order in which faults are tried: those that were recorded before, those
    of the page's modules, those without a browser, and the others by and by."""
    unknown = [test for test in test_files() if not kept_file(test).exists()]
    browser = [test for test in unknown if test.startswith("e2e/")]
    yield {*test_files()} - {*unknown}
    yield {test for test in unknown if test.endswith(".js")}
    yield {test for test in unknown if test.endswith(".py")} - {*browser}
    for first in range(0, len(browser), GROUP):
        yield {*browser[first : first + GROUP]}


@click.command(help=__doc__)
@click.argument("words", nargs=-1)
@click.option("-n", "--jobs", default=os.cpu_count() or 1, help="copies in which tests run at once")
@click.option("--record", "again", is_flag=True, help="only record, these test files or all")
@click.option("--whole", "drawn", default=0, help="this many faults, against all of `make test`")
@click.option("--seed", default=1, help="for --whole")
def main(words: tuple[str, ...], jobs: int, drawn: int, seed: int, *, again: bool) -> None:
    faults = [] if again else lists.chosen(lists.read_faults(), words)
    for fault in faults:
        fault.planted((lists.ROOT / fault.file).read_text("utf-8"))
    if not (faults or again):
        raise click.UsageError("no fault has this name, area or file")
    if drawn:
        faults.sort(key=lambda fault: hashlib.sha256(f"{seed} {fault.name}".encode()).digest())
        faults = faults[:drawn]
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        copies: Queue[Copy] = Queue()
        for number in range(jobs):
            copies.put(Copy(Path(folder, str(number))))

        def each(act: Callable[[Copy, Any], Any], things: Iterable[Any]) -> list[Any]:
            def one(thing: Any) -> Any:
                copy = copies.get()
                try:
                    return act(copy, thing)
                finally:
                    copies.put(copy)

            with ThreadPoolExecutor(jobs) as pool:
                return [*pool.map(one, things)]

        if again:
            each(record, [*words] or test_files())
            sys.exit()
        if drawn:
            sys.exit(not all(each(try_whole, faults)))

        def left(act: Callable[[Copy, Fault], bool]) -> list[Fault]:
            pairs = zip(faults, each(act, faults), strict=True)
            return [fault for fault, found in pairs if not found]

        faults = left(partial(try_same, caught_by()))
        for group in groups():
            unknown = sorted(test for test in group if not kept_file(test).exists())
            if group and faults:
                click.echo(f"{len(faults)} faults, {len(group)} files, {len(unknown)} unrecorded")
                each(record, unknown)
                recorded.cache_clear()
                faults = left(partial(try_group, group))
        sys.exit(not all(each(try_last, faults)))


if __name__ == "__main__":
    main()
