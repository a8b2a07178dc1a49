"""Warlords in words: ground, stacks, arrivals, survivors, names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from engine import Battle, BattleEnded, Text
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.catalog import CATALOG, PLACES, plain_word
from engine.rulesets.warlords.snapshot import Bracket, Die, Part, UnitSnapshot
from engine.rulesets.warlords.state import units_by_dice_name
from engine.rulesets.warlords.strength import UNIT_MOST
from webapp.base.paths import scene_folder
from webapp.base.scene_files import load_words
from webapp.base.texts import N_, _, listing, signed
from webapp.base.wording import MINUS, Names, Wording
from webapp.games.warlords.catalog_sheets import EFFECTS, NOTE, lay_out
from webapp.words import templates

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
        name = EFFECTS.get(plain, plain)
    return Text("{name} +{amount}", name=Text(name), amount=amount) if plus else Text(name)


def word_text(word: str) -> str:
    plain = plain_word(word)
    row = CATALOG.abilities.get(plain) or CATALOG.effects.get(plain)
    return Text(row.text) if row else ""


def place_name(word: str) -> str:
    return CATALOG.terrains[word].name if word in CATALOG.terrains else word.capitalize()


def points(amounts: Mapping[str, int]) -> str:
    """Return words with amounts: `Morale 1, Fear 2`."""
    return listing(
        Text("{name} {amount}", name=word_name(word), amount=amount)
        for word, amount in amounts.items()
    )


def matters(words: Iterable[str]) -> bool:
    """Return whether any of these words affects a battle."""
    plain = set(map(plain_word, words))
    return any(w in CATALOG.abilities or CATALOG.effects[w].battle for w in plain)


PLACE_NAMES = {word: place_name(word) for word in PLACES}


CONDITIONS: Final = (N_("flying"), N_("blessed"), N_("poisoned"), N_("diseased"), N_("paralysed"))


def name_everybody(started: e.BattleStarted) -> Names:
    """Name sides by name or letter, units as `Trolls (Ann)`, numbered if two are alike."""
    armies = {"a": (started.a.name, started.a.stack), "b": (started.b.name, started.b.stack)}
    names = templates.name_everybody(armies, thing_names())
    # A unit of a stack may be what adds to a value.
    return replace(
        names,
        things={**names.things, **names.units},
        rollers={
            name: unit.id
            for army in (started.a, started.b)
            for name, unit in units_by_dice_name(army).items()
        },
        plurals=_plurals((*started.a.stack, *started.b.stack)),
    )


def with_replacements(names: Names, event: e.UnitsReplaced) -> Names:
    newcomers = _plurals(row.by for row in event.replaced)
    return replace(templates.with_replacements(names, event), plurals=names.plurals | newcomers)


def _plurals(units: Iterable[UnitSnapshot]) -> frozenset[str]:
    """Return ids of units with plural names, like `Griffons`."""
    many = load_words(scene_folder("warlords")).many
    return frozenset(unit.id for unit in units if unit.kind == "unit" and unit.unit in many)


def list_armies(names: Names, event: e.BattleStarted) -> Iterator[str]:
    """Return the ground between them, then each stack with its units."""
    field = event.field
    ground = [_(names.things[word]) for word in (*field.terrain, field.city) if word]
    yield _("{ground}; the die has {die} sides", ground=", ".join(ground), die=field.die)
    for side, army in (("a", event.a), ("b", event.b)):
        yield ", ".join(filter(None, (names.sides[side], army.army)))
        for card in army.stack:
            yield f"  {_unit(names, card)}"


def capped_text(strength: int) -> str:
    """Return why a unit of this strength fights with less (W3, step 2)."""
    return _(
        "Strength {strength} fights at {most} before bonuses.", strength=strength, most=UNIT_MOST
    )


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
    """Return the replacements and what they carry."""
    for one in event.replaced:
        yield f"  {_unit(names, one.by)}"


def list_sources(names: Names, event: e.AfflictionSpread) -> Iterator[str]:
    yield "  " + _("points: {parts}", parts=_sum(names, event.parts))


def list_values(names: Names, event: e.StackReadied) -> Iterator[str]:
    """Return each unit's strength and hits with their parts."""
    for unit in event.units:
        values = [
            _(
                "strength {strength} ({parts})",
                strength=unit.strength,
                parts=_sum(names, unit.strength_parts),
            ),
            _("hits {hits} ({parts})", hits=unit.hits, parts=_sum(names, unit.hits_parts)),
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


def name_exact(_battle: Battle) -> str:
    return _("exact: every way in which the dice can fall, summed up duel by duel")


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
    exact=name_exact,
    sheets=lay_out,
    catalog_note=NOTE,
)
