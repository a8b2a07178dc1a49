"""What makes dice that nobody chooses: hashes that are published, and what follows from them.

FAIR.md has the exact bytes and what they are good for. Everything here is a function of what it is
given, so that the server, `battlereel verify` and anybody else come to the same.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

import rfc8785

from engine import InputError, SideId, Text

FORMAT: Final = "battlereel/1"
SECRET_BYTES: Final = 32
SEED_BYTES: Final = 8
HEX_DIGITS: Final = 64
"""Of secrets, salts and hashes alike."""


def draw() -> str:
    """A new secret or salt: 32 bytes in hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def is_hex(text: str) -> bool:
    """Whether this is written as salts and hashes are: 64 small hexadecimal digits."""
    return len(text) == HEX_DIGITS and set(text) <= set("0123456789abcdef")


def canonical(value: Any) -> str:
    """JSON in the one form that RFC 8785 gives it. Raises InputError for what has none."""
    try:
        return rfc8785.dumps(value).decode()
    except (rfc8785.CanonicalizationError, UnicodeEncodeError):
        text = Text("holds a number or a character that cannot be sealed")
        raise InputError.single("", text) from None


def commitment_of(id_: str, secret: str) -> str:
    """What is shown of the server's secret before anybody seals."""
    return _hash("secret", id_, secret)


def terms_hash(ruleset: str, terms: Any, limits: Any) -> str:
    """The hash of what was agreed on."""
    agreed = {"limits": limits, "ruleset": ruleset, "terms": terms}
    return _hash("terms", canonical(agreed))


def seal_of(id_: str, terms: str, side: SideId, salt: str, army: Any) -> str:
    """What is shown of a sealed army at once; `terms` is the hash of the terms."""
    return _hash("army", id_, terms, side, salt, canonical(army))


def seed_of(id_: str, terms: str, secret: str, seals: Mapping[SideId, str]) -> int:
    """The seed of the dice, 0 to 2**64 - 1, from the server's secret and both seals."""
    drawn = _hash("seed", id_, terms, secret, seals["a"], seals["b"])
    return int.from_bytes(bytes.fromhex(drawn)[:SEED_BYTES])


def entrant_seal_of(id_: str, terms: str, number: int, salt: str, army: Any) -> str:
    """What is shown of the army that somebody seals who takes part in a tournament."""
    return _hash("entrant", id_, terms, str(number), salt, canonical(army))


def tournament_seed_of(id_: str, terms: str, secret: str, seals: Sequence[str]) -> int:
    """The seed of a tournament, from the server's secret and all seals, by their numbers."""
    drawn = _hash("tournament", id_, terms, secret, *seals)
    return int.from_bytes(bytes.fromhex(drawn)[:SEED_BYTES])


def lot_of(id_: str, seed: int, seal: str) -> str:
    """By this they are put in order who take part: the lowest is the first seed."""
    return _hash("lot", id_, str(seed), seal)


def _hash(what: str, *parts: str) -> str:
    """SHA-256 of lines: which hash it is, then the parts. None but the last may hold a line end."""
    return hashlib.sha256("\n".join([f"{FORMAT} {what}", *parts]).encode()).hexdigest()
