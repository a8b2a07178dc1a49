"""`python -m tests.chaos.jumping serve …`: battlereel on a machine whose clock can be moved.

The file that CHAOS_CLOCK names has the seconds by which it is wrong. libfaketime would be the usual
tool; it replaces what Python's threads wait for each other by, and a server does not get to start.
"""

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
