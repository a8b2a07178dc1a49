"""Events of a siege. Values in events are those after the change.

`audience` limits who sees an event before the end (D7). Public events are sorted by ATK and letter,
because the hidden rank would reveal more.
"""

from typing import Literal

from engine.core.events import Event, SideId
from engine.rulesets.siege.snapshot import Order, RowSnapshot, SideSnapshot, Stat, Total, Values


class BattleStarted(Event):
    """A match began. Public; it reveals nothing about the armies.

    a: the side that challenged.
    b: the side that was challenged, which wins the last tie-break (D6).
    rounds: number of rounds after which totals decide.
    rows: the rows of the tables in use, battle before siege, from top to bottom.
    """

    a: SideSnapshot
    b: SideSnapshot
    rounds: int
    rows: tuple[RowSnapshot, ...]


class ArmyMustered(Event):
    """A side's allotment (D1). Visible to its owner only.

    side: the side.
    army: the army's name, or empty.
    units: its five units with their values.
    """

    side: SideId
    army: str
    units: tuple[Values, ...]


class RoundStarted(Event):
    """A round began. Public.

    round: its number, from 1.
    """

    round: int


class OrdersGiven(Event):
    """A side's orders were opened (D2). Visible to their owner only.

    side: the side.
    orders: the order carried out, by unit id.
    refused: illegal orders, which count as none, by unit id.
    """

    side: SideId
    orders: dict[str, Order]
    refused: dict[str, Order]


class UnitsMet(Event):
    """Two attackers met (D3). Public.

    a: id of the unit of side a.
    b: id of the unit of side b.
    a_atk: the ATK of a's unit.
    b_atk: the ATK of b's unit.
    """

    a: str
    b: str
    a_atk: int
    b_atk: int


class UnitFought(Event):
    """A fight was resolved for a unit; `source` is the battle row (D3). Visible to its owner only.

    unit: id of the unit.
    opponent: id of its opponent.
    """

    unit: str
    opponent: str


class UnitChanged(Event):
    """A unit gained or lost points; `source` is the row, or D5 for rest. Visible to its owner only.

    unit: id of the unit.
    stat: the changed value: atk, def, hp or exh.
    amount: the change, negative for a loss.
    value: its new value.
    """

    unit: str
    stat: Stat
    amount: int
    value: int


class CastleGuarded(Event):
    """A side's units defended a castle that was not besieged (D4). Public.

    side: the side of the castle.
    defenders: ids of the defenders.
    """

    side: SideId
    defenders: tuple[str, ...]


class CastleBesieged(Event):
    """A castle was besieged (D4). Public.

    side: the side of the castle.
    besiegers: ids of the besiegers.
    defenders: ids of the defenders.
    attack: A, the sum of the besiegers' ATK.
    defense: D, the sum of the defenders' DEF.
    """

    side: SideId
    besiegers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defense: int


class SiegeSettled(Event):
    """A siege was resolved; `source` is the siege row (D4). Each side gets its own event.

    side: the side that sees the event.
    castle: the side of the castle.
    """

    side: SideId
    castle: SideId


class CastleFallen(Event):
    """A castle fell and its side lost (D4). Public.

    side: the side of the castle.
    """

    side: SideId


class UnitsRested(Event):
    """A side's units recovered (D5). Visible to their owner only.

    side: the side.
    units: ids of the units that recovered, by rank: all but the first pay 1 HP.
    """

    side: SideId
    units: tuple[str, ...]


class TotalsCounted(Event):
    """Totals decided the match after the last round (D6). Public.

    a: side a's totals.
    b: side b's totals.
    winner: the side that wins.
    decided_by: the first value that differs: total, exh or hp; challenged if none does.
    """

    a: Total
    b: Total
    winner: SideId
    decided_by: Literal["total", "exh", "hp", "challenged"]


class SideResigned(Event):
    """A side resigned (D9). Public.

    side: the side.
    round: the first round that was not played.
    """

    side: SideId
    round: int


class ArmyRevealed(Event):
    """A side's allotment was revealed at the end (D7). Public.

    side: the side.
    army: the army's name, or empty.
    units: its five units with their initial values.
    """

    side: SideId
    army: str
    units: tuple[Values, ...]


EVENTS = (
    *(BattleStarted, ArmyMustered, RoundStarted, OrdersGiven, UnitsMet, UnitFought, UnitChanged),
    *(CastleGuarded, CastleBesieged, SiegeSettled, CastleFallen, UnitsRested, TotalsCounted),
    *(SideResigned, ArmyRevealed),
)
