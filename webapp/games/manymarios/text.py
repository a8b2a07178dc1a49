"""Lineups as compact text: `2x Goomba @ Parawings, Frog Suit`."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine import Text
from engine.rulesets.manymarios.army import BUILDINGS, COMBAT_ITEMS, EQUIPMENT, LINEUP_MOST, UNITS
from engine.rulesets.manymarios.catalog import ABILITIES
from webapp.armies.builder import grammar
from webapp.armies.builder.names import NameIndex
from webapp.base.builder import ParsedArmy
from webapp.base.form import Json
from webapp.base.texts import N_

UNIT_NAMES: Final = NameIndex({row.id: row.name for row in UNITS.values()}, may_be_cut=True)
BUILDING_NAMES: Final = NameIndex({row.id: row.name for row in BUILDINGS.values()})
CARRIED_NAMES: Final = NameIndex({row.id: row.name for row in (EQUIPMENT | COMBAT_ITEMS).values()})
ABILITY_NAMES: Final = NameIndex({row.id: row.name for row in ABILITIES.values()})
NUMBERS: Final = ("energy", "ae", "de", "damage")
NUMBER_NAMES: Final = NameIndex({key: key for key in NUMBERS})
DETAIL_NAMES: Final = NameIndex({**NUMBER_NAMES.rows, **ABILITY_NAMES.rows})


def write(army: Json) -> str:
    """Return an army in normal form as text. Raises KeyError for an unknown id."""
    heads = map(BUILDING_NAMES.spelling, army.get("buildings", ()))
    return grammar.lines(army.get("name", ""), heads, map(_write_row, army["lineup"]))


def _write_row(row: Mapping[str, Any]) -> str:
    ids = (*row.get("equipment", ()), *row.get("combat_items", ()))
    carried = [CARRIED_NAMES.spelling(id_) for id_ in ids]
    if "custom" not in row:
        return grammar.unit_line(UNIT_NAMES.spelling(row["unit"]), (), carried)
    custom = row["custom"]
    details = [f"{key} {custom[key]}" for key in NUMBERS if key in custom]
    details += [ABILITY_NAMES.spelling(id_).lower() for id_ in custom.get("abilities", ())]
    details += grammar.looks(custom)
    return grammar.unit_line(f"Custom {grammar.quote(custom['name'])}", details, carried)


def read(text: str) -> ParsedArmy:
    """Parse an army. Raises InputError with every problem, by line."""
    sheet = grammar.parse(text, LINEUP_MOST)
    buildings: list[str] = []
    for number, head in sheet.heads:
        if BUILDING_NAMES.find(head) is None and UNIT_NAMES.find(head):
            sheet.units.append(grammar.Line(number, name=head))
        elif id_ := sheet.resolve(number, N_("combat building"), head, BUILDING_NAMES):
            buildings.append(id_)
    sheet.units.sort(key=lambda line: line.number)
    lineup = [row for line in sheet.units for row in _read_row(sheet, line)]
    members: Json = {"buildings": buildings} if buildings else {}
    return sheet.army(members | {"lineup": lineup}, lineup)


def _read_row(sheet: grammar.Sheet, line: grammar.Line) -> Iterator[Json]:
    row: Json = {}
    if (custom := grammar.custom_name(line)) is not None:
        row["custom"] = {"name": custom, **_read_custom(sheet, line)}
    else:
        line = grammar.number_apart(line, UNIT_NAMES, NUMBER_NAMES)
        row["unit"] = sheet.resolve(line.number, N_("unit"), line.whole_name, UNIT_NAMES)
        for detail in line.details:
            text = N_(
                "'{detail}' was left out: a unit of the catalog has its own numbers and abilities, "
                "and items come after @"
            )
            sheet.fail(text, line.number, detail=detail)
    for name in line.carried:
        if id_ := sheet.resolve(line.number, N_("equipment or combat item"), name, CARRIED_NAMES):
            key = "equipment" if id_ in EQUIPMENT else "combat_items"
            row.setdefault(key, []).append(id_)
    for _ in range(line.count if row.get("unit", "") is not None else 0):
        yield {key: [*value] if isinstance(value, list) else value for key, value in row.items()}


def _read_custom(sheet: grammar.Sheet, line: grammar.Line) -> Json:
    custom: Json = {"energy": 0}
    abilities = []
    for detail in line.details:
        if look := grammar.look(detail):
            custom |= [look]
            continue
        word, number = grammar.amount(detail)
        id_ = sheet.resolve(line.number, N_("number or ability"), word, DETAIL_NAMES)
        if id_ in NUMBERS:
            if number is None:
                sheet.fail("'{word}' needs a number: {word} 2", line.number, word=word)
            else:
                custom[id_] = number
        elif id_ and number is not None:
            ability = Text(ABILITY_NAMES.rows[id_])
            sheet.fail("{ability} has no number; leave it out", line.number, ability=ability)
        elif id_:
            abilities.append(id_)
    return custom | ({"abilities": abilities} if abilities else {})
