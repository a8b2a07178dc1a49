"""Security headers of every response, and the redirect to HTTPS."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import Flask, Response, current_app, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from webapp.base.config import Settings

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors "
)
"""The content security policy, up to the sites that can show a page in a frame."""
HEADERS: Final = {
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
}
HTTPS_SECONDS: Final = 31_556_926
"""How long a browser keeps to HTTPS after a visit: a year."""

View = TypeVar("View", bound=Callable[..., Any])
_framed: Final[set[Callable[..., Any]]] = set()
_over_http: Final[set[Callable[..., Any]]] = set()


def framed(view: View) -> View:
    """Let other sites show the page of this view in a frame."""
    _framed.add(view)
    return view


def over_http(view: View) -> View:
    """Exempt a view from the redirect to HTTPS."""
    _over_http.add(view)
    return view


def attach(app: Flask, settings: Settings) -> None:
    """Add the headers to all responses, and redirect to HTTPS if the settings ask for it."""
    app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
    app.config["SESSION_COOKIE_SECURE"] = settings.https
    subdomains = "; includeSubDomains" if settings.https_subdomains else ""

    def force_https() -> AnyResponse | None:
        if _is_secure() or _view() in _over_http:
            return None
        return redirect(request.url.replace("http:", "https:", 1))

    def add_headers(response: Response) -> Response:
        headers = response.headers
        headers.update(HEADERS)
        headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        if _view() in _framed:
            headers["Content-Security-Policy"] = POLICY + "*"
            headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        else:
            headers["Content-Security-Policy"] = POLICY + "'none'"
            headers["X-Frame-Options"] = "DENY"
            headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if settings.https and _is_secure():
            headers["Strict-Transport-Security"] = f"max-age={HTTPS_SECONDS}{subdomains}"
        return response

    if settings.https:
        app.before_request(force_https)
    app.after_request(add_headers)


def _view() -> Callable[..., Any] | None:
    return current_app.view_functions.get(request.endpoint or "")


def _is_secure() -> bool:
    """Whether the client uses HTTPS, also by the word of a proxy that no setting mentions."""
    return request.is_secure or request.headers.get("X-Forwarded-Proto") == "https"
