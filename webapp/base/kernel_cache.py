"""Cache folder of compiled kernels if numba finds none itself: in the instance."""

import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

import engine

VARIABLE: Final = "NUMBA_CACHE_DIR"  # numba's setting, inherited by child processes
logger = logging.getLogger("webapp.kernels")


def make_room(instance: Path | None) -> None:
    """Cache kernels in the instance if no other cache is writable; call before importing numba."""
    if instance is None or os.environ.get(VARIABLE) or any(map(_is_writable, _own_folders())):
        return
    folder = (instance / "kernels").absolute()
    os.environ[VARIABLE] = str(folder)
    logger.warning(
        "kernels are kept in %s: neither their package nor the user's cache can be written", folder
    )


def _own_folders() -> tuple[Path, Path]:
    """Return numba's default cache folders."""
    beside = Path(engine.__file__).parent / "kernels" / "__pycache__"
    caches = "Library/Caches" if sys.platform == "darwin" else ".cache"
    user = Path(os.environ.get("XDG_CACHE_HOME") or Path("~").expanduser() / caches)
    return beside, user / "numba"


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
