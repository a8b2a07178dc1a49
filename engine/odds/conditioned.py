"""Finding a battle with a wished result quickly, however rare the result is.

For a likely result, one seed after the other is tried. For a rare one the rolls are chosen: a
battle is played until the exact chance of the result has doubled, its rolls so far are kept, and
the next battle continues from there, until the result is likely (DECISIONS.md, D-010). Each
doubling takes a few tries, since a try ends as soon as its chance has fallen too far.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal

from engine.core.battle import run
from engine.core.changes import ChangedDice, Roll
from engine.core.errors import InputError, shown, unknown
from engine.core.events import SIDES, BattleEnded, SideId, number_left, side_of
from engine.core.rng import Given, Seeded, output
from engine.core.ruleset import Battle, Odds
from engine.odds.chances import final, odds
from engine.rulesets import battle_of

SAMPLES: Final = 1_000  # battles sampled where the odds cannot be exact
LIKELY: Final = 1 / 50  # results at least as likely as this are searched by seeds alone
TRIES_MOST: Final = 20_000
HOPELESS: Final = 1 / 16  # a try ends at this share of the chance at the last doubling
WORD: Final = re.compile(r"([ab])(?:=(\d{1,3}))?|draw|likeliest|closest|([ab]\d{1,3}) left")


@dataclass(frozen=True)
class Wish:
    """The wished result of a battle: all given fields must hold."""

    winner: str | None = None  # the winner, or `draw`
    left: tuple[SideId, int] | None = None  # a side, and exactly how many of its units are left
    unit: str | None = None  # the id of a unit that is left
    # the likeliest number of survivors of a winner, or the smallest possible one
    extreme: Literal["likeliest", "closest"] | None = None

    def holds(self, end: BattleEnded) -> bool:
        if self.winner is not None and (end.winner or "draw") != self.winner:
            return False
        if self.left is not None and number_left(end, self.left[0]) != self.left[1]:
            return False
        return self.unit is None or any(
            row["id"] == self.unit for rows in end.survivors.values() for row in rows
        )


def read_wish(word: str, battle: Battle) -> Wish:
    """Parse a wish of `conditioned`. Raises InputError for another word or unknown units."""
    match = WORD.fullmatch(word)
    if match is None:
        words = "a, b, draw, a=3, 'a3 left', likeliest, closest"
        raise InputError.single(
            "wish", "must be one of {words}, not '{word}'", words=words, word=shown(word)
        )
    if word in ("likeliest", "closest"):
        return Wish(extreme="likeliest" if word == "likeliest" else "closest")
    sizes = dict(zip(SIDES, battle.ruleset.sizes(battle.setup), strict=True))
    if match[3]:
        ids = [f"{side}{place}" for side, size in sizes.items() for place in range(1, size + 1)]
        if match[3] not in ids:
            raise InputError.single("wish", unknown("unit", match[3], ids))
        return Wish(unit=match[3])
    if match[2]:
        side = side_of(word)
        if int(match[2]) > sizes[side]:
            raise InputError.single(
                "wish",
                "side {side} begins with {count}; no more can be left",
                side=side,
                count=sizes[side],
            )
        return Wish(left=(side, int(match[2])))
    return Wish(winner=word)


def conditioned(source: Any, wish: str, seed: int = 0) -> Battle:
    """Return the battle with dice that give the wished result; another `seed` finds another one.

    `a`, `b` and `draw` are the winner, `a=3` is exactly three units of a left, `a3 left` that unit
    left, `likeliest` the likeliest number of survivors of a winner and `closest` the smallest
    possible. The dice are a seed alone if the result is likely, otherwise chosen rolls and a seed
    for the rest. Raises InputError for a bad file or wish, an unknown unit, an impossible result,
    and if no such battle was found.
    """
    battle = battle_of(source)
    wanted = read_wish(wish, battle)
    likely = odds(battle, samples=SAMPLES)
    battle = battle.without_dice()
    if wanted.extreme:
        wanted = _extreme(wanted.extreme, likely)
    chance = _chance(wanted, likely)
    if chance == 0:
        raise InputError.single("wish", "cannot happen in this battle; choose another ending")
    counts = partial(_is_wished, battle, wanted)
    outlook = battle.ruleset.outlook(counts) if battle.ruleset.outlook else None
    rolls: tuple[int, ...] = ()
    for number in range(TRIES_MOST):
        own_seed = output(seed, number)
        given = Given(rolls, Seeded(own_seed))
        if outlook is not None and chance is not None and chance < LIKELY:
            rolls, chance = _doubled(battle, outlook, chance, given) or (rolls, chance)
        elif wanted.holds(final(battle, given)):
            found = battle.with_seed(own_seed)
            return found.with_rolls(rolls) if rolls else found
    raise InputError.single("wish", "was not found in time; try again, or choose a likelier ending")


def _extreme(which: str, odds: Odds) -> Wish:
    """Return the likeliest result, or the likelier of those with the fewest left."""
    results = [
        (chance, -left, side)
        for side in SIDES
        for left, chance in enumerate(odds.survivors[side])
        if left and chance
    ]
    if not results:
        return Wish(winner="draw")
    key = None if which == "likeliest" else (lambda result: (result[1], result[0]))
    _, left, side = max(results, key=key)
    return Wish(winner=side if getattr(odds, side) else None, left=(side, -left))


def _chance(wish: Wish, odds: Odds) -> float | None:
    """Return the chance of the wished result, or None if these odds do not include it."""
    if wish.left is not None:
        side, left = wish.left
        return odds.survivors[side][left]
    if wish.unit is not None:
        return odds.units.get(wish.unit, 0.0) if odds.units is not None else None
    return float(getattr(odds, wish.winner or "draw"))


def _doubled(
    battle: Battle, outlook: Callable[[Any], float | None], chance: float, given: Given
) -> tuple[tuple[int, ...], float] | None:
    """Return the rolls up to where the chance has doubled, and that chance; None if it falls."""
    state = battle.ruleset.new_state()
    noted: list[Roll] = []
    dice = ChangedDice(given, (), noted.append)
    for _ in run(battle.ruleset, battle.setup, dice, state):
        now = outlook(state) if len(noted) > len(given.rolls) else None
        if now is None:
            continue
        if now >= 2 * chance:
            return tuple(roll.result for roll in noted), now
        if now < HOPELESS * chance:
            return None
    return None


def _is_wished(battle: Battle, wish: Wish, side: SideId, left: int) -> bool:
    """Whether the wish holds if this side wins and its last `left` units remain."""
    if wish.unit is not None:
        size = battle.ruleset.sizes(battle.setup)[SIDES.index(side)]
        return side_of(wish.unit) == side and int(wish.unit[1:]) > size - left
    is_left = wish.left is None or (left if wish.left[0] == side else 0) == wish.left[1]
    return is_left and wish.winner in (None, side)
