"""`make faults`: plants each fault of the lists in a copy of the tree, and runs the tests on it."""

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any

import click

from tests.faults import lists
from tests.faults.copies import FAILED, Copy
from tests.faults.lists import Fault
from tests.faults.recording import covering, kept_file, record, test_files

WHOLE = ("unit", "js", "e2e")  # targets of `make test` that run tests


def catching(copy: Copy, fault: Fault) -> tuple[str, str] | None:
    """The kind of test that catches a fault ("ordinary" or "long"), and the test."""
    tests = [*covering(fault)]
    for kind, marks in (("ordinary", "not long"), ("long", "long")):
        for test in tests:
            copy.plant(fault)
            caught = copy.failing(test, marks)
            copy.mend(fault)
            # A test that fails without the fault, too, catches nothing.
            if caught and not copy.failing(caught if "::" in caught else test, marks):
                return kind, caught
    return None


def catching_whole(copy: Copy, fault: Fault) -> tuple[str, str] | None:
    """The first test of `make test` that fails, or the target that does."""
    copy.plant(fault)
    try:
        if broken := copy.build():
            return "ordinary", broken
        ready = [part for name in (".venv", "node_modules") for part in ("-o", f"{name}/.ready")]
        for target in WHOLE:
            options = {"PYTEST_ADDOPTS": "-x -rfE --ignore=tests/faults"}
            done = copy.call("make", *ready, target, **options)
            if done.returncode:
                named = FAILED.search(done.stdout)
                return "ordinary", f"make {target}: {named[1] if named else done.stdout[-300:]}"
    finally:
        copy.mend(fault)
    return None


def judge(find: Callable[[Copy, Fault], tuple[str, str] | None], copy: Copy, fault: Fault) -> bool:
    """Print what caught a fault, and return whether the list expects that."""
    start = time.monotonic()
    kind, test = find(copy, fault) or ("never", "")
    verdict = {"never": "MISSED", "long": f"caught only in long by {test}"}
    as_expected = lists.CAUGHT.index(kind) <= lists.CAUGHT.index(fault.caught)
    note = "" if kind == "ordinary" else f"; {'expected' if as_expected else 'not expected'}"
    seconds = time.monotonic() - start
    click.echo(f"{fault.name}: {verdict.get(kind, f'caught by {test}')} ({seconds:.0f} s{note})")
    return as_expected


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

        def each(act: Callable[[Copy, Any], Any], things: Sequence[Any]) -> list[Any]:
            def one(thing: Any) -> Any:
                copy = copies.get()
                try:
                    return act(copy, thing)
                finally:
                    copies.put(copy)

            with ThreadPoolExecutor(jobs) as pool:
                return [*pool.map(one, things)]

        unknown = [test for test in test_files() if not kept_file(test).exists()]
        wanted = [*words] or test_files() if again else [] if drawn else unknown
        if wanted:
            click.echo(f"recording {len(wanted)} test files")
            each(record, wanted)
        find = catching_whole if drawn else catching
        judged = each(lambda copy, fault: judge(find, copy, fault), faults)
        sys.exit(0 if all(judged) else 1)


if __name__ == "__main__":
    main()
