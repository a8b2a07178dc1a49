"""Pages are drawn while others are answered."""

import threading
import time
from collections.abc import Iterable
from typing import Any, Final

import flask.templating

from webapp.base.event_loop import give_way
from webapp.base.threads import in_thread

SLICE_SECONDS: Final = 0.01
"""So long a page is drawn without a break; then others have their turn."""


def _joined(parts: Iterable[str]) -> str:
    """The parts as one text. Those that are still to be drawn leave the loop free in between."""
    if isinstance(parts, list):  # of a macro, or a part of a page: all is there
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
    """Flask's, with breaks: a page of hundreds of rows takes longer than others should wait."""

    concat = staticmethod(_joined)

    def compile(self, *args: Any, **kwargs: Any) -> Any:
        """A template as code: whoever is the first to ask for a page lets nobody wait for it."""
        if threading.current_thread() is threading.main_thread():
            return in_thread(super().compile, *args, **kwargs)
        return super().compile(*args, **kwargs)
