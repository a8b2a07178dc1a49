"""Computations that take longer than a request may: bounded, in turn, and out of the way.

Each has a budget of operations, the number per address is limited, and a computation is stopped
when its client has gone. There are three workshops: a thread for short questions such as exact
odds, two processes for long ones, and two threads that play battles.
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
from webapp.guard.limits import AtOnce, household

SHORT_KEY: Final = "battlereel.workshop.short"
LONG_KEY: Final = "battlereel.workshop.long"
PLAYING_KEY: Final = "battlereel.workshop.playing"
THREADS: Final = 2
ASKED_MOST: Final = 16
"""The most computations that run or wait, of all addresses together."""
ASKED_BY_ONE_MOST: Final = 4
PLAYED_MOST: Final = 32
"""The most battles that are played or wait for it, of all addresses together."""
PLAYED_BY_ONE_MOST: Final = THREADS + 4
"""Of one address: four wait when both threads are theirs."""
OPERATIONS_MOST: Final = 2_000_000
"""The budget of one computation in events: ten thousand battles of two hundred each."""
SHORT_MOST: Final = 60_000
"""The budget of a short one: half a second, or a thousand battles played by a kernel."""
LOOK_SECONDS: Final = 0.2
"""How often to check whether the client still waits."""
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
COMMANDS: Final = {name: command for command, names in _OF_OTHERS.items() for name in names}
"""By endpoint: what does on the command line what takes too much here, if it is not the usual."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class _Failed:
    """An error raised by a computation: gevent would print one that leaves a thread."""

    error: Exception


class Turns:
    """Hands out a few places: to the address that holds fewest, and then in turn."""

    def __init__(self, places: int, held_most: int) -> None:
        self.free = places
        self.held = AtOnce(held_most)
        self.waiting: list[tuple[str, Event]] = []

    @contextmanager
    def turn(self, owner: str, look: Callable[[], None]) -> Iterator[None]:
        """Wait for a place and hold it; `look` is called meanwhile and may raise an error."""
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


class Workshop:
    """Workers for computations, and the requests that wait for them.

    most, by_one: how many run or wait at once, and of one address.
    full: the message for the others.
    queue: counts them.
    command: what usually does on the command line what takes too much here.
    threads, held_most: how many run at once, and of one address.
    crew: the processes that work in place of the threads, once there are any.
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
        """Gives the current request a thread, with what runs functions in it.

        What is done in it has a budget of so many operations together, and is stopped when the
        client has gone. Raises ServiceUnavailable if too much is waiting.
        """
        owner = household(request.remote_addr or "unknown")
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
        """Return what does a computation in a thread: itself, or by a process."""

        def work() -> T:
            with budget:
                return function(*args, **kwargs)

        here, crew = spoken_here(work), self.crew
        # A cluster works elsewhere, too.
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
        """Runs a computation in a thread; stops it when its client has gone."""
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
                raise self._refusal() from None  # the first: nobody reads the response
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
    """What took more than is done here, with the command that does it."""
    command = COMMANDS.get(request.endpoint or "", usual)
    told = engine.SpentError(
        engine.Problem(path, by_command(message, command)) for path, message in error.problems
    )
    told.cost = error.cost
    return told


def attach(app: Flask) -> None:
    """Gives the application its workshops."""
    asked = (ASKED_MOST, ASKED_BY_ONE_MOST, FULL, metrics.QUEUE, ODDS)
    app.extensions[SHORT_KEY] = Workshop(*asked, threads=1)
    # One is always left for other addresses.
    app.extensions[LONG_KEY] = Workshop(*asked, held_most=THREADS - 1)
    app.extensions[PLAYING_KEY] = Workshop(
        PLAYED_MOST, PLAYED_BY_ONE_MOST, PLAYS_FULL, metrics.PLAYING, BATTLE
    )


def work_apart(app: Flask) -> None:
    """Have long computations done by processes, for a server; else a thread does them."""
    app.extensions[LONG_KEY].crew = worker_processes.Crew()


def work_out(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a function that is short for most questions.

    What turns out to be long begins anew among long ones. Raises ServiceUnavailable if too much
    is waiting, InputError if it takes too long.
    """
    try:
        return work_out_shortly(function, *args, **kwargs)
    except engine.SpentError:
        return work_out_long(function, *args, **kwargs)


def work_out_shortly(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a function within some tenths of a second.

    Raises SpentError if it takes longer, ServiceUnavailable if too much is waiting.
    """
    return _worked_out(SHORT_KEY, min(SHORT_MOST, OPERATIONS_MOST), function, *args, **kwargs)


def work_out_long(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a long function. Raises errors as `work_out` does."""
    return _worked_out(LONG_KEY, OPERATIONS_MOST, function, *args, **kwargs)


def _worked_out(
    key: str, operations: int, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    workshop: Workshop = current_app.extensions[key]
    began, outcome = time.monotonic(), "failed"
    try:
        with workshop.place(operations) as run:
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
    """Gives the current request a thread to play, pack and weigh a battle in.

    Raises ServiceUnavailable if too many battles wait. How long one takes the rules bound.
    """
    workshop: Workshop = current_app.extensions[PLAYING_KEY]
    with workshop.place(sys.maxsize) as run:
        yield run


def _is_gone() -> bool:
    """Whether the client of the current request has hung up, if the server can tell."""
    is_gone = request.environ.get(IS_GONE)
    return bool(is_gone and is_gone())
