"""Provably fair dice: published hashes and the seed derived from them.

FAIR.md has the exact bytes and their purpose. Everything here is a pure function, so that the
server, `battlereel verify` and any third party get the same results.
"""

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

import rfc8785

from engine import InputError, SideId

FORMAT: Final = "battlereel/1"
SEED_BYTES: Final = 8


def draw() -> str:
    """Return a new secret or salt: 32 bytes in hexadecimal digits."""
    return secrets.token_hex(32)


def refuse_salt(given: str) -> None:
    """Raise InputError for an invalid salt of a player; '' leaves it to the server."""
    if given and not re.fullmatch("[0-9a-f]{64}", given):
        raise InputError.single("salt", "must be 64 of the digits 0 to 9 and a to f")


def canonical(value: Any) -> str:
    """Return JSON in the canonical form of RFC 8785. Raise InputError if there is none."""
    try:
        return rfc8785.dumps(value).decode()
    except (rfc8785.CanonicalizationError, UnicodeEncodeError):
        raise InputError.single(
            "", "contains a number or a character that cannot be sealed; remove it"
        ) from None


def commitment_of(id_: str, secret: str) -> str:
    """Return the public hash of the server's secret."""
    return _hash("secret", id_, secret)


def terms_hash(ruleset: str, terms: Any, limits: Any) -> str:
    return _hash("terms", canonical({"limits": limits, "ruleset": ruleset, "terms": terms}))


def seal_of(id_: str, terms: str, side: SideId, salt: str, army: Any) -> str:
    """Return the public hash of a sealed army; `terms` is the hash of the terms."""
    return _hash("army", id_, terms, side, salt, canonical(army))


def seed_of(id_: str, terms: str, secret: str, seals: Mapping[SideId, str]) -> int:
    """Return the seed of the dice, 0 to 2**64 - 1, from the server's secret and both seals."""
    drawn = _hash("seed", id_, terms, secret, seals["a"], seals["b"])
    return int.from_bytes(bytes.fromhex(drawn)[:SEED_BYTES])


def entrant_seal_of(id_: str, terms: str, number: int, salt: str, army: Any) -> str:
    """Return the public hash of an entrant's sealed army in a tournament."""
    return _hash("entrant", id_, terms, str(number), salt, canonical(army))


def tournament_seed_of(id_: str, terms: str, secret: str, seals: Sequence[str]) -> int:
    """Return the seed of a tournament, from the server's secret and all seals, by number."""
    drawn = _hash("tournament", id_, terms, secret, *seals)
    return int.from_bytes(bytes.fromhex(drawn)[:SEED_BYTES])


def lot_of(id_: str, seed: int, seal: str) -> str:
    """Return the lot that orders entrants: the lowest is the first seed."""
    return _hash("lot", id_, str(seed), seal)


def _hash(what: str, *parts: str) -> str:
    """Return the SHA-256 of lines: kind of hash, then parts; only the last may hold a line end."""
    return hashlib.sha256("\n".join([f"{FORMAT} {what}", *parts]).encode()).hexdigest()
