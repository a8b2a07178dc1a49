"""Warlords in words: ground, stacks, arrivals, survivors, names, and the catalog as tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from engine import BattleEnded, Text
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.catalog import CATALOG, PLACES, plain_word
from engine.rulesets.warlords.events import Bracket, Die, Part, UnitSnapshot
from engine.rulesets.warlords.stack import UNIT_MOST
from engine.rulesets.warlords.state import units_of
from webapp.base.game import load_words
from webapp.base.paths import scene_folder
from webapp.base.texts import N_, _, listing, signed
from webapp.base.wording import MINUS, ORIGINS, Cell, Link, Names, Sheet, Style, Wording, listed
from webapp.words import templates

Row = Mapping[str, Any]
Catalog = Mapping[str, Any]

UNIT: Final = (
    *("id", "name", "strength", "hits", "abilities"),
    *("strength on its ground", "race", "note"),
)
HERO: Final = (
    *("id", "class", "strength", "hits", "points at levels 2 to 10"),
    *("purchases, in points", "spells, in points", "note"),
)
ITEM: Final = ("id", "name", "what it gives", "note")
SPELL: Final = (
    *("id", "name", "mana", "who learns it"),
    *("at levels 1 to 5", "at level 10", "note"),
)
CITY: Final = ("id", "name", "fortify")
WORD: Final = ("id", "name", "what it does")

STYLES: Final[Mapping[str, Style]] = {
    **dict.fromkeys(("strength", "hits", "mana", "fortify"), "number"),
    **dict.fromkeys(("purchases, in points", "spells, in points", "at levels 1 to 5"), "wide"),
    "points at levels 2 to 10": "unbroken",
    "note": "notes",
}
PAGE_ONLY: Final = ("points at levels 2 to 10", "at level 10", "note")
AT_LEVEL_10: Final = {"bands": N_("three times as much"), "life-drain": N_("twice as much")}
NOTE: Final = N_("""\
Units, classes of heroes, items and spells, all with the numbers of Darklords Rising 1.02. A note
says where the original's number is in doubt.
""")


DOUBTS: Final = {  # by catalog note; the catalog cannot change, since recordings hold its hash
    "LOW CONFIDENCE: sibling classes in the same folder are copy-paste placeholders; "
    "confirm before use": N_("uncertain: the entries next to it in the source are unfinished"),
    "an unfinished Java class in the same repo says morale +2; both text lists say +1 -> +1": N_(
        "one unfinished source says morale +2; both lists say +1, which is taken"
    ),
    "item.txt annotates leadership +2 (by the remaster author); wowitems says +1 "
    "and group move +4": N_(
        "one list says leadership +2, the other +1 and group move +4, which is taken"
    ),
    "single source": N_("found in one source only"),
}


def effect_name(id_: str) -> str:
    """Return the name of an effect that is no ability: `Group move`."""
    return id_.replace("-", " ").capitalize()


def plain_doubt(doubt: str) -> str:
    return DOUBTS.get(doubt, doubt)


def lay_out(catalog: Catalog) -> Iterator[Sheet]:
    """Return one table per kind of thing, abilities and effects last."""
    by_kind: dict[str, list[Row]] = {}
    for row in catalog["entries"].values():
        by_kind.setdefault(row["kind"], []).append(row)
    units, heroes = by_kind["unit"], by_kind["hero"]
    yield _sheet("Units", UNIT, [_unit_row(catalog, row) for row in units], units)
    yield _sheet("Heroes", HERO, [_hero(catalog, row) for row in heroes], heroes)
    items = [
        (row["id"], row["name"], listed(_words(catalog, row["effects"])), _notes(row))
        for row in by_kind["item"]
    ]
    yield _sheet("Items", ITEM, items)
    yield _sheet("Spells", SPELL, [_spell(catalog, row) for row in by_kind["spell"]])
    cities = [(row["id"], row["name"], str(row["fortify"])) for row in by_kind["city"]]
    yield _sheet("Cities", CITY, cities)
    places = [(row["id"], row["name"]) for row in catalog["terrains"].values()]
    yield _sheet("Terrain", ("id", "name"), places)
    abilities = [(row["id"], row["name"], row["text"]) for row in catalog["abilities"].values()]
    yield Sheet("Abilities", WORD, abilities, anchor="abilities", prefix="ability-")
    for title, anchor, in_battle in (
        ("Other effects in battle", "battle-effects", True),
        ("Effects on the map only", "effects", False),
    ):
        effects = [
            (row["id"], effect_name(row["id"]), row["text"])
            for row in catalog["effects"].values()
            if row["battle"] == in_battle
        ]
        yield Sheet(title, WORD, effects, anchor=anchor, prefix="effect-")


def _sheet(
    title: str,
    columns: tuple[str, ...],
    cells: Sequence[tuple[Cell, ...]],
    pictured: Sequence[Row] = (),
) -> Sheet:
    icons = {row["id"]: row["icon"] for row in pictured}
    sheet = Sheet(title, columns, cells, anchor=title.lower(), icons=icons)
    return replace(sheet, styles=STYLES, page_only=PAGE_ONLY)


def _unit_row(catalog: Catalog, row: Row) -> tuple[Cell, ...]:
    abilities: list[Cell | Link] = [*_words(catalog, row["abilities"])]
    if row["banding"]:
        abilities.append((Link("banding", "W3"), f" {row['banding']}"))
    if row["flying"]:
        abilities.append(N_("flies"))
    return (
        *(row["id"], row["name"], str(row["strength"]), str(row["hits"])),
        *(listed(abilities), listed(_words(catalog, row["terrain"]))),
        *(listing(map(Text, row["race"])), _notes(row)),
    )


def _hero(catalog: Catalog, row: Row) -> tuple[Cell, ...]:
    buys: list[Cell] = [
        (_word(catalog, id_), Text(" +{step} for {ap}", step=bought["step"], ap=bought["ap"]))
        for id_, bought in row["buy"].items()
    ]
    for word, ap in row["special_buy"].items():
        id_, plus, amount = word.partition("+")
        stepped = Text(" +{step} for {ap}", step=amount, ap=ap)
        buys.append((_word(catalog, id_), stepped if plus else Text(" for {ap}", ap=ap)))
    spells = [(_link(catalog, id_), f" {ap}") for id_, ap in row["spells"].items()]
    return (
        *(row["id"], row["name"], str(row["strength"]), str(row["hits"])),
        " ".join(map(str, row["ability_points_levels_2_10"])),
        *(listed(buys), listed(spells), _notes(row)),
    )


def _spell(catalog: Catalog, row: Row) -> tuple[Cell, ...]:
    effects: list[Cell] = [*_words(catalog, row["effects"])]
    for one in row["summons"]:
        calls = Text("calls {least} to {most}: ", least=one["least"], most=one["most"])
        effects.append((calls, _link(catalog, one["unit"]), N_(", on the map")))
    classes = listed(_link(catalog, id_) for id_ in row["classes"])
    return (
        *(row["id"], row["name"], str(row["mana"]), classes),
        *(listed(effects), AT_LEVEL_10.get(row["scaling"], ""), _notes(row)),
    )


def _words(catalog: Catalog, amounts: Mapping[str, int]) -> Iterator[Cell]:
    yield from ((_word(catalog, id_), f" {amount}") for id_, amount in amounts.items())


def _word(catalog: Catalog, id_: str) -> str | Link:
    """Return the name of an ability, ground or effect, linked to its entry."""
    if id_ in catalog["abilities"]:
        return Link(catalog["abilities"][id_]["name"], f"ability-{id_}")
    if id_ in catalog["terrains"]:
        return str(catalog["terrains"][id_]["name"])
    return Link(effect_name(id_), f"effect-{id_}") if id_ in catalog["effects"] else id_


def _link(catalog: Catalog, id_: str) -> Link:
    return Link(catalog["entries"][id_]["name"], id_)


def _notes(row: Row) -> str:
    """Return notes on estimated numbers and doubts about the original, one per line."""
    ours = [ORIGINS["house"]] if row.get("origin") == "house" else []
    return "\n".join(_(note) for note in (*ours, *map(plain_doubt, row["uncertain"])))


BONUSES: Final = (  # the rules' kinds of bonuses, as on the odds page
    *(N_("ability"), N_("affliction"), N_("slayer"), N_("power"), N_("condition")),
    *(N_("item"), N_("spell"), N_("purchase"), N_("terrain"), N_("city")),
)


@cache
def thing_names() -> dict[str, str]:
    """Return names of things, abilities and other sources of values by id."""
    shelves = (
        *(CATALOG.cities, CATALOG.terrains, CATALOG.heroes, CATALOG.units),
        *(CATALOG.items, CATALOG.spells, CATALOG.abilities),
    )
    things = {id_: row.name for shelf in shelves for id_, row in shelf.items()}
    return things | load_words(scene_folder("warlords")).things


def word_name(word: str) -> str:
    """Return the name of an ability, effect or purchase: `Group warding`, `Missile +3`."""
    plain, plus, amount = word.partition("+")
    if plain in CATALOG.abilities:
        name = CATALOG.abilities[plain].name
    else:
        name = effect_name(plain) if plain in CATALOG.effects else plain
    return Text("{name} +{amount}", name=Text(name), amount=amount) if plus else Text(name)


def word_text(word: str) -> str:
    plain = plain_word(word)
    row = CATALOG.abilities.get(plain) or CATALOG.effects.get(plain)
    return Text(row.text) if row else ""


def points(amounts: Mapping[str, int]) -> str:
    """Return words with amounts: `Morale 1, Fear 2`."""
    return listing(
        Text("{name} {amount}", name=word_name(word), amount=amount)
        for word, amount in amounts.items()
    )


def matters(words: Iterable[str]) -> bool:
    plain = set(map(plain_word, words))
    return any(w in CATALOG.abilities or CATALOG.effects[w].battle for w in plain)


PLACE_NAMES = {
    word: CATALOG.terrains[word].name if word in CATALOG.terrains else word.capitalize()
    for word in PLACES
}


CONDITIONS: Final = (N_("flying"), N_("blessed"), N_("poisoned"), N_("diseased"), N_("paralysed"))


def name_everybody(started: e.BattleStarted) -> Names:
    """Name sides by name or letter, units as `Trolls (Ann)`, numbered if two are alike."""
    armies = {"a": (started.a.name, started.a.stack), "b": (started.b.name, started.b.stack)}
    names = templates.name_everybody(armies, thing_names())
    return replace(
        names,
        things={**names.things, **names.units},  # a unit of a stack may be what adds to a value
        rollers={
            unit.dice_name: unit.id for army in (started.a, started.b) for unit in units_of(army)
        },
        plurals=_plurals((*started.a.stack, *started.b.stack)),
    )


def with_replacements(names: Names, event: e.UnitsReplaced) -> Names:
    newcomers = _plurals(row.by for row in event.replaced)
    return replace(templates.with_replacements(names, event), plurals=names.plurals | newcomers)


def _plurals(units: Iterable[UnitSnapshot]) -> frozenset[str]:
    """Return ids of units with plural names, like `Pikemen`. Custom names are singular."""
    many = load_words(scene_folder("warlords")).many
    return frozenset(
        unit.id
        for unit in units
        if unit.kind == "unit" and unit.unit and (unit.unit.endswith("s") or unit.unit in many)
    )


def list_armies(names: Names, event: e.BattleStarted) -> Iterator[str]:
    """Return the ground between them, then each stack with its units."""
    field = event.field
    ground = [_(names.things[word]) for word in (*field.terrain, field.city) if word]
    yield _("{ground}; the die has {die} sides", ground=", ".join(ground), die=field.die)
    for side, army in (("a", event.a), ("b", event.b)):
        yield ", ".join(filter(None, (names.sides[side], army.army)))
        yield from (f"  {_unit(names, card)}" for card in army.stack)


def capped_text(strength: int) -> str:
    """Return why a unit of this strength fights with less (W3, step 2)."""
    text = N_("Strength {strength} fights at {most} before bonuses.")
    return _(text, strength=strength, most=UNIT_MOST)


def _unit(names: Names, card: UnitSnapshot) -> str:
    values = _("strength {strength}, hits {hits}", strength=card.strength, hits=card.hits)
    parts = [f"{card.id} {_(card.name)}: {values}"]
    if card.strength > UNIT_MOST:
        parts += [_("fights at {most} before bonuses", most=UNIT_MOST)]
    parts += [_("level {level}", level=card.level)] if card.level else []
    parts += [_(word) for word in CONDITIONS if getattr(card, word)]
    parts += [_("medals {count}", count=card.medals)] if card.medals else []
    parts += [f"{_(names.things[id_])} {points}" for id_, points in card.abilities.items()]
    parts += [_("casts {spell}", spell=_(names.things[id_])) for id_ in card.spells]
    parts += [_("with {thing}", thing=_(names.things[id_])) for id_ in card.items]
    return ", ".join(parts)


def list_replacements(names: Names, event: e.UnitsReplaced) -> Iterator[str]:
    yield from (f"  {_unit(names, one.by)}" for one in event.replaced)


def list_sources(names: Names, event: e.AfflictionSpread) -> Iterator[str]:
    yield "  " + _("points: {parts}", parts=_sum(names, event.parts))


def list_values(names: Names, event: e.StackReadied) -> Iterator[str]:
    """Return each unit's strength and hits with their parts."""
    for unit in event.units:
        parts, hits_parts = _sum(names, unit.strength_parts), _sum(names, unit.hits_parts)
        values = [
            _("strength {strength} ({parts})", strength=unit.strength, parts=parts),
            _("hits {hits} ({parts})", hits=unit.hits, parts=hits_parts),
        ]
        values += [_("immune to missiles")] if unit.immune else []
        yield f"  {names.units[unit.id]}: {', '.join(values)}"


def _sum(names: Names, parts: Iterable[Part]) -> str:
    return ", ".join(f"{part.amount:+} {_(names.things[part.source])}" for part in parts)


def list_survivors(names: Names, event: BattleEnded) -> Iterator[str]:
    for rows in event.survivors.values():
        for row in rows:
            left = _("strength {strength}, hits {hits}", strength=row["strength"], hits=row["hits"])
            paralysed = f", {_('paralysed')}" if "paralysed" in row else ""
            yield f"  {names.units[str(row['id'])]}: {left}{paralysed}"


def write_brackets(names: Names, rows: Sequence[Bracket]) -> str:
    """Return differences of totals and their limited values."""
    rows_in_words = [
        f"{_(names.things[row.own])} {row.own_total} {MINUS} "
        f"{_(names.things[row.against])} {row.against_total} = {signed(row.amount)}"
        for row in rows
        if row.own_total or row.against_total
    ]
    return ", ".join(rows_in_words) or _("nothing on either side")


def write_dice(_names: Names, dice: Sequence[Die]) -> str:
    """Return the roll: `7`, with a medal die `12 and 7`."""
    first, *others = [str(die.result) for die in dice] or [_("no die")]
    return _("{die} and {other}", die=first, other=others[0]) if others else first


def write_reason(names: Names, parts: Sequence[Part]) -> str:
    """Return what a target number adds up to: `: 5 strength + 3 against a flyer`, or ''."""
    listed = " + ".join(f"{part.amount} {_(names.things[part.source])}" for part in parts)
    return f": {listed}" if listed else ""


WORDS: Final[Wording[e.BattleStarted]] = Wording(
    names=name_everybody,
    details={
        e.BattleStarted: list_armies,
        e.UnitsReplaced: list_replacements,
        e.AfflictionSpread: list_sources,
        e.StackReadied: list_values,
        BattleEnded: list_survivors,
    },
    kinds={"brackets": write_brackets, "dice": write_dice, "reason": write_reason},
    names_after={e.UnitsReplaced: with_replacements},
    exact=lambda _battle: _("exact: every way in which the dice can fall, summed up duel by duel"),
    sheets=lay_out,
    catalog_note=NOTE,
)
