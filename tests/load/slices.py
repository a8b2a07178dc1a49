"""How long something keeps the loop: the longest stretch in which no request can come in."""

import time
from collections.abc import Callable
from typing import Final

import gevent

TRIES: Final = 8
REFERENCE_MS: Final = 10.0  # duration of `_reference` on the machine of the limit
REFERENCE_ROUNDS: Final = 150_000


class Slices:
    """The longest stretch between two polls of the loop, in ms of this thread's processor time."""

    def __enter__(self) -> "Slices":
        self.worst_ms = 0.0
        self.looks = 0
        self.watcher = gevent.get_hub().loop.check()
        self.began = time.thread_time()
        self.watcher.start(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        self.watcher.stop()
        self.watcher.close()
        self._note()

    def _note(self) -> None:
        now = time.thread_time()
        self.worst_ms = max(self.worst_ms, (now - self.began) * 1000)
        self.began = now
        self.looks += 1


def kept_ms(work: Callable[[], object], limit_ms: float = 0.0) -> float:
    """How long the work keeps the loop, in ms: the best of some tries, or the first one within."""
    best = float("inf")
    for _ in range(TRIES):
        with Slices() as slices:
            work()
        best = min(best, slices.worst_ms)
        if best <= limit_ms:
            break
    return best


def slowness() -> float:
    """Return by which factor, at least 1, this machine is slower now than the limits' reference."""
    return max(1.0, kept_ms(_reference) / REFERENCE_MS)


def _reference() -> int:
    found: dict[str, int] = {}
    for number in range(REFERENCE_ROUNDS // 10):
        found[str(number)] = number
    return sum(len(key) for _ in range(10) for key in found)
