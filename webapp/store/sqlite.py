"""SQLite in a server of greenlets: neither a lock held elsewhere nor the disk keeps others waiting.

Statements take microseconds and run where they are asked for. Two things may take long: the lock of
whoever else writes, for which others than the asker go on meanwhile; and the disk, which has to
have what is committed before anybody is told so.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from gevent.event import Event
from gevent.threadpool import ThreadPool

from webapp.base.threads import in_pool

LOCK_SECONDS: Final = 5.0
"""How long somebody waits for the lock."""
WAITING_MOST: Final = 60
"""So many wait for it at once, each with a connection; others are refused."""
PAUSE_SECONDS: Final = (0.002, 0.05)
"""Between two tries: the first pause, and the longest."""
PRAGMAS: Final = (
    "journal_mode=WAL",
    "foreign_keys=ON",
    "synchronous=FULL",  # with NORMAL a power cut would take what was acknowledged last
)
T = TypeVar("T")


class _Waiting:
    """How many wait for the lock in this process, for whom, and the thread in which they commit.

    freed: is set when one of us has committed, and replaced by another one.
    """

    count = 0
    freed = Event()
    pool: ThreadPool | None = None
    mutex = threading.Lock()


def _on_loop() -> bool:
    """Whether greenlets run here: in other threads nobody else is kept waiting."""
    return threading.current_thread() is threading.main_thread()


@contextmanager
def _in_line(error: sqlite3.OperationalError) -> Iterator[None]:
    """A place among those who wait. Raises the error if there is none."""
    with _Waiting.mutex:
        if _Waiting.count >= WAITING_MOST:
            raise error
        _Waiting.count += 1
    try:
        yield
    finally:
        with _Waiting.mutex:
            _Waiting.count -= 1


def _is_busy(error: sqlite3.OperationalError) -> bool:
    """Whether somebody else has the lock; a snapshot that is too old stays so however we wait."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF == sqlite3.SQLITE_BUSY and code != sqlite3.SQLITE_BUSY_SNAPSHOT


def _patiently(act: Callable[[], T]) -> T:
    """What an act gives once nobody else has the lock. Raises the last error after LOCK_SECONDS."""
    try:
        return act()
    except sqlite3.OperationalError as error:
        if not _is_busy(error):
            raise
        first = error
    until = time.monotonic() + LOCK_SECONDS
    pause, longest = PAUSE_SECONDS
    with _in_line(first):
        while True:
            if _on_loop():
                _Waiting.freed.wait(pause)
            else:
                time.sleep(pause)
            pause = min(longest, pause * 1.5)
            try:
                return act()
            except sqlite3.OperationalError as error:
                if not _is_busy(error) or time.monotonic() >= until:
                    raise


def _beside(act: Callable[[], None]) -> None:
    """Does it in a thread, while other greenlets go on.

    One thread is enough, since one connection at a time has the lock; and it has to be its own,
    since others may be taken by those who wait for it.
    """
    if not _on_loop():
        act()
        return
    if _Waiting.pool is None:
        _Waiting.pool = ThreadPool(1)
    try:
        in_pool(_Waiting.pool, act)
    finally:
        freed, _Waiting.freed = _Waiting.freed, Event()
        freed.set()


class Cursor(sqlite3.Cursor):
    """A cursor that waits for the lock."""

    def execute(self, sql: str, parameters: Any = (), /) -> "Cursor":
        """Runs a statement."""
        _patiently(lambda: super(Cursor, self).execute(sql, parameters))
        return self

    def executemany(self, sql: str, seq_of_parameters: Any, /) -> "Cursor":
        """Runs a statement with each of these parameters."""
        given: Sequence[Any] = [*seq_of_parameters]
        _patiently(lambda: super(Cursor, self).executemany(sql, given))
        return self


class Connection(sqlite3.Connection):
    """A connection whose cursors wait for the lock, and that commits in a thread."""

    def cursor(self, factory: Any = Cursor) -> Any:
        """A new cursor."""
        return super().cursor(factory)

    def commit(self) -> None:
        """Returns when the disk has it."""
        if self.in_transaction:
            commit = super().commit
            _patiently(lambda: _beside(commit))


OPTIONS: Final[dict[str, Any]] = {
    # Who waits has a connection: none of them is to wait for one, too, and hold everybody up.
    "max_overflow": -1,
    "connect_args": {"factory": Connection, "timeout": 0},
}
"""For an engine of SQLAlchemy."""


def prepare(connection: Any, _record: Any) -> None:
    """Sets what each new connection needs."""
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
