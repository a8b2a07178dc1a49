"""Work in large parts, done in this thread, by workers or by a cluster, with the same results.

Compiled kernels release Python's lock, so threads run them: a process would first load the kernel
for seconds. Processes play by the rules. A Dask cluster does both.
"""

import signal
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final, TypeVar

from engine.core.budget import Budget, StoppedError, budget
from engine.search.cluster import Cluster

P = TypeVar("P")
R = TypeVar("R")

Stop = Callable[[], bool]  # returns whether to stop because the result is no longer wanted
Progress = Callable[[int, int], None]  # called with the amount done and the total

WAITING_MOST: Final = 4  # parts queued for each process, so that it is never idle
LOOK_SECONDS: Final = 0.2


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
    """

    def __init__(self, count: int, stop: Stop | None = None, scheduler: str | None = None) -> None:
        if count < 1:
            raise ValueError(f"workers is {count}; it must be at least 1")
        self.count = count
        self.stop = stop
        self.scheduler = scheduler
        self.cluster: Cluster | None = None
        self.pools: dict[bool, Executor] = {}

    def __enter__(self) -> "Workers":
        if self.scheduler is not None:
            self.cluster = Cluster(self.scheduler)
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
            yield from self.cluster.each(function, parts, self.raise_if_stopped, together=together)
            return
        if self.count == 1 or len(parts) < 2:
            for part in parts:
                self.raise_if_stopped()
                yield self._here(function, part)
            return
        pool = self._pool(by_kernel=by_kernel)
        waiting: deque[Future[R]] = deque()
        for part in parts:
            waiting.append(pool.submit(function, part))
            if len(waiting) >= WAITING_MOST * self.count:
                yield self._result(waiting.popleft())
        while waiting:
            yield self._result(waiting.popleft())

    def _here(self, function: Callable[[P], R], part: P) -> R:
        """Run a part in this thread; spending from its budget also checks whether to stop."""
        if self.stop is None:
            return function(part)
        with _StopBudget(self.stop, budget()):
            return function(part)

    def _pool(self, *, by_kernel: bool) -> Executor:
        if by_kernel not in self.pools:
            self.pools[by_kernel] = (
                ThreadPoolExecutor(self.count)
                if by_kernel
                else ProcessPoolExecutor(
                    self.count, mp_context=get_context("spawn"), initializer=_begin
                )
            )
        return self.pools[by_kernel]

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
