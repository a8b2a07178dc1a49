"""A clock that hurries, so that nobody waits for a countdown or a battle."""

from webapp.base.config import SystemClock

TIMES = 20


class HurriedClock(SystemClock):
    """The machine's own time, and from a moment on, which is now, a multiple of what passes."""

    def __init__(self, times: int = TIMES, began_ms: int | None = None) -> None:
        super().__init__()
        self.times = times
        self.began_ms = super().now_ms() if began_ms is None else began_ms

    def now_ms(self) -> int:
        return self.began_ms + self.times * (super().now_ms() - self.began_ms)

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds / self.times)
