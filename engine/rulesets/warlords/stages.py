"""A battle of stacks in the order of W1 and W4: afflictions, then pairing after pairing.

A turn of the round fires at most one shot and rolls one round of melee. Every stage asks the state
whether it is its turn, so a battle can be taken up again from any state.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine.core.changes import Replacement
from engine.core.events import BEAT, BattleEnded, Event, SideId, Stage, other_side
from engine.core.rng import Rng
from engine.core.ruleset import LineUp
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.afflictions import ready, spread
from engine.rulesets.warlords.army import Setup
from engine.rulesets.warlords.catalog import AFFLICTIONS
from engine.rulesets.warlords.combat import melee, missiles, slayers
from engine.rulesets.warlords.coming import come_instead, newcomer
from engine.rulesets.warlords.powers import acid, assassination, lightning
from engine.rulesets.warlords.state import State

Events = Iterator[Event | None]


def begin(setup: Setup, _rng: Rng) -> Events:
    """Shows both stacks and the ground between them."""
    yield e.BattleStarted(setup.field, setup.a, setup.b)


def step_up(state: State, _rng: Rng) -> Events:
    """Brings the front units together, unless they are already (W4)."""
    if state.fighting:
        return
    a, b = state.fronts()
    fresh = tuple(unit.id for unit in (a, b) if not unit.engaged)
    yield e.PairingStarted(state.pairing + 1, a.id, b.id, fresh, source="W4")


def removal(state: State, _rng: Rng) -> Events:
    """Takes away a unit that fell; a stack with nobody left has lost (W4)."""
    a, b = state.fronts()
    for unit, by in ((a, b), (b, a)):
        if unit.fallen:
            yield e.UnitDefeated(unit.id, by.id, source="W4")
            side: SideId = unit.start.side
            if not state.sides[side].stack:
                yield BEAT
                yield BattleEnded(other_side(side), "defeat", state.round, state.survivors())


def left(state: State, side: SideId) -> tuple[list[str], int]:
    """The stack's units that stand, the front one first; who is in a pairing stays there (W15)."""
    return [unit.id for unit in state.sides[side].stack], int(state.fighting)


def line_up(side: SideId, ids: tuple[str, ...]) -> Stage[State]:
    """Puts a stack's units in another order (W15)."""
    return partial(_line_up, side, ids)


def _line_up(side: SideId, ids: tuple[str, ...], _state: State, _rng: Rng) -> Events:
    yield e.StackReordered(side, ids, source="W15")


def fresh(state: State, side: SideId) -> list[str]:
    """The stack's units that have not stepped up yet (W16)."""
    return [unit.id for unit in state.sides[side].stack if not unit.engaged]


def replace(side: SideId, replacements: tuple[Replacement, ...]) -> Stage[State]:
    """Lets others come in place of such units (W16)."""
    return partial(_replace, side, replacements)


def _replace(
    side: SideId, replacements: tuple[Replacement, ...], state: State, _rng: Rng
) -> Events:
    replaced = tuple(
        come_instead(state, state.units[replacement.old_id], newcomer(replacement, side))
        for replacement in replacements
    )
    yield e.UnitsReplaced(side, replaced, source="W16")


OPENING: Final[tuple[Stage[State], ...]] = (
    *(partial(spread, affliction) for affliction in AFFLICTIONS),
    ready,
)
ROUND: Final[tuple[Stage[State], ...]] = (
    *(step_up, acid, lightning, assassination),
    *(missiles, melee, slayers, removal),
)
LINE_UP: Final = LineUp((*OPENING, *ROUND), left, line_up, fresh, replace)
