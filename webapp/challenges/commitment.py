"""The seed of a battle to come: drawn and committed to before anybody seals an army."""

import hashlib
import secrets
from typing import Final, NamedTuple

SEED_BITS: Final = 64
NONCE_BYTES: Final = 32


class Secret(NamedTuple):
    """A seed that nobody knows yet, and the hash that will prove that it was not changed.

    The nonce keeps anybody from trying all the seeds until one has that hash.
    """

    seed: str
    nonce: str
    commitment: str


def draw() -> Secret:
    """A new seed with its nonce and commitment."""
    seed, nonce = str(secrets.randbits(SEED_BITS)), secrets.token_hex(NONCE_BYTES)
    return Secret(seed, nonce, commitment_of(seed, nonce))


def commitment_of(seed: str, nonce: str) -> str:
    """The SHA-256, in hexadecimal digits, of `<seed>:<nonce>`: what is shown before the battle."""
    return hashlib.sha256(f"{seed}:{nonce}".encode()).hexdigest()
