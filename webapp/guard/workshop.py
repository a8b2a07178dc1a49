"""Long work that is asked for: in few threads of its own, so that nothing else waits behind it.

Each piece has a budget of operations, an address has only so many at once, and what nobody waits
for any more is stopped.
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
from webapp.guard.connections import IS_GONE
from webapp.guard.limits import AtOnce, household

KEY: Final = "battlereel.workshop"
THREADS: Final = 2
ASKED_MOST: Final = 16
"""Pieces that are worked on or wait for a thread, of all addresses."""
ASKED_BY_ONE_MOST: Final = 4
OPERATIONS_MOST: Final = 2_000_000
"""Events that may be played for one piece: ten thousand battles of two hundred each."""
LOOK_SECONDS: Final = 0.2
"""How often it is looked whether somebody still waits."""
RETRY_SECONDS: Final = 5
FULL: Final = engine.Text(
    "Too much is being worked out at the moment. Try again in {seconds} seconds.",
    seconds=RETRY_SECONDS,
)

COMMANDS: Final = {
    "branches": "battlereel branch FILE",
    "changed_army": "battlereel branch FILE",
    "order_page": "battlereel best-order FILE",
    "armies_page": "battlereel best-armies FILE",
    "matchups": "battlereel matchups FILE…",
    "dice_owed": "battlereel verdict FILE…",
    "battles": "battlereel verdict FILE",
    "searches": "battlereel best-order FILE",
}
"""By blueprint: what does on the command line what takes too much here."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class _Failed:
    """What a piece of work has raised: gevent would print what leaves a thread."""

    error: Exception


class Workshop:
    """The threads for long work, and who waits for them."""

    def __init__(self) -> None:
        self.pool: ThreadPool | None = None
        self.free = BoundedSemaphore(THREADS)
        self.asked = 0
        self.by_address = AtOnce(ASKED_BY_ONE_MOST)

    def do(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns or raises, for the current request.

        Raises ServiceUnavailable if there is too much to do, InputError if it takes too much.
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
        """What the work gives, in a thread; it is stopped when nobody waits."""
        budget = engine.Budget(OPERATIONS_MOST)

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
                raise _full() from None  # nobody reads it
            if type(found.error) is engine.SpentError:
                raise with_remedy(found.error) from None
            raise found.error
        return cast("T", found)


def with_remedy(error: engine.SpentError) -> engine.SpentError:
    """What took more than is done here, with the command that does it."""
    command = COMMANDS.get(request.blueprint or "", "battlereel odds FILE")
    return engine.SpentError(
        engine.Problem(
            path,
            engine.Text(
                "{why}, or use the command line, which has no such limit: {command}",
                why=message,
                command=command,
            ),
        )
        for path, message in error.problems
    )


def attach(app: Flask) -> None:
    """Gives the application its workshop."""
    app.extensions[KEY] = Workshop()


def work_out(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the function returns or raises, worked out in the current application's workshop.

    Raises ServiceUnavailable if there is too much to do, InputError if it takes too much.
    """
    workshop: Workshop = current_app.extensions[KEY]
    return workshop.do(function, *args, **kwargs)


def _is_gone() -> bool:
    """Whether the client of the current request has hung up, where the server tells."""
    is_gone = request.environ.get(IS_GONE)
    return bool(is_gone and is_gone())


def _full() -> ServiceUnavailable:
    return ServiceUnavailable(FULL, retry_after=RETRY_SECONDS)
