"""Stacks as compact text: `Monk 7 "Wu": leadership x2, casts Wrath of Kali @ Orb of Balance`."""

import functools
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine import Text
from engine.rulesets.warlords.army import CITY_STACK_MOST, UNBLESSED, prices
from engine.rulesets.warlords.catalog import CATALOG, SLAYERS, HeroClass
from webapp.armies.builder import grammar
from webapp.armies.builder.grammar import Line, Sheet
from webapp.armies.builder.names import NameIndex
from webapp.base.builder import ParsedArmy
from webapp.base.form import Json
from webapp.base.texts import N_
from webapp.games.warlords.words import PLACE_NAMES, word_name

TROOP_NAMES: Final = NameIndex(
    {row.id: row.name for row in CATALOG.units.values()}
    | {row.id: row.name for row in CATALOG.heroes.values()},
    may_be_cut=True,
)
ITEM_NAMES: Final = NameIndex({row.id: row.name for row in CATALOG.items.values()})
SPELL_NAMES: Final = NameIndex({row.id: row.name for row in CATALOG.spells.values()})
FLAGS: Final = ("blessed", *UNBLESSED)
CONDITION_NAMES: Final = NameIndex({word: word for word in (*FLAGS, "medals")})
OWN: Final = ("strength", "hits", "banding", "flying", "hero")
OWN_NAMES: Final = NameIndex({word: word for word in OWN})
ABILITY_NAMES: Final = NameIndex({row.id: row.name.lower() for row in CATALOG.abilities.values()})
GROUND_NAMES: Final = NameIndex({word: name.lower() for word, name in PLACE_NAMES.items()})
RACE_NAMES: Final = NameIndex({race: race for race in SLAYERS.values()})
CASTS: Final = "casts "
TABLES: Final = (CONDITION_NAMES, OWN_NAMES, ABILITY_NAMES, GROUND_NAMES, RACE_NAMES)
DETAIL_NAMES: Final = NameIndex({id_: name for table in TABLES for id_, name in table.rows.items()})


def write(army: Json) -> str:
    """Return an army in normal form as text. Raises KeyError for an unknown id."""
    return grammar.lines(army.get("name", ""), (), map(_write_row, army["stack"]))


def _write_row(row: Mapping[str, Any]) -> str:
    if "custom" in row:
        head = f"Custom {grammar.quote(row['custom']['name'])}"
        details = list(_write_custom(row["custom"]))
    else:
        head = TROOP_NAMES.spelling(row.get("hero") or row["unit"])
        head += f" {row.get('level', 1)}" if "hero" in row else ""
        head += f" {grammar.quote(row['name'])}" if "name" in row else ""
        details = [f"{w} x{n}" if n != 1 else w for w, n in row.get("buys", {}).items()]
        details += [CASTS + SPELL_NAMES.spelling(id_) for id_ in row.get("spells", ())]
    details += [word for word in FLAGS if row.get(word)]
    details += [f"medals {row['medals']}"] if "medals" in row else []
    return grammar.unit_line(head, details, [ITEM_NAMES.spelling(i) for i in row.get("items", ())])


def _write_custom(custom: Mapping[str, Any]) -> Iterator[str]:
    yield f"strength {custom['strength']}"
    yield f"hits {custom['hits']}"
    yield from (word for word in ("flying", "hero") if custom.get(word))
    for word, points in custom.get("abilities", {}).items():
        yield f"{ABILITY_NAMES.spelling(word)} {points}"
    for word, points in custom.get("terrain", {}).items():
        yield f"{GROUND_NAMES.spelling(word)} {points:+}"
    if "banding" in custom:
        yield f"banding {custom['banding']}"
    yield from map(RACE_NAMES.spelling, custom.get("race", ()))
    yield from grammar.looks(custom)


def read(text: str) -> ParsedArmy:
    """Parse an army. Raises InputError with every problem, by line."""
    sheet = grammar.parse(text, CITY_STACK_MOST)
    for number, head in sheet.heads:
        sheet.units.append(Line(number, name=head))
    sheet.units.sort(key=lambda line: line.number)
    stack = [row for line in sheet.units for row in _read_rows(sheet, line)]
    return sheet.army({"stack": stack}, stack)


def _read_rows(sheet: Sheet, line: Line) -> Iterator[Json]:
    name = grammar.custom_name(line)
    row = _read_troop(sheet, line) if name is None else _read_custom(sheet, line, name)
    ids = [sheet.resolve(line.number, N_("item"), name, ITEM_NAMES) for name in line.carried]
    if items := [id_ for id_ in ids if id_]:
        row["items"] = items
    yield from ({**row} for _ in range(line.count if row.get("unit", "") is not None else 0))


def _read_troop(sheet: Sheet, line: Line) -> Json:
    line = grammar.number_apart(line, TROOP_NAMES, OWN_NAMES)
    id_ = sheet.resolve(line.number, N_("unit or hero"), line.name, TROOP_NAMES)
    hero = CATALOG.heroes.get(id_ or "")
    if hero is None:
        if id_ and (line.level is not None or line.quoted is not None):
            sheet.fail("only a hero has a level or a name of its own; leave it out", line.number)
        row: Json = {"unit": id_}
        for detail in line.details:
            _read_condition(sheet, line, detail, row)
        return row
    row = {"hero": hero.id}
    row |= {"level": line.level} if line.level not in (None, 1) else {}
    row |= {"name": line.quoted} if line.quoted else {}
    for detail in line.details:
        _read_hero_detail(sheet, line, detail, hero, row)
    return row


def _read_condition(sheet: Sheet, line: Line, detail: str, row: Json) -> None:
    word, number = grammar.amount(detail)
    id_ = sheet.resolve(line.number, N_("condition"), word, CONDITION_NAMES)
    if id_ == "medals":
        row["medals"] = 1 if number is None else number
    elif id_:
        row[id_] = True


def _read_hero_detail(sheet: Sheet, line: Line, detail: str, hero: HeroClass, row: Json) -> None:
    """Parse a purchase, spell or condition, preferring what this class may have."""
    buys, options = _names_of(hero.id)
    word, count = grammar.times(detail)
    plain, number = grammar.amount(word)
    casts = word.lower().startswith(CASTS)
    id_ = buys.find(word)
    if id_ is None and number is not None and (id_ := buys.find(plain)):
        count = number
    if id_ is None and (casts or not CONDITION_NAMES.find(plain)):
        spell = word[len(CASTS) :] if casts else word
        table = SPELL_NAMES if casts or SPELL_NAMES.find(spell) else options
        kind = Text("purchase or spell of a {hero}", hero=Text(hero.name))
        id_ = sheet.resolve(line.number, kind, spell, table)
        if id_ is None:
            return
    if id_ in buys.rows and not casts:
        row.setdefault("buys", {})[id_] = row.get("buys", {}).get(id_, 0) + count
    elif id_ in SPELL_NAMES.rows:
        row.setdefault("spells", []).append(id_)
    else:
        _read_condition(sheet, line, detail, row)


@functools.cache
def _names_of(hero: str) -> tuple[NameIndex, NameIndex]:
    """Return what a hero class can buy, and all other words that can follow its name."""
    buys = {word: word_name(word) for word in prices(CATALOG.heroes[hero])}
    return NameIndex(buys), NameIndex({**buys, **SPELL_NAMES.rows, **CONDITION_NAMES.rows})


def _read_custom(sheet: Sheet, line: Line, name: str) -> Json:
    row: Json = {"custom": {"name": name, "strength": 1, "hits": 1}}
    custom = row["custom"]
    for detail in line.details:
        if look := grammar.look(detail):
            custom |= [look]
            continue
        word, number = grammar.amount(detail)
        word = word[3:] if word.lower().startswith("on ") else word
        kind = N_("ability, ground, race or condition")
        id_ = sheet.resolve(line.number, kind, word, DETAIL_NAMES)
        if id_ in CONDITION_NAMES.rows:
            _read_condition(sheet, line, detail, row)
        elif id_ in ("flying", "hero"):
            custom[id_] = True
        elif id_ in RACE_NAMES.rows:
            custom.setdefault("race", []).append(id_)
        elif id_ in OWN_NAMES.rows:
            custom[id_] = 1 if number is None else number
        elif id_:
            key = "abilities" if id_ in ABILITY_NAMES.rows else "terrain"
            custom.setdefault(key, {})[id_] = 1 if number is None else number
    return row
