"""What a builder is made of: a form, a shelf to choose from, an army's figures and its text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from engine import Problem, Rng, SideId
from webapp.base.form import Form, Json, Kind
from webapp.base.texts import N_

CUSTOM: Final = "custom"
"""The key of a row that holds a unit of one's own, and the id of the item on the shelf for it."""
CUSTOM_ICON: Final = "shield"
NO_LIMITS: Final[Mapping[str, Any]] = {}


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
        name=N_("Unit of your own"),
        icon=CUSTOM_ICON,
        cost=None,
        group=N_("Units of your own"),
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
    """A unit as it would enter the battle; `spent` of `budget` are a hero's ability points.

    `notes` are sentences about it, such as that something on it adds nothing.
    """

    id: str
    name: str
    icon: str | None
    stats: tuple[Stat, ...] = ()
    tags: tuple[str, ...] = ()
    spent: int | None = None
    budget: int | None = None
    notes: tuple[str, ...] = ()


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


def _unchanged(army: Any) -> Any:
    return army


def _no_points(_row: Mapping[str, Any]) -> None:
    return None


def _no_limits(_army: Any, _limits: Mapping[str, Any]) -> Iterable[Problem]:
    return ()


@dataclass(frozen=True)
class Builder:
    """All that building an army of one game needs.

    normal: an army in its normal form, defaults omitted; raises msgspec.ValidationError for what
    has not the shape of an army. figures: of an army that the engine has read. write, read: the
    compact text. random: an army within these terms and limits. emptied: an army that the engine
    has read, without its units. points: what a row spends, and of how much, or None. over_limits:
    what is wrong with an army that the engine has read under these limits. unfinished: the figures
    of rows that are refused, where none depends on another; otherwise they are found by trial.
    attackers_most: a larger army may only defend, under the terms (members of the battle file) of
    `garrison`, which `garrison_rule` says in words.
    """

    form: Form
    normal: Callable[[Any], Json]
    figures: Callable[[ArmyContext], ArmyFigures]
    write: Callable[[Json], str]
    read: Callable[[str], "ParsedArmy"]
    random: Callable[[Mapping[str, Any], Mapping[str, Any], Rng], Json]
    shelf: tuple[ShelfItem, ...] = ()
    filters: tuple[Filter, ...] = ()
    emptied: Callable[[Any], Any] = _unchanged
    points: Callable[[Mapping[str, Any]], tuple[int, int] | None] = _no_points
    over_limits: Callable[[Any, Mapping[str, Any]], Iterable[Problem]] = _no_limits
    unfinished: Callable[[Sequence[Any]], ArmyFigures] | None = None
    attackers_most: int | None = None
    garrison: Mapping[str, Any] = field(default_factory=dict)
    garrison_rule: str = N_("it may only defend")

    def empty(self) -> Json:
        """An army without anybody in it."""
        form = self.form
        rows = {key: {} for key in form.fixed} if form.fixed else []
        return self.normal({form.list: rows} if form.list else {})

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


def parts_of(parts: Iterable[Any], names: Mapping[str, str]) -> tuple[Part, ...]:
    """The engine's parts, with the names of their sources."""
    return tuple(Part(p.source, names.get(p.source, p.source), p.amount) for p in parts)
