"""Turns of the event loop: long or frequent work lets the server answer others in between."""

import time
from collections import deque
from typing import Final

import gevent
from gevent.event import Event

SHORTEST_SECONDS: Final = 1e-9
"""A timer, which the loop only runs after it has looked for input and output.

`gevent.sleep(0)` lets only ready greenlets run, a thousand of them before the loop looks again: a
request that arrives meanwhile waits for all of them.
"""
SLICE_SECONDS: Final = 0.005


def give_way() -> None:
    """Let the loop handle input and output, and every greenlet that is ready."""
    gevent.sleep(SHORTEST_SECONDS)


class Slices:
    """A share of each round of the loop for pieces of work, begun in the order of arrival.

    However many greenlets have a piece to do, they take about SLICE_SECONDS of a round together.
    """

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


LIVE: Final = Slices()
"""The share of live messages: of reading them from WebSockets, and of handling them."""
