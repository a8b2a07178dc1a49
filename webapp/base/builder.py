"""The parts of an army builder: form, shelf, figures, compact text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from engine import Problem, Rng, SideId
from webapp.base.form import Form, Json, Kind
from webapp.base.texts import N_

CUSTOM: Final = "custom"  # key of a row with a custom unit, and id of its shelf item
CUSTOM_ICON: Final = "shield"


class Part(msgspec.Struct, frozen=True):
    """One contribution to a value; `name` is what people call its source."""

    source: str
    name: str
    amount: int


class Stat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A labelled value with its parts, if there are several."""

    label: str
    value: int | str
    parts: tuple[Part, ...] = ()
    note: str = ""  # what adds to it only under a condition, as flying does to damage


class ShelfItem(msgspec.Struct, frozen=True):
    """An item of the shelf: choosing it adds `row`, a row of kind `kind`."""

    id: str
    key: str
    kind: str
    name: str
    icon: str | None
    cost: int | None  # counts against a limit
    group: str
    tags: tuple[str, ...]  # for filters
    stats: tuple[Stat, ...]
    lines: tuple[str, ...]  # everything it can do
    row: Json
    price: int | None = None  # its cost in the game around the battle
    barred: str = ""  # why terms do not allow it


def custom_unit(line: str, row: Json, icon: str | None = None) -> ShelfItem:
    """Return the shelf item for a custom unit; `row` is its initial row."""
    return ShelfItem(
        id=CUSTOM,
        key=CUSTOM,
        kind=CUSTOM,
        name=N_("Unit of your own"),
        icon=icon or CUSTOM_ICON,
        cost=None,
        group=N_("Units of your own"),
        tags=(CUSTOM,),
        stats=(),
        lines=(line,),
        row={CUSTOM: row},
    )


class Filter(msgspec.Struct, frozen=True):
    """Tags of one sort, such as races, in display order."""

    name: str
    tags: tuple[str, ...]


class Meter(msgspec.Struct, frozen=True):
    """An amount; `most` is None without a limit."""

    label: str
    value: int
    most: int | None


class Figures(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit as it would enter the battle."""

    id: str
    name: str
    icon: str | None
    stats: tuple[Stat, ...] = ()
    tags: tuple[str, ...] = ()
    spent: int | None = None  # of `budget`: a hero's ability points
    budget: int | None = None
    notes: tuple[str, ...] = ()  # in the reader's language, such as that an item adds nothing


class ArmyFigures(msgspec.Struct, frozen=True):
    """An army as it would enter the battle: cost, units, shared bonuses."""

    cost: int | None
    limit: int | None
    meters: tuple[Meter, ...]
    units: tuple[Figures, ...]
    bonuses: tuple[Stat, ...] = ()


@dataclass(frozen=True)
class ArmyContext:
    """An army read by the engine, with the context of its figures."""

    army: Any  # like `enemy`, a part of a setup
    setup: Any  # the battle's setup or first event
    side: SideId
    terms: Mapping[str, Any]
    limits: Mapping[str, Any]
    enemy: Any = None  # None without an opponent


@dataclass(frozen=True)
class Builder:
    """Everything needed to build an army of one game.

    normal: return the normal form of an army, without defaults; raise msgspec.ValidationError for a
    wrong shape. figures: of an army read by the engine. write, read: the compact text. random: draw
    an army within terms and limits. emptied: an army without its units. points: (spent, budget) of
    a row, or None. over_limits: problems of an army under limits. unfinished: figures of refused
    rows, if rows are independent; otherwise they are found by trial. attackers_most: a larger army
    may only defend, under the terms (members of the battle file) of `garrison`, described by
    `garrison_rule`. inventory: what terms can allow and ban, by key of a row or path of a field
    with ids, with its name.
    """

    form: Form
    normal: Callable[[Any], Json]
    figures: Callable[[ArmyContext], ArmyFigures]
    write: Callable[[Json], str]
    read: Callable[[str], "ParsedArmy"]
    random: Callable[[Mapping[str, Any], Mapping[str, Any], Rng], Json]
    shelf: tuple[ShelfItem, ...] = ()
    filters: tuple[Filter, ...] = ()
    emptied: Callable[[Any], Any] = lambda army: army
    points: Callable[[Mapping[str, Any]], tuple[int, int] | None] = lambda _row: None
    over_limits: Callable[[Any, Mapping[str, Any]], Iterable[Problem]] = lambda _army, _limits: ()
    unfinished: Callable[[Sequence[Any]], ArmyFigures] | None = None
    attackers_most: int | None = None
    garrison: Mapping[str, Any] = field(default_factory=dict)
    garrison_rule: str = N_("it may only defend")
    inventory: Mapping[str, str] = field(default_factory=dict)

    def empty(self) -> Json:
        form = self.form
        rows = {key: {} for key in form.fixed} if form.fixed else []
        return self.normal({form.list: rows} if form.list else {})

    def kind_of(self, row: Any) -> Kind | None:
        if self.form.fixed is not None:
            return self.form.rows[0]
        item = self.item_of(row)
        return next(kind for kind in self.form.rows if kind.id == item.kind) if item else None

    def item_of(self, row: Any) -> ShelfItem | None:
        """Return the item that a row comes from, or None; all custom units come from one."""
        for item in self.shelf if isinstance(row, Mapping) else ():
            value = row.get(item.key)
            if isinstance(value, Mapping) if item.key == CUSTOM else value == item.id:
                return item
        return None


class ParsedArmy(msgspec.Struct, frozen=True):
    """An army parsed from text: notes on corrected misspellings, problems of `unread` parts."""

    army: Json
    notes: tuple[Problem, ...] = ()
    unread: tuple[Problem, ...] = ()


def tags_in(items: Iterable[ShelfItem], wanted: Iterable[str]) -> tuple[str, ...]:
    """Return those of the wanted tags that any item has, in the order given."""
    found = {tag for item in items for tag in item.tags}
    return tuple(tag for tag in wanted if tag in found)


def parts_of(parts: Iterable[Any], names: Mapping[str, str]) -> tuple[Part, ...]:
    """Return the engine's parts with the names of their sources."""
    return tuple(Part(p.source, names.get(p.source, p.source), p.amount) for p in parts)
