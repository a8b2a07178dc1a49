"""Whether kernels must be compiled first, so that pages need not wait for a compiler."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any, Final, Literal, TypeAlias

from engine.core.ruleset import Kernel, Ruleset
from engine.kernels import loading

Lack: TypeAlias = Literal["compiling", "failed"]

USE_SUBPROCESS: Final = Event()  # set in processes with several users
_compiling: Final[set[Callable[[], Kernel]]] = set()  # kernels that are being compiled
_failed: Final[set[Callable[[], Kernel]]] = set()  # kernels that could not be compiled


def is_compiled(ruleset: Ruleset[Any, Any]) -> bool:
    """Whether a ruleset's kernel works without a compiler, or there is none."""
    if ruleset.kernel is None:
        return True
    from engine.kernels.compiled import is_cached, kernels

    ruleset.kernel()  # imports them
    return all(map(is_cached, kernels(ruleset.kernel.__module__.rpartition(".")[0])))


def lack_of(ruleset: Ruleset[Any, Any]) -> Lack | None:
    """Return why a kernel cannot be used yet; the first call starts compiling it in a subprocess.

    Always None unless USE_SUBPROCESS is set: then the caller compiles and waits.
    """
    make = ruleset.kernel
    if make is None or not USE_SUBPROCESS.is_set():
        return None
    if make in _compiling:
        return "compiling"
    if is_compiled(ruleset):
        return None
    if make in _failed:
        return "failed"
    _compiling.add(make)
    Thread(target=_load, args=(ruleset, make), daemon=True).start()
    return "compiling"


def _load(ruleset: Ruleset[Any, Any], make: Callable[[], Kernel]) -> None:
    kernel = None
    try:
        kernel = loading.load(ruleset, in_subprocess=True)
    finally:
        if kernel is None:
            _failed.add(make)
        _compiling.discard(make)
