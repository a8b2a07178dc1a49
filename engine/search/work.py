"""Work in large parts, done in this thread, by workers or by a cluster, with the same results.

Compiled kernels release Python's lock, so threads run them: a process would first load the kernel
for seconds. Processes play by the rules. A Dask cluster, processes on other machines coordinated by
a scheduler, does both. Each of its units of work carries the stamp of the sender's code. A worker
with other code refuses it, since its results might differ.
"""

import asyncio
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext, suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from multiprocessing import get_context, parent_process
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, Final, NamedTuple, TypeVar

from engine.core.budget import Budget, StoppedError, budget
from engine.core.errors import EngineError, InputError, Problem, Text, shown
from engine.rulesets import rulesets

P = TypeVar("P")
R = TypeVar("R")

Stop = Callable[[], bool]  # returns whether to stop because the result is no longer wanted
Progress = Callable[[int, int], None]  # called with the amount done and the total

CONNECT_SECONDS: Final = 3
LOOK_SECONDS: Final = 0.2
ALONE_LOOKS: Final = 100  # for workers: a scheduler without any for 20 s will have none
WAITING_MOST: Final = 4  # parts queued for each process, or units for each thread of a cluster
CANCELLED_SECONDS: Final = 0.5  # how often a worker checks whether its unit is cancelled
UNLIMITED: Final = 2**62
TASK_ENDED: Final = frozenset({"cancelled", "released", "forgotten"})


class ClusterError(EngineError):
    """A cluster cannot be used: its address, the reason, and the remedy."""

    def __init__(self, address: str, message: Text) -> None:
        super().__init__(f"{address}: {message}")
        self.address = address
        self.problem = Problem(address, message)


@cache
def stamp() -> str:
    """Return the stamp of the installed code: `version (digest of all rules and searches)`."""
    home = Path(__file__).parents[1]
    found = sha256()
    for path in sorted(path for kind in ("*.py", "*.json") for path in home.rglob(kind)):
        found.update(f"{path.relative_to(home).as_posix()}\n".encode())
        found.update(path.read_bytes())
    for ruleset in rulesets().values():
        found.update(f"{ruleset.id} {ruleset.version} {ruleset.catalog_hash}\n".encode())
    return f"{version('battlereel')} ({found.hexdigest()[:12]})"


class _Done(NamedTuple):
    """A worker's answer for a unit: results or the refusal, and the operations spent."""

    results: Sequence[Any] = ()
    spent: int = 0
    refused: tuple[Problem, ...] = ()
    other: str = ""


def work(asked: str, pickled: bytes, most: int) -> _Done:
    """Run a unit with a budget of `most` operations, on a worker; refuse units of other code."""
    if stamp() != asked:
        return _Done(other=stamp())
    from distributed import get_worker

    function, parts = pickle.loads(pickled)
    ended = Event()
    with Budget(most) as own:
        worker = get_worker()
        watched = worker, worker.get_current_task(), own, ended
        Thread(target=_stop_if_cancelled, args=watched, daemon=True).start()
        try:
            return _Done([function(part) for part in parts], most - own.left)
        except InputError as error:
            # If the budget is exceeded, the sender raises its own error.
            return _Done(spent=most - own.left, refused=() if own.left < 0 else error.problems)
        except (ImportError, AttributeError) as error:
            # The sender takes these errors for a worker without Battlereel.
            raise RuntimeError(f"{type(error).__name__}: {error}") from error
        finally:
            ended.set()


def _stop_if_cancelled(worker: Any, key: Any, own: Budget, ended: Event) -> None:
    # Dask lets the thread of a cancelled task continue.
    while not ended.wait(CANCELLED_SECONDS):
        task = worker.state.tasks.get(key)
        if task is None or task.state in TASK_ENDED:
            own.stop()
            return


async def _greet(address: str) -> None:
    """Check that a scheduler answers; Dask's client would wait forever. Raises any error."""
    from distributed import Security
    from distributed.core import rpc

    known = Security().get_connection_args("client")
    async with asyncio.timeout(CONNECT_SECONDS):
        async with rpc(address, connection_args=known, timeout=CONNECT_SECONDS) as scheduler:
            if (await scheduler.identity())["type"] != "Scheduler":
                raise ValueError(address)


class Cluster:
    """A connection to a cluster. Raises ClusterError if there is no answer within some seconds.

    `look` is called regularly during work, and raises when the work is no longer wanted.
    """

    def __init__(self, address: str, look: Callable[[], None]) -> None:
        self.address = shown(address)
        self.look = look
        try:
            from distributed import Client
        except ImportError:
            raise self._failure(
                "a cluster needs Dask, which is not installed: pip install 'battlereel[cluster]'"
            ) from None
        try:
            # In a thread of its own: the caller may run in an event loop, as in a notebook.
            with ThreadPoolExecutor(1) as own:
                own.submit(asyncio.run, _greet(address)).result()
            # Created before it connects, so that its thread can be ended if that fails.
            self.client: Any = Client.__new__(Client)
            Client.__init__(self.client, address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception:  # any error, for a bad address or for another program at it
            self._end_thread()
            raise self._failure(
                "no Dask scheduler answers there; start one with `dask scheduler`, and give the "
                "address that it prints, such as tcp://10.0.0.1:8786"
            ) from None

    def close(self) -> None:
        # A lost scheduler has been reported already.
        with suppress(Exception):
            self.client.close(timeout=CONNECT_SECONDS)
        self._end_thread()

    def _end_thread(self) -> None:
        # Dask ends the thread of a client's loop only if the client stayed connected.
        runner = getattr(getattr(self, "client", None), "_loop_runner", None)
        if runner is not None:
            runner.stop()

    def each(self, function: Callable[[P], R], parts: Sequence[P], together: int) -> Iterator[R]:
        """Yield the results of the function for each part, in the order of the parts.

        A unit consists of up to `together` parts. Results are fetched as soon as they are there, so
        a worker that dies loses only unfinished work, which another one repeats. A unit may spend
        the rest of the current budget, and its operations are charged to it.
        """
        threads = self._threads()
        size = max(1, min(together, len(parts) // (2 * threads)))
        units = [parts[n : n + size] for n in range(0, len(parts), size)]
        ended: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        futures: dict[int, Any] = {}
        results: dict[int, Sequence[Any]] = {}
        sent = given = fetched = 0
        try:
            while given < len(units):
                while sent < len(units) and sent - given < WAITING_MOST * threads:
                    futures[sent] = self._submit(function, units[sent])
                    futures[sent].add_done_callback(lambda done, n=sent: ended.put((n, done)))
                    sent += 1
                self.look()
                try:
                    number, future = ended.get(timeout=LOOK_SECONDS)
                except Empty:
                    threads = self._threads()
                    continue
                fetched += 1
                if fetched % (WAITING_MOST * threads) == 0:
                    threads = self._threads()  # workers come and go
                results[number] = self._result(future)
                futures.pop(number).release()
                while given in results:
                    yield from results.pop(given)
                    given += 1
        finally:
            if futures:
                # If the connection is lost, so is the work that was sent.
                with suppress(Exception):
                    self.client.cancel([*futures.values()], force=True)

    def _submit(self, function: Callable[[P], R], unit: Sequence[P]) -> Any:
        pickled = pickle.dumps((function, [*unit]))
        limit = budget()
        most = UNLIMITED if limit is None else limit.left
        return self.client.submit(work, stamp(), pickled, most, pure=False)

    def _result(self, future: Any) -> Sequence[Any]:
        from distributed import KilledWorker

        try:
            done: _Done = future.result()
        except KilledWorker:
            raise self._failure(
                "workers crashed repeatedly on the same task; check their logs"
            ) from None
        except (ImportError, AttributeError):
            raise self._failure(
                "a worker has no Battlereel {version}; install it there", version=stamp()
            ) from None
        except Exception as error:
            if self.client.status != "running" or future.cancelled():
                raise self._lost() from error
            raise
        if done.other:
            raise self._failure(
                "a worker has Battlereel {other}, this machine {version}; "
                "install the same version everywhere",
                other=done.other,
                version=stamp(),
            )
        if limit := budget():
            limit.spend(done.spent)
        if done.refused:
            raise InputError(done.refused)
        return done.results

    def _threads(self) -> int:
        """Return the number of the workers' threads; wait for the first worker."""
        for _ in range(ALONE_LOOKS):
            self.look()
            try:
                threads: int = sum(self.client.nthreads().values())
            except Exception as error:  # depends on where the connection was interrupted
                raise self._lost() from error
            if threads:
                return threads
            Event().wait(LOOK_SECONDS)
        raise self._failure(
            "the scheduler has no workers; start some: dask worker {a}", a=self.address
        )

    def _lost(self) -> ClusterError:
        return self._failure("the connection to the scheduler is lost; try again when it is up")

    def _failure(self, message: str, **values: Any) -> ClusterError:
        return ClusterError(self.address, Text(message, **values))


def _begin() -> None:
    """Tie a worker's life to that of its parent process."""
    # An interrupt is for the command's process; workers end with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # Workers of a killed parent would wait for work forever.
    if parent := parent_process():
        parent.join()
        signal.raise_signal(signal.SIGKILL)


class _StopBudget(Budget):
    """A budget that checks whether to stop, and spends from the surrounding budget."""

    def __init__(self, stop: Stop, outer: Budget | None) -> None:
        super().__init__(0)
        self.is_stop_requested = stop
        self.outer = outer

    def spend(self, operations: int) -> None:
        if self.is_stop_requested():
            raise StoppedError("the work was cancelled")
        if self.outer is not None:
            self.outer.spend(operations)

    def expect(self, operations: int) -> None:
        if self.outer is not None:
            self.outer.expect(operations)


class Workers:
    """Runs parts of work in `count` workers; in this thread if there is only one.

    It is a context manager; workers are started when first needed and end with it. Functions and
    arguments for processes must be picklable. With the address of a Dask `scheduler`, its workers
    do the work and `count` has no effect; entering raises ClusterError if it does not answer.
    `report` calls `progress`, if there is one.
    """

    def __init__(
        self,
        count: int,
        stop: Stop | None = None,
        scheduler: str | None = None,
        progress: Progress | None = None,
    ) -> None:
        if count < 1:
            raise ValueError(f"workers is {count}; it must be at least 1")
        self.count = count
        self.stop = stop
        self.report = progress or (lambda _done, _all: None)
        self.scheduler = scheduler
        self.cluster: Cluster | None = None
        self.pools: dict[bool, Executor] = {}

    def __enter__(self) -> "Workers":
        if self.scheduler is not None:
            self.cluster = Cluster(self.scheduler, self.raise_if_stopped)
        return self

    def __exit__(self, *_: object) -> None:
        if self.cluster is not None:
            self.cluster.close()
        for pool in self.pools.values():
            pool.shutdown(wait=True, cancel_futures=True)

    def each(
        self, function: Callable[[P], R], parts: Sequence[P], *, by_kernel: bool, together: int = 1
    ) -> Generator[R]:
        """Yield the results of the function for each part, in the order of the parts.

        Parts are large, or up to `together` of them are sent to a machine as one. Raises
        StoppedError as soon as the work is no longer wanted.
        """
        if self.cluster is not None:
            yield from self.cluster.each(function, parts, together)
            return
        if self.count == 1 or len(parts) < 2:
            for part in parts:
                self.raise_if_stopped()
                # Spending from this budget checks whether to stop.
                with _StopBudget(self.stop, budget()) if self.stop else nullcontext():
                    result = function(part)
                yield result
            return
        if by_kernel not in self.pools:
            if by_kernel:
                self.pools[True] = ThreadPoolExecutor(self.count)
            else:
                self.pools[False] = ProcessPoolExecutor(self.count, get_context("spawn"), _begin)
        pool = self.pools[by_kernel]
        waiting: deque[Future[R]] = deque()
        for part in parts:
            waiting.append(pool.submit(function, part))
            if len(waiting) >= WAITING_MOST * self.count:
                yield self._result(waiting.popleft())
        while waiting:
            yield self._result(waiting.popleft())

    def _result(self, future: Future[R]) -> R:
        while True:
            self.raise_if_stopped()
            try:
                return future.result(timeout=LOOK_SECONDS)
            except TimeoutError:
                if future.done():
                    raise

    def raise_if_stopped(self) -> None:
        if spent := budget():
            spent.spend(0)
        if self.stop is not None and self.stop():
            raise StoppedError("the work was cancelled")
