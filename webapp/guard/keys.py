"""Signed secrets: links that only their holder can have, and who a browser's visitor is."""

import hmac
import secrets
from typing import Any, Final

from flask import current_app, session
from itsdangerous import BadData, URLSafeSerializer

from webapp.guard import request_guard

VISITOR: Final = "visitor"


def sign(purpose: str, value: Any) -> str:
    """A token for addresses that says `value`, which nobody without our key can make.

    It is the same every time, so nothing has to be stored to show it to its holder again. A token
    of one purpose is good for no other.
    """
    token = _serializer(purpose).dumps(value)
    return token if isinstance(token, str) else token.decode()


def signed(purpose: str, token: str) -> Any:
    """What a token of this purpose says; None if we did not sign it."""
    try:
        return _serializer(purpose).loads(token)
    except BadData:
        return None


def opaque(text: str) -> str:
    """A short hash, always the same for this text, that tells nothing of it without our key."""
    key = str(current_app.secret_key or "").encode()
    return hmac.new(key, f"battlereel.opaque {text}".encode(), "sha256").hexdigest()[:12]


def visitor() -> str:
    """Who this browser's visitor is: drawn at the first question, kept in the signed session.

    Whoever calls the API without being one of our pages is somebody new each time.
    """
    if not request_guard.has_believed_session():
        return secrets.token_urlsafe(16)
    if known_visitor() is None:
        session[VISITOR] = secrets.token_urlsafe(16)
        session.permanent = True
    return str(session[VISITOR])


def known_visitor() -> str | None:
    """The id of this browser's visitor; None if it has been given none yet."""
    known: str | None = session.get(VISITOR)
    return known


def _serializer(purpose: str) -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or "", salt=f"battlereel.{purpose}")
