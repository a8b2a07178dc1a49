"""How an army is filled in, described as data: fields, kinds of rows, the form as a whole.

Jinja without JavaScript and the page's editor draw the same form from it.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from engine import SideId
from webapp.base.sides import COLOURS
from webapp.base.texts import _

Json = dict[str, Any]
ROWS_MOST: Final = 100
READ: Final = {
    *("name", "text", "label", "hint"),
    *("list_name", "unit_word", "points_name", "group"),
}
"""Members of these structs that people read."""
READ_LISTS: Final = {"lines", "tags", "grants", "notes"}
"""Those that hold several sentences."""
READ_BY_KEY: Final = "roles"
"""The one that holds sentences by key."""
FieldType = Literal["text", "number", "flag", "choice", "many", "counts", "span"]


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to choose; `most` is how often, where it is counted.

    A `slow` one, such as a bot that thinks long, makes a battle take seconds to be played.
    `grants` are tags that it gives a unit, if it gives nothing else.
    """

    id: str
    name: str
    text: str = ""
    cost: int | None = None
    icon: str | None = None
    most: int | None = None
    slow: bool = False
    grants: tuple[str, ...] = ()


class OptionsBy(msgspec.Struct, frozen=True):
    """Options that depend on another member of the row, such as a hero's class."""

    member: str
    of: dict[str, tuple[Option, ...]]


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value that people edit, and where it is: `path` is relative to its row or to the army.

    `many` is a list of ids, `counts` an object from id to number, `span` a time in seconds;
    `repeatable` says that a list may hold an id more than once. `default` is what a value that is
    left out means, `rival` what an opponent's field of a battle's side holds at first.
    """

    path: str
    label: str
    type: FieldType
    hint: str = ""
    options: tuple[Option, ...] = ()
    options_by: OptionsBy | None = None
    least: int | None = None
    most: int | None = None
    step: int | None = None
    default: Any = None
    rival: Any = None
    repeatable: bool = False

    def options_for(self, row: Mapping[str, Any]) -> tuple[Option, ...]:
        """The options in this row."""
        by = self.options_by
        return self.options if by is None else by.of.get(str(row.get(by.member)), ())


class Kind(msgspec.Struct, frozen=True):
    """A kind of row: `key` is the member that holds its catalog id; `custom` holds an object."""

    id: str
    key: str
    name: str
    fields: tuple[Field, ...]


class Pool(msgspec.Struct, frozen=True):
    """Points that all rows share: the values at `paths` of every row add up to `most`."""

    label: str
    paths: tuple[str, ...]
    most: int


class Form(msgspec.Struct, frozen=True):
    """How an army is filled in.

    list: the member of an army that holds its units, with a row for each; empty where an army is
    made of its head alone. fixed: their keys, where it is an object with the same units always
    (`A` to `E`); null for a list of `least` to `most` rows.
    head: fields of the army itself. rows: the kinds of its units. terms: members of the battle file
    to try it under. limits: what a challenge may allow beside. pools: points that the rows share.
    points_name: what a row spends of its budget. sides: what a side of the battle file takes beside
    its army, to be chosen for both before they spar. roles: what a side does by being `a` or `b`,
    where that is not the same. samples: from how many battles the chances against an opponent are
    found, at first and then, where they cannot be exact.
    """

    list: str = ""
    list_name: str = "Army"
    unit_word: str = "unit"
    least: int = 0
    most: int = 0
    head: tuple[Field, ...] = ()
    rows: tuple[Kind, ...] = ()
    fixed: tuple[str, ...] | None = None
    pools: tuple[Pool, ...] = ()
    terms: tuple[Field, ...] = ()
    limits: tuple[Field, ...] = ()
    points_name: str = "ability points"
    sides: tuple[Field, ...] = ()
    roles: Mapping[SideId, str] = {}
    samples: tuple[int, int] = (300, 4_000)

    @property
    def keys(self) -> set[str]:
        """The members of a row that say what it is, such as `unit`."""
        return {kind.key for kind in self.rows}

    def side_names(self) -> dict[SideId, str]:
        """What both sides are called in forms: by their colours, with what they do."""
        return {
            side: _(
                "{colour} side {role}", colour=_(colour), role=_(self.roles.get(side, ""))
            ).strip()
            for side, colour in COLOURS.items()
        }


def rows_of(form: Form, army: Any) -> list[Any]:
    """The rows of an army, however far it has come; [] for what has none.

    Of an army beyond all bounds the first ones.
    """
    rows = army.get(form.list) if isinstance(army, Mapping) else None
    if form.fixed is not None:
        return [rows.get(key, {}) if isinstance(rows, Mapping) else {} for key in form.fixed]
    return rows[:ROWS_MOST] if isinstance(rows, list) else []


def is_beyond(form: Form, army: Any) -> bool:
    """Whether an army has more rows than any game takes: too many to be put in order."""
    rows = army.get(form.list) if isinstance(army, Mapping) else None
    return isinstance(rows, list) and len(rows) > ROWS_MOST


def as_data(value: Any) -> Any:
    """A form, or another of these structs, as plain data, in the language of whoever reads it."""
    return _in_language(msgspec.to_builtins(value, enc_hook=_))


def _in_language(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _member(key, inner) for key, inner in value.items()}
    return list(map(_in_language, value)) if isinstance(value, list | tuple) else value


def _member(key: str, value: Any) -> Any:
    if key in READ and isinstance(value, str):
        return _(value)
    if key == READ_BY_KEY and isinstance(value, dict):
        return {inner: _(text) for inner, text in value.items()}
    if key in READ_LISTS and isinstance(value, list | tuple):
        return [_(text) for text in value]
    return _in_language(value)


def value_at(document: Any, path: str) -> Any:
    """The value at a dotted path of a document, or None."""
    for key in path.split("."):
        document = document.get(key) if isinstance(document, Mapping) else None
    return document


def put_at(document: Json, path: str, value: Any) -> None:
    """Puts a value at a dotted path, making the objects on the way."""
    *way, last = path.split(".")
    for key in way:
        document = document.setdefault(key, {})
    document[last] = value
