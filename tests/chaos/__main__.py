"""`make chaos`: lets everything fail that can, and prints what came of it."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import click

from tests.bench import report
from tests.chaos import faults
from tests.chaos.faults import FAULTS
from tests.chaos.run import Counts, run

HEAD = [
    "fault",
    "rounds",
    "acknowledged",
    "lost",
    "doubled",
    "missing",
    "5xx",
    "unreachable",
    "way back",
    "longest wait",
]

WRITTEN_FROM = 3
"""Rounds from which the table is written into BENCHMARKS.md."""


def row(counts: Counts) -> list[str]:
    """A row of the table; beside what misses stands that it does."""
    misses = counts.misses()
    statuses = counts.answers.statuses
    said = ", ".join(
        f"{n} times {status}" for status, n in sorted(statuses.items()) if status >= 500
    )
    cells = {
        "fault": counts.fault.words,
        "rounds": counts.rounds,
        "acknowledged": counts.acknowledged,
        "lost": len(counts.lost),
        "doubled": len(counts.doubled) + counts.seen_twice,
        "missing": counts.missing,
        "5xx": said or "0",
        "unreachable": counts.answers.unreachable,
        "back": f"{counts.back_seconds:.1f} s",
        "waited": f"{counts.wait_seconds:.2f} s",
    }
    for column in misses:
        if column in cells:
            cells[column] = f"{cells[column]}{report.MISSED}"
    return [*map(str, cells.values())]


def read_only() -> str:
    """A row for a folder that can be read only; '' if that cannot be had here."""
    if faults.no_mount():
        return ""
    with tempfile.TemporaryDirectory(prefix="chaos-") as name:
        said = faults.start_read_only(Path(name))
    is_named = f"{name}/instance" in said and "Traceback" not in said
    missed = "" if is_named else " **MISSED**"
    last = said.strip().splitlines()[-1].replace(name, "…")
    return f"\nA folder that can be read only, at start: “{last}”{missed}"


def main() -> int:
    """Prints the table; 1 if anything was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    known = [fault.name for fault in FAULTS]
    parser.add_argument("faults", nargs="*", help=", ".join(known))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args()
    # By `choices` an empty list would be refused, too.
    if unknown := [name for name in given.faults if name not in known]:
        parser.error(f"no fault {' or '.join(map(repr, unknown))}; there are: {', '.join(known)}")
    chosen = [fault for fault in FAULTS if not given.faults or fault.name in given.faults]
    click.echo(f"Seed {given.seed}, {given.rounds} rounds each.\n\n{' | '.join(HEAD)}")
    missed = False
    rows = []
    notes = []
    for fault in chosen:
        if why := fault.lacks():
            notes.append(f"{fault.words}: left out, {why}")
            continue
        counts = run(fault, given.rounds, given.seed)
        rows.append(row(counts))
        click.echo(" | ".join(rows[-1]))
        misses = counts.misses()
        missed |= bool(misses)
        for column, why in misses.items():
            click.echo(f"  {column}: {why}")
    if not given.faults:
        line = read_only()
        click.echo(line)
        missed |= "MISSED" in line
        # Some faults, or one round of each, tell less than what stands there.
        file = report.FILE if given.rounds >= WRITTEN_FROM and len(rows) == len(FAULTS) else None
        report.table("chaos", HEAD, *rows, file=file)
    click.echo("\n".join(["", *notes]))
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
