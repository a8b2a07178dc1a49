"""Events of a siege. Values in events are those after the change.

`audience` limits who sees an event before the end (D7). Public events are sorted by ATK and letter,
because the hidden rank would reveal more.
"""

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from engine.core.events import Event, SideId, events_of

Letter: TypeAlias = Literal["A", "B", "C", "D", "E"]
Order: TypeAlias = Literal["attack", "defend", "recover", "none"]
Stat: TypeAlias = Literal["atk", "def", "hp", "exh"]
DecidedBy: TypeAlias = Literal["total", "exh", "hp", "challenged"]

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


class BattleStarted(Event):
    """A match began. Public; it reveals nothing about the armies."""

    a: Annotated[SideSnapshot, "the side that challenged"]
    b: Annotated[SideSnapshot, "the side that was challenged, which wins the last tie-break (D6)"]
    rounds: Annotated[int, "number of rounds after which totals decide"]
    rows: Annotated[tuple[RowSnapshot, ...], "the rows in use, battle before siege, top to bottom"]


class ArmyMustered(Event):
    """A side's allotment (D1). Visible to its owner only."""

    side: Annotated[SideId, "the side"]
    army: Annotated[str, "the army's name, or empty"]
    units: Annotated[tuple[Values, ...], "its five units with their values"]


class RoundStarted(Event):
    """A round began. Public."""

    round: Annotated[int, "its number, from 1"]


class OrdersGiven(Event):
    """A side's orders were opened (D2). Visible to their owner only."""

    side: Annotated[SideId, "the side"]
    orders: Annotated[dict[str, Order], "the order carried out, by unit id"]
    refused: Annotated[dict[str, Order], "illegal orders, which count as none, by unit id"]


class UnitsMet(Event):
    """Two attackers met (D3). Public."""

    a: Annotated[str, "id of the unit of side a"]
    b: Annotated[str, "id of the unit of side b"]
    a_atk: Annotated[int, "the ATK of a's unit"]
    b_atk: Annotated[int, "the ATK of b's unit"]


class UnitFought(Event):
    """A unit's fight was resolved; `source` is the battle row (D3). Visible to its owner only."""

    unit: Annotated[str, "id of the unit"]
    opponent: Annotated[str, "id of its opponent"]


class UnitChanged(Event):
    """A unit's value changed; `source` is the row, or D5 for rest. Visible to its owner only."""

    unit: Annotated[str, "id of the unit"]
    stat: Annotated[Stat, "the changed value: atk, def, hp or exh"]
    amount: Annotated[int, "the change, negative for a loss"]
    value: Annotated[int, "its new value"]


class CastleGuarded(Event):
    """A side's units defended a castle that was not besieged (D4). Public."""

    side: Annotated[SideId, "the side of the castle"]
    defenders: Annotated[tuple[str, ...], "ids of the defenders"]


class CastleBesieged(Event):
    """A castle was besieged (D4). Public."""

    side: Annotated[SideId, "the side of the castle"]
    besiegers: Annotated[tuple[str, ...], "ids of the besiegers"]
    defenders: Annotated[tuple[str, ...], "ids of the defenders"]
    attack: Annotated[int, "A, the sum of the besiegers' ATK"]
    defense: Annotated[int, "D, the sum of the defenders' DEF"]


class SiegeSettled(Event):
    """A siege was resolved; `source` is the siege row (D4). Each side gets its own event."""

    side: Annotated[SideId, "the side that sees the event"]
    castle: Annotated[SideId, "the side of the castle"]


class CastleFallen(Event):
    """A castle fell and its side lost (D4). Public."""

    side: Annotated[SideId, "the side of the castle"]


class UnitsRested(Event):
    """A side's units recovered (D5). Visible to their owner only."""

    side: Annotated[SideId, "the side"]
    units: Annotated[tuple[str, ...], "ids of the units, by rank: all but the first pay 1 HP"]


class TotalsCounted(Event):
    """Totals decided the match after the last round (D6). Public."""

    a: Annotated[Total, "side a's totals"]
    b: Annotated[Total, "side b's totals"]
    winner: Annotated[SideId, "the side that wins"]
    decided_by: Annotated[DecidedBy, "the first that differs: total, exh or hp; or challenged"]


class SideResigned(Event):
    """A side resigned (D9). Public."""

    side: Annotated[SideId, "the side"]
    round: Annotated[int, "the first round that was not played"]


class ArmyRevealed(Event):
    """A side's allotment was revealed at the end (D7). Public."""

    side: Annotated[SideId, "the side"]
    army: Annotated[str, "the army's name, or empty"]
    units: Annotated[tuple[Values, ...], "its five units with their initial values"]


EVENTS: Final = events_of(__name__)
