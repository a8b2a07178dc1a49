"""The log: text with errors, or JSON Lines with every request; never a secret."""

import logging
import re
import secrets
import sys
import time
from typing import Any, Final

from flask import Flask, Response, current_app, g, has_request_context, request
from pythonjsonlogger.json import JsonFormatter

from webapp.base import metrics
from webapp.base.assets import FILES

# secrets in addresses and headers
SECRET: Final = re.compile(
    r"(/(?:edit|join|seat)/|[?&](?:edit|seat|token)=|Bearer )[^\s/?&#\"'\]\\]+"
)
REQUEST_ID: Final = re.compile("[A-Za-z0-9_-]{1,64}")
HEADER: Final = "X-Request-Id"
# What an id in an address belongs to, by the preceding segment.
KINDS: Final = {
    **dict.fromkeys(("b", "battles", "embed"), "battle"),
    **dict.fromkeys(("c", "challenges"), "challenge"),
    **dict.fromkeys(("m", "matches"), "match"),
    **dict.fromkeys(("a", "armies"), "army"),
}


def masked(text: str) -> str:
    """Return a text without the secrets in its addresses."""
    return SECRET.sub(r"\1***", text)


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))


class _Json(JsonFormatter):
    def format(self, record: logging.LogRecord) -> str:
        if has_request_context():
            record.request_id = request_id()
        return masked(super().format(record))


def configure(*, as_json: bool) -> None:
    """Write all logs of this process to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    names = {"levelname": "level", "name": "logger"}
    handler.setFormatter(
        _Json("{levelname}{name}{message}", style="{", timestamp="time", rename_fields=names)
        if as_json
        else _Text("[%(asctime)s] %(levelname)s: %(message)s")
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("webapp").setLevel(logging.INFO if as_json else logging.WARNING)


def attach(app: Flask) -> None:
    """Give each request an id, returned in a header, and log its response."""
    app.before_request(_begin)
    app.after_request(_note)


def request_id() -> str:
    """Return the current request's id, given by a proxy or generated."""
    if "request_id" not in g:
        given = request.headers.get(HEADER, "")
        g.request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
    return str(g.request_id)


def _begin() -> None:
    g.began = time.perf_counter()


def _note(response: Response) -> Response:
    response.headers[HEADER] = request_id()
    seconds = time.perf_counter() - g.get("began", time.perf_counter())
    status = response.status_code
    metrics.REQUESTS.labels(request.endpoint or "nowhere", str(status)).observe(seconds)
    if status >= 500 and status != 503:
        metrics.ERRORS.labels("request").inc()
    if request.endpoint not in FILES:
        fields: dict[str, Any] = {"status": status, "ms": round(seconds * 1000, 1)}
        kind = request.path.removeprefix("/api/v1/").lstrip("/").partition("/")[0]
        id_ = (request.view_args or {}).get("id_")
        if id_ and kind in KINDS:
            fields[KINDS[kind]] = id_
        fields |= {"method": request.method, "path": request.path}
        current_app.logger.info("request", extra=fields)
    return response
