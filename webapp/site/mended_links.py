"""Mended addresses: links that took along what followed them in a text, or came in capitals."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from flask import Flask, current_app, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import RequestRedirect

from webapp.armies import store
from webapp.base import errors
from webapp.battles import store as battles
from webapp.battles.pages import embed
from webapp.challenges import store as challenges
from webapp.guard.request_guard import SAFE
from webapp.html.pasted_links import BEHIND
from webapp.matches import store as matches
from webapp.tournaments import registration
from webapp.tournaments import store as tournaments

ID: Final = re.compile(r"[A-Za-z0-9]+")


def _tournament(id_: str) -> Any:
    return tournaments.find(id_) or registration.find(id_)


KINDS: Final[Mapping[str, Callable[[str], Any]]] = {
    "b": battles.find,
    "embed": battles.find,
    "c": challenges.find,
    "m": matches.find,
    "a": store.find,
    "t": _tournament,
}
"""Finds what an id stands for, by how addresses begin."""


def attach(app: Flask) -> None:
    """Answers an address that is not there by a redirect to the one that is meant."""
    app.register_error_handler(404, _not_found)


def _not_found(error: NotFound) -> ResponseReturnValue:
    if meant := meant_address():
        return redirect(meant)
    return embed.missing(error) if request.blueprint == embed.NAME else errors.answer(error)


def meant_address() -> str | None:
    """The address without what is behind it; None where that is no other, or nothing is there."""
    if request.method not in SAFE or request.path.startswith(errors.FOR_PROGRAMS):
        return None
    path = BEHIND.sub("", request.path)
    _, kind, *rest = path.split("/") if path.startswith("/") else ("", "")
    if kind in KINDS and rest and (found := ID.match(rest[0])):
        id_ = found[0].lower()
        if KINDS[kind](id_) is None:
            return None
        path = "/".join(["", kind, id_, *rest[1:]])
    elif not _is_page(path):
        return None
    query = request.args.to_dict()
    if battle := query.get("battle"):
        query["battle"] = BEHIND.sub("", battle)
        if battles.find(query["battle"]) is None:
            return None
    if path == request.path and query == request.args.to_dict():
        return None
    return f"{path}?{urlencode(query)}" if query else path


def _is_page(path: str) -> bool:
    try:
        current_app.create_url_adapter(request).match(path, method="GET")  # type: ignore[union-attr]
    except (HTTPException, RequestRedirect):
        return False
    return True
