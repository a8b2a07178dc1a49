"""What the dice gave over several battles: by hand, and by enumerating all that may come out."""

from itertools import product
from math import prod

import pytest

from engine.search import Ended, owed
from engine.search.owed import distribution


def test_even_battles_by_hand() -> None:
    """Six at 1/2: none or six wins in 1/64 each, 1.6 %; one or five in 6/64 more. So 1 to 5."""
    told = owed([Ended(0.5, 0, 1)] * 5 + [Ended(0.5, 0, 0)])
    assert (told.battles, told.won, told.owed, told.dice) == (6, 5, 3, 2)
    assert told.interval == (-2, 2)
    # Five: none in 1/32, which is 3.1 % and more than the 2.5 % that are left out.
    assert owed([Ended(0.5, 0, 1)] * 5).interval == (-2.5, 2.5)


def test_what_is_certain_leaves_the_dice_nothing() -> None:
    told = owed([Ended(1, 0, 1), Ended(0, 0, 0), Ended(0, 1, 0.5)])
    assert (told.won, told.owed, told.dice, told.interval) == (1.5, 1.5, 0, (0, 0))
    assert owed([]).interval == (0, 0)


BATTLES = [(0.9, 0.0), (0.62, 0.1), (0.31, 0.0), (0.5, 0.25), (0.05, 0.0), (0.77, 0.2), (0.4, 0.0)]


def test_chances_and_interval_by_enumeration_of_all_outcomes() -> None:
    """All 3**7 ways in which seven battles may come out, and what lies outside of the interval."""
    ways = [((1.0, win), (0.5, draw), (0.0, 1 - win - draw)) for win, draw in BATTLES]
    outcomes: dict[float, float] = {}
    for way in product(*ways):
        won = sum(result for result, _chance in way)
        outcomes[won] = outcomes.get(won, 0) + prod(chance for _result, chance in way)
    told = distribution(Ended(win, draw, 0) for win, draw in BATTLES)
    assert told == pytest.approx([outcomes.get(halves / 2, 0) for halves in range(15)])
    due = sum(chance * won for won, chance in outcomes.items())
    for result in (0.0, 0.5, 1.0):
        found = owed(Ended(win, draw, result) for win, draw in BATTLES)
        assert found.owed == pytest.approx(due)
        assert found.dice == pytest.approx(7 * result - due)
        least, most = (due + end for end in found.interval)
        below = sum(chance for won, chance in outcomes.items() if won < least - 1e-9)
        above = sum(chance for won, chance in outcomes.items() if won > most + 1e-9)
        assert below <= 0.025
        assert above <= 0.025
        # And it is no wider than that: half a win less at either end, and more would lie outside.
        assert below + outcomes.get(round(2 * least) / 2, 0) > 0.025
        assert above + outcomes.get(round(2 * most) / 2, 0) > 0.025
