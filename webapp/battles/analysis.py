"""What exact odds tell of a recording, worked out once and stored beside it."""

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
    """Loads the kernels, which may take seconds; from then on chances take milliseconds.

    Those of rulesets with exact chances come first. Where that fails, chances are worked out by
    the rules.
    """
    rulesets = engine.rulesets().values()
    engine.warm(*(ruleset.id for ruleset in rulesets if ruleset.chances), in_subprocess=True)
    engine.warm(in_subprocess=True)


def packed_analysis(recording: engine.Recording) -> bytes | None:
    """A recording's analysis as it is stored; None where its ruleset has no exact odds."""
    chances = engine.win_curve(recording)
    if chances is None:
        return None
    analysis = Analysis(chances=tuple(map(_rounded, chances)), luck=engine.luck(recording))
    return zlib.compress(msgspec.json.encode(analysis))


def _rounded(chance: float) -> float:
    """A chance to 1e-6; only one that is certain becomes 0 or 1."""
    least: float = 10**-DIGITS
    return min(max(round(chance, DIGITS), least * (chance > 0)), 1 - least * (chance < 1))


def unpack(packed: bytes) -> Analysis:
    """A stored analysis."""
    return msgspec.json.decode(zlib.decompress(packed), type=Analysis)
