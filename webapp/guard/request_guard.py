"""Checks every request: its size and form, and whether its session cookie may be trusted (CSRF).

Browsers send the cookie with requests from other sites, too. So a request that may change something
needs the session's token beside it: in a form as `csrf_token`, in the API as `X-CSRFToken`.
"""

from typing import Final

from flask import Flask, current_app, g, request, session
from flask_wtf import CSRFProtect
from flask_wtf.csrf import validate_csrf
from werkzeug.exceptions import RequestURITooLarge, UnsupportedMediaType
from wtforms import ValidationError

from engine import decode

API: Final = "/api/"
QUERY_BYTES_MOST: Final = 4_000
SAFE: Final = ("GET", "HEAD", "OPTIONS")
csrf: Final = CSRFProtect()
"""Asks every form for the session's token; the API asks for itself."""


def attach(app: Flask) -> None:
    """Has every request checked before it is answered."""
    app.before_request(_bound)
    app.before_request(_disown)


def has_believed_session() -> bool:
    """Whether this request's session cookie may identify the caller."""
    return not g.get("disowned", False)


def _bound() -> None:
    if len(request.query_string) > QUERY_BYTES_MOST:
        raise RequestURITooLarge(
            f"The part of the address after ? is too long: at most {QUERY_BYTES_MOST:,} bytes."
        )
    if request.method in SAFE or not request.path.startswith(API):
        return
    body = request.get_data()
    if body and request.mimetype not in ("", "application/json"):
        raise UnsupportedMediaType(
            "The body has to be JSON: send it with the header Content-Type: application/json."
        )
    if body:
        # Refuses too deep nesting, too long numbers and duplicate keys, for every resource.
        decode(body)


def _disown() -> None:
    """Ignores the session of a call of the API that changes something without the CSRF token."""
    if request.method in SAFE or not request.path.startswith(API):
        return
    try:
        validate_csrf(
            request.headers.get("X-CSRFToken"),
            time_limit=current_app.config["WTF_CSRF_TIME_LIMIT"],
        )
    except ValidationError:
        g.disowned = True
        session.clear()
        session.modified = False  # the answer leaves the browser's cookie as it is
