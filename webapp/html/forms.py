"""Base classes of page forms; the engine judges values, and its problems stand next to fields."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

import wtforms
from wtforms import BooleanField, StringField, ValidationError
from wtforms.validators import AnyOf, Optional

import engine
from engine import NAME_MOST, Problem, Reader
from webapp.base.builder import Builder
from webapp.base.form import Field, Form, rows_of, value_at
from webapp.base.inputs import Posted, range_problem
from webapp.base.texts import N_, _, translated

CHOOSE: Final = N_("Choose one of these.")
SEARCH_MOST: Final = 100  # letters of a search text that are used


class Text(StringField):
    """A text field, '' if nothing was sent."""

    data: str

    def __init__(self, **options: Any) -> None:
        super().__init__(default="", **options)


class OneOf(Text):
    """A choice among `options`: value and label of each; an optional one may be missing."""

    def __init__(
        self, options: Mapping[str, str], *, optional: bool = False, **others: Any
    ) -> None:
        checks = [AnyOf([*options], CHOOSE)]
        super().__init__(validators=[Optional(), *checks] if optional else checks, **others)
        self.options = options


class PageForm(wtforms.Form):
    """A page's form; `problems` belong to none of its fields."""

    initial: ClassVar[Mapping[str, Any]] = {}  # a new form's values

    def __init__(self, sent: Posted | None = None) -> None:
        # A posted form has no initial values: browsers do not send unticked boxes.
        super().__init__(sent, data=self.initial if sent is None else None)
        self.problems: list[engine.Problem] = []

    @property
    def messages(self) -> list[str]:
        return [_(message) for field in self for message in field.errors]

    @property
    def first_trouble(self) -> str:
        """Return the first error as a line, or ''."""
        return next(iter((*self.messages, *map(str, map(translated, self.problems)))), "")

    @property
    def error_count(self) -> int:
        return len(self.messages) + len(self.problems)

    def note(self, problem: engine.Problem) -> None:
        self.problems.append(problem)

    def note_all(self, error: engine.InputError) -> None:
        for problem in error.problems:
            self.note(problem)

    def add_error(self, field: str, message: str) -> None:
        self[field].errors = [*self[field].errors, message]


class Readable:
    """Validator for names by the engine's rules: one line of limited length."""

    def __init__(self, most: int = NAME_MOST) -> None:
        self.most = most

    def __call__(self, _form: wtforms.Form, field: wtforms.Field) -> None:
        reader = Reader(field.data, field.name)
        reader.text(self.most)
        if reader.problems:
            raise ValidationError(reader.problems[0].message)


class FileForm(PageForm):
    initial: ClassVar = {"listed": True}
    file = Text()
    listed = BooleanField()

    def read(self) -> engine.Battle | None:
        try:
            return engine.read(self.file.data)
        except engine.InputError as error:
            self.note_all(error)
        return None


class WishForm(FileForm):
    """A battle file with a wished end: `a`, `b=3`, `likeliest` …"""

    wish = Text()


class SearchForm(PageForm):
    """The gallery's search: text, unit, game, result."""

    text = Text()
    unit = Text()
    ruleset = Text()
    result = Text()

    def value(self, field: str, offered: Collection[str] | None = None) -> str:
        """Return a field's value, cut to length; '' if not among those `offered`."""
        value: str = self[field].data.strip()[:SEARCH_MOST]
        return value if offered is None or value in offered else ""


Messages = dict[str, list[str]]
VERBS: Final = frozenset(  # verbs that open rule messages without a subject
    [
        *("belongs", "cannot", "contains", "costs", "does", "has", "holds"),
        *("is", "makes", "must", "names", "needs", "takes"),
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
    """Return a message after its place, `AP limit: …`, which is the subject of a first verb."""
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
        if own := owner(known, problem.path):
            return after(own.label, problem.message)
    inside = _in_row(form, problem.path)
    if inside is None:
        # A problem of the whole army needs no place.
        is_whole = problem.path in ("", form.list)
        return _(problem.message) if is_whole else after(problem.path, problem.message)
    index, rest = inside
    found = field_of(form, rest)
    message = _of_option(found, rest, problem) if found else problem.message
    unit = form.fixed[index] if form.fixed else _unit_words(builder, army, index)
    return f"{unit}: {after(found.label if found else '', message)}"


def _unit_words(builder: Builder, army: Any, index: int) -> str:
    """Return a row's unit name, if known, and number."""
    row = dict(enumerate(rows_of(builder.form, army))).get(index)
    item = builder.item_of(row)
    word = _(item.name if item else builder.form.unit_word)
    return _("{unit}, number {number}", unit=word[:1].upper() + word[1:], number=index + 1)


def field_of(form: Form, path: str) -> Field | None:
    return owner([field for kind in form.rows for field in kind.fields], path)


def with_ranges(form: Form, army: Any, problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems, with numeric ones replaced by the form's permitted range."""
    return [Problem(p.path, _of_number(form, army, p.path) or p.message) for p in problems]


def _of_number(form: Form, army: Any, path: str) -> str:
    inside = _in_row(form, path)
    if inside is None:
        return ""
    index, rest = inside
    row, found = dict(enumerate(rows_of(form, army))).get(index), field_of(form, rest)
    if found is None or not isinstance(row, Mapping):
        return ""
    value = value_at(row, found.path)
    # A missing number was left blank.
    return range_problem(found, "" if value is None else value)


def place(form: Form, problems: Iterable[Problem]) -> Placed:
    placed = Placed()
    for problem in problems:
        if inside := _in_row(form, problem.path):
            index, rest = inside
            if own := field_of(form, rest):
                placed.rows[index][own.path].append(_of_option(own, rest, problem))
            else:
                # A problem that belongs to no field is shown with its path in the row.
                message = _at(rest, problem.message) if rest else problem.message
                placed.rows[index][""].append(message)
            continue
        for table, known in ((placed.head, form.head), (placed.terms, form.terms)):
            if own := owner(known, problem.path):
                table[own.path].append(problem.message)
                break
        else:
            placed.rest.append(problem)
    return placed


def _in_row(form: Form, path: str) -> tuple[int, str] | None:
    """Return the row that a problem's path leads to, and the path in it, or None."""
    match = re.fullmatch(rf"{re.escape(form.list)}(?:\[(\d+)\]|\.(\w+))\.?(.*)", path)
    if match is None or not form.list:
        return None
    if match[1]:
        return int(match[1]), match[3]
    fixed = form.fixed or ()
    return (fixed.index(match[2]), match[3]) if match[2] in fixed else None


def _at(where: str, message: str) -> engine.Text:
    said = message if isinstance(message, engine.Text) else engine.Text(message)
    return engine.Text("{place}: {message}", place=where, message=said)


def _of_option(field: Field, path: str, problem: Problem) -> str:
    """Return a row problem's message; for one of several numbers, name which."""
    option = path.removeprefix(f"{field.path}.")
    if field.type != "counts" or option == path:
        return problem.message
    by = field.options_by
    lists = [field.options] if by is None else by.of.values()
    names = (o.name for options in lists for o in options if o.id == option)
    return after(next(names, option), problem.message)


def owner(fields: Iterable[Field], path: str) -> Field | None:
    """Return the first field whose path contains this path, or None."""
    return next((f for f in fields if re.match(rf"{re.escape(f.path)}(?![\w-])", path)), None)
