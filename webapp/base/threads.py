"""Long work in threads, so that other requests and live messages go on meanwhile."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from gevent import get_hub
from gevent.threadpool import ThreadPool

from webapp.base.texts import spoken_here

P = ParamSpec("P")
T = TypeVar("T")


def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
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
