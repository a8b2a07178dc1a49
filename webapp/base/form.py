"""An army's form as data: fields, kinds of rows, the form. Templates and the editor draw it."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from engine import SideId
from webapp.base.sides import COLOURS
from webapp.base.texts import _

Json = dict[str, Any]
ROWS_MOST: Final = 100
# members of these structs with visible text
READ: Final = {
    *("name", "text", "label", "hint"),
    *("list_name", "unit_word", "points_name", "group", "none", "barred"),
}
READ_LISTS: Final = {"lines", "tags", "grants", "notes"}  # members with lists of visible texts
READ_BY_KEY: Final = "roles"  # member with visible texts by key
FieldType = Literal["text", "number", "flag", "choice", "many", "counts", "span"]


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option; `most` is how often it can be chosen, where it is counted.

    A `slow` option, such as a bot that thinks long, makes a battle take seconds to play. `grants`
    are the tags that it gives a unit. `barred` says why terms do not allow it.
    """

    id: str
    name: str
    text: str = ""
    cost: int | None = None
    icon: str | None = None
    most: int | None = None
    slow: bool = False
    grants: tuple[str, ...] = ()
    barred: str = ""


class OptionsBy(msgspec.Struct, frozen=True):
    """Options that depend on another member of the row, such as a hero's class."""

    member: str
    of: dict[str, tuple[Option, ...]]


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """An editable value; `path` is relative to its row or to the army.

    `many` is a list of ids (with duplicates if `repeatable`), `counts` an object from id to number,
    `span` a time in seconds. `default` is the meaning of an omitted value, `rival` the initial
    value of an opponent's field. `proposed` is the number that new terms propose; leaving it out is
    then a choice of its own, which `none` names.
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
    proposed: int | None = None
    none: str = ""

    def options_for(self, row: Mapping[str, Any]) -> tuple[Option, ...]:
        """Return the options in this row."""
        by = self.options_by
        return self.options if by is None else by.of.get(str(row.get(by.member)), ())


class Kind(msgspec.Struct, frozen=True):
    """A kind of row: the member `key` holds its catalog id; `custom` holds an object."""

    id: str
    key: str
    name: str
    fields: tuple[Field, ...]


class Pool(msgspec.Struct, frozen=True):
    """Points shared by all rows: the values at `paths` of every row add up to at most `most`."""

    label: str
    paths: tuple[str, ...]
    most: int


class Form(msgspec.Struct, frozen=True):
    """The form of an army.

    list: the member with its units, a row each; empty if an army has only a head. fixed: their keys
    if they are always the same units (`A` to `E`); None for a list of `least` to `most` rows. head:
    fields of the army. rows: kinds of units. terms: members of the battle file for a trial. limits:
    further limits of a challenge. pools: points shared by rows. points_name: what a row spends of
    its budget. sides: fields of a side besides its army, chosen before sparring. roles: what side
    `a` or `b` does, if they differ. samples: battles played for inexact odds against an opponent,
    at first and then.
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
        """The members that identify a row, such as `unit`."""
        return {kind.key for kind in self.rows}

    def side_names(self) -> dict[SideId, str]:
        """Return the names of both sides in forms: colour and role."""
        return {
            side: _(
                "{colour} side {role}", colour=_(colour), role=_(self.roles.get(side, ""))
            ).strip()
            for side, colour in COLOURS.items()
        }


def rows_of(form: Form, army: Any) -> list[Any]:
    """Return the rows of an unfinished army, at most ROWS_MOST; [] if it has none."""
    rows = army.get(form.list) if isinstance(army, Mapping) else None
    if form.fixed is not None:
        return [rows.get(key, {}) if isinstance(rows, Mapping) else {} for key in form.fixed]
    return rows[:ROWS_MOST] if isinstance(rows, list) else []


def is_beyond(form: Form, army: Any) -> bool:
    """Whether an army has more rows than any game takes."""
    rows = army.get(form.list) if isinstance(army, Mapping) else None
    return isinstance(rows, list) and len(rows) > ROWS_MOST


def as_data(value: Any) -> Any:
    """Return a form, or another of these structs, as plain data in the reader's language."""
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
    """Return the value at a dotted path of a document, or None."""
    for key in path.split("."):
        document = document.get(key) if isinstance(document, Mapping) else None
    return document


def put_at(document: Json, path: str, value: Any) -> None:
    """Put a value at a dotted path, creating the objects on the way."""
    *way, last = path.split(".")
    for key in way:
        document = document.setdefault(key, {})
    document[last] = value
