"""Long computations: bounded, in turn, outside the event loop.

Each has a budget of operations, the number per address is limited, and a computation stops when its
client disconnects. Three pools: a thread for short questions such as exact odds, two processes for
long ones, and two threads that play battles.
"""

import pickle
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, TypeVar, cast

from flask import Flask, current_app, request
from gevent import get_hub
from gevent.event import Event
from gevent.threadpool import ThreadPool
from prometheus_client import Gauge
from werkzeug.exceptions import ServiceUnavailable

import engine
from webapp.base import metrics, texts
from webapp.base.errors import by_command
from webapp.base.texts import spoken_here
from webapp.base.threads import Run
from webapp.guard import worker_processes
from webapp.guard.connections import IS_GONE
from webapp.guard.limits import AtOnce, client_network

SHORT_KEY: Final = "battlereel.workshop.short"
LONG_KEY: Final = "battlereel.workshop.long"
PLAYING_KEY: Final = "battlereel.workshop.playing"
THREADS: Final = 2
ASKED_MOST: Final = 16  # maximum running plus queued, in total
ASKED_BY_ONE_MOST: Final = 4
PLAYED_MOST: Final = 32  # battles playing plus queued, in total
PLAYED_BY_ONE_MOST: Final = THREADS + 4  # per address: four wait when both threads are theirs
OPERATIONS_MOST: Final = 2_000_000  # budget in events: ten thousand battles of two hundred each
SHORT_MOST: Final = 60_000  # budget of a short one: half a second, or a thousand kernel battles
LOOK_SECONDS: Final = 0.2  # interval of checks that the client still waits
RETRY_SECONDS: Final = 5
FULL: Final = engine.Text(
    "Too much is being worked out at the moment. Try again in {seconds} seconds.",
    seconds=RETRY_SECONDS,
)

PLAYS_FULL: Final = engine.Text(
    "Too many battles are being played at the moment. Try again in {seconds} seconds.",
    seconds=RETRY_SECONDS,
)

ODDS: Final = "battlereel odds FILE"
BATTLE: Final = "battlereel battle FILE"
_OF_OTHERS: Final = {
    "battlereel best-order FILE": ("searches.find_best_order", "order_page.found"),
    "battlereel best-armies FILE": ("searches.find_best_armies", "armies_page.found"),
    "battlereel matchups FILE…": (
        "searches.compare_armies",
        "matchups_page.found",
        "matchups_page.download",
    ),
    "battlereel verdict FILE…": (
        "searches.sum_verdicts",
        "battles.get_verdict",
        "dice_owed.of_series",
        "dice_owed.mine",
    ),
    "battlereel branch FILE": (
        "branches.make_branch",
        "branches.list_rolls",
        "branches.show_moment",
        "changed_army.build_on",
    ),
    "battlereel branch FILE --winning-order": ("branches.find_winning_order",),
}
# Equivalent command of an endpoint, if it is not the usual one.
COMMANDS: Final = {name: command for command, names in _OF_OTHERS.items() for name in names}

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class _Failed:
    """An error of a computation: gevent would print one that leaves a thread."""

    error: Exception


class Turns:
    """A few slots, assigned first to the address that holds fewest, then in turn."""

    def __init__(self, places: int, held_most: int) -> None:
        self.free = places
        self.held = AtOnce(held_most)
        self.waiting: list[tuple[str, Event]] = []

    @contextmanager
    def turn(self, owner: str, look: Callable[[], None]) -> Iterator[None]:
        """Wait for a slot and hold it; `look` is called meanwhile and may raise an error."""
        mine = (owner, Event())
        self.waiting.append(mine)
        self._serve()
        try:
            while not mine[1].wait(LOOK_SECONDS):
                look()
            yield
        finally:
            if mine in self.waiting:
                self.waiting.remove(mine)
            else:
                self.free += 1
                self.held.leave(owner)
            self._serve()

    def _serve(self) -> None:
        for one in sorted(self.waiting, key=lambda one: self.held.counts[one[0]]):
            if self.free and self.held.enter(one[0]):
                self.free -= 1
                self.waiting.remove(one)
                self.waiting.sort(key=lambda other: other[0] == one[0])
                one[1].set()


class JobPool:
    """Workers for computations, and the queue of requests.

    most, by_one: maximum running plus queued, in total and per client network. full: error message.
    queue: gauge. command: usual equivalent command. threads, held_most: maximum running, in total
    and per client network. crew: processes that replace the threads.
    """

    def __init__(
        self,
        most: int,
        by_one: int,
        full: engine.Text,
        queue: Gauge,
        command: str,
        threads: int = THREADS,
        held_most: int = THREADS,
    ) -> None:
        self.pool: ThreadPool | None = None
        self.threads = threads
        self.turns = Turns(threads, held_most)
        self.crew: worker_processes.Crew | None = None
        self.asked = 0
        self.most = most
        self.by_address = AtOnce(by_one)
        self.full = full
        self.queue = queue
        self.command = command

    @contextmanager
    def place(self, operations: int) -> Iterator[Run]:
        """Give the current request a slot, yielding what runs functions in it.

        They share a budget of operations and stop when the client disconnects. Raises
        ServiceUnavailable if the queue is full.
        """
        owner = client_network(request.remote_addr or "unknown")
        if self.asked >= self.most or not self.by_address.enter(owner):
            raise self._refusal()
        self.asked += 1
        self.queue.inc()
        try:
            with self.turns.turn(owner, self._refuse_if_gone):
                yield self._run(engine.Budget(operations))
        finally:
            self.asked -= 1
            self.queue.dec()
            self.by_address.leave(owner)

    def _run(self, budget: engine.Budget) -> Run:
        def run(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
            return self._worked(budget, self._work(budget, function, args, kwargs))

        return run

    def _work(
        self,
        budget: engine.Budget,
        function: Callable[..., T],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Callable[[], T]:
        """Return the computation as a function for a thread, which may use a process."""

        def work() -> T:
            with budget:
                return function(*args, **kwargs)

        here, crew = spoken_here(work), self.crew
        # A cluster does not use this machine anyway.
        if crew is None or "scheduler" in kwargs:
            return here
        call = worker_processes.Call(function, args, kwargs, budget.left, texts.language())

        def work_apart() -> T:
            try:
                packed = worker_processes.packed(call)
            except (pickle.PicklingError, AttributeError, TypeError):
                return here()
            return cast("T", crew.do(packed, budget, worker_processes.progress_in(call)))

        return work_apart

    def _worked(self, budget: engine.Budget, work: Callable[[], T]) -> T:
        """Run a computation in a thread; stop it when its client disconnects."""
        self._refuse_if_gone()

        def outcome() -> T | _Failed:
            try:
                return work()
            except Exception as error:
                return _Failed(error)

        if self.pool is None:
            self.pool = ThreadPool(self.threads, hub=get_hub())
        result = self.pool.spawn(outcome)
        while not result.wait(timeout=LOOK_SECONDS) and not result.ready():
            if _is_gone():
                budget.stop()
        found: Any = result.get()
        if isinstance(found, _Failed):
            if isinstance(found.error, engine.StoppedError | worker_processes.WorkerLostError):
                raise self._refusal() from None  # StoppedError: the client has left
            if type(found.error) is engine.SpentError:
                raise with_remedy(found.error, self.command) from None
            raise found.error
        return cast("T", found)

    def _refuse_if_gone(self) -> None:
        if _is_gone():
            raise self._refusal()

    def _refusal(self) -> ServiceUnavailable:
        return ServiceUnavailable(self.full, retry_after=RETRY_SECONDS)


def with_remedy(error: engine.SpentError, usual: str) -> engine.SpentError:
    """Append the equivalent command to a "too large" error."""
    command = COMMANDS.get(request.endpoint or "", usual)
    remedied = engine.SpentError(
        engine.Problem(path, by_command(message, command)) for path, message in error.problems
    )
    remedied.cost = error.cost
    return remedied


def attach(app: Flask) -> None:
    asked = (ASKED_MOST, ASKED_BY_ONE_MOST, FULL, metrics.QUEUE, ODDS)
    app.extensions[SHORT_KEY] = JobPool(*asked, threads=1)
    # One slot is always left for other addresses.
    app.extensions[LONG_KEY] = JobPool(*asked, held_most=THREADS - 1)
    app.extensions[PLAYING_KEY] = JobPool(
        PLAYED_MOST, PLAYED_BY_ONE_MOST, PLAYS_FULL, metrics.PLAYING, BATTLE
    )


def work_apart(app: Flask) -> None:
    """Use worker processes for long computations."""
    app.extensions[LONG_KEY].crew = worker_processes.Crew()


def work_out(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a function that is usually short; restart a long one in the long pool.

    Raises ServiceUnavailable if the queue is full, InputError if it takes too long.
    """
    try:
        return work_out_shortly(function, *args, **kwargs)
    except engine.SpentError:
        return work_out_long(function, *args, **kwargs)


def work_out_shortly(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a function within some tenths of a second.

    Raises SpentError if it takes longer, ServiceUnavailable if the queue is full.
    """
    return _worked_out(SHORT_KEY, min(SHORT_MOST, OPERATIONS_MOST), function, *args, **kwargs)


def work_out_long(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a long function. Raise errors as `work_out` does."""
    return _worked_out(LONG_KEY, OPERATIONS_MOST, function, *args, **kwargs)


def _worked_out(
    key: str, operations: int, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    pool: JobPool = current_app.extensions[key]
    began, outcome = time.monotonic(), "failed"
    try:
        with pool.place(operations) as run:
            done = run(function, *args, **kwargs)
        outcome = "done"
    except ServiceUnavailable:
        outcome = "refused"
        raise
    finally:
        metrics.ODDS.labels(outcome).observe(time.monotonic() - began)
    return done


@contextmanager
def playing() -> Iterator[Run]:
    """Give the current request a thread to play, pack and rate a battle in.

    Raises ServiceUnavailable if the queue is full. The rules bound a battle's duration.
    """
    pool: JobPool = current_app.extensions[PLAYING_KEY]
    with pool.place(sys.maxsize) as run:
        yield run


def _is_gone() -> bool:
    """Whether the client of the current request has hung up, as far as the server knows."""
    is_gone = request.environ.get(IS_GONE)
    return bool(is_gone and is_gone())
