"""Repair of links that were copied with text around the id, or in capitals."""

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
from webapp.battles.pages.pairs import BEHIND
from webapp.chains import store as gauntlets
from webapp.challenges import store as challenges
from webapp.guard.request_guard import SAFE
from webapp.matches import store as matches
from webapp.tournaments import registration
from webapp.tournaments import store as tournaments

ID: Final = re.compile(r"[A-Za-z0-9]+")
# lookups of ids, by the beginning of an address
KINDS: Final[Mapping[str, Callable[[str], Any]]] = {
    "b": battles.find,
    "embed": battles.find,
    "c": challenges.find,
    "m": matches.find,
    "a": store.find,
    "g": gauntlets.find,
    "t": lambda id_: tournaments.find(id_) or registration.find(id_),
}


def attach(app: Flask) -> None:
    app.register_error_handler(404, _not_found)


def _not_found(error: NotFound) -> ResponseReturnValue:
    if meant := meant_address():
        return redirect(meant)
    return embed.missing(error) if request.blueprint == embed.NAME else errors.answer(error)


def meant_address() -> str | None:
    """Return the address without text around its id, or None if it is unchanged or unknown."""
    if request.method not in SAFE or request.path.startswith(errors.FOR_PROGRAMS):
        return None
    path = BEHIND.sub("", request.path)
    _, kind, *rest = path.split("/") if path.startswith("/") else ("", "")
    kind = kind.lower()
    if kind in KINDS and rest:
        found = ID.search(rest[0])
        id_ = found[0].lower() if found else ""
        if KINDS[kind](id_) is None:
            return None
        path = "/".join(["", kind, id_, *rest[1:]])
    elif not _is_page(path):
        return None
    query = request.args.to_dict()
    if battle := query.get("battle"):
        query["battle"] = BEHIND.sub("", battle).lower()
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
