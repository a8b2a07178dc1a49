"""Assign an army's problems to the form fields that they come from."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine import Problem, Text
from webapp.base.builder import Builder
from webapp.base.form import Field, Form, rows_of, value_at
from webapp.base.inputs import range_problem
from webapp.base.texts import _

Messages = dict[str, list[str]]
VERBS: Final = frozenset(  # verbs that open rule messages without a subject
    [
        *("belongs", "cannot", "costs", "does", "fits", "has", "holds"),
        *("is", "makes", "must", "names", "needs", "stands", "takes"),
    ]
)


def _messages() -> Messages:
    return defaultdict(list)


@dataclass
class Placed:
    """Messages by field path of army and rows ('' for a whole row); `rest` belongs to no field."""

    head: Messages = field(default_factory=_messages)
    rows: dict[int, Messages] = field(default_factory=lambda: defaultdict(_messages))
    terms: Messages = field(default_factory=_messages)
    rest: list[Problem] = field(default_factory=list)

    @property
    def count(self) -> int:
        tables = (self.head, self.terms, *self.rows.values())
        return len(self.rest) + sum(len(texts) for table in tables for texts in table.values())


def after(where: str, message: str) -> str:
    """Return a message as a line with its place: `AP limit: …`.

    A message that begins with a verb takes the place as its subject; one that names the place
    stands alone.
    """
    said, where = _(message), _(where)
    if not where or said.startswith(where):
        return said
    # Translations may order words differently.
    if said == message and message.partition(" ")[0] in VERBS:
        return f"{where} {said}"
    return f"{where}: {said}"


def in_words(builder: Builder, army: Any, problem: Problem) -> str:
    """Return an army's problem as a line that names form fields instead of a path."""
    form = builder.form
    for known in (form.head, form.terms, form.limits):
        path = owner(known, problem.path)
        if path is not None:
            return after(next(f.label for f in known if f.path == path), problem.message)
    match = _row_pattern(form).fullmatch(problem.path) if form.list else None
    index = _index(form, match[1], match[2]) if match else None
    if match is None or index is None:
        # A problem of the whole army needs no place.
        is_whole = problem.path in ("", form.list)
        return _(problem.message) if is_whole else after(problem.path, problem.message)
    found = field_of(form, problem.path)
    message = _of_option([found], match[3], problem) if found else problem.message
    unit = form.fixed[index] if form.fixed else _unit_words(builder, army, index)
    return f"{unit}: {after(found.label if found else '', message)}"


def _unit_words(builder: Builder, army: Any, index: int) -> str:
    """Return a row's unit name, if known, and number."""
    row = dict(enumerate(rows_of(builder.form, army))).get(index)
    item = next((item.name for item in builder.shelf if builder.is_of(row, item)), None)
    word = _(item or builder.form.unit_word)
    return _("{unit}, number {number}", unit=word[:1].upper() + word[1:], number=index + 1)


def field_of(form: Form, path: str) -> Field | None:
    """Return the row field that a problem's path leads to, or None."""
    match = _row_pattern(form).fullmatch(path) if form.list else None
    fields = [field for kind in form.rows for field in kind.fields]
    own = owner(fields, match[3]) if match else None
    return next((field for field in fields if field.path == own), None)


def with_ranges(form: Form, army: Any, problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems, with numeric ones replaced by the form's permitted range."""
    return [Problem(p.path, _of_number(form, army, p.path) or p.message) for p in problems]


def _of_number(form: Form, army: Any, path: str) -> str:
    match = _row_pattern(form).fullmatch(path) if form.list else None
    index = _index(form, match[1], match[2]) if match else None
    rows = rows_of(form, army)
    found = field_of(form, path)
    if found is None or index is None or index >= len(rows) or not isinstance(rows[index], Mapping):
        return ""
    value = value_at(rows[index], found.path)
    # A missing number was left blank.
    return range_problem(found, "" if value is None else value)


def place(form: Form, problems: Iterable[Problem]) -> Placed:
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
    """Return the pattern of a row problem's path: row number and rest."""
    return re.compile(rf"{re.escape(form.list)}(?:\[(\d+)\]|\.(\w+))\.?(.*)")


def _at(where: str, message: str) -> Text:
    said = message if isinstance(message, Text) else Text(message)
    return Text("{place}: {message}", place=where, message=said)


def _of_option(fields: Iterable[Field], path: str, problem: Problem) -> str:
    """Return a row problem's message; for one of several numbers, name which."""
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
    """Return the field path that contains this path, or None."""
    inside = (f.path for f in fields if re.match(rf"{re.escape(f.path)}(?![\w-])", path))
    return next(inside, None)
