"""The shelf of Warlords: everything that a stack can be made of."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from engine import Text
from engine.rulesets.warlords.army import LEVEL_MOST, prices
from engine.rulesets.warlords.catalog import CATALOG, SLAYERS, HeroClass, UnitEntry
from webapp.base.builder import Filter, ShelfItem, Stat, custom_unit, tags_in
from webapp.base.figures import picture
from webapp.base.texts import N_, listing
from webapp.base.wording import ORIGINS
from webapp.games.warlords.form import spell_text, stepped
from webapp.games.warlords.words import PLACE_NAMES, plain_doubt, word_name, word_text

NATURES: Final = ("flying", "banding", "ship", "hero", "custom")


def _item(
    entry: UnitEntry | HeroClass, before: Iterable[str], after: Iterable[str], **more: Any
) -> ShelfItem:
    """Return an item with the tags of its abilities between others."""
    abilities = (CATALOG.abilities[word].name.lower() for word in entry.abilities)
    return ShelfItem(
        id=entry.id,
        name=entry.name,
        icon=picture("warlords", entry.id, entry.icon),
        cost=None,
        tags=(*before, *abilities, *after),
        stats=(Stat("Strength", entry.strength), Stat("Hits", entry.hits)),
        **more,
    )


def _unit(entry: UnitEntry) -> ShelfItem:
    natures = {"flying": entry.flying, "banding": entry.banding, "ship": entry.ship}
    grounds = (PLACE_NAMES[word].lower() for word in entry.terrain)
    return _item(
        entry,
        (),
        (*(nature for nature, has in natures.items() if has), *entry.race, *grounds),
        key="unit",
        kind="unit",
        price=entry.build_cost or None,
        group="Ships" if entry.ship else "Units",
        lines=tuple(_unit_lines(entry)),
        row={"unit": entry.id},
    )


def _described(head: str, word: str) -> str:
    return Text("{name}: {text}", name=head, text=word_text(word))


def _unit_lines(entry: UnitEntry) -> Iterator[str]:
    for word, amount in entry.abilities.items():
        yield _described(Text("{name} {amount}", name=word_name(word), amount=amount), word)
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
    for doubt in entry.uncertain:
        yield Text("In doubt: {doubt}", doubt=Text(plain_doubt(doubt)))


def _hero(entry: HeroClass) -> ShelfItem:
    row = {"hero": entry.id, "level": 1}
    lines = tuple(_hero_lines(entry))
    return _item(
        entry, ("hero",), (), key="hero", kind="hero", group="Heroes", lines=lines, row=row
    )


def _hero_lines(entry: HeroClass) -> Iterator[str]:
    for word, amount in entry.abilities.items():
        yield _described(Text("{name} {amount}", name=word_name(word), amount=amount), word)
    levels = ((level, entry.points(level)) for level in (3, 5, 8, LEVEL_MOST))
    ability_points = listing(
        Text("{points} at level {level}", points=points, level=level) for level, points in levels
    )
    yield Text("Ability points: {listed}", listed=ability_points)
    for word, bought in prices(entry).items():
        name = stepped(word, bought.step) if word in entry.buy else word_name(word)
        yield _described(Text("Buys {name} for {cost}", name=name, cost=bought.ap), word)
    for id_, ap in entry.spells.items():
        spell = CATALOG.spells[id_]
        text = N_("Casts {spell} for {cost}: {text}")
        yield Text(text, spell=Text(spell.name), cost=ap, text=spell_text(spell))
    for doubt in entry.uncertain:
        yield Text("In doubt: {doubt}", doubt=Text(plain_doubt(doubt)))


CUSTOM: Final = custom_unit(
    N_("Name it, give it strength, hits, any abilities of the catalog, a race and a ground"),
    {"name": "Custom", "strength": 4, "hits": 2},
    picture("warlords", None, None),
)

SHELF: Final = (*map(_unit, CATALOG.units.values()), *map(_hero, CATALOG.heroes.values()), CUSTOM)
FILTERS: Final = (
    Filter("Nature", tags_in(SHELF, NATURES)),
    Filter("Ability", tags_in(SHELF, (a.name.lower() for a in CATALOG.abilities.values()))),
    Filter("Race", tags_in(SHELF, SLAYERS.values())),
    Filter("Ground", tags_in(SHELF, (name.lower() for name in PLACE_NAMES.values()))),
)
