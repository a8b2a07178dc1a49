"""Page rendering that yields to other requests."""

import time
from collections.abc import Iterable
from typing import Any, Final

import flask.templating

from webapp.base.event_loop import give_way
from webapp.base.jobs import in_thread, on_main_thread

SLICE_SECONDS: Final = 0.01  # rendering time before others have a turn


def _joined(parts: Iterable[str]) -> str:
    """Join the parts, yielding to the loop while they are rendered."""
    if isinstance(parts, list):  # of a macro or block: nothing left to render
        return "".join(parts)
    drawn = []
    began = time.monotonic()
    for part in parts:
        drawn.append(part)
        if time.monotonic() - began > SLICE_SECONDS:
            give_way()
            began = time.monotonic()
    return "".join(drawn)


class Environment(flask.templating.Environment):
    """Flask's environment with breaks: a page of hundreds of rows takes long."""

    concat = staticmethod(_joined)

    def compile(self, *args: Any, **kwargs: Any) -> Any:
        """Compile a template in a thread: the first request must not block others."""
        if on_main_thread():
            return in_thread(super().compile, *args, **kwargs)
        return super().compile(*args, **kwargs)
