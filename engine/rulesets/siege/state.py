"""The state of a siege. Only `apply` changes it."""

from typing import Any, NamedTuple

from engine.core.events import SideId
from engine.rulesets.siege.rules import Five, Stats
from engine.rulesets.siege.snapshot import STATS, Order, SideSnapshot, Values

Places = tuple[int, ...]  # units A to E are places 0 to 4

EMPTY_SIDE = SideSnapshot("", None, ())


class Pair(NamedTuple):
    """Two units that faced each other, and their revealed ATK."""

    a: int
    b: int
    a_atk: int
    b_atk: int

    def place(self, side: SideId) -> int:
        return self.a if side == "a" else self.b

    def atk(self, side: SideId) -> int:
        return self.a_atk if side == "a" else self.b_atk


class Assault(NamedTuple):
    """A siege of a castle; `attack` and `defense` are A and D."""

    castle: SideId
    besiegers: Places
    attack: int
    defense: int


class Record:
    """The public events of a round, and the secrets of each side as far as they are known."""

    __slots__ = ("assault", "defenders", "orders", "pairs", "rows", "values")

    def __init__(self) -> None:
        self.values: dict[SideId, Five] = {}  # at the start of the round
        self.orders: dict[SideId, dict[str, Order]] = {}  # carried out
        self.rows: dict[str, str | None] = {}  # the battle row of each unit that fought
        self.pairs: list[Pair] = []
        self.defenders: dict[SideId, Places] = {"a": (), "b": ()}
        self.assault: Assault | None = None


class Unit:
    """A unit; `values` and `order` are None if unknown, `foe` is its opponent's id this round."""

    __slots__ = ("foe", "id", "order", "values")

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.values: Stats | None = None
        self.order: Order | None = None
        self.foe: str | None = None

    @property
    def known(self) -> Stats:
        """Its values, which must be known."""
        assert self.values is not None
        return self.values


class Side:
    """One side: its public data, its units A to E, and its allotment once known."""

    __slots__ = ("allotment", "army", "start", "units")

    def __init__(self, start: SideSnapshot, units: tuple[Unit, ...]) -> None:
        self.start = start
        self.units = units
        self.army = ""
        self.allotment: tuple[Values, ...] = ()

    def five(self) -> Five:
        """Return the values of its five units, which must be known."""
        a, b, c, d, e = (unit.known for unit in self.units)
        return a, b, c, d, e


class State:
    """The state of a siege; built from one side's events, the other side's values are unknown."""

    __slots__ = (
        *("ended", "fallen", "reason", "records", "resigned"),
        *("round", "sides", "units", "winner"),
    )

    def __init__(self) -> None:
        self.sides: dict[SideId, Side] = {"a": Side(EMPTY_SIDE, ()), "b": Side(EMPTY_SIDE, ())}
        self.units: dict[str, Unit] = {}
        self.round = 0
        self.records: list[Record] = []
        self.fallen: SideId | None = None
        self.resigned: SideId | None = None
        self.ended = False
        self.winner: SideId | None = None
        self.reason: str | None = None

    def survivors(self) -> dict[str, list[dict[str, str | int]]]:
        """Return all five units of each side with their current values."""
        return {
            side_id: [
                {"id": unit.id, "name": unit.id[-1], **dict(zip(STATS, unit.known, strict=True))}
                for unit in side.units
            ]
            for side_id, side in self.sides.items()
        }

    def snapshot(self) -> dict[str, Any]:
        """Return the state as plain data, to compare with the browser's after the same event."""
        return {
            "round": self.round,
            "fallen": self.fallen,
            "resigned": self.resigned,
            "ended": self.ended,
            "winner": self.winner,
            "reason": self.reason,
            "units": {
                unit.id: {
                    **dict(zip(STATS, unit.values or (None,) * len(STATS), strict=True)),
                    "order": unit.order,
                    "foe": unit.foe,
                }
                for unit in self.units.values()
            },
        }
