"""The choice of a language, in the foot of each page where there are several."""

from flask import Blueprint, current_app, redirect, request
from flask.typing import ResponseReturnValue

from webapp.base import assets
from webapp.base.languages import COOKIE
from webapp.guard.request_guard import csrf

blueprint = Blueprint("languages", __name__)


@blueprint.post("/language")
@csrf.exempt  # type: ignore[untyped-decorator] # a page without a session can offer the choice
def choose() -> ResponseReturnValue:
    """Remembers the language in a cookie and leads back to the page."""
    response = redirect(_page(request.form.get("page", "")), 303)
    chosen = request.form.get("language", "")
    if chosen in current_app.config["LANGUAGES"]:
        response.set_cookie(
            COOKIE,
            chosen,
            max_age=assets.FOR_EVER_SECONDS,
            samesite="Lax",
            secure=current_app.config["SESSION_COOKIE_SECURE"],
            httponly=True,
        )
    return response


def _page(address: str) -> str:
    """The address, if it is one of ours. Tabs and line ends, as they are dropped, make another."""
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_ours and address.isprintable() else "/"
