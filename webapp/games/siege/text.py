"""Allotments as compact text: `A 2/2/3`, which is ATK, DEF and HP."""

import re
from typing import Final

from engine import InputError, Problem, Text, shown
from engine.rulesets.siege.events import LETTERS
from webapp.armies.builder import grammar
from webapp.base.builder import ParsedArmy
from webapp.base.form import Json
from webapp.base.texts import N_
from webapp.games.siege.form import STATS

HEAD: Final = re.compile(r"(?:unit\s+)?([a-z])\b[\s:.)=]*(.*)", re.IGNORECASE)
NUMBERS: Final = re.compile(r"[+-]?\d{1,6}")
# three numbers with separators
BARE: Final = re.compile(r"[+-]?\d{1,6}(?:(?:\s*[/,;|]\s*|\s+)[+-]?\d{1,6}){2}")
# between two units of a line
NEXT: Final = re.compile(
    r"(?<![\s,;|])(?<!\bunit)[\s,;|]++(?=(?:unit\s+)?[a-z]\b[\s:.)=]*[+-]?\d)", re.IGNORECASE
)
WORDED: Final = re.compile(r"\b(atk|def|hp)\b[\s:=]*([+-]?\d{1,6})", re.IGNORECASE)
EXAMPLE: Final = "A 2/2/3"


def write(army: Json) -> str:
    units = (
        f"{letter} {'/'.join(str(army['units'][letter][stat]) for stat in STATS)}"
        for letter in LETTERS
    )
    return grammar.lines(army.get("name", ""), (), units)


def read(text: str) -> ParsedArmy:
    """Parse an allotment. Raises InputError with every problem, by line."""
    grammar.check_length(text)
    sheet = grammar.Sheet()
    units: dict[str, dict[str, int]] = {}
    title: int | None = None
    for number, line in grammar.content_lines(text):
        if line[0] == "=" or (title is None and not units and not re.search(r"\d", line)):
            if title is not None:
                sheet.fail(grammar.SECOND_TITLE, number, first=title)
                continue
            title, sheet.name = number, line.lstrip("=").strip()
            if line[0] != "=":
                sheet.name = sheet.name.rstrip(": ")
                sheet.note_name(number)
            continue
        for piece in NEXT.split(line):
            try:
                letter, points = _unit(piece)
            except ValueError as error:
                sheet.fail(error.args[0], number)
                continue
            if letter in units:
                text = N_("names unit {letter} again; keep one of its lines")
                sheet.fail(text, number, letter=letter)
            else:
                units[letter] = points
    if missing := [letter for letter in LETTERS if letter not in units]:
        lacking = Text.counted(
            "unit {units} is missing; there are five, A to E: {example}",
            "units {units} are missing; there are five, A to E: {example}",
            len(missing),
            units=", ".join(missing),
            example=EXAMPLE,
        )
        sheet.problems.append(Problem("", lacking))
    if not units:
        no_name = [Problem(one.path, _no_unit(sheet.name)) for one in sheet.notes]
        raise InputError([*no_name, *sheet.problems])
    every = {letter: units.get(letter, dict.fromkeys(STATS, 0)) for letter in LETTERS}
    return sheet.army({"units": every}, units)


def _no_unit(line: str) -> Text:
    return Text("'{line}' is not a unit; write {example}", line=shown(line), example=EXAMPLE)


def _unit(line: str) -> tuple[str, dict[str, int]]:
    """Parse a line's letter and points; raises ValueError with a message."""
    head = HEAD.fullmatch(line)
    if head is None:
        raise ValueError(_no_unit(line))
    letter, rest = head[1].upper(), grammar.MINUS_SIGNS.sub("-", head[2]).strip()
    if letter not in LETTERS:
        raise ValueError(Text("there is no unit {letter}; there are five, A to E", letter=letter))
    worded = [(stat.lower(), int(value)) for stat, value in WORDED.findall(rest)]
    if len(worded) == len(STATS) and {stat for stat, _ in worded} == {*STATS}:
        points = dict(worded)
        return letter, {stat: points[stat] for stat in STATS}
    if not BARE.fullmatch(rest):
        raise ValueError(
            Text("unit {letter} needs its ATK, DEF and HP: {letter} 2/2/3", letter=letter)
        )
    return letter, dict(zip(STATS, map(int, NUMBERS.findall(rest)), strict=True))
