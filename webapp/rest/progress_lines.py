"""Answers of long searches as JSON lines: progress, then the result."""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

import gevent
from flask import Response, copy_current_request_context, request, stream_with_context
from gevent import Greenlet
from werkzeug.exceptions import HTTPException

from engine import InputError
from webapp.base import errors
from webapp.base.jobs import Progress, outcome, unwrap
from webapp.base.texts import problem_lines
from webapp.store import outage

LINES: Final = "application/x-ndjson"  # MIME type that page scripts accept
AT_ONCE_SECONDS: Final = 0.3  # a search that ends sooner is answered whole, with its status
LOOK_SECONDS: Final = 0.2


def are_wanted() -> bool:
    return request.accept_mimetypes.best == LINES


def answer(search: Callable[[Progress], str]) -> Response:
    """Return a search's HTML as JSON lines; a disconnect stops the search."""
    return lines(lambda progress: {"html": search(progress)})


def lines(search: Callable[[Progress], dict[str, Any]]) -> Response:
    """Return a search's JSON answer in the same way."""
    progress = Progress()
    working = gevent.spawn(copy_current_request_context(outcome), search, progress)
    working.join(timeout=AT_ONCE_SECONDS)
    if working.ready():
        unwrap(working.get())  # raises its error
    answered = stream_with_context(_lines(working, progress))
    return Response(answered, mimetype=LINES, headers={"X-Accel-Buffering": "no"})


def _lines(
    working: "Greenlet[..., tuple[dict[str, Any]] | Exception]", progress: Progress
) -> Iterator[str]:
    try:
        while not working.ready():
            yield json.dumps({"done": progress.done, "of": progress.of}) + "\n"
            working.join(timeout=LOOK_SECONDS)
    finally:
        # Closed as soon as the client disconnects.
        progress.is_stopped = True
    value = working.get()
    answer = _refusal(value) if isinstance(value, Exception) else value[0]
    yield json.dumps(answer) + "\n"


def _refusal(error: Exception) -> dict[str, Any]:
    """Return the last line for an error after the status was sent."""
    if isinstance(error, InputError):
        return {"error": problem_lines(error)}
    if isinstance(error, HTTPException):
        return {"error": errors.text_of(error)}
    return outage.answer(error, "request", "a search failed")
