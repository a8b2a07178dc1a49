"""Typed wrappers of numba's decorators, which are untyped.

numba caches compiled code in NUMBA_CACHE_DIR if it is set, else in `__pycache__` next to the
source, else (for a read-only package) in the user's cache folder. If none is writable, every
process compiles the kernels again.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

import numba
from numba.core.registry import cpu_target

F = TypeVar("F", bound=Callable[..., Any])

WITHOUT_COUNTS: Final[Mapping[str, Any]] = MappingProxyType({"_nrt": False})
_KERNELS: Final[list[Any]] = []
FOLDER: Final = "kernel"
"""Name of a game's folder of kernels; all depend on the folder of this file as well."""

# numba imports its types at the first compilation or load of a kernel, without a lock. A call of
# another kernel meanwhile fails: "dictionary changed size during iteration".
cpu_target.typing_context.refresh()
cpu_target.target_context.refresh()


def stamp(*folders: Path) -> str:
    """Return a hash of all Python files in some folders and below them."""
    sources = sorted(path for folder in folders for path in folder.rglob("*.py"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:12]


@cache
def _stamp_of(folder: Path) -> str:
    return stamp(folder, Path(__file__).parent)


def compiled(function: F) -> F:
    """Compile a function that only kernels call; it is inlined into them."""
    return cast(F, numba.njit(nogil=True, forceinline=True)(function))


def bare(function: F) -> F:
    """Like `compiled`, without numba's reference counts: for kernels that allocate nothing.

    Reading an array out of a tuple counts references atomically, which takes most of the time of a
    kernel that works on small arrays in many small functions.
    """
    return cast(F, numba.njit(nogil=True, forceinline=True, **WITHOUT_COUNTS)(function))


def not_inlined(function: F) -> F:
    """Like `bare`, but called: each inlined copy of a function used often takes time to compile."""
    return cast(F, numba.njit(nogil=True, **WITHOUT_COUNTS)(function))


def bare_kernel(function: F) -> F:
    """A kernel without numba's reference counts, for one that only calls `bare` functions."""
    return kernel(function, WITHOUT_COUNTS)


def kernel(function: F, options: Mapping[str, Any] = MappingProxyType({})) -> F:
    """Make a function callable from Python: compiled at its first call, cached for later processes.

    numba recompiles it when its own file has changed, but does not notice changes in the functions
    that it calls. So its name, and with it the name of its cache file, ends in a hash of all
    kernels in its folder and in this one.
    """
    file = Path(function.__code__.co_filename)
    folder = next((above for above in file.parents if above.name == FOLDER), file.parent)
    function.__qualname__ = f"{function.__name__}_{_stamp_of(folder)}"
    try:
        made = numba.njit(nogil=True, cache=True, **options)(function)
    except RuntimeError:  # numba found no folder that it can write to
        return cast(F, numba.njit(nogil=True, **options)(function))
    _KERNELS.append(made)
    return cast(F, made)


def kernels(package: str) -> list[Any]:
    """Return the imported kernels of a package that can be cached."""
    return [made for made in _KERNELS if made.__module__.startswith(package + ".")]


def is_cached(made: Any) -> bool:
    """Whether numba would find a kernel in its cache, for this code, Python, numba and processor.

    numba has no API for this, so its index is read as numba does.
    """
    cache = made._cache
    _, *own = cache._index_key(None, made.targetctx.codegen())
    found = cache._cache_file._load_index().items()
    folder = Path(made.stats.cache_path)
    return any([*rest] == own and (folder / name).exists() for (_, *rest), name in found)
