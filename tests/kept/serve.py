"""`python -m tests.kept.serve PORT` serves at the moment at which the kept instance was left."""

import sys

from tests.kept.files import answers
from webapp.base.config import SystemClock
from webapp.serving import serve

COMMAND = (sys.executable, "-m", "tests.kept.serve")


class KeptClock(SystemClock):
    """The machine's time has no say: it is always that moment."""

    def __init__(self) -> None:
        self.ms: int = answers()["clock_ms"]

    def now_ms(self) -> int:
        return self.ms


if __name__ == "__main__":
    serve("127.0.0.1", int(sys.argv[1]), KeptClock())
