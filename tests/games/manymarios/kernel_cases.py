"""Battle files of many sorts, drawn from a seed: what kernel and reference are compared on."""

from collections.abc import Callable
from typing import Any, Final

from engine.core.rng import Seeded
from engine.rulesets.manymarios.army import (
    BUILDINGS,
    COMBAT_ITEMS,
    CUSTOM_ABILITIES,
    EQUIPMENT,
    UNITS,
)

Json = dict[str, Any]
DEFENDERS: Final = [id_ for id_ in UNITS if "defender" in UNITS[id_].abilities]


class Draw:
    """Random picks, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.dice = Seeded(seed)

    def number(self, least: int, most: int) -> int:
        return least + self.dice.below(most - least + 1, "number", "")

    def chance(self, one_in: int) -> bool:
        return self.number(1, one_in) == 1

    def one(self, options: Any) -> Any:
        listed = list(options)
        return listed[self.number(0, len(listed) - 1)]

    def some(self, options: Any, most: int) -> list[Any]:
        return [self.one(options) for _ in range(self.number(0, most))]


def battle(draw: Draw, armies: list[Json]) -> Json:
    """The battle of two armies; in every third one side is named to begin."""
    first = {"options": {"first": draw.one("ab")}} if draw.chance(3) else {}
    return {"ruleset": "manymarios", "sides": [{"army": army} for army in armies], **first}


def unit(draw: Draw) -> Json:
    """Any unit of the catalog, or a custom one, with anything that it may carry."""
    row: Json
    carries_equipment = carries_items = True
    if draw.chance(3):
        row = {"custom": custom(draw)}
    else:
        id_ = draw.one(UNITS)
        row = {"unit": id_}
        carries_equipment = UNITS[id_].kind == "unit"
        carries_items = UNITS[id_].allows_combat_items
    if carries_equipment and draw.chance(2):
        row["equipment"] = draw.some(EQUIPMENT, 3)
    if carries_items and draw.chance(2):
        row["combat_items"] = draw.some(COMBAT_ITEMS, 3)
    return row


def custom(draw: Draw, energy_most: int = 6) -> Json:
    """A custom unit with up to four abilities; some start exhausted."""
    energy = draw.number(0, energy_most)
    return {
        "name": "Own",
        "energy": energy,
        "ae": draw.number(-3, 3),
        "de": draw.number(1 - energy, 4),
        "damage": draw.one((0, 0, 1, 3)),
        "abilities": draw.some(CUSTOM_ABILITIES, 4),
    }


def army(draw: Draw, least: int, most: int, of: Callable[[Draw], Json] = unit) -> Json:
    """An army of `least` to `most` units and up to two combat buildings."""
    lineup = [of(draw) for _ in range(draw.number(least, most))]
    return {"lineup": lineup, "buildings": draw.some(BUILDINGS, 2)}


def mixed(draw: Draw) -> Json:
    return battle(draw, [army(draw, 1, 12), army(draw, 1, 12)])


def crowd(draw: Draw) -> Json:
    return battle(draw, [army(draw, 40, 40), army(draw, 40, 40)])


def pipes(draw: Draw) -> Json:
    """Cannon Pipes only on one side or both, or with a few to launch."""

    def mostly(draw: Draw) -> Json:
        return {"unit": "cannon-pipe"} if draw.chance(2) else unit(draw)

    def only(_draw: Draw) -> Json:
        return {"unit": "cannon-pipe"}

    kinds = [only if draw.chance(3) else mostly for _ in "ab"]
    return battle(draw, [army(draw, 1, 9, kind) for kind in kinds])


def standstill(draw: Draw) -> Json:
    """Defenders, exhausted agile ones and stunners, with a Pipe or shooter in between."""

    def idle(draw: Draw) -> Json:
        if draw.chance(6):
            return {"unit": draw.one(["cannon-pipe", "hammer-bro", "spiny"])}
        if draw.chance(2):
            return {"unit": draw.one(DEFENDERS)}
        abilities = ["agility", *draw.some(["defender", "ballistics", "stun"], 2)]
        return {"custom": {"name": "Idle", "energy": 0, "de": 2, "abilities": abilities}}

    return battle(draw, [army(draw, 1, 9, idle), army(draw, 1, 9, idle)])


def procession(draw: Draw) -> Json:
    """Only defenders, many and in different numbers: it takes long to see that nothing happens."""

    def defender(draw: Draw) -> Json:
        return {"unit": draw.one([*DEFENDERS, "cannon-pipe"])}

    return battle(draw, [army(draw, 5, 40, defender), army(draw, 5, 40, defender)])


SORTS: Final[dict[str, tuple[Callable[[Draw], Json], int]]] = {
    "mixed": (mixed, 2000),
    "pipes": (pipes, 300),
    "standstill": (standstill, 300),
    "procession": (procession, 15),
    "crowd": (crowd, 30),
}


def cases(sort: str, most: int | None = None) -> list[Json]:
    """The first battle files of a sort, or all, each with its seed; the same every time."""
    make, count = SORTS[sort]
    draw = Draw(sum(sort.encode()))
    return [make(draw) | {"seed": draw.dice.below(2**64, "seed", "")} for _ in range(most or count)]
