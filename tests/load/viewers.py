"""Maximum viewers: `python -m tests.load viewers` prints a table. `VIEWERS=one:5000,burst:2000`
chooses."""

import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final

from tests.bench import report
from tests.load import audience
from tests.load.audience import Group, now_ms

DEFAULT: Final = "one:1000,one:2000,one:5000,four:10000,many:5000,burst:2000"
ENERGY: Final = 20  # of each duellist: half a minute on air
JOINS_PER_SECOND: Final = 250
SETTLE_MS: Final = 5_000
PER_BATTLE_MS: Final = 50  # maximum time to put one battle on air
VIEWERS_A_BATTLE: Final = 10
STAGGER_MS: Final = 10_000
WATCHERS: Final = 1_000
BURST_MS: Final = 5_000
BURST_AFTER_MS: Final = 8_000
DELAY_MOST_MS: Final = 250
CROWD_MOST: Final = 5_000  # viewers whose crowd runs in one process
WRONGS: Final = ("missing", "doubled", "wrong", "failed", "lost", "refused")
HEAD: Final = (
    "| what | viewers | late | in hand | after its tick | missing · doubled · lost | joined in "
    "| µs a message | MB | crowd waited | load |\n|---|---|---|---|---|---|---|---|---|---|---|"
)
"""late: after their first cue. in hand: ms from the latest to its cue. after its tick, joined in:
p50, p99, most; p50, p99. crowd waited: longest stall of the crowd itself."""


@dataclass
class Row:
    """What was seen of a group of viewers; `misses` names the goals that it has missed."""

    what: str
    seen: dict[str, Any]
    result: dict[str, Any]
    misses: list[str]

    def __str__(self) -> str:
        seen, result = self.seen, self.result
        count = sum(crowd["messages"] for crowd in result["groups"].values())
        wrong = " · ".join(str(seen[name]) for name in ("missing", "doubled", "lost"))
        cells = [
            self.what,
            f"{seen['viewers']:,}",
            f"{seen['late']:,}" + self._miss("late"),
            _figures(seen, "margin_ms"),
            _figures(seen, "delay_p50_ms", "delay_p99_ms", "delay_ms") + self._miss("delay"),
            wrong + self._miss("lost"),
            _figures(seen, "join_p50_ms", "join_p99_ms"),
            f"{result['cpu_s'] * 1e6 / max(1, count):.0f}",
            f"{result['memory_mb']:.0f}",
            f"{result['own_wait_ms']:.0f}",
            f"{result['load']:.1f}",
        ]
        return "| " + " | ".join(cells) + " |"

    def _miss(self, name: str) -> str:
        return " **MISSED**" if name in self.misses else ""


def _figures(seen: dict[str, Any], *names: str) -> str:
    return " · ".join("-" if seen[name] is None else f"{seen[name]:.0f}" for name in names)


def merged(result: dict[str, Any]) -> dict[str, Any]:
    """A result with each group once, though several processes played its viewers."""
    groups: dict[str, dict[str, Any]] = {}
    for crowd in result["crowds"]:
        for seen in crowd["groups"]:
            before = groups.setdefault(seen["name"], {})
            for name, value in seen.items():
                old = before.get(name)
                if old is None or isinstance(value, str):
                    before[name] = value
                elif value is not None:
                    least = name.startswith("margin")
                    worst = min(old, value) if least else max(old, value)
                    before[name] = worst if name.endswith("_ms") else old + value
    own = max(crowd["own_wait_ms"] for crowd in result["crowds"])
    return {**result, "groups": groups, "own_wait_ms": own}


def row(what: str, group: str, result: dict[str, Any], delay_most: float | None = None) -> Row:
    """The row of a group, judged by what is asked of us."""
    seen = result["groups"][group]
    misses = ["late"] if seen["late"] else []
    if any(seen[name] for name in WRONGS) or seen["done"] != seen["viewers"]:
        misses.append("lost")
    if delay_most is not None and (seen["delay_ms"] is None or seen["delay_ms"] > delay_most):
        misses.append("delay")
    return Row(what, seen, result, misses)


def _joining(count: int) -> int:
    return count * 1000 // JOINS_PER_SECOND


def alone(processes: int, what: str, count: int) -> list[Row]:
    """One battle, by so many processes on one database, each with its share of the viewers."""
    with (
        tempfile.TemporaryDirectory() as folder,
        audience.servers(Path(folder), processes) as running,
    ):
        start = now_ms() + _joining(count) + SETTLE_MS
        shows = audience.put_on_air(running[0], ENERGY, [start])
        groups = [Group("all", count, now_ms() + 500, _joining(count))]
        urls, pids = [s.url for s in running], [s.process.pid for s in running]
        crowds = -(-count // CROWD_MOST)
        length = audience.length_ms(ENERGY)
        seen = audience.watch(urls, pids, shows, groups, length=length, crowds=crowds)
    return [row(what, "all", merged(seen))]


def many(count: int) -> list[Row]:
    """Battles with ten viewers each, in one process, all on air at once."""
    number = count // VIEWERS_A_BATTLE
    with tempfile.TemporaryDirectory() as folder, audience.servers(Path(folder), 1) as (server,):
        start = now_ms() + number * PER_BATTLE_MS + _joining(count) + SETTLE_MS
        starts = [start + STAGGER_MS * k // number for k in range(number)]
        shows = audience.put_on_air(server, ENERGY, starts)
        groups = [Group("all", count, now_ms() + 500, _joining(count))]
        seen = audience.watch(
            [server.url], [server.process.pid], shows, groups, length=audience.length_ms(ENERGY)
        )
    return [row(f"{number} battles with ten each, one process", "all", merged(seen))]


def burst(count: int) -> list[Row]:
    """So many who come within five seconds to a battle that others watch; those and these."""
    with tempfile.TemporaryDirectory() as folder, audience.servers(Path(folder), 1) as (server,):
        start = now_ms() + _joining(WATCHERS) + SETTLE_MS
        shows = audience.put_on_air(server, ENERGY, [start])
        at = shows[0].startsAtMs + BURST_AFTER_MS
        groups = [
            Group("watch", WATCHERS, now_ms() + 500, _joining(WATCHERS)),
            Group("join", count, at, BURST_MS),
        ]
        during = at, at + BURST_MS + audience.TICK_MS
        length = audience.length_ms(ENERGY)
        pids = [server.process.pid]
        told = audience.watch([server.url], pids, shows, groups, length=length, during=during)
    seen = merged(told)
    return [
        row(f"who watches while {count:,} come within 5 s", "watch", seen, DELAY_MOST_MS),
        row("who comes", "join", seen),
    ]


SCENES: Final[dict[str, Callable[[int], list[Row]]]] = {
    "one": partial(alone, 1, "one battle, one process"),
    "four": partial(alone, 4, "one battle, four processes"),
    "many": many,
    "burst": burst,
}


def main() -> int:
    """Prints the table; how many goals were missed."""
    audience.allow_files()
    sys.stdout.write(
        f"{date.today()}, {report.machine()}. Crowds are on the same machine.\n\n{HEAD}\n"
    )
    missed = 0
    for asked in os.environ.get("VIEWERS", DEFAULT).split(","):
        name, _, count = asked.partition(":")
        for told in SCENES[name](int(count)):
            sys.stdout.write(f"{told}\n")
            sys.stdout.flush()
            missed += len(told.misses)
    sys.stdout.write(f"\n{missed} goals were MISSED\n" if missed else "\nNo goal was missed.\n")
    return missed
