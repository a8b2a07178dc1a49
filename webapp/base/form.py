"""What a builder is made of: the description of its form, its shelf, an army's figures.

All of it is plain data, so that Jinja without JavaScript and the page's editor draw the same form.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from engine import Problem, Rng, SideId

Json = dict[str, Any]
NO_LIMITS: Final[Mapping[str, Any]] = {}
ROWS_MOST: Final = 100
CUSTOM: Final = "custom"
"""The key of a row that holds a unit of one's own, and the id of the item on the shelf for it."""
CUSTOM_ICON: Final = "shield"
FieldType = Literal["text", "number", "flag", "choice", "many", "counts", "span"]


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to choose; `most` is how often, where it is counted."""

    id: str
    name: str
    text: str = ""
    cost: int | None = None
    icon: str | None = None
    most: int | None = None


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

    list: the member of an army that holds its units. fixed: their keys, where it is an object with
    the same units always (`A` to `E`); null for a list of `least` to `most` rows.
    head: fields of the army itself. rows: the kinds of its units. terms: members of the battle file
    to try it under. limits: what a challenge may allow beside. pools: points that the rows share.
    points_name: what a row spends of its budget. sides: what a side of the battle file takes beside
    its army, to be chosen for both before they spar. roles: what a side does by being `a` or `b`,
    where that is not the same. samples: from how many battles the chances
    against an opponent are found, at first and then, where they cannot be exact.
    """

    list: str
    list_name: str
    unit_word: str
    least: int
    most: int
    head: tuple[Field, ...]
    rows: tuple[Kind, ...]
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
        names: dict[SideId, str] = {"a": "Blue side", "b": "Orange side"}
        return {side: f"{name} {self.roles.get(side, '')}".strip() for side, name in names.items()}


class Part(msgspec.Struct, frozen=True):
    """One contribution to a value; `name` is what people call its source."""

    source: str
    name: str
    amount: int


class Stat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value with its label and, where there are several, its parts."""

    label: str
    value: int | str
    parts: tuple[Part, ...] = ()


class ShelfItem(msgspec.Struct, frozen=True):
    """Something on the shelf: `row` is what choosing it adds, a row of the kind `kind`.

    `lines` tell in words everything that it can do, `tags` are what filters go by. `cost` counts
    against a limit; `price` is what it costs in the game around the battle.
    """

    id: str
    key: str
    kind: str
    name: str
    icon: str | None
    cost: int | None
    group: str
    tags: tuple[str, ...]
    stats: tuple[Stat, ...]
    lines: tuple[str, ...]
    row: Json
    price: int | None = None


def custom_unit(line: str, row: Json) -> ShelfItem:
    """The shelf's item for a unit of one's own; `row` is what it begins as."""
    return ShelfItem(
        id=CUSTOM,
        key=CUSTOM,
        kind=CUSTOM,
        name="Unit of your own",
        icon=CUSTOM_ICON,
        cost=None,
        group="Units of your own",
        tags=(CUSTOM,),
        stats=(),
        lines=(line,),
        row={CUSTOM: row},
    )


class Filter(msgspec.Struct, frozen=True):
    """Tags of one sort, such as races, in the order in which they are offered."""

    name: str
    tags: tuple[str, ...]


class Meter(msgspec.Struct, frozen=True):
    """How much there is of something; `most` is null where there is no limit."""

    label: str
    value: int
    most: int | None


class Figures(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit as it would enter the battle; `spent` of `budget` are a hero's ability points."""

    id: str
    name: str
    icon: str | None
    stats: tuple[Stat, ...] = ()
    tags: tuple[str, ...] = ()
    spent: int | None = None
    budget: int | None = None


class ArmyFigures(msgspec.Struct, frozen=True):
    """An army as it would enter the battle: what it costs, its units, what they share."""

    cost: int | None
    limit: int | None
    meters: tuple[Meter, ...]
    units: tuple[Figures, ...]
    bonuses: tuple[Stat, ...] = ()


@dataclass(frozen=True)
class ArmyContext:
    """An army as the engine has read it, and what its figures depend on.

    army, enemy: parts of a setup; without an opponent `enemy` is None.
    setup: that of the battle, or the battle's first event.
    """

    army: Any
    setup: Any
    side: SideId
    terms: Mapping[str, Any]
    limits: Mapping[str, Any]
    enemy: Any = None


@dataclass(frozen=True)
class Builder:
    """All that building an army of one game needs.

    normal: an army without what goes without saying; raises msgspec.ValidationError for anything
    that has not the shape of an army. figures: of an army that the engine has read. emptied: an
    army's card without its units. points: what a row spends of its budget, or None. write and read:
    the compact text. random: an army within the terms and limits. over_limits: what is wrong with
    an army's card under these limits. unfinished: the figures of rows that are refused, where none
    depends on another; for other rulesets they are found by trial. field_most: a larger army may
    only defend, on the ground (members of `field`) that `garrison` describes.
    """

    form: Form
    shelf: tuple[ShelfItem, ...]
    filters: tuple[Filter, ...]
    normal: Callable[[Any], Json]
    figures: Callable[[ArmyContext], ArmyFigures]
    emptied: Callable[[Any], Any]
    points: Callable[[Mapping[str, Any]], tuple[int, int] | None]
    write: Callable[[Json], str]
    read: Callable[[str], "ParsedArmy"]
    random: Callable[[Mapping[str, Any], Mapping[str, Any], Rng], Json]
    over_limits: Callable[[Any, Mapping[str, Any]], Iterable[Problem]]
    unfinished: Callable[[Sequence[Any]], ArmyFigures] | None = None
    field_most: int | None = None
    garrison: Mapping[str, Any] | None = None

    def empty(self) -> Json:
        """An army without anybody in it."""
        fixed = self.form.fixed
        return self.normal({self.form.list: {key: {} for key in fixed} if fixed else []})

    def kind_of(self, row: Any) -> Kind | None:
        """The kind of this row; None for what is no row."""
        kinds = {kind.id: kind for kind in self.form.rows}
        if self.form.fixed is not None:
            return self.form.rows[0]
        if not isinstance(row, Mapping):
            return None
        item = next((item for item in self.shelf if self.is_of(row, item)), None)
        return kinds[item.kind] if item else None

    @staticmethod
    def is_of(row: Any, item: ShelfItem) -> bool:
        """Whether a row comes from this item; all units of one's own come from one item."""
        value = row.get(item.key) if isinstance(row, Mapping) else None
        return isinstance(value, Mapping) if item.key == CUSTOM else value == item.id


class ParsedArmy(msgspec.Struct, frozen=True):
    """An army that was read from text, with a note on each misspelling that was mended."""

    army: Json
    notes: tuple[Problem, ...] = ()


def tags_in(items: Iterable[ShelfItem], wanted: Iterable[str]) -> tuple[str, ...]:
    """Those of these tags that any item has, in the order given."""
    found = {tag for item in items for tag in item.tags}
    return tuple(tag for tag in wanted if tag in found)


def rows_of(form: Form, army: Any) -> list[Any]:
    """The rows of an army, however far it has come; [] for what has none.

    Of an army beyond all bounds the first ones.
    """
    held = army.get(form.list) if isinstance(army, Mapping) else None
    if form.fixed is not None:
        return [held.get(key, {}) if isinstance(held, Mapping) else {} for key in form.fixed]
    return held[:ROWS_MOST] if isinstance(held, list) else []


def parts_of(parts: Iterable[Any], names: Mapping[str, str]) -> tuple[Part, ...]:
    """The engine's parts, with the names of their sources."""
    return tuple(Part(p.source, names.get(p.source, p.source), p.amount) for p in parts)


def as_data(value: Any) -> Any:
    """Any of these as plain data, for templates and JSON."""
    return msgspec.to_builtins(value)


def within_no_limits(_army: Any, _limits: Mapping[str, Any]) -> Iterator[Problem]:
    """For rulesets whose limits are all in the battle file."""
    return iter(())


def no_points(_row: Mapping[str, Any]) -> None:
    """For rulesets whose units have no budget of their own."""
    return
