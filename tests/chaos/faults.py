"""What goes wrong: each happens to a stand, for a drawn time, and tells when it was over."""

import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.rng import Seeded
from tests.chaos.stands import Alone, Small, Stand, Together
from tests.cluster.servers import missing

ROOT = Path(__file__).parents[2]
RESTART_SECONDS = 1.0  # as in operate/battlereel@.service


class Dice:
    """Times and choices, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.dice = Seeded(seed)

    def between(self, least: float, most: float) -> float:
        """A number from one to the other."""
        return least + (most - least) * self.dice.below(10_000, "time", "chaos") / 10_000

    def one_of(self, *choices: Any) -> Any:
        """One of them."""
        return choices[self.dice.below(len(choices), "choice", "chaos")]


@dataclass(frozen=True)
class Fault:
    """A fault: `happen` returns when it is over, `stand` makes the stand, `lacks` returns why it is
    impossible here or ''."""

    name: str
    words: str
    happen: Callable[[Any, Dice], None]
    stand: Callable[[Path], Stand]
    lacks: Callable[[], str] = str


def _kill(stand: Alone, dice: Dice) -> None:
    """The process dies and is started again as systemd does; over when it serves."""
    stand.process.kill()
    time.sleep(RESTART_SECONDS)
    stand.process.start()


def _hold_lock(stand: Alone, dice: Dice) -> None:
    """Hold the write lock for less or more time than the server waits."""
    file = stand.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        time.sleep(dice.between(0.3, 9))
        other.execute("ROLLBACK")


def _fill_disk(stand: Alone, dice: Dice) -> None:
    """There is no room left, in the files of SQLite either."""
    with closing(sqlite3.connect(stand.database_url.removeprefix("sqlite:///"))) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    filler = stand.disk.fill()
    time.sleep(dice.between(1, 4))
    filler.unlink()


def _kill_on_full_disk(stand: Alone, dice: Dice) -> None:
    """It dies while its disk is full; there is room again before it is started."""
    filler = stand.disk.fill()
    time.sleep(dice.between(0.2, 2))
    stand.process.kill()
    filler.unlink()
    time.sleep(RESTART_SECONDS)
    stand.process.start()


def _jump_clock(stand: Alone, dice: Dice) -> None:
    """The machine's clock leaps, and is set right some seconds later."""
    file = Path(stand.environment["CHAOS_CLOCK"])
    file.write_text(f"{dice.one_of('+', '-')}{dice.one_of(7, 90, 3600, 86400)}")
    time.sleep(dice.between(2, 6))
    file.write_text("0")


def _cut(stand: Alone, dice: Dice) -> None:
    for _ in range(dice.one_of(1, 2, 4)):
        stand.proxy.cut(half=dice.between(0, 1) < 0.5)
        time.sleep(dice.between(0.05, 1.5))


def _no_network(stand: Alone, dice: Dice) -> None:
    with stand.proxy.away():
        time.sleep(dice.between(0.5, 8))


def _hole(stand: Alone, dice: Dice) -> None:
    with stand.proxy.hole():
        time.sleep(dice.between(0.5, 10))


def _delay(stand: Alone, dice: Dice) -> None:
    stand.proxy.delay_seconds = dice.between(0.05, 1.2)
    time.sleep(dice.between(2, 6))
    stand.proxy.delay_seconds = 0


def _double(stand: Alone, dice: Dice) -> None:
    stand.proxy.doubles = True
    time.sleep(dice.between(1, 4))
    stand.proxy.cut(half=True)
    time.sleep(dice.between(1, 4))
    stand.proxy.doubles = False


def _kill_one(stand: Together, dice: Dice) -> None:
    """One of three dies; over at once, since the others serve. It is started again meanwhile."""
    one = dice.one_of(*stand.processes)
    one.kill()
    one.launch()


def _kill_postgres(stand: Together, dice: Dice) -> None:
    stand.postgres.kill()
    time.sleep(dice.between(0.5, 4))
    stand.postgres.start()


def _kill_redis(stand: Together, dice: Dice) -> None:
    stand.redis.kill()
    time.sleep(dice.between(0.5, 4))
    stand.redis.start()


def _with_a_clock(folder: Path) -> Alone:
    file = folder / "clock"
    file.write_text("0")
    environment = {"CHAOS_CLOCK": str(file), "PYTHONPATH": str(ROOT)}
    return Alone(folder, environment=environment, run_by=("-m", "tests.chaos.jumping"))


def no_mount() -> str:
    """Why no small disk can be made here; nothing if it can."""
    with tempfile.TemporaryDirectory() as name:
        try:
            Small(Path(name)).remove()
        except Exception:
            return "needs root, to mount a small disk"
    return ""


def _no_servers() -> str:
    names = ", ".join(missing())
    return f"needs {names}: make servers" if names else ""


def _on_small_disk(folder: Path) -> Alone:
    return Alone(folder, small=True)


FAULTS = (
    Fault("kill", "SIGKILL of the process", _kill, Alone),
    Fault("lock", "SQLite's lock held elsewhere, 0.3 to 9 s", _hold_lock, Alone),
    Fault("disk", "disk full", _fill_disk, _on_small_disk, no_mount),
    Fault("disk-kill", "SIGKILL on a full disk", _kill_on_full_disk, _on_small_disk, no_mount),
    Fault("clock", "clock jumps by 7 s to a day", _jump_clock, _with_a_clock),
    Fault("cut", "viewers' connections cut, also half", _cut, Alone),
    Fault("away", "viewers without a network", _no_network, Alone),
    Fault("hole", "viewers' network says nothing", _hole, Alone),
    Fault("delay", "viewers' network delayed", _delay, Alone),
    Fault("double", "viewers' messages doubled", _double, Alone),
    Fault("one-of-three", "SIGKILL of one process of three", _kill_one, Together, _no_servers),
    Fault("postgres", "SIGKILL of PostgreSQL", _kill_postgres, Together, _no_servers),
    Fault("redis", "SIGKILL of Redis", _kill_redis, Together, _no_servers),
)


def everything(stand: Alone, dice: Dice) -> None:
    """Some of all that may happen to one process, one after the other."""
    file = stand.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        stand.proxy.doubles = True
        stand.proxy.cut(half=True)
        time.sleep(dice.between(1, 2))
        other.execute("ROLLBACK")
    stand.proxy.doubles = False
    _kill(stand, dice)
