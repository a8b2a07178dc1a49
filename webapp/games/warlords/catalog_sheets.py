"""The catalog of Warlords laid out in tables, for the command line."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from webapp.base.wording import Sheet

Row = Mapping[str, Any]

UNIT: Final = ("id", "name", "strength", "hits", "flies", "abilities", "terrain", "race")
HERO: Final = ("id", "name", "strength", "hits", "buys", "spells")
SPELL: Final = ("id", "name", "mana", "classes", "effects")


def lay_out(catalog: Mapping[str, Any]) -> Iterator[Sheet]:
    """The catalog, a table a kind of thing, and the abilities at the end."""
    by_kind: dict[str, list[Row]] = {}
    for row in catalog["entries"].values():
        by_kind.setdefault(row["kind"], []).append(row)
    yield Sheet("Units", UNIT, [_unit(row) for row in by_kind["unit"]])
    yield Sheet("Heroes", HERO, [_hero(row) for row in by_kind["hero"]])
    rows = [(row["id"], row["name"], _points(row["effects"])) for row in by_kind["item"]]
    yield Sheet("Items", ("id", "name", "effects"), rows)
    yield Sheet("Spells", SPELL, [_spell(row) for row in by_kind["spell"]])
    rows = [(row["id"], row["name"], str(row["fortify"])) for row in by_kind["city"]]
    yield Sheet("Cities", ("id", "name", "fortify"), rows)
    places = [(row["id"], row["name"]) for row in catalog["terrains"].values()]
    yield Sheet("Terrain", ("id", "name"), places)
    rows = [(row["id"], row["name"], row["text"]) for row in catalog["abilities"].values()]
    yield Sheet("Abilities", ("id", "name", "what it does"), rows)
    others = [(row["id"], row["text"]) for row in catalog["effects"].values()]
    yield Sheet("Other effects of purchases, items and spells", ("id", "what it does"), others)


def _unit(row: Row) -> tuple[str, ...]:
    flies = "yes" if row["flying"] else ""
    abilities = _points(row["abilities"])
    if row["banding"]:
        abilities = ", ".join(filter(None, (abilities, f"banding {row['banding']}")))
    numbers = (str(row["strength"]), str(row["hits"]), flies)
    ground, race = _points(row["terrain"]), ", ".join(row["race"])
    return (row["id"], row["name"], *numbers, abilities, ground, race)


def _hero(row: Row) -> tuple[str, ...]:
    buys = [f"{word} +{buy['step']} ({buy['ap']})" for word, buy in row["buy"].items()]
    buys += [f"{word} ({ap})" for word, ap in row["special_buy"].items()]
    spells = ", ".join(f"{id_} ({ap})" for id_, ap in row["spells"].items())
    numbers = (str(row["strength"]), str(row["hits"]))
    return (row["id"], row["name"], *numbers, ", ".join(buys), spells)


def _spell(row: Row) -> tuple[str, ...]:
    effects = [_points(row["effects"])]
    effects += [f"{s['least']} to {s['most']} {s['unit']}" for s in row["summons"]]
    classes = ", ".join(row["classes"])
    return (row["id"], row["name"], str(row["mana"]), classes, ", ".join(filter(None, effects)))


def _points(amounts: Mapping[str, int]) -> str:
    return ", ".join(f"{word} {amount}" for word, amount in amounts.items())
