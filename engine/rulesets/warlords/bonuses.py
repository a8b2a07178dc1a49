"""The bonuses of a battle, each with the battle without it, to find out what it is worth.

A bonus of the stack is removed from its snapshot, since it may come from what a unit is. Items,
spells and purchases are removed from the battle file, since one may hide the next best.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from engine.core.battlefile import with_army
from engine.core.events import SIDES, SideId
from engine.core.win_chances import Bonus
from engine.rulesets.warlords.army import Setup
from engine.rulesets.warlords.parts import total
from engine.rulesets.warlords.position import WEAKENING
from engine.rulesets.warlords.snapshot import ArmySnapshot, UnitSnapshot

SHARED: Final = "group-warding"
CARRIED: Final = {"items": "item", "spells": "spell", "buys": "purchase"}
POWERS: Final = ("acid", "lightning", "assassin", "missile", "trample", "warding")


def bonuses(setup: Setup, document: Mapping[str, Any]) -> Iterator[Bonus]:
    """The bonuses of both armies and of the field, each with the battle without it."""
    yield from _of_field(setup)
    for side in SIDES:
        army: ArmySnapshot = getattr(setup, side)
        for kind, word, units, amount, without in _of_army(army, setup.field.city):
            yield Bonus(kind, word, side, units, amount, replace(setup, **{side: without}))
        yield from _carried(side, document)


def _of_field(setup: Setup) -> Iterator[Bonus]:
    field = setup.field
    for word in field.terrain:
        rest = tuple(other for other in field.terrain if other != word)
        without = replace(setup, field=replace(field, terrain=rest))
        yield Bonus("terrain", word, None, (), None, without)
    if field.city:
        parts = setup.b.totals.get("fortify", ())
        totals = {
            **setup.b.totals,
            "fortify": tuple(part for part in parts if part.source != field.city),
        }
        without = replace(setup, b=replace(setup.b, totals=totals), field=replace(field, city=None))
        yield Bonus("city", field.city, None, (), None, without)


Found = tuple[str, str, tuple[str, ...], int | None, ArmySnapshot]


def _of_army(army: ArmySnapshot, city: str | None) -> Iterator[Found]:
    """Kind, word, bearers and amount of each bonus, and the army without it."""
    ids = {unit.id for unit in army.stack}
    for kind, table in (
        ("ability", "totals"),
        ("affliction", "afflictions"),
        ("slayer", "slayers"),
    ):
        for word, parts in getattr(army, table).items():
            kept = tuple(part for part in parts if part.source == city)
            taken = tuple(part for part in parts if part.source != city)
            if not taken or (kind == "affliction" and word not in WEAKENING):
                continue
            bearers = tuple(part.source for part in taken if part.source in ids)
            without = replace(army, **{table: {**getattr(army, table), word: kept}})
            yield kind, word, bearers, total(taken), without
    if army.group_warding:
        without, _ = _without(army, partial(_powerless, power="warding", shared=True))
        yield "ability", SHARED, (), army.group_warding, replace(without, group_warding=0)
    for kind, word, strip in _of_units():
        without, bearers = _without(army, strip)
        if bearers:
            yield kind, word, bearers, None, without


def _of_units() -> Iterator[tuple[str, str, Callable[[UnitSnapshot], UnitSnapshot]]]:
    """The bonuses of single units: kind, word, and a function that removes it from a unit."""
    for power in POWERS:
        yield "power", power, partial(_powerless, power=power, shared=False)
    yield "condition", "blessed", lambda unit: replace(unit, blessed=False)
    yield "condition", "medals", lambda unit: replace(unit, medals=0)
    yield "condition", "poisoned", lambda unit: replace(unit, poisoned=False)
    yield "condition", "diseased", lambda unit: replace(unit, diseased=False)
    yield "ability", "banding", lambda unit: replace(unit, banding=0)
    yield "ability", "flying", lambda unit: replace(unit, flying=False)


def _without(
    army: ArmySnapshot, strip: Callable[[UnitSnapshot], UnitSnapshot]
) -> tuple[ArmySnapshot, tuple[str, ...]]:
    """The army with every unit stripped, and the units to which that makes a difference."""
    stack = tuple(map(strip, army.stack))
    changed = (
        unit.id for unit, stripped in zip(army.stack, stack, strict=True) if unit != stripped
    )
    return replace(army, stack=stack), tuple(changed)


def _powerless(unit: UnitSnapshot, *, power: str, shared: bool) -> UnitSnapshot:
    """The unit without its shared points of a power, or (not `shared`) without its own."""
    if power not in unit.powers:
        return unit
    kept = tuple(part for part in unit.powers[power] if (part.source == SHARED) != shared)
    return replace(unit, powers={**unit.powers, power: kept})


def _carried(side: SideId, document: Mapping[str, Any]) -> Iterator[Bonus]:
    """Items, spells and purchases of the heroes, each with the battle file without it."""
    place = SIDES.index(side)
    for row, unit in enumerate(document["sides"][place]["army"]["stack"]):
        for key, kind in CARRIED.items():
            for id_ in unit.get(key, ()):
                held = unit[key]
                is_counted = isinstance(held, dict)
                rest = (
                    {word: n for word, n in held.items() if word != id_}
                    if is_counted
                    else [other for other in held if other != id_]
                )
                yield Bonus(
                    kind,
                    id_,
                    side,
                    (f"{side}{row + 1}",),
                    held[id_] if is_counted else None,
                    _with_row(document, place, row, {**unit, key: rest}),
                )


def _with_row(
    document: Mapping[str, Any], place: int, row: int, unit: dict[str, Any]
) -> dict[str, Any]:
    """The battle file with another unit in this row; the given one stays as it was."""
    army = document["sides"][place]["army"]
    stack = [*army["stack"]]
    stack[row] = unit
    return with_army(document, place, {**army, "stack": stack})
