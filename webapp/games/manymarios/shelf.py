"""What a Many Marios army can be made of, each with everything it can do."""

from collections.abc import Iterator
from typing import Final

from engine.rulesets.manymarios.army import UNITS
from engine.rulesets.manymarios.catalog import ABILITIES, Entry
from webapp.base.builder import Filter, ShelfItem, Stat, custom_unit, tags_in
from webapp.games.manymarios.form import kind_of

GROUPS: Final = {"unit": "Units", "building_unit": "Building units"}
NO_ABILITY: Final = "no ability"
ORIGINS: Final = {"source": "wiki numbers", "house": "house numbers"}


def _unit(entry: Entry) -> ShelfItem:
    damage = 1 + entry.damage
    abilities = tuple(ABILITIES[id_].name.lower() for id_ in entry.abilities)
    return ShelfItem(
        id=entry.id,
        key="unit",
        kind=kind_of(entry),
        name=entry.name,
        icon=entry.icon,
        cost=entry.ap,
        group=GROUPS[entry.kind],
        tags=(*(abilities or (NO_ABILITY,)), ORIGINS[entry.origin]),
        stats=(
            Stat("AE", entry.energy + entry.ae),
            Stat("DE", entry.energy + entry.de),
            Stat("Damage", 0 if "launch" in entry.abilities else damage),
        ),
        lines=tuple(_lines(entry)),
        row={"unit": entry.id},
    )


def _lines(entry: Entry) -> Iterator[str]:
    for id_ in entry.abilities:
        yield f"{ABILITIES[id_].name}: {ABILITIES[id_].text}"
    if entry.kind == "building_unit":
        yield "Carries no equipment: it is a building unit"
    if not entry.allows_combat_items:
        yield "Carries no combat items"
    if entry.note:
        yield f"Note: {entry.note}"


CUSTOM: Final = custom_unit(
    "Name it, give it energy, damage and abilities; each of them costs AP",
    {"name": "Custom", "energy": 2},
)

SHELF: Final = (*map(_unit, UNITS.values()), CUSTOM)
ABILITY_TAGS: Final = (*(row.name.lower() for row in ABILITIES.values()), NO_ABILITY)
FILTERS: Final = (
    Filter("Ability", tags_in(SHELF, ABILITY_TAGS)),
    Filter("Numbers", tags_in(SHELF, ORIGINS.values())),
)
