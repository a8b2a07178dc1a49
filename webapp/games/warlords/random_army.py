"""Random stacks with a theme, a fighting order and perhaps a hero."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine import Rng
from engine.rulesets.warlords.army import STACK_MOST, most_buys, points_cost, prices
from engine.rulesets.warlords.catalog import CATALOG, POWERS, HeroClass, UnitEntry
from webapp.armies.builder.drawing import between, one_of, some_of
from webapp.base.form import Json
from webapp.games.warlords.words import matters

LEAST: Final = 4  # units, where more are allowed
HEROES: Final = 1  # default limit of heroes
KINDS: Final = (2, 4)
LEVELS: Final = (2, 8)
ITEMS: Final = 2
LAND: Final = tuple(entry for entry in CATALOG.units.values() if not entry.ship)


def _themes() -> dict[str, tuple[UnitEntry, ...]]:
    races = dict.fromkeys(race for entry in LAND for race in entry.race)
    themes = {race: tuple(e for e in LAND if race in e.race) for race in races}
    themes["winged"] = tuple(e for e in LAND if e.flying)
    themes["shooting"] = tuple(e for e in LAND if "missile" in e.abilities)
    themes["foul"] = tuple(e for e in LAND if {*e.abilities} & {"poison", "disease", "curse"})
    return {name: units for name, units in themes.items() if len(units) >= KINDS[0]}


THEMES: Final = _themes()


def random_army(terms: Mapping[str, Any], limits: Mapping[str, Any], chance: Rng) -> Json:
    """Return a stack within these limits: `units` (default 8) and `heroes` (default 1)."""
    most = min(STACK_MOST, _limit(limits, "units", STACK_MOST))
    size = between(min(LEAST, most), most, chance)
    heroes = min(between(0, _limit(limits, "heroes", HEROES), chance), size // 3)
    theme, units = one_of([*_grounds(terms).items(), *THEMES.items()], chance)
    kinds = some_of(units, between(*KINDS, chance), chance)
    troops = sorted((one_of(kinds, chance) for _ in range(size - heroes)), key=_rank)
    stack: list[Json] = [{"unit": entry.id} for entry in troops]
    stack += [_hero(chance) for _ in range(heroes)]
    return {"name": f"{theme.capitalize()} stack", "stack": stack}


def _limit(limits: Mapping[str, Any], key: str, usual: int) -> int:
    value = limits.get(key)
    return value if isinstance(value, int) else usual


def _grounds(terms: Mapping[str, Any]) -> dict[str, tuple[UnitEntry, ...]]:
    """Return by terrain word of these terms the units with a bonus on it, if enough."""
    field = terms.get("field")
    words = field.get("terrain") if isinstance(field, Mapping) else None
    if not isinstance(words, list):
        return {}
    known = (word for word in words if isinstance(word, str) and word in CATALOG.terrains)
    homes = {word: tuple(e for e in LAND if e.terrain.get(word)) for word in known}
    return {word: units for word, units in homes.items() if len(units) >= KINDS[0]}


def _rank(entry: UnitEntry) -> tuple[bool, int]:
    """Sort key: powers strike each new enemy once, so their bearers go first, weaker units next."""
    return (not {*entry.abilities} & {*POWERS}, entry.strength * entry.hits)


def _hero(chance: Rng) -> Json:
    """Return a hero for the rear, its points spent on battle abilities."""
    hero = one_of([*CATALOG.heroes.values()], chance)
    level = between(*LEVELS, chance)
    row: Json = {"hero": hero.id, "level": level}
    buys: dict[str, int] = {}
    spells: list[str] = []
    while offers := [*_offers(hero, level, buys, spells)]:
        key, id_ = one_of(offers, chance)
        if key == "spells":
            spells.append(id_)
        else:
            buys[id_] = buys.get(id_, 0) + 1
    useful = [item.id for item in CATALOG.items.values() if matters(item.effects)]
    items = some_of(useful, between(0, ITEMS, chance), chance)
    found = {"buys": buys, "spells": spells, "items": items}
    return row | {key: value for key, value in found.items() if value}


def _offers(
    hero: HeroClass, level: int, buys: Mapping[str, int], spells: list[str]
) -> Iterator[tuple[str, str]]:
    """Yield what a hero can still afford and use."""
    left = hero.points(level) - points_cost(hero, buys, spells)
    for word, bought in prices(hero).items():
        if bought.ap <= left and matters([word]) and buys.get(word, 0) < most_buys(hero, word):
            yield "buys", word
    for id_, ap in hero.spells.items():
        if ap <= left and id_ not in spells and matters(CATALOG.spells[id_].effects):
            yield "spells", id_
