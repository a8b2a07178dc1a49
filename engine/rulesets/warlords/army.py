"""Reading Warlords stacks from a battle file, with heroes within their ability points."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Final

import msgspec

from engine.core.battlefile import read_sides
from engine.core.errors import Text
from engine.core.events import SIDES, SideId
from engine.core.reading import LOOK_KEYS, Members, Reader, read_icon
from engine.rulesets.warlords.catalog import CATALOG, PLACES, SLAYERS, City, HeroClass, Purchase
from engine.rulesets.warlords.events import ArmySnapshot, Condition, FieldSnapshot, Part, Parts
from engine.rulesets.warlords.stack import MEDALS_MOST, Recruit, Stack

LEVEL_MOST: Final = 10
BUYS_MOST: Final = 99
ITEMS_MOST: Final = 10
KEYS: Final = ("hero", "level", "name", "buys", "spells", "items")
SLAYER_WORTH: Final = ((10, 4), (8, 3), (5, 2), (1, 1))  # level, points


def read_hero(fields: Members, id_: str) -> Recruit | None:
    """Return the hero in a row's members, or None after noting an unknown class."""
    hero = fields["hero"].choice(CATALOG.heroes, "hero class")
    if hero is None:
        return None
    noted = len(fields["hero"].problems)
    level = fields["level"].integer(1, LEVEL_MOST)
    name = fields["name"].text()
    bought = fields["buys"].mapping(prices(hero))
    buys = {word: times.integer(1, most_buys(hero, word)) for word, times in bought.items()}
    spells = _read_spells(fields["spells"], hero)
    items = read_items(fields)
    if len(fields["hero"].problems) == noted:
        _refuse_overspending(fields, hero, level, points_cost(hero, buys, spells))
    abilities = dict(hero.abilities)
    gains: Counter[str] = Counter()
    for word, times in buys.items():
        gained, amount = purchase(hero, word, level)
        gains[gained] += times * amount
    for word, amount in gains.items():
        if word in CATALOG.abilities:
            abilities[word] = abilities.get(word, 0) + amount
    return Recruit(
        id=id_,
        kind="hero",
        unit=hero.id,
        type=("hero", hero.id),
        name=name or hero.name,
        strength=_parts(hero.strength, "strength", gains["strength"]),
        hits=_parts(hero.hits, "hits", gains["hits"]),
        icon=hero.icon,
        hero=True,
        level=level,
        abilities=abilities,
        buys=buys,
        spells=spells,
        items=items,
    )


def purchase(hero: HeroClass, word: str, level: int) -> tuple[str, int]:
    """Return what one purchase gives a hero of this level; `flight` gives `group-flight`."""
    if word in hero.buy:
        return word, hero.buy[word].step
    if word in SLAYERS:
        return word, next(worth for least, worth in SLAYER_WORTH if level >= least)
    plain, _, amount = word.partition("+")
    return {"flight": "group-flight"}.get(word, plain), int(amount or 1)


def read_items(fields: Members) -> tuple[str, ...]:
    """Return the ids of a hero's items, noting problems on their readers."""
    ids: list[str] = []
    for row in fields["items"].sequence(0, ITEMS_MOST, "items"):
        if item := row.choice(CATALOG.items, "item"):
            if item.id in ids:
                row.fail("{item} is carried already; name it once", item=Text(item.name))
            ids.append(item.id)
    return tuple(ids)


def _parts(base: int, word: str, gained: int) -> Parts:
    return (Part("base", base), *([Part(word, gained)] if gained else []))


def prices(hero: HeroClass) -> dict[str, Purchase]:
    """Return all purchases of a class by word."""
    special = {id_: Purchase(1, ap) for id_, ap in hero.special_buy.items()}
    return {**hero.buy, **special}


def most_buys(hero: HeroClass, word: str) -> int:
    """Return how often a hero can buy this: once for a special purchase without a number."""
    return BUYS_MOST if word in hero.buy or "+" in word else 1


def points_cost(hero: HeroClass, buys: Mapping[str, int], spells: Iterable[str]) -> int:
    """Return the ability points that these purchases and spells cost together."""
    listed = prices(hero)
    bought = sum(listed[word].ap * times for word, times in buys.items())
    return bought + sum(hero.spells[id_] for id_ in spells)


def _read_spells(reader: Reader, hero: HeroClass) -> tuple[str, ...]:
    spells: list[str] = []
    for row in reader.sequence(0, len(CATALOG.spells), "spells"):
        spell = row.choice(CATALOG.spells, "spell")
        if spell is None:
            continue
        if spell.id not in hero.spells:
            own = ", ".join(hero.spells) or Text("none")
            row.fail(
                "the {hero} cannot learn {spell}; its spells are {own}",
                hero=Text(hero.name),
                spell=Text(spell.name),
                own=own,
            )
        elif spell.id in spells:
            row.fail("{spell} is cast already; name it once", spell=Text(spell.name))
        spells.append(spell.id)
    return tuple(spells)


def _refuse_overspending(fields: Members, hero: HeroClass, level: int, costs: int) -> None:
    points = hero.points(level)
    if costs > points:
        where = fields["buys" if "buys" in fields else "spells"]
        where.fail(
            "costs {costs} ability points with its spells, but a level {level} {hero} "
            "has {points}: {over} too many; leave something out or raise the level",
            costs=costs,
            hero=Text(hero.name),
            level=level,
            points=points,
            over=costs - points,
        )


STACK_MOST: Final = 8
CITY_STACK_MOST: Final = 32
DIE: Final = (18, 20, 26)  # sides of the combat die: minimum, default, maximum
STRENGTH_MOST: Final = 15
HITS_MOST: Final = 20
POINTS_MOST: Final = 20
UNBLESSED: Final = ("poisoned", "diseased", "paralysed", "cursed")  # lifted by a blessing
CUSTOM_KEYS: Final = (
    *("name", "strength", "hits", "flying", "abilities"),
    *("terrain", "banding", "race", "hero", *LOOK_KEYS),
)
FIGURES: Final = (
    *("spartan", "samurai", "ninja", "witch", "bear", "lion", "yeti", "octopus", "robot"),
)
FLAG_ABILITIES: Final = ("group-flight",)  # abilities without points


class Setup(msgspec.Struct, frozen=True):
    """Both stacks and the field. Side a attacks."""

    a: ArmySnapshot
    b: ArmySnapshot
    field: FieldSnapshot


def read(fields: Members) -> Setup:
    field = _read_field(fields["field"])
    city = CATALOG.cities[field.city] if field.city else None
    a, b = (
        _read_army(members["army"], side, name, city if side == "b" else None)
        for side, (name, members) in zip(SIDES, read_sides(fields), strict=True)
    )
    return Setup(a, b, field)


def sizes(setup: Setup) -> tuple[int, int]:
    return len(setup.a.stack), len(setup.b.stack)


def _read_field(reader: Reader) -> FieldSnapshot:
    fields = reader.mapping(("terrain", "city", "die"))
    city = fields["city"].choice(CATALOG.cities, "city")
    die = fields["die"].integer(DIE[0], DIE[2], DIE[1])
    words: list[str] = []
    for row in fields["terrain"].sequence(0, len(CATALOG.terrains), "terrain words"):
        if word := row.choice(CATALOG.terrains, "terrain"):
            if word.id in words:
                row.fail("'{word}' is there already; name it once", word=word.id)
            words.append(word.id)
    if not words and city is None:
        words = ["open"]
    return FieldSnapshot(tuple(words), city.id if city else None, die)


def _read_army(reader: Reader, side: SideId, name: str, city: City | None) -> ArmySnapshot:
    fields = reader.mapping(("name", "stack"), required=("stack",))
    army = fields["name"].text()
    rows = fields["stack"].sequence(1, CITY_STACK_MOST if city else STACK_MOST, "units")
    units = [_read_unit(row, f"{side}{place}") for place, row in enumerate(rows, start=1)]
    return Stack(unit for unit in units if unit).snapshot(name, army, city)


def _read_unit(reader: Reader, id_: str) -> Recruit | None:
    noted = len(reader.problems)
    fields = reader.mapping(("unit", "custom", *KEYS, "blessed", "medals", *UNBLESSED))
    if not isinstance(reader.value, dict):
        return None
    kinds = [key for key in ("unit", "hero", "custom") if key in fields]
    if len(kinds) != 1:
        reader.fail("takes one of 'unit' (a catalog id), 'hero' (a class) and 'custom' (your own)")
        return None
    (kind,) = kinds
    if kind == "hero":
        unit = read_hero(fields, id_)
    else:
        _refuse_hero_keys(fields, kind)
        read_kind = _read_catalog_unit if kind == "unit" else _read_custom
        unit = read_kind(fields, id_)
    condition = _read_condition(reader, fields)
    if unit is None or len(reader.problems) > noted:
        return None
    return replace(unit, condition=condition)


def _refuse_hero_keys(fields: Members, kind: str) -> None:
    """Note keys that only heroes have; `_read_custom` checks the items of custom heroes."""
    for key in ("level", "name", "buys", "spells"):
        if key in fields:
            fields[key].fail(
                "is for heroes only; leave it out, or make the row a 'hero' instead of '{kind}'",
                kind=kind,
            )
    if "items" in fields and kind == "unit":
        fields["items"].fail("are for heroes only, and this is a unit; leave them out")


def _read_condition(reader: Reader, fields: Members) -> Condition:
    flags = {key: fields[key].flag() for key in ("blessed", *UNBLESSED)}
    medals = fields["medals"].integer(0, MEDALS_MOST)
    if flags["blessed"]:
        for key in UNBLESSED:
            if flags[key]:
                reader.fail(
                    "is blessed and {key} at once; a blessing lifts it, so name one of them",
                    key=key,
                )
    return Condition.of({**flags, "medals": medals})


def _read_catalog_unit(fields: Members, id_: str) -> Recruit | None:
    entry = fields["unit"].choice(CATALOG.units, "unit")
    if entry is None:
        return None
    same = ("name", "icon", "race", "flying", "abilities", "terrain", "banding")
    return Recruit(
        id=id_,
        kind="unit",
        unit=entry.id,
        type=("unit", entry.id),
        strength=(Part("base", entry.strength),),
        hits=(Part("base", entry.hits),),
        **{name: getattr(entry, name) for name in same},
    )


def _read_custom(fields: Members, id_: str) -> Recruit | None:
    custom = fields["custom"]
    noted = len(custom.problems)
    members = custom.mapping(CUSTOM_KEYS, required=("name", "strength", "hits"))
    name = members["name"].text()
    if name == "" and "name" in members and len(custom.problems) == noted:
        members["name"].fail("is empty; name the unit")
    strength = members["strength"].integer(1, STRENGTH_MOST)
    hits = members["hits"].integer(1, HITS_MOST)
    hero = members["hero"].flag()
    items = read_items(fields)
    if "items" in fields and not hero:
        fields["items"].fail("are for heroes only; leave them out, or add 'hero': true to 'custom'")
    abilities = _read_points(members["abilities"], CATALOG.abilities)
    return Recruit(
        id=id_,
        kind="custom",
        unit=None,
        type=("custom", name),
        name=name,
        strength=(Part("base", strength),),
        hits=(Part("base", hits),),
        icon=read_icon(members, "warlords", FIGURES),
        hero=hero,
        race=_read_race(members["race"]),
        flying=members["flying"].flag(),
        abilities=abilities,
        terrain=_read_points(members["terrain"], PLACES),
        banding=members["banding"].integer(0, POINTS_MOST),
        items=items,
    )


def _read_points(members: Reader, words: Collection[str]) -> dict[str, int]:
    points = {}
    for word, reader in members.mapping(words).items():
        if word in FLAG_ABILITIES and isinstance(reader.value, bool):
            points[word] = int(reader.value)
        else:
            points[word] = reader.integer(0, 1 if word in FLAG_ABILITIES else POINTS_MOST)
    return points


def _read_race(reader: Reader) -> tuple[str, ...]:
    races = dict.fromkeys(SLAYERS.values())
    found = (row.word(races, "race") for row in reader.sequence(0, len(races), "races"))
    return tuple(race for race in found if race)
