"""What a player knows when it decides (D7). Units A to E are places 0 to 4 here."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.events import SideId
from engine.rulesets.siege.rules import ROUNDS, Five, Orders, legal
from engine.rulesets.siege.snapshot import LETTERS, Letter, Order
from engine.rulesets.siege.state import Assault, Pair, Places, Record, State
from engine.rulesets.siege.tables import Tables


class Known(NamedTuple):
    """What a side knows of itself in a round."""

    units: Five  # values at the start of the round
    orders: Orders  # carried out
    rows: tuple[str | None, ...]  # the battle row applied to each unit, or None


class Facts(NamedTuple):
    """A round: the facts revealed to all, and what the viewer knows of side a and of side b."""

    pairs: tuple[Pair, ...]
    defenders_a: Places
    defenders_b: Places
    assault: Assault | None
    a: Known | None
    b: Known | None

    def defenders(self, side: SideId) -> Places:
        return self.defenders_a if side == "a" else self.defenders_b

    def known(self, side: SideId) -> Known | None:
        return self.a if side == "a" else self.b


class View(NamedTuple):
    """What a player knows when it decides on a round."""

    side: SideId  # its side; b wins the last tie-break
    round: int  # the round to decide, from 1; the match ends after `rounds`
    own: Five  # current values of its units, A to E
    seen: tuple[Facts, ...]  # the rounds so far
    tables: Tables  # the tables of the match
    rounds: int = ROUNDS

    def legal(self) -> tuple[tuple[Order, ...], ...]:
        """Return the orders that each own unit can carry out now (D2)."""
        return tuple(map(legal, self.own))


def view_of(state: State, side: SideId, tables: Tables) -> View:
    """Return a side's knowledge between two rounds; its visible events give the same."""
    seen = tuple(facts_of(record, side) for record in state.records)
    return View(side, state.round + 1, state.sides[side].five(), seen, tables)


def by_letter(orders: Sequence[Order]) -> dict[Letter, Order]:
    """Return the orders of A to E keyed as in a battle file."""
    return dict(zip(LETTERS, orders, strict=True))


def facts_of(record: Record, viewer: SideId | None) -> Facts:
    """Return a round as a player, or with None a spectator, saw it."""
    return Facts(
        pairs=tuple(sorted(record.pairs)),
        defenders_a=record.defenders["a"],
        defenders_b=record.defenders["b"],
        assault=record.assault,
        a=_known(record, "a") if viewer == "a" else None,
        b=_known(record, "b") if viewer == "b" else None,
    )


def _known(record: Record, side: SideId) -> Known:
    ids = [f"{side}{letter}" for letter in LETTERS]
    a, b, c, d, e = (record.orders[side][id_] for id_ in ids)
    return Known(record.values[side], (a, b, c, d, e), tuple(map(record.rows.get, ids)))
