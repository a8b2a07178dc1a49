"""The stack of Warlords: its form, normal shape, shelf and figures."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from engine import Text
from engine.rulesets.warlords import army as rules
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords import stack
from engine.rulesets.warlords.catalog import (
    AFFLICTIONS,
    BONUSES,
    CATALOG,
    SLAYERS,
    HeroClass,
    Item,
    Spell,
    UnitEntry,
)
from engine.rulesets.warlords.state import NO_ARMY
from webapp.base import texts
from webapp.base.builder import (
    CUSTOM_ICON,
    ArmyContext,
    ArmyFigures,
    Figures,
    Filter,
    Meter,
    ShelfItem,
    Stat,
    custom_unit,
    parts_of,
    tags_in,
)
from webapp.base.figures import picture
from webapp.base.form import Field, Form, Kind, Option, OptionsBy, Shape, look_fields
from webapp.base.texts import N_, listing
from webapp.base.wording import ORIGINS
from webapp.games.warlords.words import (
    PLACE_NAMES,
    capped_text,
    matters,
    plain_doubt,
    points,
    thing_names,
    word_name,
    word_text,
)
from webapp.words.templates import unit_names


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


def bought_name(hero: HeroClass, word: str) -> str:
    """Return what a hero buys: `Missile +1` if an ability grows in steps."""
    name, bought = word_name(word), hero.buy.get(word)
    return Text("{name} +{amount}", name=name, amount=bought.step) if bought else name


def _buys(hero: HeroClass) -> tuple[Option, ...]:
    return tuple(
        Option(
            *(word, bought_name(hero, word), word_text(word), bought.ap),
            most=rules.most_buys(hero, word),
        )
        for word, bought in rules.prices(hero).items()
    )


def spell_text(spell: Spell) -> str:
    """Return what a spell of a level 1 hero does."""
    if not matters(spell.effects):
        return MAP_ONLY
    grows = {
        "bands": Text("twice from level 6, three times from level 9"),
        "life-drain": Text("twice from level 9"),
    }
    words, more = points(spell.at(1)), grows.get(spell.scaling)
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
    Field("medals", "Medals", "number", least=0, most=stack.MEDALS_MOST, default=0),
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
                *(row.id, row.name, row.text),
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
        *(N_("Spartan"), N_("Samurai"), N_("Ninja"), N_("Witch"), N_("Bear")),
        *(N_("Lion"), N_("Yeti"), N_("Octopus"), N_("Robot")),
    ),
)


CITIES: Final = tuple(
    Option(id_, Text("{city}: fortify {amount}", city=Text(row.name), amount=row.fortify))
    for id_, row in CATALOG.cities.items()
)

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
            options=tuple(Option(id_, row.name) for id_, row in CATALOG.terrains.items()),
        ),
        Field("field.city", "City", "choice", options=CITIES),
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


def _item(
    entry: UnitEntry | HeroClass, kind: str, lines: Iterable[str], tags: Iterable[str], **more: Any
) -> ShelfItem:
    """Return an item, with lines about its abilities before the others, and about doubts after."""
    abilities = (
        _described(Text("{name} {amount}", name=word_name(word), amount=amount), word)
        for word, amount in entry.abilities.items()
    )
    doubts = (Text("In doubt: {doubt}", doubt=Text(plain_doubt(one))) for one in entry.uncertain)
    return ShelfItem(
        id=entry.id,
        key=kind,
        kind=kind,
        name=entry.name,
        icon=picture("warlords", entry.id, entry.icon),
        cost=None,
        tags=tuple(tags),
        stats=(Stat("Strength", entry.strength), Stat("Hits", entry.hits)),
        lines=(*abilities, *lines, *doubts),
        **more,
    )


def _abilities(entry: UnitEntry | HeroClass) -> Iterator[str]:
    return (CATALOG.abilities[word].name.lower() for word in entry.abilities)


def _unit(entry: UnitEntry) -> ShelfItem:
    natures = {"flying": entry.flying, "banding": entry.banding, "ship": entry.ship}
    natural = (nature for nature, has in natures.items() if has)
    grounds = (PLACE_NAMES[word].lower() for word in entry.terrain)
    return _item(
        *(entry, "unit", _unit_lines(entry)),
        tags=(*_abilities(entry), *natural, *entry.race, *grounds),
        price=entry.build_cost or None,
        group="Ships" if entry.ship else "Units",
        row={"unit": entry.id},
    )


def _described(head: str, word: str) -> str:
    return Text("{name}: {text}", name=head, text=word_text(word))


def _unit_lines(entry: UnitEntry) -> Iterator[str]:
    if entry.flying:
        yield N_("Flies")
    if entry.banding:
        text = N_("Banding {amount}: 1 strength for each other unit of its kind, at most {amount}")
        yield Text(text, amount=entry.banding)
    for word, amount in entry.terrain.items():
        yield Text("{place}: {amount:+} strength", place=Text(PLACE_NAMES[word]), amount=amount)
    if entry.race:
        yield Text("Race: {races}", races=listing(map(Text, entry.race)))
    if entry.origin == "house":
        yield ORIGINS["house"]
    if entry.build_cost:
        yield Text("Costs {cost} to build: matters on the map only", cost=entry.build_cost)


def _hero(entry: HeroClass) -> ShelfItem:
    row = {"hero": entry.id, "level": 1}
    tags = ("hero", *_abilities(entry))
    return _item(entry, "hero", _hero_lines(entry), tags, group="Heroes", row=row)


def _hero_lines(entry: HeroClass) -> Iterator[str]:
    levels = ((level, entry.points(level)) for level in (3, 5, 8, rules.LEVEL_MOST))
    ability_points = listing(
        Text("{points} at level {level}", points=points, level=level) for level, points in levels
    )
    yield Text("Ability points: {listed}", listed=ability_points)
    for word, bought in rules.prices(entry).items():
        name = bought_name(entry, word)
        yield _described(Text("Buys {name} for {cost}", name=name, cost=bought.ap), word)
    for id_, ap in entry.spells.items():
        spell = CATALOG.spells[id_]
        text = N_("Casts {spell} for {cost}: {text}")
        yield Text(text, spell=Text(spell.name), cost=ap, text=spell_text(spell))


OWN_UNIT: Final = custom_unit(
    N_("Name it, give it strength, hits, any abilities of the catalog, a race and a ground"),
    {"name": "Custom", "strength": 4, "hits": 2},
    picture("warlords", None, None),
)

SHELF: Final = (*map(_unit, CATALOG.units.values()), *map(_hero, CATALOG.heroes.values()), OWN_UNIT)
FILTERS: Final = (
    Filter("Nature", tags_in(SHELF, ("flying", "banding", "ship", "hero", "custom"))),
    Filter("Ability", tags_in(SHELF, (a.name.lower() for a in CATALOG.abilities.values()))),
    Filter("Race", tags_in(SHELF, SLAYERS.values())),
    Filter("Ground", tags_in(SHELF, (name.lower() for name in PLACE_NAMES.values()))),
)


TAGGED: Final = ("flying", "blessed", "poisoned", "diseased", "paralysed", "cursed")


def figures(context: ArmyContext) -> ArmyFigures:
    """Return each unit's strength, hits and powers, and the shared bonuses, without dice."""
    army: e.ArmySnapshot = context.army
    field: e.FieldSnapshot = context.setup.field
    enemy: e.ArmySnapshot = context.enemy or NO_ARMY
    called = thing_names() | unit_names(army.stack)
    heroes = sum(card.hero for card in army.stack)
    most = rules.CITY_STACK_MOST if field.city and context.side == "b" else rules.STACK_MOST
    limit = context.limits.get("heroes")
    bonus = stack.side_bonus(stack.brackets(army, enemy))

    def of_unit(card: e.UnitSnapshot) -> Figures:
        condition = e.Condition.initial(card)
        strength = stack.strength_parts(card, condition, field, bonus)
        hits = stack.hits_parts(card.hits_parts, condition, enemy.life_drain)
        powers = (
            Stat(word_name(word), card.power(word), parts_of(parts, called))
            for word, parts in card.powers.items()
        )
        return Figures(
            id=card.id,
            name=card.name,
            icon=picture("warlords", card.unit, card.icon) or CUSTOM_ICON,
            stats=(
                Stat("Strength", e.total(strength), parts_of(strength, called)),
                Stat("Hits", e.total(hits), parts_of(hits, called)),
                *([Stat("Medals", card.medals)] if card.medals else ()),
                *powers,
            ),
            tags=(*(word for word in TAGGED if getattr(card, word)), *card.race),
            notes=(capped_text(card.strength),) if card.strength > stack.UNIT_MOST else (),
        )

    return ArmyFigures(
        cost=None,
        limit=None,
        meters=(
            Meter("units", len(army.stack), min(most, context.limits.get("units", most))),
            Meter("hero" if heroes == 1 and limit is None else "heroes", heroes, limit),
        ),
        units=tuple(map(of_unit, army.stack)),
        bonuses=tuple(_bonuses(army, enemy, called)),
    )


def emptied(army: e.ArmySnapshot) -> e.ArmySnapshot:
    return stack.Stack(()).snapshot(army.name, army.army, None)


def _bonuses(
    army: e.ArmySnapshot, enemy: e.ArmySnapshot, called: Mapping[str, str]
) -> Iterator[Stat]:
    yield Stat("Side bonus", stack.side_bonus(stack.brackets(army, enemy)))
    for word in BONUSES:
        if parts := army.totals[word]:
            yield Stat(word_name(word), stack.side_total(army, word), parts_of(parts, called))
    for word in AFFLICTIONS:
        if parts := army.afflictions[word]:
            share = texts.percent(stack.percent(army, word) / 100)
            yield Stat(word_name(word), share, parts_of(parts, called))
    for word in SLAYERS:
        if parts := army.slayers[word]:
            yield Stat(word_name(word), e.total(parts), parts_of(parts, called))
    if army.group_warding:
        yield Stat("Group warding", army.group_warding)
    if army.life_drain:
        yield Stat("Life Drain", army.life_drain)


def hero_points(row: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return a hero's spent and total ability points, or None; unbuyable things cost nothing."""
    hero = CATALOG.heroes.get(row["hero"]) if isinstance(row.get("hero"), str) else None
    level, buys, spells = row.get("level", 1), row.get("buys"), row.get("spells")
    if hero is None or not isinstance(level, int) or not 1 <= level <= rules.LEVEL_MOST:
        return None
    bought = buys.items() if isinstance(buys, Mapping) else ()
    known = {*hero.buy, *hero.special_buy}
    counted = {word: n for word, n in bought if word in known and isinstance(n, int)}
    learned = [id_ for id_ in hero.spells if isinstance(spells, list) and id_ in spells]
    return rules.points_cost(hero, counted, learned), hero.points(level)
