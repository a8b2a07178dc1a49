"""The exact win chances of a recording, computed once and stored with it."""

import zlib
from typing import Any

import msgspec

import engine

DIGITS = 6


class Analysis(msgspec.Struct, frozen=True):
    """Side a's exact chance to win after each event, to 1e-6, and how the dice fell."""

    chances: tuple[float, ...]
    luck: Any


def load_kernels() -> None:
    """Load all kernels, those with exact chances first; without them, the rules compute chances."""
    rulesets = engine.rulesets().values()
    engine.warm(*(ruleset.id for ruleset in rulesets if ruleset.chances), in_subprocess=True)
    engine.warm(in_subprocess=True)


def packed_analysis(recording: engine.Recording) -> bytes | None:
    """Return a recording's analysis as stored, or None if its ruleset has no exact odds."""
    chances = engine.win_curve(recording)
    if chances is None:
        return None
    analysis = Analysis(chances=tuple(map(_rounded, chances)), luck=engine.luck(recording))
    return zlib.compress(msgspec.json.encode(analysis))


def _rounded(chance: float) -> float:
    """Round a chance to 1e-6; only a certain one becomes 0 or 1."""
    least: float = 10**-DIGITS
    return min(max(round(chance, DIGITS), least * (chance > 0)), 1 - least * (chance < 1))


def unpack(packed: bytes) -> Analysis:
    return msgspec.json.decode(zlib.decompress(packed), type=Analysis)
