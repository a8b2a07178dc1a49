"""Kernels without waiting for them: a thread loads one, a process of its own compiles what is new.

Compiling takes half a minute of a core, and would hold up whoever shares this process.
"""

import atexit
import fcntl
import logging
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final

from engine.core.errors import KernelError
from engine.core.ruleset import Kernel, Ruleset

Make = Callable[[], Kernel]

logger = logging.getLogger(__name__)

NONE: Final = Kernel(warm=lambda: None)
"""Stands for the kernel of a game that has none, and for one that cannot be loaded."""
LOCK: Final = "compiling.lock"
_loaded: Final[dict[Make, Kernel | None]] = {}
"""Kernels by the functions that make them: None while one is loading."""
_lock: Final = threading.Lock()
_one_by_one: Final[defaultdict[Make, threading.Lock]] = defaultdict(threading.Lock)
"""What two would compile at once, the second one finds in the cache."""
_in_numba: Final = threading.RLock()
_ending: Final = threading.Event()


def load(ruleset: Ruleset[Any, Any], *, in_subprocess: bool = False) -> Kernel | None:
    """A ruleset's kernel, loaded, and compiled if it never was; None if it has none.

    `apart` compiles in another process, which leaves the result in the cache; if that or loading
    fails it is logged, and there is none.
    """
    if ruleset.kernel is None:
        return None
    try:
        kernel = _load(ruleset.kernel, ruleset.id, in_subprocess=in_subprocess)
    except Exception as error:  # whatever a ruleset's own code or a compiler raises
        if not in_subprocess:
            raise
        _give_up(ruleset, error)
        return None
    _loaded[ruleset.kernel] = kernel
    return kernel


def ready(ruleset: Ruleset[Any, Any]) -> Kernel | None:
    """A ruleset's kernel if nobody waits for its `sampler`; else None, and a thread loads it.

    Where there is none to be waited for, it is one that can do nothing.
    """
    if ruleset.kernel is None:
        return NONE
    with _lock:
        if ruleset.kernel in _loaded:
            return _loaded[ruleset.kernel]
        _loaded[ruleset.kernel] = None
    threading.Thread(target=_load_sampler, args=(ruleset,), daemon=True).start()
    return None


def loaded(ruleset: Ruleset[Any, Any]) -> Kernel:
    """Return a ruleset's kernel if it is loaded, else one that can do nothing; load nothing."""
    return (ruleset.kernel and _loaded.get(ruleset.kernel)) or NONE


def _load_sampler(ruleset: Ruleset[Any, Any]) -> None:
    assert ruleset.kernel is not None
    try:
        kernel = _made(ruleset.kernel)
    except Exception as error:  # whatever a ruleset's own code raises
        _give_up(ruleset, error)
        return
    if kernel.sampler is None:
        _loaded[ruleset.kernel] = NONE  # what else it does is loaded by those who need it
    else:
        load(ruleset, in_subprocess=True)


def _give_up(ruleset: Ruleset[Any, Any], error: Exception) -> None:
    assert ruleset.kernel is not None
    _loaded[ruleset.kernel] = NONE
    if not _ending.is_set():
        logger.warning("the kernel of %s cannot be loaded: %s", ruleset.id, error or repr(error))


def _load(make: Make, ruleset: str, *, in_subprocess: bool) -> Kernel:
    kernel = _made(make)
    with _lock:
        own = _one_by_one[make]
    with own:
        cold = _cold_folder(make)
        if in_subprocess and cold:
            _compile_apart(ruleset)
        with alone(cold) if cold and not in_subprocess else nullcontext(), _using_numba():
            kernel.warm()
    return kernel


def _made(make: Make) -> Kernel:
    with _using_numba():
        return make()


def _compile_apart(ruleset: str) -> None:
    """Raises KernelError if it fails: this process would compile for as long, or fail as well."""
    # -P: the folder that somebody is in is not where modules come from.
    command = [sys.executable, "-P", "-m", "engine.kernels", ruleset]
    silent = subprocess.DEVNULL
    done = subprocess.run(
        command,
        stdin=silent,
        stdout=silent,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise KernelError(f"its compiler failed: {said[-1]}")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Waits for other processes that compile into this folder; they leave what is needed there."""
    with ExitStack() as stack:
        with suppress(OSError):  # no locks there, or somebody else's file: then both compile
            fcntl.flock(stack.enter_context((folder / LOCK).open("w")), fcntl.LOCK_EX)
        yield


@contextmanager
def _using_numba() -> Iterator[None]:
    """The process does not end within: one whose thread is in LLVM then may crash."""
    with _in_numba:
        if _ending.is_set():
            raise KernelError("the process ends")
        yield


def _end() -> None:
    _ending.set()
    _in_numba.acquire()


atexit.register(_end)


def _cold_folder(make: Make) -> Path | None:
    """Where the cache of a ruleset's kernels is if any of them is not in it."""
    from engine.kernels.compiled import is_cached, kernels

    package = make.__module__.rpartition(".")[0]
    needed = kernels(package)
    # The folder of the first, not of the first that is cold, so that all wait for the same lock.
    return None if all(map(is_cached, needed)) else Path(needed[0].stats.cache_path)
