"""`battlereel serve` on a clock that hurries, the same one in all processes."""

import os
import sys

from tests.webapp.hurried import HurriedClock
from webapp.serving import serve
from webapp.store import postgres

PATIENCE_SECONDS = 2.0  # maximum silence of the database
STARTED = "HURRIED_SINCE_MS"
TIMES = 5

if __name__ == "__main__":
    postgres.ANSWER_SECONDS = PATIENCE_SECONDS  # type: ignore[misc]
    clock = HurriedClock(TIMES, int(os.environ[STARTED]))
    serve("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1]), clock)
