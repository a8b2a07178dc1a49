"""What can happen in a siege. All values in events are those after the change.

`audience` says who may see an event before the end, as D7 has it: all, or its owner alone. What is
shown to all is put in an order that tells nothing else: by ATK and letter, never by hidden rank.
"""

from typing import Literal

from engine.core.events import Event, SideId
from engine.rulesets.siege.snapshot import Order, RowSnapshot, SideSnapshot, Stat, Total, Values


class BattleStarted(Event):
    """Two castles face each other. To all: it tells nothing of the armies.

    a: the side that challenged.
    b: the side that was challenged, which wins the last tie (D6).
    rounds: after how many rounds the match is decided by totals.
    rows: the tables that this match is played with, battle before siege, from top to bottom.
    """

    a: SideSnapshot
    b: SideSnapshot
    rounds: int
    rows: tuple[RowSnapshot, ...]


class ArmyMustered(Event):
    """A side's allotment (D1). To its owner alone.

    side: the side.
    army: the army's name, or empty.
    units: its five units with their values.
    """

    side: SideId
    army: str
    units: tuple[Values, ...]


class RoundStarted(Event):
    """A round begins. To all.

    round: its number, from 1.
    """

    round: int


class OrdersGiven(Event):
    """A side's orders are opened (D2). To their owner alone.

    side: the side.
    orders: by id of each of its units, the order that it carries out.
    refused: by id of a unit, an order that it may not carry out, which counts as none.
    """

    side: SideId
    orders: dict[str, Order]
    refused: dict[str, Order]


class UnitsMet(Event):
    """Two attackers face each other (D3). To all.

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
    """A fight is judged for one of its units; `source` is the battle row (D3). To its owner alone.

    unit: id of the unit.
    opponent: id of the unit that it faced.
    """

    unit: str
    opponent: str


class UnitChanged(Event):
    """A unit won or lost points; `source` is the row, or D5 for rest. To its owner alone.

    unit: id of the unit.
    stat: what changed: atk, def, hp or exh.
    amount: by how much: below 0 for a loss.
    value: what it is now.
    """

    unit: str
    stat: Stat
    amount: int
    value: int


class CastleGuarded(Event):
    """A side's defenders stand on the wall, and nobody comes (D4). To all.

    side: whose castle it is.
    defenders: ids of the units that defend it.
    """

    side: SideId
    defenders: tuple[str, ...]


class CastleBesieged(Event):
    """A castle is besieged (D4). To all.

    side: whose castle it is.
    besiegers: ids of the units that besiege it.
    defenders: ids of the units that defend it.
    attack: A, the besiegers' ATK.
    defense: D, the defenders' DEF.
    """

    side: SideId
    besiegers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defense: int


class SiegeSettled(Event):
    """A siege is judged; `source` is the siege row (D4). To each side by an event of its own.

    side: the side that is told.
    castle: whose castle it is.
    """

    side: SideId
    castle: SideId


class CastleFallen(Event):
    """A castle has fallen, and with it its side (D4). To all.

    side: whose castle it is.
    """

    side: SideId


class UnitsRested(Event):
    """A side's units recover (D5). To their owner alone.

    side: the side.
    units: ids of those that recover, by rank: all but the first pay 1 HP.
    """

    side: SideId
    units: tuple[str, ...]


class TotalsCounted(Event):
    """After the last round the totals decide (D6). To all.

    a: what side a has.
    b: what side b has.
    winner: the side that wins.
    decided_by: the first that differs: total, exh, hp, or nothing: then the challenged side wins.
    """

    a: Total
    b: Total
    winner: SideId
    decided_by: Literal["total", "exh", "hp", "challenged"]


class SideResigned(Event):
    """A side gave up instead of ordering (D9). To all.

    side: the side.
    round: the round that it did not play any more.
    """

    side: SideId
    round: int


class ArmyRevealed(Event):
    """The match is over, and a side's allotment is shown (D7). To all.

    side: the side.
    army: the army's name, or empty.
    units: its five units with the values that they began with.
    """

    side: SideId
    army: str
    units: tuple[Values, ...]


EVENTS = (
    BattleStarted,
    ArmyMustered,
    RoundStarted,
    OrdersGiven,
    UnitsMet,
    UnitFought,
    UnitChanged,
    CastleGuarded,
    CastleBesieged,
    SiegeSettled,
    CastleFallen,
    UnitsRested,
    TotalsCounted,
    SideResigned,
    ArmyRevealed,
)
