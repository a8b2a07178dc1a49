"""Whether kernels have to be compiled first, so that nobody waits for that on a page."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any, Final, Literal, TypeAlias

from engine.core.ruleset import Kernel, Ruleset
from engine.kernels import loading

Lack: TypeAlias = Literal["compiling", "failed"]

USE_SUBPROCESS: Final = Event()
"""Set where others share this process: what it needs is compiled by processes of their own."""
_awaited: Final[set[Callable[[], Kernel]]] = set()
"""Kernels that were asked for before they were compiled, until they are loaded."""
_failed: Final[set[Callable[[], Kernel]]] = set()
"""Kernels that could not be compiled when they were asked for."""


def is_compiled(ruleset: Ruleset[Any, Any]) -> bool:
    """Whether a ruleset's kernel works without a compiler, or there is none."""
    if ruleset.kernel is None:
        return True
    from engine.kernels.compiled import is_cached, kernels

    ruleset.kernel()  # imports them
    return all(map(is_cached, kernels(ruleset.kernel.__module__.rpartition(".")[0])))


def lack_of(ruleset: Ruleset[Any, Any]) -> Lack | None:
    """Why a kernel cannot be used yet: another process compiles it, from the first call on, or has
    failed to.

    Always None where nobody shares this process: then it compiles, and its caller waits.
    """
    make = ruleset.kernel
    if make is None or not USE_SUBPROCESS.is_set():
        return None
    if make in _awaited:
        return "compiling"
    if is_compiled(ruleset):
        return None
    if make in _failed:
        return "failed"
    _awaited.add(make)
    Thread(target=_load, args=(ruleset, make), daemon=True).start()
    return "compiling"


def _load(ruleset: Ruleset[Any, Any], make: Callable[[], Kernel]) -> None:
    kernel = None
    try:
        kernel = loading.load(ruleset, in_subprocess=True)
    finally:
        if kernel is None:
            _failed.add(make)
        _awaited.discard(make)
