"""`make faults`: plants each fault of the lists in a copy of the tree, and runs the tests on it."""

import functools
import hashlib
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue

import click

from tests.faults import choice, lists
from tests.faults.copies import Copy
from tests.faults.lists import Fault
from tests.faults.recording import PARTS, Recording, collected, tree

WHOLE = ("unit", "js", "e2e")
"""The targets of `make test` that run tests."""


@dataclass
class Run:
    """What all jobs share: the tests, their recordings, and which tests pass without a fault."""

    recordings: dict[str, Recording] = field(default_factory=dict)
    tests: dict[str, dict[str, bool]] = field(default_factory=dict)
    fails_anyway: dict[str, bool] = field(default_factory=dict)

    def prepare(self, copy: Copy, record: tuple[str, ...], only: str, *, new: bool) -> None:
        """Records what is asked for, or tests that nothing is known of."""
        for part in record or PARTS:
            recording = Recording(part)
            if part in record and not only:
                recording.forget()
            if not (new or recording.tests):
                continue
            self.recordings[part], self.tests[part] = recording, collected(copy, part, only)
            known = () if only else recording.tests
            unknown = [test for test in self.tests[part] if test not in known]
            if unknown and new:
                click.echo(f"recording {len(unknown)} tests of {part}")
                recording.record(copy, unknown)
            elif unknown:
                click.echo(f"{part}: of {len(unknown)} tests it is not known what they run")
            if recording.tests and recording.tree != tree():
                click.echo(f"{part}: recorded on another tree ({recording.tree[:8]})")

    def culprit(self, copy: Copy, fault: Fault) -> tuple[str, bool] | None:
        """The test that catches a fault, and whether it is a long one."""
        copy.plant(fault)
        for is_long in (False, True):
            for part, recording in self.recordings.items():
                known = self.tests[part]
                tests = [
                    test for test in choice.covering(recording, fault) if known.get(test) is is_long
                ]
                if caught := self._first_failing(copy, fault, part, tests):
                    return caught, is_long
        return None

    def _first_failing(self, copy: Copy, fault: Fault, part: str, tests: list[str]) -> str | None:
        """Runs tests in chunks that grow, the likeliest first."""
        size = 8
        left = [test for test in tests if not self.fails_anyway.get(test)]
        while left:
            chunk, left = left[:size], left[size:]
            size = min(size * 5, 1000)
            is_long = self.tests[part][chunk[0]]
            while chunk and (culprit := copy.run(part, chunk, with_long=is_long)):
                if not self._fails_without(copy, fault, part, culprit):
                    return culprit
                chunk = [test for test in chunk if test != culprit]
        return None

    def _fails_without(self, copy: Copy, fault: Fault, part: str, test: str) -> bool:
        if test not in self.fails_anyway:
            copy.mend(fault)
            known, is_long = test in self.tests[part], bool(self.tests[part].get(test))
            self.fails_anyway[test] = known and bool(copy.run(part, [test], with_long=is_long))
            copy.plant(fault)
        return self.fails_anyway[test]


def whole(copy: Copy, fault: Fault) -> str | None:
    """What of `make test` fails: a test, or the target."""
    copy.plant(fault)
    if broken := copy.build():
        return broken
    ready = [part for name in (".venv", "node_modules") for part in ("-o", f"{name}/.ready")]
    for target in WHOLE:
        done = copy.call(
            "make", *ready, target, PYTEST_ADDOPTS="-x --ignore=tests/faults -p tests.faults.plugin"
        )
        if done.returncode:
            failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
            return f"make {target}: {failed[0] if failed else done.stdout[-300:]}"
    return None


@click.command(help=__doc__)
@click.argument("words", nargs=-1)
@click.option("-n", "--jobs", default=os.cpu_count() or 1, help="faults at once, each in a copy")
@click.option("--record", type=click.Choice([*PARTS, "all"]), multiple=True, help="only record")
@click.option("--only", default="", help="of one part, the tests in this file or folder")
@click.option("--new/--no-new", default=True, help="record tests that nothing is known of")
@click.option("--whole", "drawn", default=0, help="this many faults, against all of `make test`")
@click.option("--seed", default=1, help="for --whole")
def main(
    words: tuple[str, ...],
    jobs: int,
    record: tuple[str, ...],
    only: str,
    drawn: int,
    seed: int,
    *,
    new: bool,
) -> None:
    faults = lists.chosen(lists.read_faults(), words)
    if not faults:
        raise click.UsageError("no fault has this name, area or file")
    for fault in faults:
        fault.planted((lists.ROOT / fault.file).read_text("utf-8"))
    if drawn:
        faults.sort(key=lambda fault: hashlib.sha256(f"{seed} {fault.name}".encode()).digest())
        faults = faults[:drawn]
    run = Run()
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        copies: Queue[Copy] = Queue()
        copies.put(Copy(Path(folder, "0")))
        if not drawn or record:
            copy = copies.get()
            parts = tuple(PARTS) if "all" in record else record
            run.prepare(copy, parts, only, new=new)
            copies.put(copy)
        if record:
            return
        for number in range(1, min(jobs, len(faults))):
            copies.put(Copy(Path(folder, str(number))))
        with ThreadPoolExecutor(copies.qsize()) as pool:
            judge = functools.partial(judged, run, copies, is_whole=bool(drawn))
            sys.exit(0 if all([*pool.map(judge, faults)]) else 1)


def judged(run: Run, copies: "Queue[Copy]", fault: Fault, *, is_whole: bool) -> bool:
    """Plants a fault, prints what caught it, and says whether it was to be expected."""
    copy = copies.get()
    start = time.monotonic()
    try:
        if is_whole:
            caught = whole(copy, fault)
            found = (caught, False) if caught else None
        else:
            found = run.culprit(copy, fault)
    finally:
        copy.mend(fault)
        copies.put(copy)
    seconds = time.monotonic() - start
    match found:
        case None:
            kind, verdict = "never", "MISSED"
        case culprit, False:
            kind, verdict = "ordinary", f"caught by {culprit}"
        case culprit, True:
            kind, verdict = "long", f"caught only in long by {culprit}"
    expected = lists.CAUGHT.index(kind) <= lists.CAUGHT.index(fault.caught)
    note = "" if kind == "ordinary" else f"; {'expected' if expected else 'not expected'}"
    click.echo(f"{fault.name}: {verdict} ({seconds:.0f} s{note})")
    return expected


if __name__ == "__main__":
    main()
