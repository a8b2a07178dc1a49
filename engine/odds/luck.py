"""The win curve of a battle, and its luck: how far the dice were from the expectation."""

from math import fsum
from typing import Any

import msgspec

from engine.core.battle import Recording, fold, ruleset_of
from engine.core.battlefile import read_battle
from engine.core.errors import InputError
from engine.core.events import SIDES, BattleEnded, SideId
from engine.core.ruleset import DICE, AnyRuleset, Rolled, WinChances
from engine.kernels.loading import loaded
from engine.odds.chances import chances_of, of_chances
from engine.rulesets import rulesets


class SideLuck(msgspec.Struct, frozen=True):
    rolls: int  # number of its rolls whose success was not certain
    successes: int  # number of these that succeeded
    expected: float  # the sum of their exact chances to succeed
    difference: float  # successes minus expected
    # the rank of the result for the side among all possible ones, by survivors minus the enemy's:
    # the exact chance, before the first roll, of a worse one plus half that of the same, in percent
    result_percentile: float


class Luck(msgspec.Struct, frozen=True):
    a: SideLuck
    b: SideLuck


def luck(recording: Recording) -> Luck | None:
    """Return how far each side's dice were from the expectation; None if the ruleset cannot tell.

    Raises RecordingError for an unknown ruleset or a truncated recording.
    """
    ruleset = ruleset_of(recording.header, rulesets())
    if ruleset.rolls is None or ruleset.chances is None:
        return None
    rolled = tuple(ruleset.rolls(recording.events))
    chances = _chances_before(ruleset, recording) or ruleset.chances(
        next(fold(ruleset, recording.events))
    )
    percentile = result_percentile(chances, recording.result)
    return Luck(a=_of_side("a", rolled, percentile), b=_of_side("b", rolled, 100 - percentile))


def _chances_before(ruleset: AnyRuleset, recording: Recording) -> WinChances | None:
    """Return the chances before the first roll by the ruleset's kernel, if it is loaded."""
    header = recording.header
    if loaded(ruleset).odds is None or header.ruleset_version != ruleset.version:
        return None
    file = {key: value for key, value in header.battle.items() if key not in DICE}
    try:
        battle = read_battle(file, rulesets())
    except InputError:
        return None
    return chances_of(battle)


def result_percentile(chances: WinChances, result: BattleEnded) -> float:
    """Return the rank of a result for side a among all possible ones, from 0 to 100."""
    ranks = {0: chances.draw}
    for side, sign in zip(SIDES, (1, -1), strict=True):
        for left, chance in enumerate(chances.survivors[side]):
            if left:
                ranks[sign * left] = chance
    here = len(result.survivors["a"]) - len(result.survivors["b"])
    worse = fsum(chance for rank, chance in ranks.items() if rank < here)
    return 100 * (worse + ranks[here] / 2)


def _of_side(side: SideId, rolled: tuple[Rolled, ...], percentile: float) -> SideLuck:
    own = [roll for roll in rolled if roll.side == side]
    successes = sum(roll.succeeded for roll in own)
    expected = fsum(roll.chance for roll in own)
    return SideLuck(len(own), successes, expected, successes - expected, percentile)


def win_curve(recording: Recording) -> tuple[float, ...] | None:
    """Return side a's exact chance to win after each event; None if its ruleset has none.

    Raises RecordingError for an unknown ruleset or a gap in the events.
    """
    ruleset = ruleset_of(recording.header, rulesets())
    if ruleset.chances is None:
        return None
    states = fold(ruleset, recording.events)
    if gauge := loaded(ruleset).gauge:
        return tuple(gauge(states))
    curve: list[float] = []
    before: Any = None
    for state in states:
        # Many events change nothing, and computing the chances takes milliseconds.
        now = state.snapshot()
        curve.append(curve[-1] if now == before else of_chances(ruleset.chances(state)).a)
        before = now
    return tuple(curve)
