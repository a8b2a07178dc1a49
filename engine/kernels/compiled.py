"""Typed names for numba's decorator, which has no types of its own.

Where compiled code is kept: numba takes NUMBA_CACHE_DIR if it is set, else `__pycache__` beside the
source, else (a package installed read-only) the user's cache folder. Where none can be written to,
kernels work all the same and are compiled again by every process.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])

WITHOUT_COUNTS: Final[Mapping[str, Any]] = MappingProxyType({"_nrt": False})
_KERNELS: Final[list[Any]] = []
FOLDER: Final = "kernel"
"""What a game's folder of kernels is called; all build on the folder that this file is in."""


def stamp(*folders: Path) -> str:
    """A hash of all Python files in some folders and below them."""
    sources = sorted(path for folder in folders for path in folder.rglob("*.py"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:12]


@cache
def _stamp_of(folder: Path) -> str:
    return stamp(folder, Path(__file__).parent)


def compiled(function: F) -> F:
    """Compiles a function that only kernels call; it is inlined into them."""
    return cast(F, numba.njit(nogil=True, forceinline=True)(function))


def bare(function: F) -> F:
    """Like `compiled`, without numba's reference counts: for kernels that allocate nothing.

    Reading an array out of a tuple counts references, and the counts are atomic: where a kernel
    works on small arrays in many small functions, they take most of its time.
    """
    return cast(F, numba.njit(nogil=True, forceinline=True, **WITHOUT_COUNTS)(function))


def not_inlined(function: F) -> F:
    """Like `bare`, but called where it is used: for what takes numbers only and is used often.

    Each place where a function is inlined takes time to compile.
    """
    return cast(F, numba.njit(nogil=True, **WITHOUT_COUNTS)(function))


def bare_kernel(function: F) -> F:
    """A kernel without numba's reference counts, for one that only calls `bare` parts."""
    return kernel(function, WITHOUT_COUNTS)


def kernel(function: F, options: Mapping[str, Any] = MappingProxyType({})) -> F:
    """The function as one that Python calls: compiled at its first call, kept for later processes.

    numba compiles it anew when its own file has changed, but does not notice changes in what it
    calls. So its name, which names the file in the cache, ends in a hash of all the kernels in its
    folder and in this one.
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
    """The kernels in a package that have been imported and can be kept in a cache."""
    return [made for made in _KERNELS if made.__module__.startswith(package + ".")]


def is_cached(made: Any) -> bool:
    """Whether numba finds a kernel in its cache: of this code, Python, numba and processor.

    numba itself tells nobody before it compiles, so its own index is read as it does.
    """
    cache = made._cache
    _, *own = cache._index_key(None, made.targetctx.codegen())
    found = cache._cache_file._load_index().items()
    folder = Path(made.stats.cache_path)
    return any([*rest] == own and (folder / name).exists() for (_, *rest), name in found)
