"""SQLite in a server of greenlets: waiting for a lock or the disk blocks no others.

Statements take microseconds and run where they are issued. Two things can take long: another
writer's lock, during which other greenlets run, and the disk, which must have a commit before it is
acknowledged.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from gevent.event import Event

from webapp.base.jobs import Threads, on_main_thread

LOCK_SECONDS: Final = 5.0  # timeout of the lock
WAITING_MOST: Final = 60  # waiting greenlets, each with a connection; more are refused
PAUSE_SECONDS: Final = (0.002, 0.05)  # between two tries: the first pause, and the longest
PRAGMAS: Final = (
    "journal_mode=WAL",
    "foreign_keys=ON",
    "synchronous=FULL",  # with NORMAL a power cut could lose acknowledged commits
)
T = TypeVar("T")


class _Waiting:
    """The queue for the lock in this process, and the commit thread; `freed` is set by a commit."""

    places = threading.BoundedSemaphore(WAITING_MOST)
    freed = Event()
    threads = Threads(1)


def _is_busy(error: sqlite3.OperationalError) -> bool:
    """Whether another connection has the lock; waiting does not help a stale snapshot."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF == sqlite3.SQLITE_BUSY and code != sqlite3.SQLITE_BUSY_SNAPSHOT


def _patiently(act: Callable[[], T]) -> T:
    """Run `act`, retrying while it is locked. Raise the last error after LOCK_SECONDS."""
    try:
        return act()
    except sqlite3.OperationalError as error:
        if not _is_busy(error):
            raise
        first = error
    until = time.monotonic() + LOCK_SECONDS
    pause, longest = PAUSE_SECONDS
    if not _Waiting.places.acquire(blocking=False):
        raise first
    try:
        while True:
            if on_main_thread():
                _Waiting.freed.wait(pause)
            else:
                time.sleep(pause)
            pause = min(longest, pause * 1.5)
            try:
                return act()
            except sqlite3.OperationalError as error:
                if not _is_busy(error) or time.monotonic() >= until:
                    raise
    finally:
        _Waiting.places.release()


def _beside(act: Callable[[], None]) -> None:
    """Run `act` in the commit thread without blocking greenlets; one connection has the lock."""
    if not on_main_thread():
        act()
        return
    try:
        _Waiting.threads.run(act)
    finally:
        freed, _Waiting.freed = _Waiting.freed, Event()
        freed.set()


class Cursor(sqlite3.Cursor):
    def execute(self, sql: str, parameters: Any = (), /) -> "Cursor":
        _patiently(lambda: super(Cursor, self).execute(sql, parameters))
        return self

    def executemany(self, sql: str, seq_of_parameters: Any, /) -> "Cursor":
        given: Sequence[Any] = [*seq_of_parameters]
        _patiently(lambda: super(Cursor, self).executemany(sql, given))
        return self


class Connection(sqlite3.Connection):
    """A connection whose cursors wait for the lock, and that commits in a thread."""

    def cursor(self, factory: Any = Cursor) -> Any:
        return super().cursor(factory)

    def commit(self) -> None:
        """Return when the data is on disk."""
        if self.in_transaction:
            commit = super().commit
            _patiently(lambda: _beside(commit))


# engine options
OPTIONS: Final[dict[str, Any]] = {
    "max_overflow": -1,  # waiters have a connection: none may have to wait for one as well
    "connect_args": {"factory": Connection, "timeout": 0},
}


def prepare(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
