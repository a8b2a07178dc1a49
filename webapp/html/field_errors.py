"""Puts the problems of an army beside the fields of its form that they come from."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine import Problem, Text
from webapp.base.builder import Builder
from webapp.base.form import Field, Form, rows_of, value_at
from webapp.base.inputs import misfit
from webapp.base.texts import _

Messages = dict[str, list[str]]
VERBS: Final = frozenset(
    [
        *("belongs", "cannot", "costs", "does", "fits", "has", "holds"),
        *("is", "makes", "must", "names", "needs", "stands", "takes"),
    ]
)
"""What messages of the rules begin with that leave their subject to the path."""


def _messages() -> Messages:
    return defaultdict(list)


@dataclass
class Placed:
    """Messages by the path of a field: of the army, of each row; `rest` belongs to no field.

    What is wrong with a row as a whole is under the path ''.
    """

    head: Messages = field(default_factory=_messages)
    rows: dict[int, Messages] = field(default_factory=lambda: defaultdict(_messages))
    terms: Messages = field(default_factory=_messages)
    rest: list[Problem] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many problems there are."""
        tables = (self.head, self.terms, *self.rows.values())
        return len(self.rest) + sum(len(texts) for table in tables for texts in table.values())


def after(where: str, message: str) -> str:
    """A message as a line of its own, after the place that it is about: `AP limit: …`.

    A message that begins with a verb, as those of the rules do, has the place for its subject; one
    that names the place itself stands alone.
    """
    said, where = _(message), _(where)
    if not where or said.startswith(where):
        return said
    # Other languages order their words otherwise than the rules do.
    if said == message and message.partition(" ")[0] in VERBS:
        return f"{where} {said}"
    return f"{where}: {said}"


def in_words(builder: Builder, army: Any, problem: Problem) -> str:
    """A problem of an army as a line: its place is what the form calls it, and not a path."""
    form = builder.form
    for known in (form.head, form.terms, form.limits):
        path = owner(known, problem.path)
        if path is not None:
            return after(next(f.label for f in known if f.path == path), problem.message)
    match = _row_pattern(form).fullmatch(problem.path) if form.list else None
    index = _index(form, match[1], match[2]) if match else None
    if match is None or index is None:
        # What is wrong with all of the army needs no place.
        is_whole = problem.path in ("", form.list)
        return _(problem.message) if is_whole else after(problem.path, problem.message)
    found = field_of(form, problem.path)
    message = _of_option([found], match[3], problem) if found else problem.message
    unit = form.fixed[index] if form.fixed else _unit_words(builder, army, index)
    return f"{unit}: {after(found.label if found else '', message)}"


def _unit_words(builder: Builder, army: Any, index: int) -> str:
    """What a row is called: its unit, if that is known, and which one it is."""
    row = dict(enumerate(rows_of(builder.form, army))).get(index)
    item = next((item.name for item in builder.shelf if builder.is_of(row, item)), None)
    word = _(item or builder.form.unit_word)
    return _("{unit}, number {number}", unit=word[:1].upper() + word[1:], number=index + 1)


def field_of(form: Form, path: str) -> Field | None:
    """The field of a row that the path of a problem leads to; None if it is about no such field."""
    match = _row_pattern(form).fullmatch(path) if form.list else None
    fields = [field for kind in form.rows for field in kind.fields]
    own = owner(fields, match[3]) if match else None
    return next((field for field in fields if field.path == own), None)


def plainly(form: Form, army: Any, problems: Iterable[Problem]) -> list[Problem]:
    """These problems, those of numbers in the words of the form: what may be entered."""
    return [Problem(p.path, _of_number(form, army, p.path) or p.message) for p in problems]


def _of_number(form: Form, army: Any, path: str) -> str:
    match = _row_pattern(form).fullmatch(path) if form.list else None
    index = _index(form, match[1], match[2]) if match else None
    rows = rows_of(form, army)
    found = field_of(form, path)
    if found is None or index is None or index >= len(rows) or not isinstance(rows[index], Mapping):
        return ""
    value = value_at(rows[index], found.path)
    # What is missing where a number is refused was left blank.
    return misfit(found, "" if value is None else value)


def place(form: Form, problems: Iterable[Problem]) -> Placed:
    """These problems of an army, placed."""
    placed = Placed()
    row = _row_pattern(form)
    fields = [f for kind in form.rows for f in kind.fields]
    for problem in problems:
        if match := row.fullmatch(problem.path):
            index = _index(form, match[1], match[2])
            if index is not None:
                path = owner(fields, match[3])
                # A problem that belongs to no field is shown with its path in the row.
                where = match[3] if path is None else ""
                message = (
                    _at(where, problem.message) if where else _of_option(fields, match[3], problem)
                )
                placed.rows[index][path or ""].append(message)
                continue
        for table, known in ((placed.head, form.head), (placed.terms, form.terms)):
            path = owner(known, problem.path)
            if path is not None:
                table[path].append(problem.message)
                break
        else:
            placed.rest.append(problem)
    return placed


def _row_pattern(form: Form) -> re.Pattern[str]:
    """What the path of a problem of a row looks like: which row, and where in it."""
    return re.compile(rf"{re.escape(form.list)}(?:\[(\d+)\]|\.(\w+))\.?(.*)")


def _at(where: str, message: str) -> Text:
    said = message if isinstance(message, Text) else Text(message)
    return Text("{place}: {message}", place=where, message=said)


def _of_option(fields: Iterable[Field], path: str, problem: Problem) -> str:
    """The message of a problem of a row; of one of several numbers it says which one it is."""
    for found in fields:
        option = path.removeprefix(f"{found.path}.")
        if found.type == "counts" and option != path:
            by = found.options_by
            lists = [found.options] if by is None else by.of.values()
            names = (o.name for options in lists for o in options if o.id == option)
            return after(next(names, option), problem.message)
    return problem.message


def _index(form: Form, number: str | None, key: str | None) -> int | None:
    if number is not None:
        return int(number)
    return form.fixed.index(key) if form.fixed and key in form.fixed else None


def owner(fields: Iterable[Field], path: str) -> str | None:
    """The path of the field that this path is in; None if it is in none."""
    inside = (f.path for f in fields if re.match(rf"{re.escape(f.path)}(?![\w-])", path))
    return next(inside, None)
