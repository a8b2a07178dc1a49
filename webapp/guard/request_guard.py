"""Checks of every request: size, syntax, and trust in its session cookie (CSRF).

Browsers send the cookie with requests from other sites as well, so a request that changes something
needs the session's token: in a form as `csrf_token`, in the API as `X-CSRFToken`.
"""

from collections.abc import Iterable
from io import BytesIO
from typing import IO, Any, Final

from flask import Flask, Request, Response, current_app, g, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf import CSRFProtect
from flask_wtf.csrf import validate_csrf
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.exceptions import RequestEntityTooLarge, RequestURITooLarge, UnsupportedMediaType
from werkzeug.formparser import FormDataParser
from werkzeug.sansio.utils import host_is_trusted
from wtforms import ValidationError

from engine import Text, decode
from webapp.base.jobs import in_thread, when_idle
from webapp.base.texts import N_, _
from webapp.guard.limits import FIELDS_MOST, JSON_BYTES_MOST, QUERY_BYTES_MOST, SMALL_BYTES_MOST
from webapp.guard.marks import mark, marked

LOCAL: Final = ("localhost", "127.0.0.1", "[::1]")  # for local health checks
REFUSAL: Final = b"This server does not answer under that name (BATTLEREEL_HOSTS).\n"


class Hosts:
    """WSGI middleware that only answers under the given names and those of the machine itself."""

    def __init__(self, application: Any, names: Iterable[str]) -> None:
        self.application = application
        self.names = [*names, *LOCAL]

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        if host_is_trusted(environ.get("HTTP_HOST") or environ["SERVER_NAME"], self.names):
            return self.application(environ, start_response)
        refusal = Response(REFUSAL, "400 Bad Request", {"Connection": "close"}, "text/plain")
        return refusal(environ, start_response)


SHORT_BYTES: Final = 50_000  # below this, a thread costs more than it saves
LARGE_BYTES: Final = 20_000  # JSON above this is decoded when no other request waits


class _Parser(FormDataParser):
    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, *rest: Any
    ) -> Any:
        """Parse as werkzeug does, dropping fields without a name; a long body in a thread."""
        if content_length is not None and content_length <= SHORT_BYTES:
            parsed = super().parse(stream, mimetype, content_length, *rest)
        else:
            body = stream.read()
            parsed = in_thread(super().parse, BytesIO(body), mimetype, len(body), *rest)
        unread, form, files = parsed
        return unread, _named(form), _named(files)


def _named(fields: MultiDict[Any, Any]) -> MultiDict[Any, Any]:
    if None not in fields:
        return fields
    for dropped in fields.getlist(None):
        if isinstance(dropped, FileStorage):
            dropped.close()
    return type(fields)(field for field in fields.items(multi=True) if field[0] is not None)


class LongFormRequest(Request):
    form_data_parser_class = _Parser


API: Final = "/api/"
SAFE: Final = ("GET", "HEAD", "OPTIONS")
FORM: Final = "application/x-www-form-urlencoded"
small: Final = marked("small")  # marks a view of the API with small bodies
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


def has_believed_session() -> bool:
    """Whether this request's session cookie may identify the caller."""
    return not g.get("disowned", False)


def _bound() -> None:
    if len(request.query_string) > QUERY_BYTES_MOST:
        text = N_("The part of the address after ? is too long: at most {most:,} bytes.")
        raise RequestURITooLarge(_(text, most=QUERY_BYTES_MOST))
    if request.method in SAFE:
        return
    if not request.path.startswith(API):
        # Read here: the fields of a form are counted before it is parsed.
        if request.mimetype == FORM and request.get_data().count(b"&") >= FIELDS_MOST:
            text = N_("This form has too many fields: at most {most:,} are allowed.")
            raise RequestEntityTooLarge(Text(text, most=FIELDS_MOST))
        return
    request.max_content_length = SMALL_BYTES_MOST if mark("small") else JSON_BYTES_MOST
    body = request.get_data()
    if body and request.mimetype not in ("", "application/json"):
        raise UnsupportedMediaType(
            _("The body has to be JSON: send it with the header Content-Type: application/json.")
        )
    if body:
        if len(body) > LARGE_BYTES:
            when_idle()
        # Refuse deep nesting, long numbers and duplicate keys.
        g.document = decode(body)


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
