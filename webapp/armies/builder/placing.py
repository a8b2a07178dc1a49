"""Puts the problems of an army beside the fields of its form that they come from."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine import Problem
from webapp.base.form import Field, Form

Messages = dict[str, list[str]]


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


def place(form: Form, problems: Iterable[Problem]) -> Placed:
    """These problems of an army, placed."""
    placed = Placed()
    row = re.compile(rf"{re.escape(form.list)}(?:\[(\d+)\]|\.(\w+))\.?(.*)")
    fields = [f for kind in form.rows for f in kind.fields]
    for problem in problems:
        if match := row.fullmatch(problem.path):
            index = _index(form, match[1], match[2])
            if index is not None:
                path = owner(fields, match[3])
                # A problem that belongs to no field is shown with its path in the row.
                where = match[3] if path is None else ""
                message = f"{where}: {problem.message}" if where else problem.message
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


def _index(form: Form, number: str | None, key: str | None) -> int | None:
    if number is not None:
        return int(number)
    return form.fixed.index(key) if form.fixed and key in form.fixed else None


def owner(fields: Iterable[Field], path: str) -> str | None:
    """The path of the field that this path is in; None if it is in none."""
    inside = (f.path for f in fields if re.match(rf"{re.escape(f.path)}(?![\w-])", path))
    return next(inside, None)
