"""Data in siege events: sides, units with their values, table rows, totals."""

from typing import Final, Literal, TypeAlias, get_args

import msgspec

Letter: TypeAlias = Literal["A", "B", "C", "D", "E"]
Order: TypeAlias = Literal["attack", "defend", "recover", "none"]
Stat: TypeAlias = Literal["atk", "def", "hp", "exh"]

LETTERS: Final[tuple[Letter, ...]] = get_args(Letter)
ORDERS: Final[tuple[Order, ...]] = get_args(Order)
STATS: Final[tuple[Stat, ...]] = get_args(Stat)


class UnitSnapshot(msgspec.Struct, frozen=True):
    """A unit without its secrets.

    id: side letter and unit letter: `aC`.
    name: its letter.
    """

    id: str
    name: str


class SideSnapshot(msgspec.Struct, frozen=True):
    """A side without its secrets.

    name: the side's name, or empty.
    bot: id of the bot that plays it, or null.
    units: its five units.
    """

    name: str
    bot: str | None
    units: tuple[UnitSnapshot, ...]


class Values(msgspec.Struct, frozen=True, gc=False):
    """A unit's values.

    id: id of the unit.
    values: its `atk`, `def`, `hp` and `exh`.
    """

    id: str
    values: dict[Stat, int]


class RowSnapshot(msgspec.Struct, frozen=True, gc=False):
    """A row of the tables in use.

    id: its id, the `source` of events.
    name: its name.
    phase: its table: battle or siege.
    condition: when it applies, in the grammar of RULES.md; empty for any case.
    effect: what it does, in the grammar of RULES.md; empty for nothing.
    """

    id: str
    name: str
    phase: Literal["battle", "siege"]
    condition: str
    effect: str


class Total(msgspec.Struct, frozen=True, gc=False):
    """A side's totals after the last round (D6).

    total: ATK + DEF + HP - EXH of its five units.
    exh: their EXH.
    hp: their HP.
    """

    total: int
    exh: int
    hp: int
