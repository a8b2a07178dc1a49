"""The choice of a language, in the footer."""

from flask import Blueprint, current_app, redirect, request
from flask.typing import ResponseReturnValue

from webapp.base import assets
from webapp.base.languages import COOKIE
from webapp.guard.request_guard import csrf

blueprint = Blueprint("languages", __name__)


@blueprint.post("/language")
@csrf.exempt  # type: ignore[untyped-decorator] # a page without a session can offer the choice
def choose() -> ResponseReturnValue:
    """Keep the language in a cookie and redirect back to the page."""
    response = redirect(_page(request.form.get("page", "")), 303)
    chosen = request.form.get("language", "")
    if chosen in current_app.config["LANGUAGES"]:
        secure = current_app.config["SESSION_COOKIE_SECURE"]
        response.set_cookie(
            COOKIE, chosen, assets.FOR_EVER_SECONDS, secure=secure, httponly=True, samesite="Lax"
        )
    return response


def _page(address: str) -> str:
    """Return a local address. Browsers drop tabs and line ends, which may hide a foreign one."""
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_ours and address.isprintable() else "/"
