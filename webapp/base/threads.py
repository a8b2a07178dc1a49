"""Long work in threads, so that other requests and live messages continue."""

from collections.abc import Callable, Hashable
from threading import get_ident
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast
from weakref import WeakKeyDictionary

from gevent import get_hub
from gevent.event import AsyncResult
from gevent.threadpool import ThreadPool

from webapp.base.texts import spoken_here

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


def in_thread(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function in gevent's thread pool."""
    return in_pool(get_hub().threadpool, function, *args, **kwargs)


def in_pool(pool: ThreadPool, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function in this pool.

    gevent prints the traceback of an error raised in a thread, so errors leave it as values.
    """

    spoken = spoken_here(function)

    def outcome() -> tuple[T] | Exception:
        try:
            return (spoken(*args, **kwargs),)
        except Exception as error:
            return error

    found: tuple[T] | Exception = pool.apply(outcome)
    if isinstance(found, Exception):
        raise found
    return found[0]


class OwnThreads:
    """A thread pool for one kind of work."""

    def __init__(self, most: int) -> None:
        self.most = most
        # by hub: each serving thread has its own loop
        self.pools: WeakKeyDictionary[Any, ThreadPool] = WeakKeyDictionary()

    def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        hub = get_hub()
        if hub not in self.pools:
            self.pools[hub] = ThreadPool(self.most, hub=hub)
        return in_pool(self.pools[hub], function, *args, **kwargs)


class Shared(Generic[T]):
    """Work that is done once for all simultaneous callers."""

    def __init__(self) -> None:
        # by thread, which has its own loop, and key
        self.going: dict[tuple[int, Hashable], AsyncResult[T]] = {}

    def do(self, what: Hashable, work: Callable[[], T]) -> T:
        """Do the work, or wait for the result of the same work in progress."""
        key = (get_ident(), what)
        if other := self.going.get(key):
            return cast("T", other.get())
        result: AsyncResult[T] = AsyncResult()
        self.going[key] = result
        try:
            found = work()
            result.set(found)
        except BaseException as error:
            result.set_exception(error)
            raise
        finally:
            del self.going[key]
        return found
