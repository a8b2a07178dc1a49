"""Admission of computations: may this run now, where, and what may it cost?

Now: not while a kernel that it needs is being compiled, or while its pool is full. Where: in one of
four pools, a thread for short questions such as exact odds, a process for short samples that the
rules play, two processes for long questions, two threads that play battles. Cost: a budget of
operations; a sample that exceeds it is made smaller, and a refusal names the equivalent command. A
computation stops when its client disconnects.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar, cast

from flask import Flask, current_app, request
from gevent.event import Event
from prometheus_client import Gauge
from werkzeug.exceptions import ServiceUnavailable

import engine
from engine import Text, search
from webapp.base import jobs, metrics, texts
from webapp.base.errors import by_command
from webapp.base.texts import N_, in_current_language
from webapp.guard import limits
from webapp.guard.marks import mark, marked
from webapp.guard.worker_processes import Call, Crew, UnsendableError, WorkerLostError

SHORT_KEY: Final = "battlereel.pool.short"
SAMPLED_KEY: Final = "battlereel.pool.sampled"
LONG_KEY: Final = "battlereel.pool.long"
PLAYING_KEY: Final = "battlereel.pool.playing"
ODDS: Final = "battlereel odds FILE"
BATTLE: Final = "battlereel battle FILE"
FULL: Final = Text(
    "The server is busy. Try again in {seconds} seconds.", seconds=limits.RETRY_SECONDS
)
PLAYS_FULL: Final = Text(
    "Too many battles are being played at the moment. Try again in {seconds} seconds.",
    seconds=limits.RETRY_SECONDS,
)
COMPILED_SECONDS: Final = 20  # until a kernel is probably compiled
SEARCH: Final = Text(
    "This search is being prepared for its first use. Try again in {seconds} seconds.",
    seconds=COMPILED_SECONDS,
)
BOT: Final = Text(
    "The bot is being prepared for its first use. Try again in {seconds} seconds.",
    seconds=COMPILED_SECONDS,
)
FAILED: Final = Text(
    "What this needs could not be compiled on this server; its log says why. It works as soon as "
    "{command} has compiled it there.",
    command="python -m engine.kernels",
)
BATTLES: Final = 1_000  # of sampled odds
SLOW_SECONDS: Final = 5  # About how long a core plays a siege of two slow bots.
P = ParamSpec("P")
T = TypeVar("T")
# marks a view with its equivalent command, which "too large" errors name
equivalent: Final = partial(marked, "command")


class CannotPrepareError(ServiceUnavailable):
    """A compilation failed: retrying is of no use."""


def refuse_search(battle: engine.Battle) -> None:
    """Raise ServiceUnavailable unless the kernels of a search over this battle are compiled."""
    _refuse(search.lack_of(battle), SEARCH)


def refuse_bots(battle: engine.Battle) -> None:
    """Raise ServiceUnavailable unless the kernels of this battle's bots are compiled."""
    _refuse(engine.lack_of(battle.ruleset) if battle.slow_bots() else None, BOT)


def _refuse(lack: engine.Lack | None, preparing: Text) -> None:
    if lack == "failed":
        raise CannotPrepareError(FAILED)
    if lack is not None:
        raise ServiceUnavailable(preparing, retry_after=COMPILED_SECONDS)


def refuse_slow(battle: engine.Battle) -> None:
    """Raise InputError if a thousand of these battles would take too long."""
    if problems := slow_bots(battle):
        raise engine.InputError(problems)


def slow_bots(battle: engine.Battle, command: str = ODDS) -> list[engine.Problem]:
    """Return a problem for each slow bot, at its place in the battle file."""
    text = N_(
        "{name} thinks too long for a thousand battles to be played while you wait, up to "
        "{seconds:,} CPU seconds; choose another bot, or use the command line, which plays them on "
        "all cores: {command}"
    )
    return [
        engine.Problem(
            place, Text(text, name=Text(name), seconds=BATTLES * SLOW_SECONDS, command=command)
        )
        for place, name in battle.slow_bots()
    ]


def with_remedy(error: engine.SpentError, usual: str) -> engine.SpentError:
    """Append the equivalent command to a "too large" error."""
    command = mark("command", usual)
    remedied = engine.SpentError(
        engine.Problem(path, by_command(message, command)) for path, message in error.problems
    )
    remedied.cost = error.cost
    return remedied


class Turns:
    """A few slots, assigned first to the address that holds fewest, then in turn."""

    def __init__(self, places: int, held_most: int) -> None:
        self.free = places
        self.held = limits.AtOnce(held_most)
        self.waiting: list[tuple[str, Event]] = []

    @contextmanager
    def turn(self, owner: str, look: Callable[[], None]) -> Iterator[None]:
        """Wait for a slot and hold it; `look` is called meanwhile and may raise an error."""
        mine = (owner, Event())
        self.waiting.append(mine)
        self._serve()
        try:
            while not mine[1].wait(limits.LOOK_SECONDS):
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


@dataclass(eq=False)
class JobPool:
    """Workers for computations, and the queue of requests."""

    most: int  # maximum running plus queued
    by_one: int  # the same per client network
    full: Text  # error message
    queue: Gauge
    command: str  # the usual equivalent command
    running_most: int = limits.THREADS
    held_most: int = limits.THREADS  # maximum running per client network
    means: engine.Means = "all"  # what may play samples
    crew: Crew | None = None  # processes that replace the threads
    asked: int = 0

    def __post_init__(self) -> None:
        self.threads = jobs.Threads(self.running_most)
        self.turns = Turns(self.running_most, self.held_most)
        self.by_address = limits.AtOnce(self.by_one)

    @contextmanager
    def place(self, operations: int) -> Iterator[jobs.Run]:
        """Give the current request a slot, yielding what runs functions in it.

        They share a budget of operations and stop when the client disconnects. Raises
        ServiceUnavailable if the queue is full.
        """
        owner = limits.client_network(request.remote_addr or "unknown")
        if self.asked >= self.most or not self.by_address.enter(owner):
            raise self._refusal()
        self.asked += 1
        self.queue.inc()
        try:
            with self.turns.turn(owner, self._refuse_if_gone):
                yield self._run(engine.Budget(operations, self.means))
        finally:
            self.asked -= 1
            self.queue.dec()
            self.by_address.leave(owner)

    def _run(self, budget: engine.Budget) -> jobs.Run:
        def run(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
            def work() -> T:
                # A cluster does not use this machine anyway.
                if self.crew is not None and "scheduler" not in kwargs:
                    call = Call(function, args, kwargs, budget.left, texts.language(), self.means)
                    with suppress(UnsendableError):
                        return cast("T", self.crew.do(call, budget))
                with budget:
                    return function(*args, **kwargs)

            return self._wait(budget, work)

        return run

    def _wait(self, budget: engine.Budget, work: Callable[[], T]) -> T:
        """Run a computation in a thread; stop it when its client disconnects."""
        self._refuse_if_gone()
        result = self.threads.pool.spawn(jobs.outcome, in_current_language(work))
        while not result.wait(timeout=limits.LOOK_SECONDS) and not result.ready():
            if _is_gone():
                budget.stop()
        try:
            found: Any = result.get()
            return cast("T", jobs.unwrap(found))
        except (engine.StoppedError, WorkerLostError):  # the first: the client has left
            raise self._refusal() from None
        except engine.SpentError as error:
            raise with_remedy(error, self.command) from None

    def _refuse_if_gone(self) -> None:
        if _is_gone():
            raise self._refusal()

    def _refusal(self) -> ServiceUnavailable:
        return ServiceUnavailable(self.full, retry_after=limits.RETRY_SECONDS)


def _is_gone() -> bool:
    """Whether the client of the current request has hung up, as far as the server knows."""
    is_gone = request.environ.get(limits.IS_GONE)
    return bool(is_gone and is_gone())


def attach(app: Flask) -> None:
    asked = (limits.ASKED_MOST, limits.ASKED_BY_ONE_MOST, FULL, metrics.QUEUE, ODDS)
    app.extensions[SHORT_KEY] = JobPool(*asked, running_most=1, means="kernels")
    app.extensions[SAMPLED_KEY] = JobPool(*asked, running_most=1, means="rules")
    # One slot is always left for other addresses.
    app.extensions[LONG_KEY] = JobPool(*asked, held_most=limits.THREADS - 1)
    app.extensions[PLAYING_KEY] = JobPool(
        limits.PLAYED_MOST, limits.PLAYED_BY_ONE_MOST, PLAYS_FULL, metrics.PLAYING, BATTLE
    )


def work_apart(app: Flask, modules: Sequence[str] = ()) -> None:
    """Use worker processes for long computations and for samples; the latter import `modules`."""
    app.extensions[LONG_KEY].crew = Crew()
    app.extensions[SAMPLED_KEY].crew = Crew(modules)


def start_worker(app: Flask) -> None:
    """Start the worker for short samples, which takes over a second."""
    jobs.in_thread(app.extensions[SAMPLED_KEY].crew.start)


def work_out(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a function that is usually short; restart a long one in the long pool.

    Raises ServiceUnavailable if the queue is full, InputError if it takes too long.
    """
    try:
        return _work_out_shortly(function, *args, **kwargs)
    except engine.SpentError as error:
        _refuse_dear(error)
        return work_out_long(function, *args, **kwargs)


def _refuse_dear(error: engine.SpentError) -> None:
    """Raise SpentError if the estimate, even if off by ROUGH, is too high for a long run."""
    if error.cost is None or error.may_shrink:
        return
    if error.cost > engine.ROUGH * limits.OPERATIONS_MOST:
        try:
            engine.Budget(limits.OPERATIONS_MOST).expect(error.cost)
        except engine.SpentError as refusal:
            raise with_remedy(refusal, ODDS) from None


def _work_out_shortly(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a function within some tenths of a second, or raise SpentError."""
    try:
        most = min(limits.SHORT_MOST, limits.OPERATIONS_MOST)
        return _worked_out(SHORT_KEY, most, function, *args, **kwargs)
    except engine.UncompiledError as error:
        is_loading = error.is_loading
    try:
        most = min(limits.SAMPLED_MOST, limits.OPERATIONS_MOST)
        return _worked_out(SAMPLED_KEY, most, function, *args, **kwargs)
    except engine.SpentError as error:
        error.may_shrink = is_loading
        raise


def work_out_long(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a long function. Raise errors as `work_out` does."""
    return _worked_out(LONG_KEY, limits.OPERATIONS_MOST, function, *args, **kwargs)


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


def playing() -> AbstractContextManager[jobs.Run]:
    """Give the current request a thread to play a battle in. Raises ServiceUnavailable."""
    return cast("JobPool", current_app.extensions[PLAYING_KEY]).place(sys.maxsize)


def first_estimate(weigh: Callable[[int], T], samples: int) -> T:
    """Return `weigh` of this many battles, or of fewer within tenths of a second."""
    try:
        return _affordable(_work_out_shortly, limits.SAMPLED_MOST, weigh, samples)[0]
    except engine.SpentError:
        return _affordable(work_out_long, limits.OPERATIONS_MOST, weigh, limits.FIRST_LEAST)[0]


def refined_estimate(
    weigh: Callable[[int], T], samples: int, operations: int = limits.OPERATIONS_MOST
) -> tuple[T, bool]:
    """Return `weigh` of this many battles, or of the affordable ones, and whether fewer."""
    found, played = _affordable(work_out, operations, weigh, samples)
    return found, played < samples


def _affordable(
    run: Callable[[Callable[[int], T], int], T],
    operations: int,
    weigh: Callable[[int], T],
    samples: int,
) -> tuple[T, int]:
    """Return `weigh` of this many battles, or of what its estimated costs allow, and how many."""
    for _ in range(limits.ESTIMATES):
        try:
            return run(weigh, samples), samples
        except engine.SpentError as error:
            fewer = int(samples * operations / (error.cost or 2 * operations) * limits.ROOM)
            samples = max(limits.FIRST_LEAST, min(fewer, samples))
    return run(weigh, samples), samples
