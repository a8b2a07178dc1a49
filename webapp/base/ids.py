"""Short public ids, random or derived from a key."""

import hashlib
import secrets
from typing import Final

ID_LENGTH: Final = 8


# No vowels, so that ids form no words; no characters that look alike.
ID_LETTERS: Final = "23456789bcdfghjkmnpqrstvwxz"


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def fixed_id(key: str) -> str:
    value = int.from_bytes(hashlib.sha256(key.encode()).digest())
    letters = []
    for _ in range(ID_LENGTH):
        value, place = divmod(value, len(ID_LETTERS))
        letters.append(ID_LETTERS[place])
    return "".join(letters)


def is_id(text: str) -> bool:
    """Whether a text has the form of an id, so that any database can look it up."""
    return len(text) == ID_LENGTH and set(text) <= set(ID_LETTERS)
