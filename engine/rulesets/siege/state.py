"""Where a siege stands. Only `apply` changes it."""

from typing import Any, NamedTuple

from engine.core.events import SideId
from engine.rulesets.siege.rules import Five, Stats
from engine.rulesets.siege.snapshot import STATS, Order, SideSnapshot, Values

NOBODY = SideSnapshot("", None, ())


class Fight(NamedTuple):
    """Two units that faced each other, by id, and their ATK."""

    a: str
    b: str
    a_atk: int
    b_atk: int


class Siege(NamedTuple):
    """A castle that was besieged, by which units, and A and D."""

    castle: SideId
    besiegers: tuple[str, ...]
    attack: int
    defense: int


class Record:
    """What happened in a round: what is public, and for each side what only its owner saw.

    `values` are a side's as the round began, `orders` those that it carried out, `rows` the battle
    row that each fighter got. They are missing for a side that is not known.
    """

    __slots__ = ("defenders", "fights", "number", "orders", "rows", "siege", "values")

    def __init__(self, number: int) -> None:
        self.number = number
        self.values: dict[SideId, Five] = {}
        self.orders: dict[SideId, dict[str, Order]] = {}
        self.rows: dict[str, str | None] = {}
        self.fights: list[Fight] = []
        self.defenders: dict[SideId, tuple[str, ...]] = {"a": (), "b": ()}
        self.siege: Siege | None = None


class Unit:
    """A unit: its values, its order in this round, and the enemy that it meets.

    `values` and `order` are None where they are not known.
    """

    __slots__ = ("foe", "id", "order", "values")

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.values: Stats | None = None
        self.order: Order | None = None
        self.foe: str | None = None

    @property
    def known(self) -> Stats:
        """Its values, where they are known."""
        assert self.values is not None
        return self.values


class Side:
    """One side: what is public of it, its units A to E, and its allotment once it is known."""

    __slots__ = ("allotment", "army", "start", "units")

    def __init__(self, start: SideSnapshot, units: tuple[Unit, ...]) -> None:
        self.start = start
        self.units = units
        self.army = ""
        self.allotment: tuple[Values, ...] = ()

    def five(self) -> Five:
        """The values of its five units, where they are known."""
        a, b, c, d, e = (unit.known for unit in self.units)
        return a, b, c, d, e


class State:
    """The whole state of a siege, as the stages read it.

    It can also be built from what one side sees; then the other side's values are not known.
    `fallen` is the side whose castle fell, `records` has every round from the first on.
    """

    __slots__ = (
        "ended",
        "fallen",
        "reason",
        "records",
        "resigned",
        "round",
        "sides",
        "units",
        "winner",
    )

    def __init__(self) -> None:
        self.sides: dict[SideId, Side] = {"a": Side(NOBODY, ()), "b": Side(NOBODY, ())}
        self.units: dict[str, Unit] = {}
        self.round = 0
        self.records: list[Record] = []
        self.fallen: SideId | None = None
        self.resigned: SideId | None = None
        self.ended = False
        self.winner: SideId | None = None
        self.reason: str | None = None

    def survivors(self) -> dict[str, list[dict[str, str | int]]]:
        """All five units of each side, with what they have now."""
        return {
            side_id: [
                {
                    "id": unit.id,
                    "name": unit.id[-1],
                    **dict(zip(STATS, unit.known, strict=True)),
                }
                for unit in side.units
            ]
            for side_id, side in self.sides.items()
        }

    def snapshot(self) -> dict[str, Any]:
        """The state as plain ints and strings: what the browser must have after the same event."""
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
