"""The exact win chances of a recording, stored with it, and the verdict on its result."""

import json
import zlib
from collections.abc import Hashable
from hashlib import sha256
from typing import Any, Final

import msgspec

import engine
from engine import SideId, search
from webapp.battles.limits import VERDICTS_KEPT
from webapp.guard.admission import refuse_search, refuse_slow

DIGITS = 6


class Analysis(msgspec.Struct, frozen=True):
    """Side a's exact chance to win after each event, to 1e-6, and how the dice fell."""

    chances: tuple[float, ...]
    luck: Any


def load_kernels(*, compiles: bool = True) -> None:
    """Load all kernels, those with exact chances first; only compiled ones unless it `compiles`."""
    first = [ruleset.id for ruleset in engine.rulesets().values() if ruleset.chances]
    engine.warm(*first, in_subprocess=True, compiles=compiles)
    engine.warm(in_subprocess=True, compiles=compiles)


def packed_analysis(recording: engine.Recording) -> bytes | None:
    """Return a recording's analysis as stored, or None if its ruleset has no exact odds."""
    chances = engine.win_curve(recording)
    if chances is None:
        return None
    analysis = Analysis(tuple(map(_rounded, chances)), engine.luck(recording))
    return zlib.compress(msgspec.json.encode(analysis))


def _rounded(chance: float) -> float:
    """Round a chance to 1e-6; only a certain one becomes 0 or 1."""
    least: float = 10**-DIGITS
    return min(max(round(chance, DIGITS), least * (chance > 0)), 1 - least * (chance < 1))


def unpack(packed: bytes) -> Analysis:
    return msgspec.json.decode(zlib.decompress(packed), type=Analysis)


_verdicts: Final[dict[Hashable, search.Verdict]] = {}


def verdict(battle: engine.Battle, winner: SideId | None) -> search.Verdict:
    """Return why a battle ended as it did; cached, since every viewer can ask.

    Raises InputError for odds that are not exact or take too long, ServiceUnavailable while the
    order search is being compiled.
    """
    refuse_slow(battle)
    if battle.ruleset.ordered is not None:
        refuse_search(battle)
    known = known_verdict(battle, winner)
    return known or remember(battle, winner, search.verdict(battle.without_dice(), winner))


def known_verdict(battle: engine.Battle, winner: SideId | None) -> search.Verdict | None:
    return _verdicts.get(_key(battle, winner))


def remember(
    battle: engine.Battle, winner: SideId | None, verdict: search.Verdict
) -> search.Verdict:
    """Cache a verdict, which another process can have found, and return it."""
    _verdicts[_key(battle, winner)] = verdict
    while len(_verdicts) > VERDICTS_KEPT:
        _verdicts.pop(next(iter(_verdicts)), None)  # the oldest, unless another thread was faster
    return verdict


def _key(battle: engine.Battle, winner: SideId | None) -> Hashable:
    return sha256(json.dumps(battle.without_dice().document).encode()).digest(), winner
