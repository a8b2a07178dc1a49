"""Why a battle ended as it did: verdicts, cached."""

import json
from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from hashlib import sha256
from typing import Final

import engine
from engine import SideId, search
from webapp.guard import readiness, slow_bots

VERDICTS: Final = 512
"""Verdicts that are remembered."""
_verdicts: Final[OrderedDict[Hashable, search.Verdict]] = OrderedDict()


def verdict(battle: engine.Battle, winner: SideId | None) -> search.Verdict:
    """Why a battle ended as it did. Raises InputError for odds that are not exact or take too long,
    ServiceUnavailable while what weighs orders is being compiled.

    The result is cached, since everybody who watched a battle may ask for it.
    """
    slow_bots.refuse_long(battle)
    if battle.ruleset.ordered is not None:
        readiness.refuse_search(battle)
    known = known_verdict(battle, winner)
    return known or remember(battle, winner, search.verdict(battle.without_dice(), winner))


def known_verdict(battle: engine.Battle, winner: SideId | None) -> search.Verdict | None:
    """Return the cached verdict on a battle, if there is one."""
    key = _key(battle, winner)
    with suppress(KeyError):
        _verdicts.move_to_end(key)
    return _verdicts.get(key)


def remember(
    battle: engine.Battle, winner: SideId | None, verdict: search.Verdict
) -> search.Verdict:
    """Cache the verdict on a battle, which another process may have found, and return it."""
    _verdicts[_key(battle, winner)] = verdict
    while len(_verdicts) > VERDICTS:
        with suppress(KeyError):  # another thread was faster
            _verdicts.popitem(last=False)
    return verdict


def _key(battle: engine.Battle, winner: SideId | None) -> Hashable:
    return sha256(json.dumps(battle.without_dice().document).encode()).digest(), winner
