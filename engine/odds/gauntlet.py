"""How far an army gets against several opponents in a row."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from operator import mul
from typing import Any

from engine.core.battle import run
from engine.core.battlefile import read_battle, with_army
from engine.core.events import BattleEnded, SideId
from engine.core.recruiting import Army
from engine.core.rng import Rng, outcomes
from engine.core.ruleset import Battle
from engine.odds.exact import Narrow, exact_odds, is_hopeless, too_many

LEAVES_MOST = 1_000  # outcomes of one battle
OWN: SideId = "a"


def reach(battles: Sequence[Battle]) -> list[float]:
    """Return the exact chances of side a to win the first battle, the first two, and so on.

    Side a fights the first one with its army and each later one with its survivors; a draw ends the
    row. Raises InputError where the odds cannot be exact.
    """
    reached = _reach(battles)
    if reached[0] < 1:
        return reached
    most = exact_odds(battles[0]).a  # below 1 if side a can lose, although the sum rounds to 1
    return [min(chance, most) for chance in reached]


def _reach(battles: Sequence[Battle]) -> list[float]:
    ruleset = battles[0].ruleset
    if ruleset.aftermath is None:
        return [*accumulate((exact_odds(battle).a for battle in battles), mul)]
    if ruleset.aftermath.reach is not None:
        return [*ruleset.aftermath.reach(battles)]
    armies = {_key(battles[0].document["sides"][0]["army"]): Fraction(1)}
    reached = []
    for battle in battles:
        left: dict[str, Fraction] = defaultdict(Fraction)
        for army, share in armies.items():
            for chance, survivors in _ends(battle, json.loads(army)):
                left[_key(survivors)] += share * chance
        armies = left
        reached.append(float(sum(left.values())))
    return reached


def _ends(battle: Battle, army: Army) -> Iterator[tuple[Fraction, Army]]:
    """Yield each outcome in which this army wins in place of side a's, with its survivors."""
    ruleset = battle.ruleset
    read = read_battle(with_army(battle.document, 0, army), {ruleset.id: ruleset})
    if is_hopeless(read, LEAVES_MOST):
        raise too_many(LEAVES_MOST)
    assert ruleset.aftermath is not None
    assert ruleset.ordered is not None
    rows = {f"{OWN}{number}": row for number, row in enumerate(army[ruleset.ordered], start=1)}
    for leaf, (chance, (state, end)) in enumerate(outcomes(lambda rng: _played(read, rng))):
        if leaf == LEAVES_MOST:
            raise too_many(LEAVES_MOST)
        if end.winner == OWN:
            left = ruleset.aftermath.rows(state, OWN, rows)
            yield chance, {**army, ruleset.ordered: [*left]}


def _played(battle: Battle, rng: Rng) -> tuple[Any, BattleEnded]:
    state = battle.ruleset.new_state()
    *_, end = run(battle.ruleset, battle.setup, Narrow(rng, LEAVES_MOST), state)
    assert isinstance(end, BattleEnded)
    return state, end


def _key(army: Army) -> str:
    return json.dumps(army, sort_keys=True)
