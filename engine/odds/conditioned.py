"""A battle that ends as somebody wishes, found quickly however rare that end is.

A likely end is searched for under one seed after the other. For a rare one the rolls are chosen: a
battle is played until the exact chance of the end has doubled, its rolls so far are kept, and the
next battle goes on from there, until the end is likely (DECISIONS.md, D-010). Each doubling takes a
few tries, since a try ends as soon as its chance has fallen too far.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.core.battle import run
from engine.core.battlefile import Battle
from engine.core.errors import InputError, shown, unknown
from engine.core.events import SIDES, BattleEnded, SideId, side_of
from engine.core.rng import Given, Rng, Seeded, output
from engine.core.text import Text
from engine.core.win_chances import Odds, number_left
from engine.odds.exact import final

LIKELY: Final = 1 / 50
"""An end as likely as this is searched for by seeds alone."""
TRIES_MOST: Final = 20_000
HOPELESS: Final = 1 / 16
"""A try ends when its chance has fallen to this share of what it was at the last doubling."""
WORD: Final = re.compile(r"([ab])(?:=(\d{1,3}))?|draw|likeliest|closest|([ab]\d{1,3}) left")


@dataclass(frozen=True)
class Wish:
    """How a battle is to end: as all of these that are given say.

    winner: who wins, or `draw`.
    left: a side, and exactly how many of its units are left.
    unit: the id of a unit that is left.
    extreme: the likeliest number of survivors of a winner, or the smallest possible one.
    """

    winner: str | None = None
    left: tuple[SideId, int] | None = None
    unit: str | None = None
    extreme: Literal["likeliest", "closest"] | None = None

    def holds(self, end: BattleEnded) -> bool:
        """Whether a battle ended as wished."""
        if self.winner is not None and (end.winner or "draw") != self.winner:
            return False
        if self.left is not None and number_left(end, self.left[0]) != self.left[1]:
            return False
        return self.unit is None or any(
            row["id"] == self.unit for rows in end.survivors.values() for row in rows
        )


def read_wish(word: str, battle: Battle) -> Wish:
    """The wish that a word stands for.

    `a`, `b` and `draw` are who wins, `a=3` is exactly three of a left, `a3 left` that unit left,
    `likeliest` the likeliest number of survivors of a winner and `closest` the smallest possible.
    Raises InputError for another word, and for units that the battle does not have.
    """
    match = WORD.fullmatch(word)
    if match is None:
        words = "a, b, draw, a=3, 'a3 left', likeliest, closest"
        raise InputError.single(
            "wish", Text("must be one of {words}, not '{word}'", words=words, word=shown(word))
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
                Text(
                    "side {side} begins with {count}; no more can be left",
                    side=side,
                    count=sizes[side],
                ),
            )
        return Wish(left=(side, int(match[2])))
    return Wish(winner=word)


def conditioned_battle(battle: Battle, wish: Wish, odds: Odds, seed: int = 0) -> Battle:
    """The battle with dice that make it end as wished; another `seed` finds another one.

    Its dice are a seed alone where the end is likely, otherwise chosen rolls with a seed for those
    that follow. Raises InputError for what never happens, and if no such battle was found.
    """
    battle = battle.without_dice()
    if wish.extreme:
        wish = _extreme(wish.extreme, odds)
    chance = _chance(wish, odds)
    if chance == 0:
        raise InputError.single("wish", Text("never comes true in this battle; choose another end"))
    seeds = (output(seed, number) for number in range(TRIES_MOST))
    if chance is None or chance >= LIKELY or battle.ruleset.outlook is None:
        return _search(battle, wish, (), seeds)
    return _search(battle, wish, _rolls_towards(battle, wish, chance, seeds), seeds)


def _extreme(which: str, odds: Odds) -> Wish:
    """The likeliest result, or the one with the fewest left; the likelier of two such."""
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
    """The chance that a battle ends as wished, or None where these odds do not have it."""
    if wish.left is not None:
        side, left = wish.left
        return odds.survivors[side][left]
    if wish.unit is not None:
        return odds.units.get(wish.unit, 0.0) if odds.units is not None else None
    return float(getattr(odds, wish.winner or "draw"))


def _search(battle: Battle, wish: Wish, rolls: tuple[int, ...], seeds: Iterator[int]) -> Battle:
    """The battle under the first of these seeds that makes it end as wished, after these rolls."""
    for seed in seeds:
        if wish.holds(final(battle, Given(rolls, Seeded(seed)))):
            battle = battle.with_seed(seed)
            return battle.with_rolls(rolls) if rolls else battle
    raise _not_found()


def _rolls_towards(
    battle: Battle, wish: Wish, chance: float, seeds: Iterator[int]
) -> tuple[int, ...]:
    """First rolls after which the end is likely; each step doubles its chance at least."""
    assert battle.ruleset.outlook is not None
    outlook = battle.ruleset.outlook(lambda side, left: _is_wished(battle, wish, side, left))
    rolls: tuple[int, ...] = ()
    while chance < LIKELY:
        for seed in seeds:
            if step := _doubled(battle, outlook, chance, Noted(rolls, Seeded(seed))):
                rolls, chance = step
                break
        else:
            raise _not_found()
    return rolls


def _doubled(
    battle: Battle, outlook: Callable[[Any], float | None], chance: float, dice: "Noted"
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


def _is_wished(battle: Battle, wish: Wish, side: SideId, left: int) -> bool:
    """Whether the wish holds if this side wins and its last `left` units remain."""
    if wish.unit is None:
        wins = wish.winner in (None, side)
        if wish.left is None:
            return wins
        return wins and (left if wish.left[0] == side else 0) == wish.left[1]
    size = battle.ruleset.sizes(battle.setup)[SIDES.index(side)]
    return side_of(wish.unit) == side and int(wish.unit[1:]) > size - left


class Noted(Given):
    """Given rolls and those after them; it notes all of them."""

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


def _not_found() -> InputError:
    return InputError.single(
        "wish", Text("did not come up in time; ask again, or for a likelier end")
    )
