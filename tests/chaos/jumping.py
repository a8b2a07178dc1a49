"""battlereel with a clock that is wrong by the seconds in CHAOS_CLOCK's file (libfaketime blocks
Python's threads)."""

import os
import time
from pathlib import Path

from webapp.cli import main

FILE = Path(os.environ["CHAOS_CLOCK"])
_time, _time_ns = time.time, time.time_ns


def _off() -> int:
    try:
        return int(FILE.read_text())
    except (OSError, ValueError):  # it is being written
        return 0


if __name__ == "__main__":
    time.time = lambda: _time() + _off()
    time.time_ns = lambda: _time_ns() + _off() * 1_000_000_000
    main()
