"""Turns of the event loop for long or frequent work."""

import time
from collections import deque
from typing import Final

import gevent
from gevent.event import Event

# A timer, before which the loop polls input and output; `gevent.sleep(0)` runs greenlets first.
SHORTEST_SECONDS: Final = 1e-9
SLICE_SECONDS: Final = 0.005


def give_way() -> None:
    """Let the loop handle input, output and every ready greenlet."""
    gevent.sleep(SHORTEST_SECONDS)


class Slices:
    """A share of each round of the loop, about SLICE_SECONDS in all, for pieces of work in turn."""

    def __init__(self) -> None:
        self.waiting: deque[Event] = deque()
        self.is_dispatching = False

    def wait(self) -> None:
        """Wait until this greenlet may do its next piece."""
        turn = Event()
        self.waiting.append(turn)
        if not self.is_dispatching:
            self.is_dispatching = True
            gevent.spawn(self._dispatch)
        turn.wait()

    def _dispatch(self) -> None:
        try:
            while self.waiting:
                give_way()
                began = time.monotonic()
                while self.waiting and time.monotonic() - began < SLICE_SECONDS:
                    self.waiting.popleft().set()
                    gevent.sleep(0)  # it does its piece
        finally:
            self.is_dispatching = False


LIVE: Final = Slices()  # for reading WebSocket messages and handling them
