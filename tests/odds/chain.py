"""Warlords as a Markov chain: its stages walked through each dice outcome, with equal states merged
and rounds without effect summed up."""

import copy
import json
from collections import defaultdict
from typing import Any

from engine.core.errors import ChanceError
from engine.core.rng import Rng, Scripted, outcomes
from engine.rulesets.warlords.stages import OPENING, ROUND
from engine.rulesets.warlords.state import APPLY, Side, State

STAGES = (*OPENING, *ROUND)


def clone(state: State) -> State:
    new = copy.copy(state)
    new.units = {id_: copy.copy(unit) for id_, unit in state.units.items()}
    new.sides = {
        id_: Side(side.army, [new.units[unit.id] for unit in side.stack])
        for id_, side in state.sides.items()
    }
    return new


def after(stage: Any, state: State, rng: Rng) -> tuple[State, bool]:
    """A copy of the state after this stage, and whether anything happened."""
    new, happened = clone(state), False
    for event in stage(new, rng):
        if event is not None:
            happened = True
            event.seq = 0
            APPLY[type(event)](new, event)
    return new, happened


class Chain:
    """The chances of side a from every state that a battle can come to."""

    def __init__(self) -> None:
        self.states: dict[str, State] = {}
        self.wins: dict[str, float] = {}

    def solve(self, state: State, place: int = 0) -> float:
        """The chance that a wins from this state, whose next stage is at `place`."""
        state, place = self._next(state, place)
        if state.ended:
            return float(state.winner == "a")
        key = _key(state, place)
        if key not in self.wins:
            self.states[key] = state
            again, other = 0.0, 0.0
            for chance, (then, following) in self._steps(state, place).values():
                if _key(then, following) == key:
                    again += chance
                else:
                    other += chance * self.solve(then, following)
            self.wins[key] = other / (1 - again)
        return self.wins[key]

    def _steps(self, state: State, place: int) -> dict[str, tuple[float, tuple[State, int]]]:
        found: dict[str, float] = defaultdict(float)
        reached: dict[str, tuple[State, int]] = {}
        for chance, (then, _) in outcomes(lambda rng: after(STAGES[place], state, rng)):
            first = _key(then, place)
            found[first] += float(chance)
            reached.setdefault(first, (then, place))
        steps = {}
        for key, (then, _) in reached.items():
            steps[key] = (found[key], self._next(then, _following(place)))
        return steps

    def _next(self, state: State, place: int) -> tuple[State, int]:
        while not state.ended:
            try:
                _, happened = after(STAGES[place], state, Scripted([]))
            except ChanceError:
                return state, place
            if happened:
                return state, place
            place = _following(place)
        return state, place


def _following(place: int) -> int:
    return place + 1 if place + 1 < len(STAGES) else len(OPENING)


def _key(state: State, place: int) -> str:
    told = {k: v for k, v in state.snapshot().items() if k not in ("round", "pairing")}
    return json.dumps([told, place])
