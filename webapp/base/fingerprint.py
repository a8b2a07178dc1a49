"""Keyed hashes that stand for a text without revealing it."""

import hmac

from flask import current_app


def opaque(text: str) -> str:
    """A short keyed hash of a text, which reveals nothing about it without the key."""
    key = str(current_app.secret_key or "").encode()
    return hmac.new(key, f"battlereel.opaque {text}".encode(), "sha256").hexdigest()[:12]
