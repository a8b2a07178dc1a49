"""Exact odds of Warlords battles in bulk, and along a battle for its gauge."""

from collections.abc import Iterable, Sequence

import numpy as np

from engine.core.battlefile import Battle
from engine.core.events import SIDES, SideId
from engine.core.win_chances import WinChances
from engine.rulesets.warlords.kernel.forms import most_hits
from engine.rulesets.warlords.kernel.kernel import weigh
from engine.rulesets.warlords.kernel.lines import SHOTS, Array, Battles, Stacks, room
from engine.rulesets.warlords.kernel.pack import meeting, pack, pack_battles, pack_states
from engine.rulesets.warlords.snapshot import ArmySnapshot, FieldSnapshot
from engine.rulesets.warlords.state import State


def survivors(stacks: Stacks, battles: Battles) -> Array:
    """left[battle, side, k]: the chance that exactly k units of a side (0 is a) are left.

    Its place k = 0 is the chance that the side lost. Packed stacks can be used again and again.
    """
    sizes = np.diff(stacks.start)
    left = np.zeros((len(battles.a), 2, int(sizes.max(initial=0)) + 1))
    shots = int(stacks.units[:, SHOTS].max(initial=0))
    weigh(stacks, battles, room(most_hits(stacks.units), shots), left)
    left[:, :, 0] = left[:, ::-1, 1:].sum(axis=2)
    return left


def odds(battles: Sequence[Battle]) -> list[WinChances]:
    """The exact chances of each battle: the same as the ruleset's own, many times as fast.

    Raises KernelError for another ruleset's battle.
    """
    stacks, packed = pack_battles(battles)
    left = survivors(stacks, packed)
    return [_chances(left[i], battle) for i, battle in enumerate(battles)]


def matchups(
    attackers: Sequence[ArmySnapshot], defenders: Sequence[ArmySnapshot], field: FieldSnapshot
) -> Array:
    """wins[i, j]: the chance that attacker i beats defender j on this field."""
    stacks = pack([(army, field) for army in (*attackers, *defenders)])
    shape = (len(attackers), len(defenders))
    pairs = [(i, len(attackers) + j) for i, j in np.ndindex(shape)]
    left = survivors(stacks, meeting(pairs, [field.die] * len(pairs)))
    return np.asarray(left[:, 1, 0]).reshape(shape)


def gauge(states: Iterable[State]) -> list[float]:
    """Side a's chance to win in each of these states, read as they come by."""
    stacks, packed = pack_states(states)
    sizes = np.diff(stacks.start)
    decided = np.where(sizes[packed.b] == 0, 1.0, 0.0)
    open_ = np.flatnonzero((sizes[packed.a] > 0) & (sizes[packed.b] > 0))
    still = Battles(*(column[open_] for column in packed))
    decided[open_] = survivors(stacks, still)[:, 1, 0]
    return list(map(float, decided))


def warm() -> None:
    """Compiles the kernel, or loads it from the cache, so that the next call is fast."""
    nobody = pack([(ArmySnapshot("", "", (), {}, {}, {}, 0, 0), FieldSnapshot((), None, 20))])
    survivors(nobody, meeting([], []))


def _chances(left: Array, battle: Battle) -> WinChances:
    rows: dict[SideId, tuple[float, ...]] = {}
    units: dict[str, float] = {}
    for place, side in enumerate(SIDES):
        stack = getattr(battle.setup, side).stack
        row = left[place, : len(stack) + 1]
        rows[side] = tuple(row.tolist())
        at_least = np.cumsum(row[:0:-1]).tolist()
        units.update(zip((unit.id for unit in stack), at_least, strict=True))
    return WinChances(rows["b"][0], rows["a"][0], 0.0, rows, units)
