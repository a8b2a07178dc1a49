"""Many rounds of the siege at once, from the parts of the strong bot's kernel: for its training."""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.compiled import bare
from engine.players.siege.kernel.codes import UNITS, Array, Rules
from engine.players.siege.kernel.rounds import PLACE, deeds, meet, prepare


@bare  # not kept in a cache, which would not notice changes in what it calls
def play_rounds(
    rules: Rules,
    a: Array,
    b: Array,
    orders_a: Array,
    orders_b: Array,
    deeds: Array,
    after: Array,
    then: Array,
    fallen: NDArray[np.int8],
) -> None:
    """Plays a round of every match, a row each; `then[side, match, place]` are the codes then."""
    for match in range(len(a)):
        prepare(rules, a, match, orders_a, match, deeds, 0)
        prepare(rules, b, match, orders_b, match, deeds, 1)
        fallen[match] = meet(rules, deeds, 0, deeds, 1, after)
        for side in range(2):
            for slot in range(UNITS):
                then[side, match, deeds[side, PLACE + slot]] = after[side, slot]


def play_round(
    rules: Rules, a: Array, b: Array, orders_a: Array, orders_b: Array
) -> tuple[Array, Array, NDArray[np.int8]]:
    """Both sides after a round, and who has won by a castle's fall: 1 for a, -1 for b, 0 nobody.

    Each array has a row a match and a column a unit. Orders must be allowed.
    """
    a, b, orders_a, orders_b = map(np.ascontiguousarray, (a, b, orders_a, orders_b))
    after, then = np.empty((2, UNITS), np.int32), np.empty((2, len(a), UNITS), np.int32)
    fallen = np.empty(len(a), np.int8)
    play_rounds(rules, a, b, orders_a, orders_b, deeds(2), after, then, fallen)
    return then[0], then[1], fallen


def totals(rules: Rules, side: Array) -> Array:
    """What decides after the last round, of sides in rows; who has more has won, else b (D6)."""
    numbers: Array = rules.score[side].sum(axis=1)
    return numbers
