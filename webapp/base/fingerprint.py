"""Keyed hashes that identify a text without revealing it."""

import hmac

from flask import current_app


def opaque(text: str) -> str:
    """Return a short keyed hash of a text."""
    key = str(current_app.secret_key or "").encode()
    return hmac.new(key, f"battlereel.opaque {text}".encode(), "sha256").hexdigest()[:12]
