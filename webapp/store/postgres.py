"""PostgreSQL in a server of greenlets: waiting for it lets others run."""

import select
import threading
import time
from collections import Counter
from collections.abc import Generator
from typing import Any, Final, Self, TypeVar, cast

import gevent.select
import psycopg
from gevent import get_hub, getcurrent
from gevent.lock import BoundedSemaphore
from psycopg.rows import TupleRow
from psycopg.waiting import Ready, Wait
from sqlalchemy import Engine, QueuePool, event
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from webapp.base.config import ConfigError
from webapp.base.jobs import Threads, on_main_thread
from webapp.base.texts import N_, _

CONNECT_SECONDS: Final = 3  # timeout of a connection attempt
ANSWER_SECONDS: Final = 10.0  # timeout of an answer, and of waiting for a free connection
SILENT_SECONDS: Final = 0.5  # PostgreSQL's own statement timeout is this much shorter
CONNECTING: Final = Threads(4)  # connection attempts
CONNECTIONS: Final = 12  # concurrent greenlets, each with a connection
ASKED: Final = {
    Wait.R: select.POLLIN,
    Wait.W: select.POLLOUT,
    Wait.RW: select.POLLIN | select.POLLOUT,
}
T = TypeVar("T")


def _on_loop() -> bool:
    """Whether waiting would block greenlets: other threads may block."""
    return on_main_thread() and getcurrent() is not get_hub()


class Connection(psycopg.Connection[TupleRow]):
    """A connection that lets other greenlets run while it waits."""

    patience: float | None = None  # seconds without an answer until it is closed; None: never

    @classmethod
    def connect(cls, *args: Any, **params: Any) -> Self:
        """Connect in a thread: finding the server and logging in take time."""
        begin = super().connect
        if not _on_loop():
            return begin(*args, **params)
        return CONNECTING.run(begin, *args, **params)

    def wait(
        self, gen: Generator[Wait, Ready, T], interval: float = 0, timeout: float | None = None
    ) -> T:
        """Drive a psycopg generator, yielding to gevent; OperationalError after `patience`."""
        patience = timeout or self.patience
        until = None if patience is None else time.monotonic() + patience
        file = self.fileno()
        try:
            wanted = next(gen)
            while True:
                wanted = gen.send(_ready(file, wanted, until))
        except StopIteration as end:
            return cast("T", end.value)
        except TimeoutError:
            self.pgconn.finish()  # a later answer would belong to no query
            raise psycopg.OperationalError(f"no answer within {patience:.0f} s") from None


def _ready(file: int, wanted: Wait, until: float | None) -> Ready:
    """Wait until the connection is ready. Raise TimeoutError at `until`."""
    poll = gevent.select.poll() if _on_loop() else select.poll()
    poll.register(file, ASKED[wanted])
    left_ms = None if until is None else max(0, int((until - time.monotonic()) * 1000))
    found = poll.poll(left_ms)
    if not found:
        raise TimeoutError
    events = found[0][1]
    can_write = wanted & Wait.W and events & select.POLLOUT
    # An error and an end are read as well.
    can_read = wanted & Wait.R and events & ~select.POLLOUT
    return Ready((Ready.R if can_read else 0) | (Ready.W if can_write else 0))


def _has_ended(connection: psycopg.Connection[Any]) -> bool:
    """Whether the server has sent something to an idle connection: its end."""
    if connection.closed:
        return True
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))


def prepare(engine: Engine) -> None:
    """Have an engine use such connections. Raises ConfigError for a database not in UTF-8."""

    @event.listens_for(engine, "checkout")
    def _refuse_ended(connection: psycopg.Connection[Any], _record: object, _proxy: object) -> None:
        if _has_ended(connection):
            raise InvalidatePoolError("the server has ended the connection")

    @event.listens_for(engine, "do_connect")
    def _let_in(
        _dialect: object, _record: object, arguments: tuple[Any, ...], params: dict[str, Any]
    ) -> Connection:
        connection = Connection.connect(*arguments, **params)
        encoding = connection.info.parameter_status("server_encoding")
        if encoding == "UTF8":
            return connection
        connection.close()
        # `createdb` without a locale makes SQL_ASCII, which returns texts as bytes.
        text = N_(
            "DATABASE_URL: the database keeps its texts in {encoding}, not in UTF8. Make one by "
            "createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0"
        )
        raise ConfigError(_(text, encoding=str(encoding)))


def limit(connection: Connection, _record: Any) -> None:
    """Set the timeouts of a connection: the server's for statements, ours for a silent server."""
    connection.patience = ANSWER_SECONDS
    statement_ms = int((ANSWER_SECONDS - SILENT_SECONDS) * 1000)
    connection.execute(f"SET statement_timeout = {statement_ms}")
    connection.commit()


class Pool(QueuePool):
    """A pool whose waiters yield to other greenlets, which could return a connection."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{**options, "max_overflow": -1})
        self.free = BoundedSemaphore(CONNECTIONS)
        self.mutex = threading.Lock()
        self.held: Counter[Any] = Counter()
        self.holders: dict[ConnectionPoolEntry, Any] = {}

    def _do_get(self) -> ConnectionPoolEntry:
        if not _on_loop():
            return super()._do_get()
        # A greenlet with a connection must not wait for one that waits for it.
        asker = getcurrent()
        if not self.held[asker] and not self.free.acquire(timeout=ANSWER_SECONDS):
            del self.held[asker]
            raise NoConnectionError(f"{CONNECTIONS} connections are in use")
        with self.mutex:
            self.held[asker] += 1
        try:
            entry = super()._do_get()
        except BaseException:
            self._give_back(asker)
            raise
        self.holders[entry] = asker
        return entry

    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        # before others can take it
        asker = self.holders.pop(record, None)
        try:
            super()._do_return_conn(record)
        finally:
            if asker is not None:
                self._give_back(asker)

    def _give_back(self, asker: Any) -> None:
        with self.mutex:  # garbage may be collected in any thread
            self.held[asker] -= 1
            if self.held[asker]:
                return
            del self.held[asker]
        self.free.release()


# engine options
OPTIONS: Final[dict[str, Any]] = {
    "poolclass": Pool,
    "pool_size": CONNECTIONS,
    "connect_args": {"connect_timeout": CONNECT_SECONDS},
}
