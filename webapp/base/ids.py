"""Short public ids: drawn, or derived from a key."""

import hashlib
import secrets
from typing import Final

ID_LENGTH: Final = 8


# No vowels, so that ids are no words; no characters that look like others.
ID_LETTERS: Final = "23456789bcdfghjkmnpqrstvwxz"


def new_id() -> str:
    """A short public id, drawn."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def fixed_id(key: str) -> str:
    """The short public id that always belongs to this key."""
    value = int.from_bytes(hashlib.sha256(key.encode()).digest())
    letters = []
    for _ in range(ID_LENGTH):
        value, place = divmod(value, len(ID_LETTERS))
        letters.append(ID_LETTERS[place])
    return "".join(letters)


def is_id(text: str) -> bool:
    """Whether a text has the form of an id, and so can be looked up in any database."""
    return len(text) == ID_LENGTH and set(text) <= set(ID_LETTERS)
