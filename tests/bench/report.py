"""Tables of benchmarks: printed, and written into BENCHMARKS.md, each where its name stands."""

import os
import platform
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

FILE = Path(__file__).parents[2] / "BENCHMARKS.md"
MISSED = ", **missed**"


def machine() -> str:
    """Return processor, cores and load, to tell machines apart."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    name = next((line.split(":")[1].strip() for line in lines if "model name" in line), "")
    load = os.getloadavg()[0]
    return f"{name or platform.machine()}, {os.cpu_count()} cores, load {load:.1f}"


def table(name: str, *rows: Sequence[str], file: Path | None = FILE) -> None:
    """Print a table with a header row, and replace the file's last one of this name. Raises
    ValueError without its marks `<!-- name -->` and `<!-- /name -->`."""
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    ruler = "|" + "---|" * len(rows[0])
    text = "\n".join([f"{date.today()}, {machine()}.", "", head, ruler, *body])
    print(f"\n{name}: {text}")
    if file is None:
        return
    place = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    whole, found = place.subn(lambda match: f"{match[1]}{text}\n{match[2]}", file.read_text())
    if found != 1:
        raise ValueError(f"{file.name} has {found} places for {name}; it needs one")
    file.write_text(whole)


def goal(value: float, figure: str, limit: float, *, at_least: bool) -> str:
    """A goal as a cell of a table, and whether the value misses it."""
    missed = value < limit if at_least else value > limit
    return figure + (MISSED if missed else "")
