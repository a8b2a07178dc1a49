"""Headers of every response: security, indexing and caching; and the redirect to HTTPS."""

from typing import Final

from flask import Flask, Response, g, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from webapp.base.config import Settings
from webapp.guard.marks import mark, marked

# the content security policy, up to the sites that can show a page in a frame
POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors "
)
HEADERS: Final = {
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
}
HTTPS_SECONDS: Final = 31_556_926  # how long a browser keeps to HTTPS after a visit: a year

OF_BATTLES: Final = ("/b/<id_>", "/embed/<id_>")  # pages of one battle: indexed if it is listed
# Challenges, matches, tournaments, armies, a visitor's own pages, and the API.
UNINDEXED: Final = ("/c/<", "/m/<", "/t/<", "/a/<", "/api/v1/", "/armies", "/mine", "/dice")

private: Final = marked("private")  # keeps caches off the responses of a view or blueprint
framed: Final = marked("framed")  # lets other sites show a view's page in a frame
over_http: Final = marked("over_http")  # exempts a view from the redirect to HTTPS


def attach(app: Flask, settings: Settings) -> None:
    """Add the headers to all responses, and redirect to HTTPS if the settings ask for it."""
    app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
    app.config["SESSION_COOKIE_SECURE"] = settings.https
    subdomains = "; includeSubDomains" if settings.https_subdomains else ""

    def force_https() -> AnyResponse | None:
        if _is_secure() or mark("over_http"):
            return None
        return redirect(request.url.replace("http:", "https:", 1))

    def add_headers(response: Response) -> Response:
        headers = response.headers
        headers.update(HEADERS)
        headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        if mark("framed"):
            headers["Content-Security-Policy"] = POLICY + "* file:"  # a page on disk
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


def _is_secure() -> bool:
    """Whether the client uses HTTPS, also by the word of a proxy that no setting mentions."""
    return request.is_secure or request.headers.get("X-Forwarded-Proto") == "https"


def note_listed(*, listed: bool) -> None:
    g.is_listed = listed


def restrict(response: Response) -> Response:
    """Keep crawlers off unlisted pages, and caches off private responses."""
    rule = request.url_rule.rule if request.url_rule else ""
    is_unlisted = rule.startswith(OF_BATTLES) and not g.get("is_listed", False)
    if is_unlisted or rule.startswith(UNINDEXED):
        response.headers["X-Robots-Tag"] = "noindex"
    if mark("private") or "<token>" in rule:
        response.headers["Cache-Control"] = "private, no-store"
    return response
