"""Checks of every request: size, syntax, and trust in its session cookie (CSRF).

Browsers send the cookie with requests from other sites as well, so a request that changes something
needs the session's token: in a form as `csrf_token`, in the API as `X-CSRFToken`.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import Flask, current_app, g, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf import CSRFProtect
from flask_wtf.csrf import validate_csrf
from werkzeug.exceptions import RequestEntityTooLarge, RequestURITooLarge, UnsupportedMediaType
from wtforms import ValidationError

from engine import Text, decode
from webapp.base.texts import _
from webapp.guard.long_forms import LongFormRequest

API: Final = "/api/"
QUERY_BYTES_MOST: Final = 4_000
JSON_BYTES_MOST: Final = 300_000  # for the API: four times the largest battle file
SMALL_BYTES_MOST: Final = 10_000  # where no army is sent
FIELDS_MOST: Final = 5_000  # per form: three times the largest army and its terms
SAFE: Final = ("GET", "HEAD", "OPTIONS")
FORM: Final = "application/x-www-form-urlencoded"
View = TypeVar("View", bound=Callable[..., Any])
_SMALL: Final = "battlereel_small"
csrf: Final = CSRFProtect()  # for forms; the API checks the token itself


class _Sessions(SecureCookieSessionInterface):
    """Cookie sessions, never set by HEAD, which any site can send."""

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        return request.method != "HEAD" and super().should_set_cookie(app, session)


def attach(app: Flask) -> None:
    app.request_class = LongFormRequest
    app.session_interface = _Sessions()
    app.before_request(_bound)
    app.before_request(_disown)


def small(view: View) -> View:
    """Mark a view of the API with small bodies.

    It goes right above the function, below the decorators of its blueprint.
    """
    setattr(view, _SMALL, True)
    return view


def has_believed_session() -> bool:
    """Whether this request's session cookie may identify the caller."""
    return not g.get("disowned", False)


def _bound() -> None:
    if len(request.query_string) > QUERY_BYTES_MOST:
        raise RequestURITooLarge(
            _(
                "The part of the address after ? is too long: at most {most:,} bytes.",
                most=QUERY_BYTES_MOST,
            )
        )
    if request.method in SAFE:
        return
    if not request.path.startswith(API):
        # Read here: the fields of a form are counted before it is parsed.
        if request.mimetype == FORM and request.get_data().count(b"&") >= FIELDS_MOST:
            raise RequestEntityTooLarge(
                Text("This form has too many fields: at most {most:,} are taken.", most=FIELDS_MOST)
            )
        return
    view = current_app.view_functions.get(request.endpoint or "")
    request.max_content_length = (
        SMALL_BYTES_MOST if getattr(view, _SMALL, False) else JSON_BYTES_MOST
    )
    body = request.get_data()
    if body and request.mimetype not in ("", "application/json"):
        raise UnsupportedMediaType(
            _("The body has to be JSON: send it with the header Content-Type: application/json.")
        )
    if body:
        # Refuse deep nesting, long numbers and duplicate keys.
        decode(body)


def _disown() -> None:
    """Ignore the session of an API call that changes something without the CSRF token."""
    if request.method in SAFE or not request.path.startswith(API):
        return
    try:
        validate_csrf(
            request.headers.get("X-CSRFToken"), time_limit=current_app.config["WTF_CSRF_TIME_LIMIT"]
        )
    except ValidationError:
        g.disowned = True
        session.clear()
        session.modified = False  # leave the browser's cookie alone
