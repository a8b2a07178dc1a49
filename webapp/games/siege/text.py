"""Allotments as compact text: `A 2/2/3`, which is ATK, DEF and HP."""

import re
from typing import Final

from engine import InputError, Problem, Text, shown
from engine.rulesets.siege.snapshot import LETTERS
from webapp.armies.builder.grammar import (
    MINUS_SIGNS,
    check_length,
    content_lines,
    place_of,
    second_title,
)
from webapp.armies.limits import PROBLEMS_MOST
from webapp.base.builder import ParsedArmy
from webapp.base.form import Json
from webapp.games.siege.form import STATS

HEAD: Final = re.compile(r"(?:unit\s+)?([a-z])\b[\s:.)=]*(.*)", re.IGNORECASE)
NUMBERS: Final = re.compile(r"[+-]?\d{1,6}")
# three numbers with separators
BARE: Final = re.compile(r"[+-]?\d{1,6}(?:(?:\s*[/,;|]\s*|\s+)[+-]?\d{1,6}){2}")
WORDED: Final = re.compile(r"\b(atk|def|hp)\b[\s:=]*([+-]?\d{1,6})", re.IGNORECASE)
EXAMPLE: Final = "A 2/2/3"


def write(army: Json) -> str:
    head = [f"= {army['name']}"] if army.get("name") else []
    units = (
        f"{letter} {'/'.join(str(army['units'][letter][stat]) for stat in STATS)}"
        for letter in LETTERS
    )
    return "".join(f"{line}\n" for line in (*head, *units))


def read(text: str) -> ParsedArmy:
    """Parse an allotment. Raises InputError with every problem, by line."""
    check_length(text)
    army: Json = {}
    units: dict[str, dict[str, int]] = {}
    problems: list[Problem] = []
    title: int | None = None
    for number, line in content_lines(text):
        try:
            if line[0] == "=":
                if title is not None:
                    raise ValueError(second_title(title))
                title, army["name"] = number, line[1:].strip()
                continue
            letter, points = _unit(line)
            if letter in units:
                raise ValueError(
                    Text("tells of unit {letter} again; keep one of its lines", letter=letter)
                )
            units[letter] = points
        except ValueError as error:
            problems.append(Problem(place_of(number), error.args[0]))
            if len(problems) == PROBLEMS_MOST:
                raise InputError(problems) from None
    if missing := [letter for letter in LETTERS if letter not in units]:
        lacking = Text.counted(
            "unit {units} is missing; there are five, A to E: {example}",
            "units {units} are missing; there are five, A to E: {example}",
            len(missing),
            units=", ".join(missing),
            example=EXAMPLE,
        )
        problems.append(Problem("", lacking))
    if problems:
        raise InputError(problems)
    if not army.get("name"):
        army.pop("name", None)
    return ParsedArmy(army | {"units": {letter: units[letter] for letter in LETTERS}})


def _unit(line: str) -> tuple[str, dict[str, int]]:
    """Parse a line's letter and points; raises ValueError with a message."""
    head = HEAD.fullmatch(line)
    if head is None:
        raise ValueError(
            Text("'{line}' is no unit; write {example}", line=shown(line), example=EXAMPLE)
        )
    letter, rest = head[1].upper(), MINUS_SIGNS.sub("-", head[2]).strip()
    if letter not in LETTERS:
        raise ValueError(Text("there is no unit {letter}; there are five, A to E", letter=letter))
    worded = [(stat.lower(), int(value)) for stat, value in WORDED.findall(rest)]
    if len(worded) == len(STATS) and {stat for stat, _ in worded} == {*STATS}:
        points = dict(worded)
        return letter, {stat: points[stat] for stat in STATS}
    if not BARE.fullmatch(rest):
        raise ValueError(
            Text("unit {letter} wants its ATK, DEF and HP: {letter} 2/2/3", letter=letter)
        )
    return letter, dict(zip(STATS, map(int, NUMBERS.findall(rest)), strict=True))
