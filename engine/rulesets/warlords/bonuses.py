"""The bonuses of a battle, each with the battle without it, which shows its worth.

Bonuses of a stack are removed from its snapshot, since they can be innate to a unit. Items, spells
and purchases are removed from the battle file, since one can hide the next best.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from engine.core.battlefile import with_army
from engine.core.events import SIDES, SideId
from engine.core.win_chances import Bonus
from engine.rulesets.warlords.army import Setup
from engine.rulesets.warlords.position import WEAKENING
from engine.rulesets.warlords.snapshot import ArmySnapshot, UnitSnapshot, total

SHARED: Final = "group-warding"
CARRIED: Final = {"items": "item", "spells": "spell", "buys": "purchase"}
POWERS: Final = ("acid", "lightning", "assassin", "missile", "trample", "warding")


def bonuses(setup: Setup, document: Mapping[str, Any]) -> Iterator[Bonus]:
    """Yield each bonus of both armies and of the field with the battle without it."""
    yield from _field_bonuses(setup)
    for side in SIDES:
        army: ArmySnapshot = getattr(setup, side)
        for kind, word, units, amount, without in _army_bonuses(army, setup.field.city):
            yield Bonus(kind, word, side, units, amount, replace(setup, **{side: without}))
        yield from _hero_bonuses(side, document)


def _field_bonuses(setup: Setup) -> Iterator[Bonus]:
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


ArmyBonus = tuple[str, str, tuple[str, ...], int | None, ArmySnapshot]


def _army_bonuses(army: ArmySnapshot, city: str | None) -> Iterator[ArmyBonus]:
    """Yield kind, word, bearers and amount of each bonus, and the army without it."""
    ids = {unit.id for unit in army.stack}
    for kind, table in (
        ("ability", "totals"),
        ("affliction", "afflictions"),
        ("slayer", "slayers"),
    ):
        for word, parts in getattr(army, table).items():
            kept = tuple(part for part in parts if part.source == city)
            removed = tuple(part for part in parts if part.source != city)
            if not removed or (kind == "affliction" and word not in WEAKENING):
                continue
            bearers = tuple(part.source for part in removed if part.source in ids)
            without = replace(army, **{table: {**getattr(army, table), word: kept}})
            yield kind, word, bearers, total(removed), without
    if army.group_warding:
        without, _ = _without(army, partial(_without_power, power="warding", shared=True))
        yield "ability", SHARED, (), army.group_warding, replace(without, group_warding=0)
    for kind, word, strip in _unit_bonuses():
        without, bearers = _without(army, strip)
        if bearers:
            yield kind, word, bearers, None, without


def _unit_bonuses() -> Iterator[tuple[str, str, Callable[[UnitSnapshot], UnitSnapshot]]]:
    """Yield kind and word of each unit bonus and a function that removes it from a unit."""
    for power in POWERS:
        yield "power", power, partial(_without_power, power=power, shared=False)
    yield "condition", "blessed", lambda unit: replace(unit, blessed=False)
    yield "condition", "medals", lambda unit: replace(unit, medals=0)
    yield "condition", "poisoned", lambda unit: replace(unit, poisoned=False)
    yield "condition", "diseased", lambda unit: replace(unit, diseased=False)
    yield "condition", "cursed", lambda unit: replace(unit, cursed=False)
    yield "ability", "banding", lambda unit: replace(unit, banding=0)
    yield "ability", "flying", lambda unit: replace(unit, flying=False)


def _without(
    army: ArmySnapshot, strip: Callable[[UnitSnapshot], UnitSnapshot]
) -> tuple[ArmySnapshot, tuple[str, ...]]:
    """Return the army with every unit stripped, and the ids of the units that change."""
    stack = tuple(map(strip, army.stack))
    changed = (
        unit.id for unit, stripped in zip(army.stack, stack, strict=True) if unit != stripped
    )
    return replace(army, stack=stack), tuple(changed)


def _without_power(unit: UnitSnapshot, *, power: str, shared: bool) -> UnitSnapshot:
    """Return the unit without its shared or without its own points of a power."""
    if power not in unit.powers:
        return unit
    kept = tuple(part for part in unit.powers[power] if (part.source == SHARED) != shared)
    return replace(unit, powers={**unit.powers, power: kept})


def _hero_bonuses(side: SideId, document: Mapping[str, Any]) -> Iterator[Bonus]:
    """Yield each item, spell and purchase of heroes with the battle file without it."""
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
                army = document["sides"][place]["army"]
                stack = [*army["stack"]]
                stack[row] = {**unit, key: rest}
                yield Bonus(
                    kind,
                    id_,
                    side,
                    (f"{side}{row + 1}",),
                    held[id_] if is_counted else None,
                    with_army(document, place, {**army, "stack": stack}),
                )
