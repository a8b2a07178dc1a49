"""Long computations: in a few threads of their own, so that nothing else waits for them.

Each has a budget of operations, the number per address is limited, and a computation is stopped
when its client has gone.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, TypeVar, cast

from flask import Flask, current_app, request
from gevent import get_hub
from gevent.lock import BoundedSemaphore
from gevent.threadpool import ThreadPool
from werkzeug.exceptions import ServiceUnavailable

import engine
from webapp.base import metrics
from webapp.base.refusals import by_command
from webapp.base.texts import spoken_here
from webapp.guard.connections import IS_GONE
from webapp.guard.limits import AtOnce, household

KEY: Final = "battlereel.workshop"
THREADS: Final = 2
ASKED_MOST: Final = 16
"""The most computations that run or wait, of all addresses together."""
ASKED_BY_ONE_MOST: Final = 4
OPERATIONS_MOST: Final = 2_000_000
"""The budget of one computation in events: ten thousand battles of two hundred each."""
LOOK_SECONDS: Final = 0.2
"""How often to check whether the client still waits."""
RETRY_SECONDS: Final = 5
FULL: Final = engine.Text(
    "Too much is being worked out at the moment. Try again in {seconds} seconds.",
    seconds=RETRY_SECONDS,
)

COMMANDS: Final = {
    "best-order": "battlereel best-order FILE",
    "best-armies": "battlereel best-armies FILE",
    "matchups": "battlereel matchups FILE…",
    "verdict": "battlereel verdict FILE…",
    "dice": "battlereel verdict FILE…",
    "branches": "battlereel branch FILE",
    "winning-order": "battlereel branch FILE --winning-order",
    "what-if": "battlereel branch FILE",
}
"""By a part of the address: what does on the command line what takes too much here."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class _Failed:
    """An error raised by a computation: gevent would print one that leaves a thread."""

    error: Exception


class Workshop:
    """The threads for long computations, and the requests that wait for them."""

    def __init__(self) -> None:
        self.pool: ThreadPool | None = None
        self.free = BoundedSemaphore(THREADS)
        self.asked = 0
        self.by_address = AtOnce(ASKED_BY_ONE_MOST)

    def do(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of the function for the current request; raises what it raises.

        Raises ServiceUnavailable if too much is waiting, InputError if it takes too long.
        """
        began, outcome = time.monotonic(), "failed"
        try:
            done = self._taken(lambda: function(*args, **kwargs))
            outcome = "done"
        except ServiceUnavailable:
            outcome = "refused"
            raise
        finally:
            metrics.ODDS.labels(outcome).observe(time.monotonic() - began)
        return done

    def _taken(self, work: Callable[[], T]) -> T:
        owner = household(request.remote_addr or "unknown")
        if self.asked >= ASKED_MOST or not self.by_address.enter(owner):
            raise _full()
        self.asked += 1
        metrics.QUEUE.inc()
        try:
            while not self.free.acquire(timeout=LOOK_SECONDS):
                if _is_gone():
                    raise _full()
            try:
                return self._worked(work)
            finally:
                self.free.release()
        finally:
            self.asked -= 1
            metrics.QUEUE.dec()
            self.by_address.leave(owner)

    def _worked(self, work: Callable[[], T]) -> T:
        """Runs a computation in a thread; stops it when its client has gone."""
        budget = engine.Budget(OPERATIONS_MOST)
        work = spoken_here(work)

        def outcome() -> T | _Failed:
            try:
                with budget:
                    return work()
            except Exception as error:
                return _Failed(error)

        if self.pool is None:
            self.pool = ThreadPool(THREADS, hub=get_hub())
        result = self.pool.spawn(outcome)
        while not result.wait(timeout=LOOK_SECONDS) and not result.ready():
            if _is_gone():
                budget.stop()
        found: Any = result.get()
        if isinstance(found, _Failed):
            if isinstance(found.error, engine.StoppedError):
                raise _full() from None  # nobody reads the response
            if type(found.error) is engine.SpentError:
                raise with_remedy(found.error) from None
            raise found.error
        return cast("T", found)


def with_remedy(error: engine.SpentError) -> engine.SpentError:
    """What took more than is done here, with the command that does it."""
    parts = request.path.split("/")
    command = next((COMMANDS[part] for part in parts if part in COMMANDS), "battlereel odds FILE")
    return engine.SpentError(
        engine.Problem(path, by_command(message, command)) for path, message in error.problems
    )


def attach(app: Flask) -> None:
    """Gives the application its workshop."""
    app.extensions[KEY] = Workshop()


def work_out(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of the function, computed in the current application's workshop.

    Raises ServiceUnavailable if too much is waiting, InputError if it takes too long.
    """
    workshop: Workshop = current_app.extensions[KEY]
    return workshop.do(function, *args, **kwargs)


def _is_gone() -> bool:
    """Whether the client of the current request has hung up, if the server can tell."""
    is_gone = request.environ.get(IS_GONE)
    return bool(is_gone and is_gone())


def _full() -> ServiceUnavailable:
    return ServiceUnavailable(FULL, retry_after=RETRY_SECONDS)
