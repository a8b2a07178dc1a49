"""Random allotments: all points spent, high ATK paired with low DEF."""

from collections.abc import Mapping
from itertools import product
from typing import Any, Final

from engine import Rng
from engine.rulesets.siege.catalog import POINTS, STAT_MOST, UNIT_MOST
from engine.rulesets.siege.events import LETTERS
from webapp.armies.builder.drawing import one_of, some_of
from webapp.base.form import Json
from webapp.base.texts import N_, _

UNIT_LEAST: Final = 2  # a unit with less would be useless
SPLITS: Final = tuple(  # every way to spend a pool on five units
    split for split in product(range(STAT_MOST + 1), repeat=len(LETTERS)) if sum(split) == POINTS
)
# the same as sorted tuples
SHARES: Final = tuple(split for split in SPLITS if [*split] == sorted(split))


def random_army(_terms: Mapping[str, Any], _limits: Mapping[str, Any], chance: Rng) -> Json:
    fitting: list[tuple[int, ...]] = []
    while not fitting:
        strikes, guards = one_of(SHARES, chance)[::-1], one_of(SHARES, chance)
        spent = [atk + def_ for atk, def_ in zip(strikes, guards, strict=True)]
        fitting = [
            split
            for split in SPLITS
            if all(
                UNIT_LEAST <= used + hp <= UNIT_MOST for used, hp in zip(spent, split, strict=True)
            )
        ]
    rows = [*zip(strikes, guards, one_of(fitting, chance), strict=True)]
    units = {
        letter: dict(zip(("atk", "def", "hp"), row, strict=True))
        for letter, row in zip(LETTERS, some_of(rows, len(rows), chance), strict=True)
    }
    name = _("{arms} and {walls}", arms=_(_name(strikes, *ARMS)), walls=_(_name(guards, *WALLS)))
    return {"name": name, "units": units}


ARMS: Final = (N_("Spears"), N_("Champion"), N_("Company"))
WALLS: Final = (N_("towers"), N_("keep"), N_("palisade"))


def _name(shares: tuple[int, ...], several: str, one: str, none: str) -> str:
    strong = shares.count(STAT_MOST)
    return several if strong > 1 else one if strong else none
