"""The chance of given results in many states of one battle, with cached intermediate results.

Unlike odds.py it works backwards: the course of a battle after a pairing depends only on the
surviving unit and its form, so that chance is cached.
"""

from collections.abc import Callable
from typing import Any

from engine.core.events import SideId
from engine.core.win_chances import Counts
from engine.rulesets.warlords.odds import Survivors, meet, pairing
from engine.rulesets.warlords.position import Fighter, Front, Position, position_of
from engine.rulesets.warlords.state import Side, State


def outlook(counts: Counts) -> Callable[[State], float | None]:
    """Return a function from a state to the exact chance of the counted results.

    It returns None while afflictions are rolled, since each roll invalidates the cache.
    """
    tables: dict[Any, Table] = {}

    def chance(state: State) -> float | None:
        if state.pairing == 0:
            return None
        ready = (
            *((unit.condition, unit.medals) for unit in state.units.values()),
            *map(_waiting_key, state.sides.values()),
        )
        if ready not in tables:
            tables[ready] = Table(counts)
        return tables[ready].chance(state)

    return chance


def _waiting_key(side: Side) -> Any:
    """Return a key for the units behind the front: their order, and who has fought (W15)."""
    fought = ((u.id, u.strength, u.hits, u.shots, u.veteran) for u in side.stack[1:] if u.engaged)
    return side.order, *fought


class Table:
    """Cached chances for one result of the affliction rolls and one order of the stacks."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.states: dict[Any, float] = {}
        self.veterans: dict[tuple[int, int, SideId, Front], float] = {}

    def chance(self, state: State) -> float:
        key = _state_key(state)
        if key not in self.states:
            position = position_of(state)
            a, b = position.stacks["a"], position.stacks["b"]
            if a and b:
                survivors = pairing(position, a[0], b[0], meet(a[0].forms, b[0].forms), first=True)
                self.states[key] = self._after(position.die, a, b, survivors)
            else:
                self.states[key] = float(self.counts("a" if a else "b", len(a or b)))
        return self.states[key]

    def _after(
        self, die: int, a: tuple[Fighter, ...], b: tuple[Fighter, ...], survivors: Survivors
    ) -> float:
        won = sum(p * self._veteran(die, a, b[1:], "a", front) for front, p in survivors.a.items())
        lost = sum(p * self._veteran(die, a[1:], b, "b", front) for front, p in survivors.b.items())
        return won + lost

    def _veteran(
        self, die: int, a: tuple[Fighter, ...], b: tuple[Fighter, ...], side: SideId, front: Front
    ) -> float:
        """Return the chance when the front unit of `side` meets the next enemy in this form."""
        if not a or not b:
            return float(self.counts(side, len(a or b)))
        key = (len(a), len(b), side, front)
        if key not in self.veterans:
            fronts = (
                meet({front: 1.0}, b[0].forms) if side == "a" else meet(a[0].forms, {front: 1.0})
            )
            position = Position(die, {"a": a, "b": b}, attempted=(), struck=None)
            survivors = pairing(position, a[0], b[0], fronts, first=False)
            self.veterans[key] = self._after(die, a, b, survivors)
        return self.veterans[key]


def _state_key(state: State) -> Any:
    """Return all that the chance depends on once afflictions are rolled."""
    return (
        state.attempted,
        state.struck,
        *(
            (
                len(side.stack),
                *((u.engaged, u.strength, u.hits, u.shots, u.veteran) for u in side.stack[:1]),
            )
            for side in state.sides.values()
        ),
    )
