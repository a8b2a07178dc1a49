"""Why a battle ended as it did: verdicts, cached."""

import json
from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from hashlib import sha256
from typing import Final

import engine
from engine import SideId, search
from webapp.guard.admission import refuse_search, refuse_slow

VERDICTS: Final = 512  # cached verdicts
_verdicts: Final[OrderedDict[Hashable, search.Verdict]] = OrderedDict()


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
    key = _key(battle, winner)
    with suppress(KeyError):
        _verdicts.move_to_end(key)
    return _verdicts.get(key)


def remember(
    battle: engine.Battle, winner: SideId | None, verdict: search.Verdict
) -> search.Verdict:
    """Cache a verdict, which another process can have found, and return it."""
    _verdicts[_key(battle, winner)] = verdict
    while len(_verdicts) > VERDICTS:
        with suppress(KeyError):  # another thread was faster
            _verdicts.popitem(last=False)
    return verdict


def _key(battle: engine.Battle, winner: SideId | None) -> Hashable:
    return sha256(json.dumps(battle.without_dice().document).encode()).digest(), winner
