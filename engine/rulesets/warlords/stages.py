"""The stages of a battle in the order of W1 and W4: afflictions, then pairing after pairing.

One turn of ROUND fires at most one shot and rolls one round of melee. Every stage checks the state
for whether it applies, so a battle can resume from any state.
"""

from functools import partial
from typing import Final

from engine.core.changes import Replacement
from engine.core.events import BEAT, BattleEnded, Events, SideId, Stage, other_side
from engine.core.rng import Rng
from engine.core.ruleset import LineUp
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.afflictions import incoming_unit, ready_stacks, replaced, spread
from engine.rulesets.warlords.army import Setup
from engine.rulesets.warlords.catalog import AFFLICTIONS
from engine.rulesets.warlords.combat import acid, assassination, lightning, melee, missiles, slayers
from engine.rulesets.warlords.state import State


def begin(setup: Setup, _rng: Rng) -> Events:
    """Show both stacks and the field."""
    yield e.BattleStarted(setup.field, setup.a, setup.b)


def step_up(state: State, _rng: Rng) -> Events:
    """Start a pairing of the front units unless one is in progress (W4)."""
    if state.fighting:
        return
    a, b = state.fronts()
    fresh = tuple(unit.id for unit in (a, b) if not unit.engaged)
    yield e.PairingStarted(state.pairing + 1, a.id, b.id, fresh, source="W4")


def removal(state: State, _rng: Rng) -> Events:
    """Remove a fallen unit; a side with an empty stack loses (W4)."""
    a, b = state.fronts()
    for unit, by in ((a, b), (b, a)):
        if unit.fallen:
            yield e.UnitDefeated(unit.id, by.id, source="W4")
            side: SideId = unit.start.side
            if not state.sides[side].stack:
                yield BEAT
                yield BattleEnded(other_side(side), "defeat", state.round, state.survivors())


def left(state: State, side: SideId) -> tuple[list[str], int]:
    """Return the ids of a stack, the front unit first, and how many a pairing fixes (W15)."""
    return [unit.id for unit in state.sides[side].stack], int(state.fighting)


def line_up(side: SideId, ids: tuple[str, ...], _state: State, _rng: Rng) -> Events:
    """Reorder a stack (W15)."""
    yield e.StackReordered(side, ids, source="W15")


def fresh(state: State, side: SideId) -> list[str]:
    """Return the ids of the units that have not stepped up yet (W16)."""
    return [unit.id for unit in state.sides[side].stack if not unit.engaged]


def replace(side: SideId, replacements: tuple[Replacement, ...], state: State, _rng: Rng) -> Events:
    """Replace units which have not fought yet (W16)."""
    units = tuple(
        replaced(state, state.units[one.old_id], incoming_unit(one, side)) for one in replacements
    )
    yield e.UnitsReplaced(side, units, source="W16")


OPENING: Final[tuple[Stage[State], ...]] = (
    *(partial(spread, affliction) for affliction in AFFLICTIONS),
    ready_stacks,
)
ROUND: Final[tuple[Stage[State], ...]] = (
    *(step_up, acid, lightning, assassination),
    *(missiles, melee, slayers, removal),
)
LINE_UP: Final = LineUp((*OPENING, *ROUND), left, line_up, fresh, replace)
