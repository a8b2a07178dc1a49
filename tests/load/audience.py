"""Servers and crowds of viewers, each in processes of their own, for `viewers`."""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import engine
from tests.webapp.live_server import ROOT, Server
from webapp.base import games
from webapp.battles import playback
from webapp.battles import store as battles
from webapp.battles.limits import LEAD_MS, TICK_MS
from webapp.store import database

HERE: Final = Path(__file__).parent
FILES: Final = 60_000
GAME: Final = "manymarios"
GRACE_MS: Final = 15_000  # how long a crowd stays after its last battle
TICKS: Final = os.sysconf("SC_CLK_TCK")
NODE: Final = Path(sys.executable).with_name("node")


@dataclass(frozen=True)
class Show:
    """A battle on air, as viewers see it."""

    id: str
    startsAtMs: int  # noqa: N815  # read by JavaScript
    events: int


@dataclass(frozen=True)
class Group:
    """Viewers who come evenly from a time on, for so long."""

    name: str
    viewers: int
    fromMs: int  # noqa: N815
    overMs: int  # noqa: N815


def now_ms() -> int:
    """The time, as servers and crowds have it."""
    return time.time_ns() // 1_000_000


def recording(energy: int, seed: int = 1) -> engine.Recording:
    """A duel that is on air about 1.5 s for each energy, with a message every second."""
    giant = {"custom": {"name": "Giant", "energy": energy}}
    sides = [{"name": name, "army": {"lineup": [giant]}} for name in ("Ann", "Bo")]
    return engine.play({"ruleset": GAME, "seed": seed, "sides": sides})


def length_ms(energy: int) -> int:
    """How long such a battle is on air."""
    lines = recording(energy).lines()
    return playback.read(games.game(GAME), lines).schedule.duration_ms


def allow_files() -> None:
    """Raises the number of files that processes started from here may have open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, FILES), max(hard, FILES)))
    except (ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@contextmanager
def servers(instance: Path, count: int) -> Iterator[list[Server]]:
    """Start servers on one database, as `battlereel serve` does but without limits."""
    running = [Server(instance) for _ in range(count)]
    try:
        yield running
    finally:
        for server in running:
            server.kill()


def put_on_air(server: Server, energy: int, starts_ms: Sequence[int]) -> list[Show]:
    """Battles with these starts, each with dice of its own."""
    app = server.app()
    game = games.game(GAME)
    shows = []
    with app.app_context():
        for seed, starts_at_ms in enumerate(starts_ms):
            played = recording(energy, seed)
            battle = battles.put_on_air(game, played, battles.Airing(starts_at_ms))
            shows.append(Show(battle.id, starts_at_ms, len(played.events)))
    app.extensions[database.KEY].kw["bind"].dispose()
    return shows


def cpu_seconds(pids: Sequence[int]) -> float:
    """The processor time that these processes have taken so far."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def memory_mb(pids: Sequence[int]) -> float:
    """The memory that these processes take."""
    page = os.sysconf("SC_PAGE_SIZE")
    return (
        sum(int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) for pid in pids)
        * page
        / 1e6
    )


def watch(
    urls: Sequence[str],
    pids: Sequence[int],
    shows: Sequence[Show],
    groups: Sequence[Group],
    *,
    length: int,
    during: tuple[int, int] | None = None,
    crowds: int = 1,
) -> dict[str, Any]:
    """What viewers saw who came in these groups; `during` are the times whose delays count."""
    start = min(show.startsAtMs for show in shows)
    end = max(show.startsAtMs for show in shows) + length
    parts = [
        [
            replace(g, viewers=g.viewers * (k + 1) // crowds - g.viewers * k // crowds)
            for g in groups
        ]
        for k in range(crowds)
    ]
    running = []
    first = 0
    for part in parts:
        plan = {
            "urls": [url.replace("http", "ws", 1) for url in urls],
            "battles": [asdict(show) for show in shows],
            "groups": [asdict(group) for group in part],
            "first": first,
            "leadMs": LEAD_MS,
            "tickMs": TICK_MS,
            "giveUpMs": end + GRACE_MS,
            "watchFromMs": during[0] if during else 0,
            "watchToMs": during[1] if during else end + GRACE_MS,
        }
        first += sum(group.viewers for group in part)
        process = subprocess.Popen(
            [NODE, HERE / "crowd.mjs"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert process.stdin
        process.stdin.write(json.dumps(plan))
        process.stdin.close()
        running.append(process)
    time.sleep(max(0, (start - LEAD_MS - now_ms()) / 1000))
    before = cpu_seconds(pids)
    time.sleep(max(0, (end - length // 10 - now_ms()) / 1000))
    memory = memory_mb(pids)
    told = []
    for process in running:
        assert process.stdout
        told.append(json.loads(process.stdout.read()))
        process.wait()
        process.stdout.close()
    cpu = cpu_seconds(pids) - before
    return {"crowds": told, "cpu_s": cpu, "memory_mb": memory, "load": os.getloadavg()[0]}
