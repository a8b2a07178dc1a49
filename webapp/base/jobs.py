"""Background work: threads, greenlets, work that callers share, and turns of the event loop."""

import time
from collections import deque
from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from threading import current_thread, get_ident, main_thread
from typing import Any, Final, ParamSpec, Protocol, TypeVar, cast
from weakref import WeakKeyDictionary, WeakValueDictionary

import gevent
from flask import Flask, current_app
from gevent import Greenlet, get_hub
from gevent.event import AsyncResult, Event
from gevent.lock import BoundedSemaphore
from gevent.threadpool import ThreadPool
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from webapp.base import metrics
from webapp.base.clock import now_ms
from webapp.base.texts import in_current_language

KEY: Final = "battlereel.tasks"
RETRY_MS: Final = 60_000  # pause of a task after a failure

_one_by_one: Final = BoundedSemaphore(1)

P = ParamSpec("P")
T = TypeVar("T")


class Run(Protocol):
    """Runs a function in some thread, as `in_thread` does, and returns or raises what it does."""

    def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T: ...


class Progress:
    """Progress of a computation; its reader may stop the work."""

    done = 0
    of = 0
    is_stopped = False

    def __call__(self, done: int, of: int) -> None:
        self.done, self.of = done, of

    def stopped(self) -> bool:
        return self.is_stopped


def on_main_thread() -> bool:
    """Whether greenlets run here: other threads may block."""
    return current_thread() is main_thread()


def when_idle() -> None:
    """Wait until the loop has nothing else to do, a second at most; one caller after the other."""
    with _one_by_one:
        gevent.with_timeout(1, gevent.idle, timeout_value=None)


def in_thread(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function in gevent's thread pool."""
    return in_pool(get_hub().threadpool, function, *args, **kwargs)


def in_pool(pool: ThreadPool, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    spoken = in_current_language(function)
    found: tuple[T] | Exception = pool.apply(outcome, (spoken, *args), kwargs)
    return unwrap(found)


def outcome(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> tuple[T] | Exception:
    """Return a result in a tuple, or the error: gevent prints one that leaves a thread."""
    try:
        return (function(*args, **kwargs),)
    except Exception as error:
        return error


def unwrap(found: tuple[T] | Exception) -> T:
    """Return or raise what an `outcome` holds."""
    if isinstance(found, Exception):
        raise found
    return found[0]


class Threads:
    def __init__(self, most: int) -> None:
        self.most = most
        # by hub: each serving thread has its own loop
        self.pools: WeakKeyDictionary[Any, ThreadPool] = WeakKeyDictionary()

    @property
    def pool(self) -> ThreadPool:
        hub = get_hub()
        if hub not in self.pools:
            self.pools[hub] = ThreadPool(self.most, hub=hub)
        return self.pools[hub]

    def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return in_pool(self.pool, function, *args, **kwargs)


_in_progress: Final[dict[tuple[int, Hashable], "AsyncResult[Any]"]] = {}  # by thread and key


def single_flight(key: Hashable, work: Callable[[], T]) -> T:
    """Do the work, or wait for the result of the same work in progress."""
    place = (get_ident(), key)
    if other := _in_progress.get(place):
        return cast("T", other.get())
    result: AsyncResult[T] = AsyncResult()
    _in_progress[place] = result
    try:
        found = work()
        result.set(found)
    except BaseException as error:
        result.set_exception(error)
        raise
    finally:
        del _in_progress[place]
    return found


class Locks:
    def __init__(self) -> None:
        # Owners and waiters keep a semaphore alive.
        self.held: WeakValueDictionary[str, BoundedSemaphore] = WeakValueDictionary()

    def hold(self, key: str) -> AbstractContextManager[Any]:
        return self.held.setdefault(key, BoundedSemaphore(1))


class Tasks:
    """The background tasks of this process in greenlets, by unique name."""

    def __init__(self) -> None:
        self.running: dict[str, Greenlet[..., None]] = {}
        self.failed: dict[str, int] = {}

    def run(self, app: Flask, name: str, task: Callable[..., object], *args: Any) -> None:
        with app.app_context():
            try:
                task(*args)
            except ServiceUnavailable as error:
                # Too much is running, as expected: a later request retries.
                app.logger.info("%s: %s", name, error.description)
                self._note_failure(name)
            except Exception as error:
                metrics.ERRORS.labels("background").inc()
                # The cause of an HTTP error was logged where it was raised: no traceback here.
                is_logged = isinstance(error, HTTPException)
                app.logger.error("%s: %s", name, error, exc_info=not is_logged)
                # A later request asks a busy database again.
                if not isinstance(error, SQLAlchemyError):
                    self._note_failure(name)
            finally:
                del self.running[name]

    def _note_failure(self, name: str) -> None:
        now = now_ms()
        self.failed = {n: at for n, at in self.failed.items() if now - at < RETRY_MS} | {name: now}


def attach(app: Flask) -> None:
    app.extensions[KEY] = Tasks()


def start(name: str, task: Callable[..., object], *args: Any) -> None:
    """Start a named task and log its errors, unless it is running or has failed within a minute."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    tasks: Tasks = app.extensions[KEY]
    if name not in tasks.running and now_ms() - tasks.failed.get(name, -RETRY_MS) >= RETRY_MS:
        tasks.running[name] = gevent.spawn(tasks.run, app, name, task, *args)


# A timer, before which the loop polls input and output; `gevent.sleep(0)` runs greenlets first.
SHORTEST_SECONDS: Final = 1e-9
SLICE_SECONDS: Final = 0.005


def give_way() -> None:
    """Let the loop handle input, output and every ready greenlet."""
    gevent.sleep(SHORTEST_SECONDS)


class Slices:
    """A share of each round of the loop, about SLICE_SECONDS in all, for pieces of work in turn."""

    def __init__(self) -> None:
        self.waiting: deque[Event] = deque()
        self.is_dispatching = False

    def wait(self) -> None:
        """Wait until this greenlet may do its next piece."""
        turn = Event()
        self.waiting.append(turn)
        if not self.is_dispatching:
            self.is_dispatching = True
            gevent.spawn(self._dispatch)
        turn.wait()

    def _dispatch(self) -> None:
        try:
            while self.waiting:
                give_way()
                began = time.monotonic()
                while self.waiting and time.monotonic() - began < SLICE_SECONDS:
                    self.waiting.popleft().set()
                    gevent.sleep(0)  # it does its piece
        finally:
            self.is_dispatching = False


LIVE: Final = Slices()  # for reading WebSocket messages and handling them
