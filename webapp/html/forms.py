"""Base classes of page forms; the engine judges values, and its problems stand next to fields."""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Final

import wtforms
from wtforms import BooleanField, StringField, ValidationError
from wtforms.validators import AnyOf, Optional

import engine
from engine import NAME_MOST, Reader
from webapp.base.inputs import Posted
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
