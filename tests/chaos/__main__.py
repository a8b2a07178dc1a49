"""`make chaos`: lets everything fail that can, and prints what came of it."""

import argparse
import sys
import time

import click

from tests.bench import report
from tests.chaos.faults import FAULTS
from tests.chaos.run import Counts, run

WRITTEN_FROM = 3  # rounds from which BENCHMARKS.md gets the table


def row(counts: Counts) -> dict[str, str]:
    """A row of the table by its columns; beside what misses stands that it does."""
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
        "way back": f"{counts.back_seconds:.1f} s",
        "longest wait": f"{counts.wait_seconds:.2f} s",
    }
    misses = counts.misses()
    return {column: f"{cell}{report.MISSED * (column in misses)}" for column, cell in cells.items()}


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
    click.echo(f"Seed {given.seed}, {given.rounds} rounds each.\n")
    missed = False
    rows: list[dict[str, str]] = []
    notes = []
    for fault in chosen:
        if why := fault.lacks():
            notes.append(f"{fault.words}: left out, {why}")
            continue
        counts = run(fault, given.rounds, given.seed)
        rows.append(row(counts))
        click.echo(" | ".join(map(": ".join, rows[-1].items())))
        misses = counts.misses()
        missed |= bool(misses)
        for column, why in misses.items():
            click.echo(f"  {column}: {why}")
    if rows and not given.faults:
        # Some faults, or one round of each, tell less than what stands there.
        file = report.FILE if given.rounds >= WRITTEN_FROM and len(rows) == len(FAULTS) else None
        report.table("chaos", [*rows[0]], *([*one.values()] for one in rows), file=file)
    click.echo("\n".join(["", *notes]))
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
