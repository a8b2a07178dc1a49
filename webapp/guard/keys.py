"""Signed secrets: links that only their holder can have, and the id of a browser's visitor."""

import secrets
from typing import Any, Final, cast

from flask import current_app, session
from itsdangerous import BadData, URLSafeSerializer

from webapp.base.texts import N_, _
from webapp.guard import request_guard

REPLACED: Final = N_(
    "This link was replaced by a new one and no longer works. Ask for the new one where you got it."
)
VISITOR: Final = "visitor"
SEATS: Final = "seats"
SEATS_MOST: Final = 20  # per cookie; the oldest is dropped first


def sign(purpose: str, value: Any) -> str:
    """Return the token with `value` for one purpose, which only this server can make."""
    return str(_serializer(purpose).dumps(value))


def signed(purpose: str, token: str) -> Any:
    """Return the value in a token of this purpose, or None for a bad signature."""
    try:
        return _serializer(purpose).loads(token)
    except BadData:
        return None


def why_not(purpose: str, token: str, of: str, unknown: str) -> str:
    """Return why a secret link of the thing with this id does not work: replaced, or `unknown`."""
    found = signed(purpose, token)
    was_ours = of == (found[0] if isinstance(found, list) and found else found)
    return _(REPLACED) if was_ours else unknown


def visitor() -> str:
    """Return this browser's visitor id from the signed session, created when first needed."""
    if not request_guard.has_believed_session():
        return secrets.token_urlsafe(16)
    if known_visitor() is None:
        session[VISITOR] = secrets.token_urlsafe(16)
        session.permanent = True
    return str(session[VISITOR])


def known_visitor() -> str | None:
    return cast("str | None", session.get(VISITOR))


def kept_seat(id_: str) -> str:
    """Return this browser's seat from a followed link, or ''."""
    return str(session.get(SEATS, {}).get(id_, ""))


def kept_ids() -> list[str]:
    """Return the series and tournaments for which this browser keeps a seat."""
    return list(session.get(SEATS, {}))


def keep_seat(id_: str, seat: str) -> None:
    """Keep a seat of a series or tournament whose link this browser followed."""
    kept = {key: value for key, value in session.get(SEATS, {}).items() if key != id_}
    session[SEATS] = dict([*kept.items(), (id_, seat)][-SEATS_MOST:])
    session.permanent = True


def _serializer(purpose: str) -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or "", salt=f"battlereel.{purpose}")
