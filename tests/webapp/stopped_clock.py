"""A clock that stands still until a test moves it."""

NOW_MS = 1_800_000_000_000


class StoppedClock:
    def __init__(self) -> None:
        self.ms = NOW_MS

    def now_ms(self) -> int:
        return self.ms

    def sleep(self, seconds: float) -> None:
        self.ms += round(seconds * 1000)
