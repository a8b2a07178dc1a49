"""Signed secrets: links that only their holder can have, and the id of a browser's visitor."""

import secrets
from typing import Any, Final

from flask import current_app, session
from itsdangerous import BadData, URLSafeSerializer

from webapp.base.texts import N_, _
from webapp.guard import request_guard

REPLACED: Final = N_(
    "This link was replaced by a new one and no longer works. Ask for the new one where you got it."
)
VISITOR: Final = "visitor"
SEATS: Final = "seats"
SEATS_MOST: Final = 20
"""A cookie holds so many seats that were taken by their links; the oldest is forgotten first."""


def sign(purpose: str, value: Any) -> str:
    """A token that carries `value` and that nobody without the secret key can make.

    It is deterministic, so it need not be stored to be shown to its holder again. A token is only
    valid for its purpose.
    """
    token = _serializer(purpose).dumps(value)
    return token if isinstance(token, str) else token.decode()


def signed(purpose: str, token: str) -> Any:
    """The value in a token of this purpose; None if we did not sign it."""
    try:
        return _serializer(purpose).loads(token)
    except BadData:
        return None


def why_not(purpose: str, token: str, of: str, unknown: str) -> str:
    """Say why a secret link of the thing with this id does not work: replaced, or `unknown`."""
    found = signed(purpose, token)
    was_ours = of == (found[0] if isinstance(found, list) and found else found)
    return _(REPLACED) if was_ours else unknown


def visitor() -> str:
    """The id of this browser's visitor: drawn when first needed, kept in the signed session.

    An API client that is not one of our pages is somebody new each time.
    """
    if not request_guard.has_believed_session():
        return secrets.token_urlsafe(16)
    if known_visitor() is None:
        session[VISITOR] = secrets.token_urlsafe(16)
        session.permanent = True
    return str(session[VISITOR])


def known_visitor() -> str | None:
    """The id of this browser's visitor; None if it has none yet."""
    known: str | None = session.get(VISITOR)
    return known


def kept_seat(id_: str) -> str:
    """What this browser keeps of a seat whose link it followed; '' if it followed none."""
    return str(session.get(SEATS, {}).get(id_, ""))


def keep_seat(id_: str, seat: str) -> None:
    """Gives this browser a seat whose link it followed: in a series, or in a tournament."""
    kept = {key: value for key, value in session.get(SEATS, {}).items() if key != id_}
    session[SEATS] = dict([*kept.items(), (id_, seat)][-SEATS_MOST:])
    session.permanent = True


def _serializer(purpose: str) -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or "", salt=f"battlereel.{purpose}")
