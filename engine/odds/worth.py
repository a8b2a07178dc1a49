"""What each bonus of a battle is worth: the exact win chances with and without it."""

from dataclasses import replace
from itertools import islice
from typing import Any, Final

import msgspec

from engine.core.battlefile import Battle, read_battle
from engine.core.chances import Chances
from engine.core.errors import InputError
from engine.core.events import SideId
from engine.odds.exact import exact_odds, opening_state
from engine.odds.summary import Odds

BONUSES_MOST: Final = 80
"""Of a battle: there are more only if dozens of heroes carry items."""
NOTHING: Final = 1e-12
"""What does less than this does nothing: it is within what adding up floats leaves."""


class Worth(msgspec.Struct, frozen=True):
    """What one bonus is worth.

    kind: what sort of thing it is, such as `item` or `ability`.
    id: the word or catalog id of the thing.
    side: whose it is, or null for the field's.
    units: ids of the units that bear it; none if it is the whole army's.
    amount: how much of it there is, or null where there is no measure.
    a: the chance that a wins without it.
    b: the chance that b wins without it.
    draw: the chance of a draw without it.
    gain: the owner's win chance with it minus that without it; of the field's, side a's.
    """

    kind: str
    id: str
    side: SideId | None
    units: tuple[str, ...]
    amount: int | None
    a: float
    b: float
    draw: float
    gain: float


def worth_of(battle: Battle, most: int = BONUSES_MOST) -> tuple[Worth, ...]:
    """What each of the first `most` bonuses of a battle is worth, the weightiest first.

    What makes no difference in this battle is left out. Raises InputError where the odds have to
    be sampled: the difference of two samples would drown in their error.
    """
    bonuses = battle.ruleset.bonuses
    if bonuses is None:
        return ()
    now = _exact(battle)
    found = []
    for bonus in islice(bonuses(battle.setup, battle.document), most):
        try:
            without = _without(battle, bonus.without)
        except InputError:
            continue  # with nothing in its stead the army may not take the field
        then = _exact(without)
        owner = bonus.side or "a"
        gain = getattr(now, owner) - getattr(then, owner)
        if max(abs(now.a - then.a), abs(now.b - then.b)) > NOTHING:
            found.append(
                Worth(
                    kind=bonus.kind,
                    id=bonus.id,
                    side=bonus.side,
                    units=bonus.units,
                    amount=bonus.amount,
                    a=then.a,
                    b=then.b,
                    draw=then.draw,
                    gain=gain,
                )
            )
    return tuple(sorted(found, key=lambda row: -abs(row.gain)))


def _exact(battle: Battle) -> Odds | Chances:
    """The exact chances of this battle. Raises InputError if they cannot be had."""
    if battle.ruleset.chances is None:
        return exact_odds(battle)
    return battle.ruleset.chances(opening_state(battle))


def _without(battle: Battle, without: Any) -> Battle:
    """The battle that a bonus describes: a battle file to be read, or a setup."""
    if isinstance(without, dict):
        return read_battle(without, [battle.ruleset])
    return replace(battle, setup=without)
