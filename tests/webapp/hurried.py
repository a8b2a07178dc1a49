"""`battlereel serve` on a clock that hurries, so that nobody waits for a countdown or a battle."""

import sys

from webapp.base.config import SystemClock
from webapp.serving import serve

TIMES = 20


class HurriedClock(SystemClock):
    """The machine's own time, and from the beginning on a multiple of what passes."""

    def __init__(self) -> None:
        super().__init__()
        self.began_ms = super().now_ms()

    def now_ms(self) -> int:
        return self.began_ms + TIMES * (super().now_ms() - self.began_ms)

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds / TIMES)


if __name__ == "__main__":
    serve("127.0.0.1", int(sys.argv[1]), HurriedClock())
