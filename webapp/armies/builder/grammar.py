"""Compact text of armies (README.md), as far as all rulesets share it."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from string import whitespace
from typing import Any, Final

from engine import NAME_MOST, InputError, Problem, Text, shown
from webapp.armies.builder.names import NameIndex, Near
from webapp.armies.limits import COUNT_MOST, LISTED_MOST, MENDED_MOST, PROBLEMS_MOST, TEXT_MOST
from webapp.base.builder import ParsedArmy
from webapp.base.form import Json
from webapp.base.texts import N_, listing

# All patterns match in linear time: a run of blanks is entered only at its start (`(?<!\s)`) and
# not given back (`*+`), and no repeated part begins with what may end the repetition.
QUOTED: Final = re.compile(r"^(?:>\s*)+")
FENCE: Final = re.compile(  # first or last line of a code block, with its language
    r"[`~]{3,}\s*(?:(?:text|txt|plain|plaintext|json|jsonc|js|javascript|md|markdown|yaml|yml|ini|css|"
    r"fix|diff|none|bash|sh|battlereel|c|c\+\+|cpp|py|python|rust|html|xml|toml|csv)(?:\s+\w+=.*)?)?",
    re.IGNORECASE,
)
# `[12:03] Ann: `
CHAT: Final = re.compile(r"^\[\d{1,2}:\d\d[^\]]{0,9}\]\s*(?:[^\s:][^:]{0,39}:\s)?")
BULLET: Final = re.compile(r"^(?:[-*\u2022\u2013\u2014\u00b7\u2023\u25aa\u25e6]\s+|\d{1,2}[.)]\s+)")
EMPHASIS: Final = ("**", "__", "~~", "*", "_")  # markdown for bold, italics and strikethrough
INVISIBLE: Final = (  # invisible characters around names
    "\x00\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)
MINUS_SIGNS: Final = re.compile(  # other ones than ASCII's
    "[\u02d7\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe63\uff0d](?=\\s?\\d)"
)
SPACED_SIGN: Final = re.compile(r"(?<=\s)([+-])\s(?=\d)")  # `city - 2`
COUNTED: Final = re.compile(r"^-?(\d{1,6})(?:\s*[x\u00d7*]\s*|\s+)(?=\D)", re.IGNORECASE)
TIMES: Final = re.compile(r"(?<!\s)(?:\s++[x\u00d7]|\s*+\*)\s*+(\d{1,6})$", re.IGNORECASE)
NUMBER_LAST: Final = re.compile(r"(?<![\s:=])[\s:=]*\s([+-]?\d{1,6})$")
NUMBER_FIRST: Final = re.compile(r"([+-]?\d{1,6})\s")
LEVEL: Final = re.compile(r"(?<!\s)\s++(?:level|lvl|lv)?\.?\s*+(\d{1,4})$", re.IGNORECASE)
# A quotation, which stays, or things in brackets, as in `Boo [Fire Flower]`. An unclosed quotation
# with escaped marks ends at the last of them.
BRACKETS: Final = re.compile(
    r"\"(?:[^\"\\]|\\.)*\"|\".*\""
    r"|(?<!\s)\s*+[\[(](?=[^\[\]()]*?[^\W\d])([^\[\]()]*+)[\])]"
)
LIKES_MOST: Final = 5  # names that a line may mean, at most
LOOK_KEYS: Final = ("figure", "tint")  # of a custom unit
CELL_COUNT: Final = re.compile(r"(\d{1,6})\s*[x\u00d7]?", re.IGNORECASE)
# full-width forms of ASCII, and the ideographic space and comma
HALF_WIDTH: Final = {0x3000: " ", 0x3001: ","} | {
    0xFEE0 + code: chr(code) for code in range(0x21, 0x7F)
}
TOO_MANY: Final = Text("lists more than {most} names; no army has that many", most=LISTED_MOST)
SECOND_TITLE: Final = N_("there is a title in line {first} already; leave one of them out")
NONE_ASKED: Final = Text("asks for 0 units; ask for at least one, or leave the line out")
# closing mark by opening mark: straight, English, German, French
QUOTES: Final = {'"': '"', "\u201c": "\u201d", "\u201e": "\u201c", "\u00ab": "\u00bb"}


def place_of(number: int) -> Text:
    return Text("line {number}", number=number)


@dataclass
class Line:
    """A unit's line, or `count` equal ones: `Monk 7 "Wu": leadership x2`."""

    number: int
    count: int = 1
    name: str = ""
    level: int | None = None
    quoted: str | None = None
    details: list[str] = field(default_factory=list)
    carried: list[str] = field(default_factory=list)

    @property
    def is_plain(self) -> bool:
        """Whether it is nothing but a name."""
        more = (self.level is not None, self.quoted is not None, self.details, self.carried)
        return self.count == 1 and not any(more)

    @property
    def whole_name(self) -> str:
        """Return the name with the number after it, for rulesets without levels."""
        return self.name if self.level is None else f"{self.name} {self.level}"


@dataclass
class Sheet:
    """A parsed text: the army's name, heads (`+ Watchtower`) and units."""

    name: str = ""
    heads: list[tuple[int, str]] = field(default_factory=list)
    units: list[Line] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    looked_up: dict[tuple[NameIndex, str], Near] = field(default_factory=dict)
    mended: int = 0
    opening: tuple[int, str] | None = None  # a first line that can be the army's name

    def fail(self, message: str, number: int, **values: Any) -> None:
        """Note a problem of a line. Raises InputError after the last one allowed."""
        self.problems.append(Problem(place_of(number), Text(message, **values)))
        if len(self.problems) >= PROBLEMS_MOST:
            raise InputError(self.problems)

    def resolve(self, number: int, kind: str, given: str, names: NameIndex) -> str | None:
        """Return the id of a name; a misspelling is corrected with a note, or refused."""
        if id_ := names.find(given):
            return id_
        near = self.looked_up.get((names, given))
        if near is None:
            near = names.near(given)
            self.mended += near.meant is not None
            if self.mended > MENDED_MOST:
                near = Near(None, near.likes)
            self.looked_up[names, given] = near
        what, asked = Text(kind), shown(given)
        if near.meant:
            taken = Text(names.rows[near.meant])
            self.note(Text("'{given}' was read as {taken}", given=asked, taken=taken), number)
            return near.meant
        if not near.likes:
            self.fail("no {kind} '{given}'", number, kind=what, given=asked)
            return None
        if self.opening and self.opening[0] == number and not self.opening[1].endswith(":"):
            self.opening = None  # a misspelt unit
        likes = [Text(names.rows[like]) for like in near.likes[:LIKES_MOST]]
        guess = listing([*likes, *["\u2026"] * (len(near.likes) > LIKES_MOST)])
        text = N_("no {kind} '{given}'; did you mean {near}?")
        self.fail(text, number, kind=what, given=asked, near=guess)
        return None

    def note(self, text: Text, number: int) -> None:
        note = Problem(place_of(number), text)
        if len(self.notes) < MENDED_MOST and note not in self.notes[-1:]:
            self.notes.append(note)

    def note_name(self, number: int) -> None:
        """Note that a line was read as the army's name."""
        self.note(Text("'{given}' was read as the army's name", given=shown(self.name)), number)

    def army(self, members: Json, units: Collection[object]) -> ParsedArmy:
        """Return the army with these members. Raises InputError if no unit was read."""
        problems = self.finish(units)
        named = {"name": self.name} if self.name else {}
        return ParsedArmy(named | members, tuple(self.notes), problems)

    def finish(self, units: Collection[object] = ()) -> tuple[Problem, ...]:
        """Return all noted problems; raise them as an InputError if no unit was read.

        A first line that names no unit, in any of its parts, is the army's name.
        """
        number, text = self.opening or (0, "")
        of_first = [one for one in self.problems if one.path == place_of(number)]
        in_first = sum(line.number == number for line in self.units)
        pieces = len([*_pieces([(number, text)])]) if text else 0
        if units and of_first and len(of_first) == in_first == pieces and not self.name:
            self.name = text.rstrip(": ")
            self.problems = [one for one in self.problems if one not in of_first]
            self.note_name(number)
        if self.problems and not units:
            raise InputError(self.problems)
        return tuple(self.problems)


def check_length(text: str, most: int = TEXT_MOST) -> None:
    """Raise InputError for a text too long for any army."""
    if (count := len(text)) > most:
        problem = N_("is {count:,} characters long; use at most {most:,}")
        raise InputError.single("", problem, count=count, most=most)


def content_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with content and their numbers; titles begin with `=`.

    Mail quotes, code fences, bullets, emphasis and invisible characters are stripped; blank lines
    and comments are skipped.
    """
    visible = text.translate(dict.fromkeys(map(ord, INVISIBLE)))
    is_fenced = False
    for number, raw in enumerate(visible.splitlines(), start=1):
        line = _half_width(CHAT.sub("", QUOTED.sub("", raw.strip())))
        if FENCE.fullmatch(line):
            is_fenced = not is_fenced
            continue
        if is_fenced and line.endswith("```"):
            is_fenced, line = False, line.rstrip("`").strip()
        elif line.startswith("`"):
            is_fenced = line.startswith("```") and not line.endswith("```")
            line = line.strip("`").strip()
        line = _plain(BULLET.sub("", _plain(line)).strip())
        if line and line[0] != "#" and not line.startswith("//"):
            yield number, line


def _half_width(line: str) -> str:
    """Replace full-width signs, except in quoted names and in the army's name."""
    if line[:1] in ("=", "\uff1d"):
        return "=" + line[1:]
    return "".join(c if quoted else c.translate(HALF_WIDTH) for c, quoted in _chars(line))


def is_json(text: str) -> bool:
    """Whether a text without blanks around it is meant as JSON, not as lines of a chat."""
    return text.startswith(("{", "[")) and not CHAT.match(text)


def unwrapped(text: str) -> str:
    """Strip mail quotes and code fences around JSON, but not inside its strings."""
    bare = text.strip(INVISIBLE + whitespace)
    if is_json(bare):
        return bare
    lines = (QUOTED.sub("", line.strip(INVISIBLE + whitespace)) for line in bare.splitlines())
    return "\n".join(line for line in lines if not FENCE.fullmatch(line)).strip("`").strip()


def _plain(line: str) -> str:
    """Strip the emphasis marks around a whole line."""
    for mark in EMPHASIS:
        if len(line) > 2 * len(mark) and line.startswith(mark) and line.endswith(mark):
            return line[len(mark) : -len(mark)].strip()
    return line


def parse(text: str, most: int) -> Sheet:
    """Parse a text with at most this many units. Raises InputError for a longer one."""
    check_length(text)
    sheet = Sheet()
    units = 0
    title: int | None = None
    lines = dict(content_lines(text))
    for number, line in _pieces(lines.items()):
        if line[0] == "=":
            if title is not None:
                sheet.fail(SECOND_TITLE, number, first=title)
            title, sheet.name = title or number, sheet.name or line.lstrip("=").strip()
            continue
        if line[0] == "+":
            if any(_counted(part)[0] == 0 for part in split(line[1:])):
                sheet.fail(NONE_ASKED, number)
                continue
            heads = each(line[1:], LISTED_MOST + 1 - len(sheet.heads))
            sheet.heads += [(number, head) for head in heads]
            if len(sheet.heads) > LISTED_MOST:
                sheet.fail(TOO_MANY, number)
                break
            continue
        unit = _line(number, line)
        if unit.count == 0:
            sheet.fail(NONE_ASKED, number)
            continue
        units += unit.count
        if units > most or unit.count > COUNT_MOST:
            text = N_("makes it {count:,} units; an army has at most {most}")
            sheet.fail(text, number, count=units, most=most)
            break
        if len(unit.carried) > LISTED_MOST:
            sheet.fail(TOO_MANY, number)
            break
        if not sheet.units and not sheet.heads and len(lines[number]) <= NAME_MOST:
            sheet.opening = number, lines[number]
        if sheet.opening and sheet.opening[0] == number and not unit.is_plain:
            sheet.opening = None
        sheet.units.append(unit)
    return sheet


def _pieces(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield titles and heads whole, and each unit of a line: `Goomba, 2x Toad` are two."""
    for number, line in lines:
        if line[0] in "=+":
            yield number, line
        else:
            pieces = map(str.strip, _units_of(_uncelled(line)))
            yield from ((number, piece) for piece in pieces if piece)


def _uncelled(line: str) -> str:
    """Join the cells of a row of a spreadsheet: a name, a count before or after it, items."""
    cells = [cell.strip() for cell in line.split("\t") if cell.strip()]
    numbers = [found[1] for cell in cells if (found := CELL_COUNT.fullmatch(cell))]
    words = [cell for cell in cells if not CELL_COUNT.fullmatch(cell)]
    if "\t" not in line or not words or any(mark in line for mark in ':@"'):
        return line
    count = [f"{numbers[0]}x"] if numbers else []
    return unit_line(" ".join((*count, words[0], *numbers[1:])), (), words[1:])


def _units_of(line: str) -> Iterator[str]:
    """Split a line at commas, semicolons, bars, ` + ` and ` & ` before any details."""
    piece = ""
    depth = 0
    has_details = False
    for char, quoted in _chars(line):
        if not quoted and not has_details:
            depth = max(0, depth + (char in "[(") - (char in "])"))
            has_details = not depth and char in ":@"
            is_joined = char == " " and piece.endswith((" +", " &"))
            if not depth and (is_joined or char in ",;|"):
                yield piece[:-2] if is_joined else piece
                piece = ""
                continue
        piece += char
    yield piece


def _line(number: int, text: str) -> Line:
    count, text = _counted(BRACKETS.sub(_carried, text))
    parts: dict[str, list[str]] = {"": [], ":": [], "@": []}
    mark = ""
    for char, quoted in _chars(text):
        if char in "@:" and not quoted and mark != char:
            mark = char
            parts[mark].append(",")
        else:
            parts[mark].append(char)
    segments = {mark: "".join(chars) for mark, chars in parts.items()}
    head, quoted_name = _unquoted(segments[""])
    again = TIMES.search(f" {head}" if quoted_name else head)
    if again and count == 1:
        count, head = int(again[1]), head[: again.start()]
    if quoted_name and not head.strip():  # the unit itself is quoted
        inner, head = _counted(quoted_name)
        count, quoted_name = count * inner, None
    level = LEVEL.search(head)
    name, last = (head[: level.start()], int(level[1])) if level else (head, None)
    details, carried = split(segments[":"]), each(segments["@"], LISTED_MOST + 1)
    return Line(number, count, name.strip(), last, quoted_name, [*details], [*carried])


def number_apart(line: Line, units: NameIndex, numbers: NameIndex) -> Line:
    """Return a unit that is followed by one of these words, `Toad AE 4`, with it as a detail."""
    name, _, word = line.name.rpartition(" ")
    if units.find(line.whole_name) or not units.find(name) or not numbers.find(word):
        return line
    details = [word] if line.level is None else [f"{word} {line.level}"]
    return replace(line, name=name, level=None, details=[*details, *line.details])


def _carried(match: re.Match[str]) -> str:
    """Rewrite brackets after a unit as carried things; quoted names stay."""
    return match[0] if match[1] is None else f" @ {match[1]}"


def _counted(text: str) -> tuple[int, str]:
    match = COUNTED.match(text)
    return (int(match[1]), text[match.end() :].strip()) if match else (1, text)


def _chars(text: str) -> Iterator[tuple[str, bool]]:
    """Yield characters and whether they are quoted; quotation marks are."""
    close = ""
    escaped = False
    for char in text:
        if close:
            yield char, True
            if not escaped and char in close:
                close = ""
            escaped = char == "\\" and not escaped
        else:
            close = QUOTES.get(char, "")
            close += '"' if close and char != '"' else ""
            yield char, bool(close)


def _unquoted(head: str) -> tuple[str, str | None]:
    """Split a head into the rest and its quoted name."""
    rest = "".join(char if not quoted else "\0" for char, quoted in _chars(head))
    if "\0" not in rest:
        return head.strip(), None
    start, end = rest.index("\0"), rest.rindex("\0") + 1
    is_closed = end - start > 1 and head[end - 1] == QUOTES[head[start]]
    inner = re.sub(r"\\(.)", r"\1", head[start + 1 : end - is_closed])
    return f"{head[:start].strip()} {head[end:].strip()}".strip(), inner


def split(text: str) -> Iterator[str]:
    """Split at commas and semicolons, without empty parts."""
    return (part.strip() for part in re.split("[,;]", text) if part.strip())


def each(text: str, most: int) -> Iterator[str]:
    """Split, repeating `2x Fire Flower` and `Fire Flower x2` twice; `most` in all."""
    for part in split(text):
        name, count = times(part)
        given = min(count, COUNT_MOST, most)
        yield from [name] * given
        most -= given
        if not most:
            return


def amount(detail: str) -> tuple[str, int | None]:
    """Parse a word and its number: `energy 2`, `2 energy`, `city +2`; None without one."""
    text = SPACED_SIGN.sub(r"\1", MINUS_SIGNS.sub("-", detail))
    if match := NUMBER_LAST.search(text):
        return text[: match.start()].strip(), int(match[1])
    if match := NUMBER_FIRST.match(text):
        return text[match.end() :].strip(), int(match[1])
    return detail, None


def times(detail: str) -> tuple[str, int]:
    """Parse a word and its multiplier: `leadership x2`, `2x leadership`."""
    count, word = _counted(detail)
    match = TIMES.search(word)
    return (word[: match.start()], int(match[1])) if match and count == 1 else (word, count)


def look(detail: str) -> tuple[str, str] | None:
    """Return what a detail says about a custom unit's look: ("figure", "cat"); None if nothing."""
    word, _, value = detail.lower().partition(" ")
    return (word, value.strip()) if word in LOOK_KEYS and value else None


def looks(custom: Mapping[str, Any]) -> Iterator[str]:
    """Return the details of a custom unit's look: `figure cat`."""
    return (f"{key} {custom[key]}" for key in LOOK_KEYS if key in custom)


def quote(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def unit_line(head: str, details: Sequence[str], carried: Sequence[str]) -> str:
    text = f"{head}: {', '.join(details)}" if details else head
    return f"{text} @ {', '.join(carried)}" if carried else text


def lines(name: str, heads: Iterable[str], units: Iterable[str]) -> str:
    """Return the whole text; equal neighbours share a line."""
    written = [f"= {name}"] if name else []
    written += [f"+ {head}" for head in heads]
    for line, alike in groupby(units):
        count = len(list(alike))
        written.append(f"{count}x {line}" if count > 1 else line)
    return "".join(f"{line}\n" for line in written)


def custom_name(line: Line) -> str | None:
    """Return a custom unit's name, or None for a catalog unit."""
    word, _, rest = line.whole_name.partition(" ")
    if word.casefold() != "custom":
        return None
    return line.quoted if line.quoted is not None else rest.strip()
