"""Reading heroes: class, level, purchases, spells and items within the ability points."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.core.events import SideId
from engine.core.reading import Reader
from engine.core.text import Text
from engine.rulesets.warlords.catalog import CATALOG, SLAYERS, HeroClass, Purchase, plain_word
from engine.rulesets.warlords.snapshot import Part
from engine.rulesets.warlords.stack import Recruit

LEVEL_MOST: Final = 10
BUYS_MOST: Final = 99
ITEMS_MOST: Final = 10
KEYS: Final = ("hero", "level", "name", "buys", "spells", "items")
SLAYER_WORTH: Final = ((10, 4), (8, 3), (5, 2), (1, 1))  # level, points


def read_hero(fields: dict[str, Reader], id_: str, side: SideId) -> Recruit | None:
    """Return the hero in a row's members, or None after noting an unknown class."""
    hero = fields["hero"].choice(CATALOG.heroes, "hero class")
    if hero is None:
        return None
    noted = len(fields["hero"].problems)
    level = fields["level"].integer(1, LEVEL_MOST) if "level" in fields else 1
    name = fields["name"].text() if "name" in fields else ""
    buys = _read_buys(fields["buys"], hero) if "buys" in fields else {}
    spells = _read_spells(fields["spells"], hero) if "spells" in fields else ()
    items = read_items(fields)
    if len(fields["hero"].problems) == noted:
        _refuse_overspending(fields, hero, level, buys, spells)
    strength, hits = Part("base", hero.strength), Part("base", hero.hits)
    abilities = dict(hero.abilities)
    bought: dict[str, int] = {}
    for word, times in buys.items():
        for gained, amount in purchase(hero, word, level).items():
            bought[gained] = bought.get(gained, 0) + times * amount
    for word, amount in bought.items():
        if word in CATALOG.abilities:
            abilities[word] = abilities.get(word, 0) + amount
    return Recruit(
        id=id_,
        side=side,
        kind="hero",
        unit=hero.id,
        type=("hero", hero.id),
        name=name or hero.name,
        strength=(strength, *_bought(bought, "strength")),
        hits=(hits, *_bought(bought, "hits")),
        icon=hero.icon,
        hero=True,
        level=level,
        abilities=abilities,
        buys=buys,
        spells=spells,
        items=items,
    )


def purchase(hero: HeroClass, word: str, level: int) -> dict[str, int]:
    """Return what one purchase gives a hero of this level; `flight` gives `group-flight`."""
    if word in hero.buy:
        return {word: hero.buy[word].step}
    if word in SLAYERS:
        return {word: next(worth for least, worth in SLAYER_WORTH if level >= least)}
    gained = {"flight": "group-flight"}.get(word, plain_word(word))
    return {gained: int(word.partition("+")[2] or 1)}


def read_items(fields: dict[str, Reader]) -> tuple[str, ...]:
    """Return the ids of a hero's items, noting problems on their readers."""
    if "items" not in fields:
        return ()
    ids = []
    for row in fields["items"].sequence(0, ITEMS_MOST, "items"):
        if item := row.choice(CATALOG.items, "item"):
            if item.id in ids:
                row.fail("{item} is carried already; name it once", item=Text(item.name))
            ids.append(item.id)
    return tuple(ids)


def _bought(bought: dict[str, int], word: str) -> list[Part]:
    return [Part(word, bought[word])] if bought.get(word) else []


def prices(hero: HeroClass) -> dict[str, Purchase]:
    """Return all purchases of a class by word."""
    special = {id_: Purchase(1, ap) for id_, ap in hero.special_buy.items()}
    return {**hero.buy, **special}


def _read_buys(reader: Reader, hero: HeroClass) -> dict[str, int]:
    buys = {}
    for word, times in reader.mapping(prices(hero)).items():
        buys[word] = times.integer(1, most_buys(hero, word))
    return buys


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
                "a {hero} cannot learn {spell}; its spells are {own}",
                hero=Text(hero.name),
                spell=Text(spell.name),
                own=own,
            )
        elif spell.id in spells:
            row.fail("{spell} is cast already; name it once", spell=Text(spell.name))
        spells.append(spell.id)
    return tuple(spells)


def _refuse_overspending(
    fields: dict[str, Reader],
    hero: HeroClass,
    level: int,
    buys: dict[str, int],
    spells: tuple[str, ...],
) -> None:
    costs = points_cost(hero, buys, spells)
    points = hero.points(level)
    if costs > points:
        where = fields["buys" if "buys" in fields else "spells"]
        where.fail(
            "costs {costs} ability points with its spells, and a {hero} of level {level} "
            "has {points}: {over} too many; leave something out or raise the level",
            costs=costs,
            hero=Text(hero.name),
            level=level,
            points=points,
            over=costs - points,
        )
