"""Whether kernels have to be compiled first, so that nobody waits for that on a page."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any, Final

from engine.core.ruleset import Kernel, Ruleset
from engine.kernels import loading

ELSEWHERE: Final = Event()
"""Set where others share this process: what it needs is compiled by processes of their own."""
_awaited: Final[set[Callable[[], Kernel]]] = set()
"""Kernels that were asked for before they were compiled, until they are loaded."""
_begun: Final[set[Callable[[], Kernel]]] = set()


def is_compiled(ruleset: Ruleset[Any, Any]) -> bool:
    """Whether a ruleset's kernel works without a compiler, or there is none."""
    if ruleset.kernel is None:
        return True
    from engine.kernels.compiled import is_cached, kernels

    ruleset.kernel()  # imports them
    return all(map(is_cached, kernels(ruleset.kernel.__module__.rpartition(".")[0])))


def is_awaited(ruleset: Ruleset[Any, Any]) -> bool:
    """Whether another process has to compile a kernel first, which it is made to begin with.

    Never so where nobody shares this process: then it compiles, and its caller waits. Nor where it
    has failed: then nothing is better for waiting.
    """
    make = ruleset.kernel
    if make is None or not ELSEWHERE.is_set():
        return False
    if make in _begun or is_compiled(ruleset):
        return make in _awaited
    _begun.add(make)
    _awaited.add(make)
    Thread(target=_load, args=(ruleset, make), daemon=True).start()
    return True


def _load(ruleset: Ruleset[Any, Any], make: Callable[[], Kernel]) -> None:
    try:
        loading.load(ruleset, apart=True)
    finally:
        _awaited.discard(make)
