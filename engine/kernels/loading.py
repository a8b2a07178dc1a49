"""Loading kernels without blocking: a thread loads them, a subprocess compiles missing ones.

Compiling takes half a minute of a core and would block the other users of this process.
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
from typing import Final, Literal, TypeAlias

from engine.core.errors import KernelError
from engine.core.ruleset import AnyRuleset, Kernel

Make = Callable[[], Kernel]
Lack: TypeAlias = Literal["compiling", "failed"]

logger = logging.getLogger(__name__)

NONE: Final = Kernel(warm=lambda: None)
"""The kernel of a game that has none, or whose kernel cannot be loaded."""
LOCK: Final = "compiling.lock"
_loaded: Final[dict[Make, Kernel | None]] = {}
"""Kernels by the functions that make them; None while one is loading."""
_lock: Final = threading.Lock()
_one_by_one: Final[defaultdict[Make, threading.Lock]] = defaultdict(threading.Lock)
"""Locks that let a second caller find in the cache what the first one compiled."""
USE_SUBPROCESS: Final = threading.Event()  # set in processes with several users
_compiling: Final[set[Make]] = set()  # kernels that are being compiled
_failed: Final[set[Make]] = set()  # kernels that could not be compiled
_in_numba: Final = threading.RLock()
_ending: Final = threading.Event()


def load(
    ruleset: AnyRuleset,
    *,
    in_subprocess: bool = False,
    compiles: bool = True,
    for_samples: bool = False,
) -> Kernel | None:
    """Return a ruleset's kernel, loaded, or compiled first if `compiles`; None if it has none.

    `in_subprocess` compiles in another process, into the cache. If that or loading fails, the error
    is logged and the result is None. `for_samples` loads no kernel without a `sampler`.
    """
    make = ruleset.kernel
    if make is None:
        return None
    try:
        if not (compiles or is_compiled(ruleset)):
            return None
        if for_samples and _made(make).sampler is None:
            kernel = NONE  # its other functions are loaded on demand
        else:
            kernel = _load(make, ruleset.id, in_subprocess=in_subprocess)
    except Exception as error:  # any error of a ruleset's own code or a compiler
        if not in_subprocess:
            raise
        _loaded[make] = NONE
        if not _ending.is_set():
            logger.warning(
                "the kernel of %s cannot be loaded: %s", ruleset.id, error or repr(error)
            )
        return None
    _loaded[make] = kernel
    return kernel


def ready(ruleset: AnyRuleset) -> Kernel | None:
    """Return a ruleset's kernel if its `sampler` is loaded; else None, and a thread loads it.

    Returns NONE if there is no kernel or it cannot be loaded.
    """
    if ruleset.kernel is None:
        return NONE
    with _lock:
        if ruleset.kernel in _loaded:
            return _loaded[ruleset.kernel]
        _loaded[ruleset.kernel] = None
    how = {"in_subprocess": True, "for_samples": True}
    threading.Thread(target=load, args=(ruleset,), kwargs=how, daemon=True).start()
    return None


def loaded(ruleset: AnyRuleset) -> Kernel:
    """Return a ruleset's kernel if it is loaded, else NONE; load nothing."""
    return (ruleset.kernel and _loaded.get(ruleset.kernel)) or NONE


def is_compiled(ruleset: AnyRuleset) -> bool:
    """Whether a ruleset's kernel works without a compiler, or there is none."""
    if ruleset.kernel is None:
        return True
    ruleset.kernel()  # imports its functions
    return _cold_folder(ruleset.kernel) is None


def lack_of(ruleset: AnyRuleset) -> Lack | None:
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
    threading.Thread(target=_compile, args=(ruleset, make), daemon=True).start()
    return "compiling"


def _compile(ruleset: AnyRuleset, make: Make) -> None:
    if load(ruleset, in_subprocess=True) is None:
        _failed.add(make)
    _compiling.discard(make)


def _load(make: Make, ruleset: str, *, in_subprocess: bool) -> Kernel:
    kernel = _made(make)
    with _lock:
        own = _one_by_one[make]
    with own:
        cold = _cold_folder(make)
        if in_subprocess and cold:
            # -P: never import modules from the current folder.
            command = [sys.executable, "-P", "-m", "engine.kernels", ruleset]
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
            if done.returncode:  # compiling in this process would fail as well
                said = done.stderr.decode(errors="replace").strip().splitlines()
                said = said or [f"exit status {done.returncode}"]
                raise KernelError(f"its compiler failed: {said[-1]}")
        with alone(cold) if cold and not in_subprocess else nullcontext(), _using_numba():
            kernel.warm()
    return kernel


def _made(make: Make) -> Kernel:
    with _using_numba():
        return make()


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Wait for other processes that compile into this folder; their results can then be reused."""
    with ExitStack() as stack:
        with suppress(OSError):  # without locks, or with a foreign file, both compile
            fcntl.flock(stack.enter_context((folder / LOCK).open("w")), fcntl.LOCK_EX)
        yield


@contextmanager
def _using_numba() -> Iterator[None]:
    """Keep the process from ending within: it may crash while a thread is in LLVM."""
    with _in_numba:
        if _ending.is_set():
            raise KernelError("the process ends")
        yield


def _end() -> None:
    _ending.set()
    _in_numba.acquire()


atexit.register(_end)


def _cold_folder(make: Make) -> Path | None:
    """Return the cache folder of a ruleset's kernels if any of them is not cached."""
    from engine.kernels.compiled import is_cached, kernels

    package = make.__module__.rpartition(".")[0]
    needed = kernels(package)
    # Always the folder of the first kernel, so that all processes wait for the same lock.
    return None if all(map(is_cached, needed)) else Path(needed[0].stats.cache_path)
