"""A battle that ends as somebody wants it to, found quickly however rare that is.

What is likely enough comes up under one of the next seeds. What is rare is led to: a battle is
played until the exact chance of the wanted end has doubled, its rolls up to there are kept, and so
on from there until the end is likely enough (DECISIONS.md, D-010). Chance is never below what it
was at the last stop by more than it takes to give up, so each doubling is a few tries away.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.core.battle import run
from engine.core.battlefile import Battle
from engine.core.errors import InputError
from engine.core.events import SIDES, BattleEnded, SideId
from engine.core.rng import Given, Rng, Seeded, output
from engine.core.win_chances import Odds, number_left
from engine.odds.exact import final

LIKELY: Final = 1 / 50
"""An end as likely as this is waited for."""
TRIES_MOST: Final = 20_000
HOPELESS: Final = 1 / 16
"""A try is given up when the chance has fallen to this share of what it was at the last stop."""


@dataclass(frozen=True)
class Wish:
    """How a battle is wanted to end: all of these that are given.

    winner: who wins, or `draw`.
    left: a side, and exactly how many of its units are left.
    unit: the id of a unit that is left.
    """

    winner: str | None = None
    left: tuple[SideId, int] | None = None
    unit: str | None = None

    def holds(self, end: BattleEnded) -> bool:
        """Whether a battle that ended so ended as wanted."""
        if self.winner is not None and (end.winner or "draw") != self.winner:
            return False
        if self.left is not None and number_left(end, self.left[0]) != self.left[1]:
            return False
        return self.unit is None or any(
            row["id"] == self.unit for rows in end.survivors.values() for row in rows
        )


WORD: Final = re.compile(r"([ab])(?:=(\d{1,3}))?|draw|likeliest|closest|([ab]\d{1,3}) left")


def read_wish(word: str, odds: Odds) -> Wish:
    """The wish in a word, in a battle with these odds.

    `a`, `b` and `draw` are who wins, `a=3` is exactly three of a left, `a3 left` that unit left.
    `likeliest` is the likeliest number of survivors of a winner, `closest` the smallest possible.
    Raises InputError for another word and for what never happens.
    """
    match = WORD.fullmatch(word)
    if match is None:
        words = "a, b, draw, a=3, 'a3 left', likeliest, closest"
        raise InputError.single("wish", f"must be one of {words}, not {word[:20]!r}")
    wish = _extreme(word, odds) if word in ("likeliest", "closest") else _plain(match)
    if chance_of(wish, odds) == 0:
        raise InputError.single("wish", "never comes true in this battle; choose another end")
    return wish


def _plain(match: re.Match[str]) -> Wish:
    side: SideId = "b" if match[0].startswith("b") else "a"
    if match[3]:
        return Wish(unit=match[3])
    if match[2]:
        return Wish(left=(side, int(match[2])))
    return Wish(winner=match[0])


def _extreme(word: str, odds: Odds) -> Wish:
    """The likeliest result, or the one with the fewest left; the likelier of two such."""
    results = [
        (chance, -left, side)
        for side in SIDES
        for left, chance in enumerate(odds.survivors[side])
        if left and chance
    ]
    if not results:
        return Wish(winner="draw")
    key = None if word == "likeliest" else (lambda result: (result[1], result[0]))
    _, left, side = max(results, key=key)
    return Wish(winner=side if getattr(odds, side) else None, left=(side, -left))


def chance_of(wish: Wish, odds: Odds) -> float | None:
    """The chance that a battle ends as wanted, or None where these odds do not tell it."""
    if wish.left is not None:
        side, left = wish.left
        row = odds.survivors[side]
        return row[left] if left < len(row) else 0.0
    if wish.unit is not None:
        return odds.units.get(wish.unit, 0.0) if odds.units is not None else None
    return float(getattr(odds, wish.winner or "draw"))


def conditioned_battle(battle: Battle, wish: Wish, odds: Odds, seed: int = 0) -> Battle:
    """The battle with dice that make it end as wanted; another `seed` finds another one.

    Its dice are a seed alone where the end is likely enough, and otherwise rolls that were chosen
    with a seed for those that follow. Raises InputError if no such battle was found.
    """
    battle = battle.without_dice()
    chance = chance_of(wish, odds)
    if chance is None or chance >= LIKELY or battle.ruleset.outlook is None:
        return _waited_for(battle, wish, (), _seeds(seed))
    return _led_to(battle, wish, chance, _seeds(seed))


def _seeds(seed: int) -> Iterator[int]:
    return (output(seed, number) for number in range(TRIES_MOST))


def _waited_for(battle: Battle, wish: Wish, rolls: tuple[int, ...], seeds: Iterator[int]) -> Battle:
    for seed in seeds:
        if wish.holds(final(battle, Given(rolls, Seeded(seed)))):
            return _with_dice(battle, rolls, seed)
    raise _not_found()


def _led_to(battle: Battle, wish: Wish, chance: float, seeds: Iterator[int]) -> Battle:
    """The battle whose rolls raise the chance of the wanted end, stop by stop."""
    assert battle.ruleset.outlook is not None
    outlook = battle.ruleset.outlook(lambda side, left: _counts(battle, wish, side, left))
    rolls: tuple[int, ...] = ()
    while chance < LIKELY:
        for seed in seeds:
            if stop := _next_stop(battle, outlook, chance, Noted(rolls, Seeded(seed))):
                rolls, chance = stop
                break
        else:
            raise _not_found()
    return _waited_for(battle, wish, rolls, seeds)


def _next_stop(
    battle: Battle, outlook: Any, chance: float, dice: "Noted"
) -> tuple[tuple[int, ...], float] | None:
    """The rolls up to where the chance has doubled, and the chance there; None if it falls."""
    state = battle.ruleset.new_state()
    for _ in run(battle.ruleset, battle.setup, dice, state):
        now = outlook(state) if dice.is_beyond else None
        if now is None:
            continue
        if now >= 2 * chance:
            return tuple(dice.noted), now
        if now < HOPELESS * chance:
            return None
    return None


def _counts(battle: Battle, wish: Wish, side: SideId, left: int) -> bool:
    """Whether a victory with so many left, the last of the stack, is wanted."""
    if wish.unit is None:
        wins = wish.winner in (None, side)
        if wish.left is None:
            return wins
        return wins and (left if wish.left[0] == side else 0) == wish.left[1]
    size = battle.ruleset.sizes(battle.setup)[SIDES.index(side)]
    return wish.unit[0] == side and int(wish.unit[1:]) > size - left


class Noted(Given):
    """Given rolls and those after them, all of which are noted."""

    def __init__(self, rolls: tuple[int, ...], rest: Rng) -> None:
        super().__init__(rolls, rest)
        self.noted: list[int] = []

    @property
    def is_beyond(self) -> bool:
        """Whether the given rolls are used up and others have followed."""
        return len(self.noted) > len(self.rolls)

    def below(self, n: int, what_for: str, who: str, /) -> int:
        """The next given roll, or the rest's."""
        roll = super().below(n, what_for, who)
        self.noted.append(roll)
        return roll


def _with_dice(battle: Battle, rolls: tuple[int, ...], seed: int) -> Battle:
    battle = battle.with_seed(seed)
    return battle.with_rolls(rolls) if rolls else battle


def _not_found() -> InputError:
    return InputError.single("wish", "did not come up in time; ask again, or for a likelier end")
