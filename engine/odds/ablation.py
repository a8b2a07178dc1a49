"""The value of each bonus of a battle: the exact win chances with and without it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

import msgspec

from engine.core.battlefile import read_battle
from engine.core.errors import InputError
from engine.core.events import SideId
from engine.core.ruleset import Battle
from engine.core.win_chances import Bonus, Odds, WinChances
from engine.odds.exact import chances_of, exact_odds

BONUSES_MOST: Final = 80  # examined; only dozens of heroes with items have more
NOTHING: Final = 1e-12  # smaller differences are rounding errors


class BonusValue(msgspec.Struct, frozen=True):
    """The value of one bonus."""

    kind: str  # its category, such as `item` or `ability`
    id: str  # the word or catalog id of the thing
    side: SideId | None  # whose it is, or null for the field's
    units: tuple[str, ...]  # ids of the units that have it; none if it is the whole army's
    amount: int | None  # how much of it there is, or null if it has no measure
    a: float  # the chance that a wins without it
    b: float  # the chance that b wins without it
    draw: float  # the chance of a draw without it
    gain: float  # the owner's win chance with it minus that without it; of the field's, side a's


def bonus_values(battle: Battle) -> tuple[BonusValue, ...]:
    """Return the values of a battle's bonuses, the largest gain or loss first.

    Bonuses without an effect in this battle are left out. Raises InputError where the odds must be
    sampled, since the error of two samples is larger than their difference.
    """
    bonuses = battle.ruleset.bonuses or (lambda _setup, _document: iter(()))
    variants = [
        (bonus, without)
        for bonus in islice(bonuses(battle.setup, battle.document), BONUSES_MOST)
        if (without := _without(battle, bonus.without))
    ]
    now, *chances = _exact([battle, *(without for _, without in variants)])
    found = (_value(bonus, now, then) for (bonus, _), then in zip(variants, chances, strict=True))
    relevant = [row for row in found if max(abs(now.a - row.a), abs(now.b - row.b)) > NOTHING]
    return tuple(sorted(relevant, key=lambda row: -abs(row.gain)))


def _value(bonus: Bonus, now: Odds | WinChances, then: Odds | WinChances) -> BonusValue:
    owner = bonus.side or "a"
    return BonusValue(
        kind=bonus.kind,
        id=bonus.id,
        side=bonus.side,
        units=bonus.units,
        amount=bonus.amount,
        a=then.a,
        b=then.b,
        draw=then.draw,
        gain=getattr(now, owner) - getattr(then, owner),
    )


def _exact(battles: Sequence[Battle]) -> Sequence[Odds | WinChances]:
    if battles[0].ruleset.chances is None:
        return [*map(exact_odds, battles)]
    return chances_of(battles)


def _without(battle: Battle, without: Any) -> Battle | None:
    """Return the battle without a bonus, from a battle file or a setup; None if it is not legal."""
    if not isinstance(without, dict):
        return replace(battle, setup=without)
    try:
        return read_battle(without, {battle.ruleset.id: battle.ruleset})
    except InputError:
        return None
