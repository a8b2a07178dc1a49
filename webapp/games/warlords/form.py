"""The stack of Warlords: its form and normal shape."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from engine import Text
from engine.rulesets.warlords import army as rules
from engine.rulesets.warlords.catalog import CATALOG, SLAYERS, HeroClass, Item, Spell
from engine.rulesets.warlords.stack import MEDALS_MOST
from webapp.base.form import Field, Form, Kind, Option, OptionsBy, Shape, look_fields
from webapp.base.texts import N_
from webapp.games.warlords.words import PLACE_NAMES, matters, points, word_name, word_text


class Custom(Shape, kw_only=True):
    name: str
    strength: int
    hits: int
    flying: bool = False
    abilities: dict[str, int | bool] = msgspec.field(default_factory=dict)
    terrain: dict[str, int] = msgspec.field(default_factory=dict)
    banding: int = 0
    race: list[str] = msgspec.field(default_factory=list)
    hero: bool = False
    figure: str = ""
    tint: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.abilities = {word: int(points) for word, points in self.abilities.items() if points}
        self.terrain = {word: points for word, points in self.terrain.items() if points}


class Row(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    unit: str | None = None
    hero: str | None = None
    custom: Custom | None = None
    level: int = 1
    name: str = ""
    buys: dict[str, int] = msgspec.field(default_factory=dict)
    spells: list[str] = []
    items: list[str] = []
    blessed: bool = False
    medals: int = 0
    poisoned: bool = False
    diseased: bool = False
    paralysed: bool = False
    cursed: bool = False

    def __post_init__(self) -> None:
        self.name = self.name.strip()
        self.buys = {word: times for word, times in self.buys.items() if times}


class Army(Shape, kw_only=True):
    """A stack, the front unit first."""

    stack: list[Row]


MAP_ONLY: Final = Text("matters on the map only")


def stepped(word: str, step: int) -> str:
    """Return an ability bought in steps: `Missile +1`."""
    return Text("{name} +{amount}", name=word_name(word), amount=step)


def _buys(hero: HeroClass) -> tuple[Option, ...]:
    return tuple(
        Option(
            word,
            stepped(word, bought.step) if word in hero.buy else word_name(word),
            word_text(word),
            bought.ap,
            most=rules.most_buys(hero, word),
        )
        for word, bought in rules.prices(hero).items()
    )


def spell_text(spell: Spell) -> str:
    """Return what a spell of a level 1 hero does."""
    words = points(spell.at(1)) if matters(spell.effects) else MAP_ONLY
    grows = {
        "bands": Text("twice from level 6, three times from level 9"),
        "life-drain": Text("twice from level 9"),
    }
    more = grows.get(spell.scaling) if matters(spell.effects) else None
    return Text("{what}; {more}", what=words, more=more) if more else words


def _spells(hero: HeroClass) -> tuple[Option, ...]:
    return tuple(
        Option(id_, CATALOG.spells[id_].name, spell_text(CATALOG.spells[id_]), ap)
        for id_, ap in hero.spells.items()
    )


def item_text(item: Item) -> str:
    words = points(item.effects)
    return words if matters(item.effects) else Text("{what}; {more}", what=words, more=MAP_ONLY)


def _by_class(make: Callable[[HeroClass], tuple[Option, ...]]) -> OptionsBy:
    return OptionsBy("hero", {hero.id: make(hero) for hero in CATALOG.heroes.values()})


CONDITIONS: Final = (
    Field("blessed", "Blessed", "flag", N_("strength +1, safe from afflictions")),
    Field("medals", "Medals", "number", least=0, most=MEDALS_MOST, default=0),
    *(Field(word, word.capitalize(), "flag") for word in rules.UNBLESSED[:-1]),
    Field("cursed", "Cursed", "flag", N_("lost its blessing: natural strength 9 becomes 8")),
)
ITEMS: Final = Field(
    *("items", "Items", "many"),
    options=tuple(Option(i.id, i.name, item_text(i)) for i in CATALOG.items.values()),
    most=rules.ITEMS_MOST,
)
HERO: Final = (
    Field("name", "Name", "text", "blank: the class", most=60),
    Field("level", "Level", "number", least=1, most=rules.LEVEL_MOST, default=1),
    Field("buys", "Purchases", "counts", options_by=_by_class(_buys)),
    Field("spells", "Spells", "many", options_by=_by_class(_spells)),
    ITEMS,
)


def _number(path: str, label: str, least: int, most: int, hint: str = "") -> Field:
    return Field(f"custom.{path}", label, "number", hint, least=least, most=most, default=least)


CUSTOM: Final = (
    Field("custom.name", "Name", "text", most=60),
    _number(
        "strength", "Strength", 1, rules.STRENGTH_MOST, N_("10 to 15 count as 9 before bonuses")
    ),
    _number("hits", "Hits", 1, rules.HITS_MOST),
    Field("custom.flying", "Flying", "flag"),
    Field("custom.hero", "Hero", "flag", "may carry items; immune to slayers"),
    Field(
        *("custom.abilities", "Abilities", "counts"),
        options=tuple(
            Option(
                row.id,
                row.name,
                row.text,
                most=1 if row.id in rules.FLAG_ABILITIES else rules.POINTS_MOST,
            )
            for row in CATALOG.abilities.values()
        ),
    ),
    Field(
        *("custom.terrain", "Strength on its ground", "counts"),
        options=tuple(Option(w, name, most=rules.POINTS_MOST) for w, name in PLACE_NAMES.items()),
    ),
    _number("banding", "Banding", 0, rules.POINTS_MOST),
    Field(
        *("custom.race", "Races", "many", "for slayers"),
        options=tuple(Option(race, race.capitalize()) for race in SLAYERS.values()),
    ),
    *look_fields(
        "warlords",
        {
            "spartan": N_("Spartan"),
            "samurai": N_("Samurai"),
            "ninja": N_("Ninja"),
            "witch": N_("Witch"),
            "bear": N_("Bear"),
            "lion": N_("Lion"),
            "yeti": N_("Yeti"),
            "octopus": N_("Octopus"),
            "robot": N_("Robot"),
        },
    ),
)


def _options(names: Mapping[str, str]) -> tuple[Option, ...]:
    return tuple(Option(id_, name) for id_, name in names.items())


CITIES: Final = {
    id_: Text("{city}: fortify {amount}", city=Text(row.name), amount=row.fortify)
    for id_, row in CATALOG.cities.items()
}
TERRAINS: Final = {id_: row.name for id_, row in CATALOG.terrains.items()}

FORM: Final = Form(
    list="stack",
    list_name="Stack",
    unit_word="unit",
    least=1,
    most=rules.CITY_STACK_MOST,
    head=(Field("name", "Name of the army", "text", most=60),),
    rows=(
        Kind("unit", "unit", "Unit", CONDITIONS),
        Kind("hero", "hero", "Hero", (*HERO, *CONDITIONS)),
        Kind("custom", "custom", "Unit of your own", (*CUSTOM, ITEMS, *CONDITIONS)),
    ),
    terms=(
        Field(
            *("field.terrain", "Ground", "many"),
            hint="the defender's: none, one or several; open if there is no city",
            options=_options(TERRAINS),
        ),
        Field("field.city", "City", "choice", options=_options(CITIES)),
        Field(
            *("field.die", "Sides of the combat die", "number"),
            least=rules.DIE[0],
            most=rules.DIE[2],
            default=rules.DIE[1],
        ),
    ),
    limits=(
        Field("units", "Units in a stack", "number", least=1, most=rules.CITY_STACK_MOST),
        Field("heroes", "Heroes in a stack", "number", least=0, most=rules.STACK_MOST),
    ),
    roles={"a": "attacks", "b": "defends"},
)
