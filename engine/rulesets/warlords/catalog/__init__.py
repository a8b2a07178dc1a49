"""The catalog of Warlords: units, heroes, items, spells, cities, abilities and effects."""

from pathlib import Path
from typing import Any, Final, Literal, get_args, get_type_hints

import msgspec

from engine.core import catalog

FOLDER: Final = Path(__file__).parent

Kind = Literal["bonus", "affliction", "power", "unit", "stack", "slayer"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str


class Ability(Entry, frozen=True):
    """An ability; `race` is the race that a slayer slays."""

    name: str
    kind: Kind
    text: str
    race: str | None = None


class Effect(Entry, frozen=True):
    """Any other effect of a purchase, item or spell; `battle` is False for map effects."""

    battle: bool
    text: str


class UnitEntry(Entry, frozen=True):
    """A unit; `origin` tells whether the numbers are the game's (source) or ours (house)."""

    name: str
    origin: Literal["source", "house"]
    icon: str
    strength: int
    hits: int
    flying: bool = False
    ship: bool = False
    abilities: dict[str, int] = {}
    terrain: dict[str, int] = {}
    banding: int = 0
    race: tuple[str, ...] = ()
    move: int = 0
    medal_percent: int = 0
    build_turns: int = 0
    build_cost: int = 0
    upkeep: int = 0
    uncertain: tuple[str, ...] = ()


class Purchase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one purchase adds and what it costs in ability points."""

    step: int
    ap: int


class HeroClass(Entry, frozen=True):
    name: str
    icon: str
    strength: int
    hits: int
    abilities: dict[str, int]
    buy: dict[str, Purchase]
    special_buy: dict[str, int]
    spells: dict[str, int]
    ability_points_levels_2_10: tuple[int, ...]
    experience_levels_2_10: tuple[int, ...]
    uncertain: tuple[str, ...] = ()

    def points(self, level: int) -> int:
        """Return the total ability points of a hero of this level (1 to 10)."""
        return sum(self.ability_points_levels_2_10[: level - 1])


class Item(Entry, frozen=True):
    name: str
    cost: int | None
    effects: dict[str, int]
    uncertain: tuple[str, ...] = ()


class Summons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that a spell summons on the map: from `least` to `most`."""

    unit: str
    least: int
    most: int


class Spell(Entry, frozen=True):
    """A spell; its effects grow with the caster's level as `scaling` says."""

    name: str
    mana: int
    classes: tuple[str, ...]
    scope: str
    effects: dict[str, int]
    scaling: Literal["bands", "life-drain", "none"]
    summons: tuple[Summons, ...] = ()
    uncertain: tuple[str, ...] = ()

    def at(self, level: int) -> dict[str, int]:
        """Return its effects when cast by a hero of this level."""
        times = 1
        if self.scaling == "bands":
            times = 1 + (level >= 6) + (level >= 9)
        elif self.scaling == "life-drain":
            times = 1 + (level >= 9)
        return {word: amount * times for word, amount in self.effects.items()}


class City(Entry, frozen=True):
    """A kind of city and its bonus to the defender's fortify."""

    name: str
    fortify: int


class Terrain(Entry, frozen=True):
    name: str


class Catalog(msgspec.Struct, frozen=True):
    abilities: dict[str, Ability]
    effects: dict[str, Effect]
    units: dict[str, UnitEntry]
    heroes: dict[str, HeroClass]
    items: dict[str, Item]
    spells: dict[str, Spell]
    cities: dict[str, City]
    terrains: dict[str, Terrain]


def load(folder: Path = FOLDER) -> Catalog:
    """Load the catalog from a folder. Raises CatalogError."""
    hints = get_type_hints(Catalog).items()
    rows = {n: catalog.load_rows(folder / f"{n}.json", get_args(hint)[1]) for n, hint in hints}
    loaded = Catalog(**rows)
    ids = [*loaded.units, *loaded.heroes, *loaded.items, *loaded.spells, *loaded.cities]
    catalog.refuse_duplicates("the catalog", ids)
    words = [*loaded.abilities, *loaded.effects]
    catalog.refuse_duplicates("abilities.json and effects.json", words)
    refuse = catalog.refuse_dangling
    places = {*loaded.terrains, "city"}
    races = {row.race for row in loaded.abilities.values() if row.race}
    for unit in loaded.units.values():
        refuse(unit.id, "ability", unit.abilities, loaded.abilities)
        refuse(unit.id, "terrain", unit.terrain, places)
        refuse(unit.id, "race", unit.race, races)
    for hero in loaded.heroes.values():
        refuse(hero.id, "ability", hero.abilities, loaded.abilities)
        refuse(hero.id, "purchase", hero.buy, words)
        refuse(hero.id, "purchase", (plain_word(id_) for id_ in hero.special_buy), words)
        refuse(hero.id, "spell", hero.spells, loaded.spells)
    for item in loaded.items.values():
        refuse(item.id, "effect", item.effects, words)
    for spell in loaded.spells.values():
        refuse(spell.id, "effect", spell.effects, words)
        refuse(spell.id, "class", spell.classes, loaded.heroes)
        refuse(spell.id, "unit", (called.unit for called in spell.summons), loaded.units)
    return loaded


def plain_word(special: str) -> str:
    """Return the word of a special purchase: `missile` for `missile+3`."""
    return special.partition("+")[0]


CATALOG: Final = load()
CATALOG_HASH: Final = catalog.content_hash(FOLDER)


def _words(kind: Kind) -> tuple[str, ...]:
    return tuple(id_ for id_, row in CATALOG.abilities.items() if row.kind == kind)


BONUSES: Final = _words("bonus")
AFFLICTIONS: Final = _words("affliction")
POWERS: Final = _words("power")
SLAYERS: Final = {id_: row.race for id_, row in CATALOG.abilities.items() if row.race}
"""The race that each slayer slays."""
PLACES: Final = (*CATALOG.terrains, "city")  # places where a unit can have a bonus


def as_data() -> dict[str, Any]:
    data = msgspec.to_builtins(CATALOG)
    many = {"unit": "units", "hero": "heroes", "item": "items", "spell": "spells", "city": "cities"}
    return {
        "ruleset": "warlords",
        **{name: data[name] for name in ("abilities", "effects", "terrains")},
        "entries": {
            id_: {"kind": kind, **row}
            for kind, name in many.items()
            for id_, row in data[name].items()
        },
    }
