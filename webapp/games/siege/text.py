"""Allotments as compact text: `A 2/2/3`, which is ATK, DEF and HP."""

import re
from typing import Final

from engine import InputError, Problem, shown
from engine.rulesets.siege.snapshot import LETTERS
from webapp.armies.builder.grammar import DECORATION, TEXT_MOST
from webapp.base.builder import ParsedArmy
from webapp.base.form import Json
from webapp.games.siege.form import STATS

HEAD: Final = re.compile(r"(?:unit\s+)?([a-z])\b[\s:.)=]*(.*)", re.IGNORECASE)
NUMBERS: Final = re.compile(r"[+-]?\d{1,6}")
BARE: Final = re.compile(r"[+-]?\d{1,6}(?:(?:\s*[/,;|]\s*|\s+)[+-]?\d{1,6}){2}")
"""Three numbers with something between them."""
WORDED: Final = re.compile(r"\b(atk|def|hp)\b[\s:=]*([+-]?\d{1,6})", re.IGNORECASE)
EXAMPLE: Final = "A 2/2/3"


def write(army: Json) -> str:
    """The text of an allotment in its normal form."""
    head = [f"= {army['name']}"] if army.get("name") else []
    units = (
        f"{letter} {'/'.join(str(army['units'][letter][stat]) for stat in STATS)}"
        for letter in LETTERS
    )
    return "".join(f"{line}\n" for line in (*head, *units))


def read(text: str) -> ParsedArmy:
    """The allotment that a text describes. Raises InputError with every problem, by line."""
    if len(text) > TEXT_MOST:
        raise InputError.single("", f"is {len(text):,} characters long; at most {TEXT_MOST:,} fit")
    army: Json = {}
    units: dict[str, dict[str, int]] = {}
    problems: list[Problem] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip().strip("`").strip()
        if line[:1] == "=":
            army["name"] = line[1:].strip()
            continue
        line = DECORATION.sub("", line).strip()
        if not line or line[0] == "#" or line.startswith("//"):
            continue
        try:
            letter, points = _unit(line)
            if letter in units:
                raise ValueError(f"tells of unit {letter} again; keep one of its lines")
            units[letter] = points
        except ValueError as error:
            problems.append(Problem(f"line {number}", str(error)))
    if missing := [letter for letter in LETTERS if letter not in units]:
        what = f"unit {missing[0]} is" if len(missing) == 1 else f"units {', '.join(missing)} are"
        problems.append(Problem("", f"{what} missing; there are five, A to E: {EXAMPLE}"))
    if problems:
        raise InputError(problems[:50])
    if not army.get("name"):
        army.pop("name", None)
    return ParsedArmy(army | {"units": {letter: units[letter] for letter in LETTERS}})


def _unit(line: str) -> tuple[str, dict[str, int]]:
    """The letter and the points in a line; raises ValueError that says what is wrong with it."""
    head = HEAD.fullmatch(line)
    if head is None:
        raise ValueError(f"'{shown(line)}' is no unit; write {EXAMPLE}")
    letter, rest = head[1].upper(), head[2].replace("\N{MINUS SIGN}", "-").strip()
    if letter not in LETTERS:
        raise ValueError(f"there is no unit {letter}; there are five, A to E")
    worded = [(stat.lower(), int(value)) for stat, value in WORDED.findall(rest)]
    if len(worded) == len(STATS) and {stat for stat, _ in worded} == {*STATS}:
        points = dict(worded)
        return letter, {stat: points[stat] for stat in STATS}
    if not BARE.fullmatch(rest):
        raise ValueError(f"unit {letter} wants its ATK, DEF and HP: {letter} 2/2/3")
    return letter, dict(zip(STATS, map(int, NUMBERS.findall(rest)), strict=True))
