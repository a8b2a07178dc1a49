"""Data in siege events: sides, units with their values, table rows, totals."""

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

Letter: TypeAlias = Literal["A", "B", "C", "D", "E"]
Order: TypeAlias = Literal["attack", "defend", "recover", "none"]
Stat: TypeAlias = Literal["atk", "def", "hp", "exh"]

LETTERS: Final[tuple[Letter, ...]] = get_args(Letter)
ORDERS: Final[tuple[Order, ...]] = get_args(Order)
STATS: Final[tuple[Stat, ...]] = get_args(Stat)


class UnitSnapshot(msgspec.Struct, frozen=True):
    """A unit without its secrets."""

    id: Annotated[str, "side letter and unit letter: `aC`"]
    name: Annotated[str, "its letter"]


class SideSnapshot(msgspec.Struct, frozen=True):
    """A side without its secrets."""

    name: Annotated[str, "the side's name, or empty"]
    bot: Annotated[str | None, "id of the bot that plays it, or null"]
    units: Annotated[tuple[UnitSnapshot, ...], "its five units"]


class Values(msgspec.Struct, frozen=True, gc=False):
    """A unit's values."""

    id: Annotated[str, "id of the unit"]
    values: Annotated[dict[Stat, int], "its `atk`, `def`, `hp` and `exh`"]


class RowSnapshot(msgspec.Struct, frozen=True, gc=False):
    """A row of the tables in use."""

    id: Annotated[str, "its id, the `source` of events"]
    name: Annotated[str, "its name"]
    phase: Annotated[Literal["battle", "siege"], "its table: battle or siege"]
    condition: Annotated[str, "when it applies, in the grammar of RULES.md; empty for any case"]
    effect: Annotated[str, "what it does, in the grammar of RULES.md; empty for nothing"]


class Total(msgspec.Struct, frozen=True, gc=False):
    """A side's totals after the last round (D6)."""

    total: Annotated[int, "ATK + DEF + HP - EXH of its five units"]
    exh: Annotated[int, "their EXH"]
    hp: Annotated[int, "their HP"]
