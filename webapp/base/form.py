"""An army's form as data: fields, kinds of rows, the form. Templates and the editor draw it."""

from collections.abc import Mapping
from typing import Any, Final, Literal, cast

import msgspec

from engine import SideId
from webapp.base.texts import COLOURS, N_, _

Json = dict[str, Any]
ROWS_MOST: Final = 100
# members of these structs with visible texts
VISIBLE: Final = {
    *("name", "text", "label", "hint", "note", "notes", "lines", "tags", "grants", "roles"),
    *("list_name", "unit_word", "points_name", "group", "none", "barred"),
}
FieldType = Literal["text", "number", "flag", "choice", "many", "counts", "span"]


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    text: str = ""
    cost: int | None = None
    icon: str | None = None
    most: int | None = None  # how often it can be chosen, where it is counted
    slow: bool = False  # it makes a battle take seconds, such as a bot that thinks long
    grants: tuple[str, ...] = ()  # the tags that it gives a unit
    barred: str = ""  # why terms do not allow it


class OptionsBy(msgspec.Struct, frozen=True):
    """Options that depend on another member of the row, such as a hero's class."""

    member: str
    of: dict[str, tuple[Option, ...]]


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """An editable value."""

    path: str  # relative to its row or to the army
    label: str
    type: FieldType  # many: a list of ids; counts: an object from id to number; span: seconds
    hint: str = ""
    options: tuple[Option, ...] = ()
    options_by: OptionsBy | None = None
    least: int | None = None
    most: int | None = None
    step: int | None = None
    default: Any = None  # the meaning of an omitted value
    rival: Any = None  # the initial value of an opponent's field
    repeatable: bool = False  # `many` may have duplicates
    proposed: int | None = None  # the number that new terms propose
    none: str = ""  # label of the choice to leave a proposed number out

    def options_for(self, row: Mapping[str, Any]) -> tuple[Option, ...]:
        by = self.options_by
        return self.options if by is None else by.of.get(str(row.get(by.member)), ())


TINTS: Final = {
    "": N_("Natural"),
    "red": N_("Red"),
    "gold": N_("Gold"),
    "green": N_("Green"),
    "violet": N_("Violet"),
    "black": N_("Black"),
}


def look_fields(game: str, *figures: str) -> tuple[Field, ...]:
    """Return the fields of a custom unit's look, with pictures; ids of figures are their names."""

    def options(names: Mapping[str, str]) -> tuple[Option, ...]:
        picture = f"{game}-unit-custom"
        return tuple(
            Option(id_, name, icon=f"{picture}-{id_}" if id_ else picture)
            for id_, name in names.items()
        )

    all_figures = {"": N_("Adventurer")} | {name.lower(): name for name in figures}
    return (
        Field("custom.figure", "Figure", "choice", options=options(all_figures), default=""),
        Field("custom.tint", "Colour", "choice", options=options(TINTS), default=""),
    )


class Shape(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A named part of an army's document, without blanks around its name."""

    name: str = ""

    def __post_init__(self) -> None:
        self.name = self.name.strip()

    @classmethod
    def normal(cls, document: Any) -> Json:
        """Return the document without defaults. Raises msgspec.ValidationError."""
        return cast("Json", msgspec.to_builtins(msgspec.convert(document, cls)))


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
    list: str = ""  # the member with its units, a row each; empty if an army has only a head
    list_name: str = "Army"
    unit_word: str = "unit"
    least: int = 0
    most: int = 0
    head: tuple[Field, ...] = ()  # fields of the army
    rows: tuple[Kind, ...] = ()  # kinds of units
    # their keys if they are always the same units (`A` to `E`); None for `least` to `most` rows
    fixed: tuple[str, ...] | None = None
    pools: tuple[Pool, ...] = ()  # points shared by rows
    terms: tuple[Field, ...] = ()  # members of the battle file for a trial
    limits: tuple[Field, ...] = ()  # further limits of a challenge
    points_name: str = "ability points"  # what a row spends of its budget
    sides: tuple[Field, ...] = ()  # fields of a side besides its army, chosen before sparring
    roles: Mapping[SideId, str] = {}  # what side `a` or `b` does, if they differ
    samples: tuple[int, int] = (300, 4_000)  # battles played for inexact odds, first and then

    @property
    def keys(self) -> set[str]:
        """The members that identify a row, such as `unit`."""
        return {kind.key for kind in self.rows}

    def side_names(self) -> dict[SideId, str]:
        """Return the names of both sides in forms: colour and role."""
        roles = {side: _(self.roles.get(side, "")) for side in COLOURS}
        return {
            side: _("{colour} side {role}", colour=_(colour), role=roles[side]).strip()
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


def _in_language(value: Any, *, is_visible: bool = False) -> Any:
    match value:
        case dict():
            return {
                key: _in_language(inner, is_visible=is_visible or key in VISIBLE)
                for key, inner in value.items()
            }
        case list() | tuple():
            return [_in_language(inner, is_visible=is_visible) for inner in value]
        case str() if is_visible:
            return _(value)
        case _:
            return value


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
