"""`battlereel serve` on a clock that hurries, the same one in all processes."""

import os
import sys

from webapp.base.config import SystemClock
from webapp.serving import serve

STARTED = "HURRIED_SINCE_MS"
TIMES = 5


class SharedHurriedClock(SystemClock):
    """A multiple of the machine's time since the moment that the environment names."""

    def __init__(self) -> None:
        super().__init__()
        self.began_ms = int(os.environ[STARTED])

    def now_ms(self) -> int:
        return self.began_ms + TIMES * (super().now_ms() - self.began_ms)

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds / TIMES)


if __name__ == "__main__":
    serve("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1]), SharedHurriedClock())
