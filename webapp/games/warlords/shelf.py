"""What a stack can be made of, each with everything it can do."""

from collections.abc import Iterator
from typing import Final

from engine.rulesets.warlords.catalog import CATALOG, SLAYERS, HeroClass, UnitEntry
from engine.rulesets.warlords.heroes import LEVEL_MOST, prices
from webapp.base.builder import Filter, ShelfItem, Stat, custom_unit, tags_in
from webapp.games.warlords.form import spell_text
from webapp.games.warlords.words import PLACE_NAMES, word_name, word_text

NATURES: Final = ("flying", "banding", "ship", "hero", "custom")


def _unit(entry: UnitEntry) -> ShelfItem:
    natures = {"flying": entry.flying, "banding": entry.banding, "ship": entry.ship}
    return ShelfItem(
        id=entry.id,
        key="unit",
        kind="unit",
        name=entry.name,
        icon=entry.icon,
        cost=None,
        price=entry.build_cost or None,
        group="Ships" if entry.ship else "Units",
        tags=(
            *(CATALOG.abilities[word].name.lower() for word in entry.abilities),
            *(nature for nature, has in natures.items() if has),
            *entry.race,
            *(PLACE_NAMES[word].lower() for word in entry.terrain),
        ),
        stats=(Stat("Strength", entry.strength), Stat("Hits", entry.hits)),
        lines=tuple(_unit_lines(entry)),
        row={"unit": entry.id},
    )


def _unit_lines(entry: UnitEntry) -> Iterator[str]:
    for word, amount in entry.abilities.items():
        yield f"{word_name(word)} {amount}: {word_text(word)}"
    if entry.flying:
        yield "Flies"
    if entry.banding:
        yield f"Banding {entry.banding}: strength for each other unit of its kind, so much at most"
    for word, amount in entry.terrain.items():
        yield f"{PLACE_NAMES[word]}: {amount:+} strength"
    if entry.race:
        yield f"Race: {', '.join(entry.race)}"
    if entry.build_cost:
        yield f"Costs {entry.build_cost} to build: matters on the map only"
    for doubt in entry.uncertain:
        yield f"In doubt: {doubt}"


def _hero(entry: HeroClass) -> ShelfItem:
    return ShelfItem(
        id=entry.id,
        key="hero",
        kind="hero",
        name=entry.name,
        icon=entry.icon,
        cost=None,
        group="Heroes",
        tags=(
            "hero",
            *(CATALOG.abilities[word].name.lower() for word in entry.abilities),
        ),
        stats=(Stat("Strength", entry.strength), Stat("Hits", entry.hits)),
        lines=tuple(_hero_lines(entry)),
        row={"hero": entry.id, "level": 1},
    )


def _hero_lines(entry: HeroClass) -> Iterator[str]:
    for word, amount in entry.abilities.items():
        yield f"{word_name(word)} {amount}: {word_text(word)}"
    levels = ((level, entry.points(level)) for level in (3, 5, 8, LEVEL_MOST))
    told = ", ".join(f"{points} at level {level}" for level, points in levels)
    yield f"Ability points: {told}"
    for word, bought in prices(entry).items():
        step = f" +{bought.step}" if word in entry.buy else ""
        yield f"Buys {word_name(word)}{step} for {bought.ap}: {word_text(word)}"
    for id_, ap in entry.spells.items():
        spell = CATALOG.spells[id_]
        yield f"Casts {spell.name} for {ap}: {spell_text(spell)}"
    for doubt in entry.uncertain:
        yield f"In doubt: {doubt}"


CUSTOM: Final = custom_unit(
    "Name it, give it strength, hits, any ability of the catalog, a race, a ground",
    {"name": "Custom", "strength": 4, "hits": 2},
)

SHELF: Final = (
    *map(_unit, CATALOG.units.values()),
    *map(_hero, CATALOG.heroes.values()),
    CUSTOM,
)
FILTERS: Final = (
    Filter("Nature", tags_in(SHELF, NATURES)),
    Filter("Ability", tags_in(SHELF, (a.name.lower() for a in CATALOG.abilities.values()))),
    Filter("Race", tags_in(SHELF, SLAYERS.values())),
    Filter("Ground", tags_in(SHELF, (name.lower() for name in PLACE_NAMES.values()))),
)
