"""Long work in threads, so that other requests and live messages go on meanwhile."""

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

    def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns or raises."""
        ...


class Progress:
    """How far a piece of work has come; whoever reads it may stop the work."""

    done = 0
    of = 0
    is_stopped = False

    def __call__(self, done: int, of: int) -> None:
        self.done, self.of = done, of

    def stopped(self) -> bool:
        """Return `is_stopped`, as a function."""
        return self.is_stopped


def in_thread(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """What the function returns or raises, run in gevent's thread pool."""
    return in_pool(get_hub().threadpool, function, *args, **kwargs)


def in_pool(pool: ThreadPool, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the function returns or raises, run in this pool.

    gevent prints the traceback of whatever a thread raises, so an error leaves it as a value.
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
    """A few threads for one kind of work, so that it waits for no other kind."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.pools: WeakKeyDictionary[Any, ThreadPool] = WeakKeyDictionary()
        """By hub, since each thread that serves has a loop of its own."""

    def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns or raises."""
        hub = get_hub()
        if hub not in self.pools:
            self.pools[hub] = ThreadPool(self.most, hub=hub)
        return in_pool(self.pools[hub], function, *args, **kwargs)


class Shared(Generic[T]):
    """Work that is done once for all who ask for it at the same time."""

    def __init__(self) -> None:
        self.going: dict[tuple[int, Hashable], AsyncResult[T]] = {}
        """By thread, since each that serves has a loop of its own, and by what is asked for."""

    def do(self, what: Hashable, work: Callable[[], T]) -> T:
        """What the work returns or raises; `what` tells it from other work."""
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
