"""The chance of certain ends in many states of one battle, with most of the work done once.

What odds.py does forwards is done backwards here: how a battle goes on after a pairing depends only
on which unit is left in which form, so its chance is cached.
"""

from collections.abc import Callable
from typing import Any

from engine.core.events import SideId
from engine.core.win_chances import Counts
from engine.rulesets.warlords.odds import Ended, meet, pairing
from engine.rulesets.warlords.position import Fighter, Front, Position, position_of
from engine.rulesets.warlords.state import Side, State


def outlook(counts: Counts) -> Callable[[State], float | None]:
    """A function that gives the exact chance of the ends that count, from any state of a battle.

    It gives None while afflictions are rolled, since each roll changes everything that is cached.
    """
    tables: dict[Any, Table] = {}

    def chance(state: State) -> float | None:
        if state.pairing == 0:
            return None
        ready = (
            *((unit.condition, unit.medals) for unit in state.units.values()),
            *map(_waiting, state.sides.values()),
        )
        if ready not in tables:
            tables[ready] = Table(counts)
        return tables[ready].chance(state)

    return chance


def _waiting(side: Side) -> Any:
    """In which order the units behind the front wait, and what is left of those that have fought.

    Only who was put in another order (W15) waits after having fought.
    """
    fought = ((u.id, u.strength, u.hits, u.shots, u.veteran) for u in side.stack[1:] if u.engaged)
    return side.order, *fought


class Table:
    """The cached chances of a battle in which afflictions were rolled and the order is given."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.states: dict[Any, float] = {}
        self.veterans: dict[tuple[int, int, SideId, Front], float] = {}

    def chance(self, state: State) -> float:
        """The chance of the ends that count from this state."""
        key = _key(state)
        if key not in self.states:
            self.states[key] = self._of(position_of(state))
        return self.states[key]

    def _of(self, position: Position) -> float:
        a, b = position.stacks["a"], position.stacks["b"]
        if not a or not b:
            return float(self.counts("a" if a else "b", len(a or b)))
        ended = pairing(position, a[0], b[0], meet(a[0].forms, b[0].forms), first=True)
        return self._after(position.die, a, b, ended)

    def _after(
        self, die: int, a: tuple[Fighter, ...], b: tuple[Fighter, ...], ended: Ended
    ) -> float:
        won = sum(p * self._veteran(die, a, b[1:], "a", front) for front, p in ended.a.items())
        lost = sum(p * self._veteran(die, a[1:], b, "b", front) for front, p in ended.b.items())
        return won + lost

    def _veteran(
        self,
        die: int,
        a: tuple[Fighter, ...],
        b: tuple[Fighter, ...],
        side: SideId,
        front: Front,
    ) -> float:
        """The chance when the front unit of `side` waits for the next enemy in this form."""
        if not a or not b:
            return float(self.counts(side, len(a or b)))
        key = (len(a), len(b), side, front)
        if key not in self.veterans:
            fronts = (
                meet({front: 1.0}, b[0].forms) if side == "a" else meet(a[0].forms, {front: 1.0})
            )
            anew = Position(die, {"a": a, "b": b}, attempted=(), struck=None)
            ended = pairing(anew, a[0], b[0], fronts, first=False)
            self.veterans[key] = self._after(die, a, b, ended)
        return self.veterans[key]


def _key(state: State) -> Any:
    """Everything that the chance depends on once afflictions are rolled."""
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
