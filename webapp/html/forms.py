"""The forms of pages: what was filled in, and what is wrong with it.

They are WTForms' but for what a game describes, which is in field groups. None of them judges by
itself: what they hold goes to the engine, and its problems are put beside the fields.
"""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Final

import wtforms
from wtforms import BooleanField, StringField, ValidationError
from wtforms.validators import AnyOf

import engine
from engine import NAME_MOST, Reader
from webapp.base.inputs import Posted
from webapp.base.texts import N_, _, translated

CHOOSE: Final = N_("Choose one of these.")
SEARCH_MOST: Final = 100
"""Letters of a search that are looked for."""


class Text(StringField):
    """A text, '' where nothing was sent."""

    data: str

    def __init__(self, **options: Any) -> None:
        super().__init__(default="", **options)


class OneOf(Text):
    """One of some `options`: what is sent for each, and what people read."""

    def __init__(self, options: Mapping[str, str], **others: Any) -> None:
        super().__init__(validators=[AnyOf([*options], CHOOSE)], **others)
        self.options = options


class PageForm(wtforms.Form):
    """A form of a page; `problems` are those that belong to none of its fields.

    `initial` is what a new form holds. In one that was sent, what is missing is blank, since a box
    that is not ticked is not sent.
    """

    initial: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, sent: Posted | None = None) -> None:
        super().__init__(sent, data=self.initial if sent is None else None)
        self.problems: list[engine.Problem] = []

    @property
    def messages(self) -> list[str]:
        """All that is wrong with what the fields hold."""
        return [_(message) for field in self for message in field.errors]

    @property
    def first_trouble(self) -> str:
        """The first thing that is wrong, as a line; '' if nothing is."""
        return next(iter((*self.messages, *map(str, map(translated, self.problems)))), "")

    @property
    def error_count(self) -> int:
        """How many things are wrong."""
        return len(self.messages) + len(self.problems)

    def note(self, problem: engine.Problem) -> None:
        """Puts a problem where it is shown."""
        self.problems.append(problem)

    def add_error(self, field: str, message: str) -> None:
        """Puts a message beside a field."""
        self[field].errors = [*self[field].errors, message]


class Readable:
    """Lets pass what the engine takes as a name: text of one line that is not too long."""

    def __init__(self, most: int = NAME_MOST) -> None:
        self.most = most

    def __call__(self, _form: wtforms.Form, field: wtforms.Field) -> None:
        """Raises ValidationError with what the engine says of anything else."""
        reader = Reader(field.data, field.name)
        reader.text(self.most)
        if reader.problems:
            raise ValidationError(reader.problems[0].message)


class FileForm(PageForm):
    """A battle file, pasted."""

    initial: ClassVar = {"listed": True}
    file = Text()
    listed = BooleanField()

    def read(self) -> engine.Battle | None:
        """The battle in the file; None after noting everything that is wrong."""
        try:
            return engine.read(self.file.data)
        except engine.InputError as error:
            for problem in error.problems:
                self.note(problem)
        return None


class WishForm(FileForm):
    """A battle file, and the end that somebody wishes for: `a`, `b=3`, `likeliest` …"""

    wish = Text()


class SearchForm(PageForm):
    """What is looked for among battles: a text, a unit, a game, a result."""

    text = Text()
    unit = Text()
    ruleset = Text()
    result = Text()

    def value(self, field: str, offered: Collection[str] | None = None) -> str:
        """What a field asks for, cut short; '' for what is not among those `offered`."""
        value: str = self[field].data.strip()[:SEARCH_MOST]
        return value if offered is None or value in offered else ""
