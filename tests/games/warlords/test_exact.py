"""Warlords: exact odds against the enumerating dice, and against battles that were played."""

import pytest

import engine
from engine.rulesets.warlords.odds import chances
from tests.odds.chain import Chain
from tests.stacks import Row, battle_file, start, unit

SMALL: dict[str, tuple[list[Row], list[Row]]] = {
    "melee with medals": ([unit(6, 1, medals=4)], [unit(5, 2)]),
    "trample and slayer": (
        [unit(4, 2, trample=1, manslayer=3)],
        [unit(6, 3, race=["human"]), unit(7, 2, flying=True)],
    ),
    "acid, lightning, assassin": (
        [unit(8, 2, acid=5, lightning=3), unit(5, 1, assassin=4)],
        [unit(7, 3, assassin=2, warding=1), unit(4, 1, acid=3)],
    ),
    "missiles": (
        [unit(6, 1, missile=4), unit(5, 4)],
        [unit(5, 2, missile=1), unit(4, 2, missile=3, flying=True)],
    ),
    "afflictions": (
        [unit(6, 1, curse=6, poison=9)],
        [unit(5, 2, blessed=True, disease=7), unit(4, 1, diseased=True)],
    ),
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.long] * (name in ("missiles", "melee with medals")))
        for name in SMALL
    ],
)
def test_chances_are_those_of_the_enumerating_dice_in_every_state(name: str) -> None:
    """Also in the middle of a volley, or between a hit and its slayer."""
    chain = Chain()
    begun = start(*SMALL[name], die=18)
    assert chain.solve(begun) == pytest.approx(chances(begun).a, abs=1e-12)
    assert len(chain.states) >= 2
    for key, state in chain.states.items():
        assert chances(state).a == pytest.approx(chain.wins[key], abs=1e-12), key


def test_nobody_who_waits_any_more_stops_it_at_the_next_pairing() -> None:
    """Two against three come to six pairings, each of which counts, large ones more."""
    begun = start([unit(6, 1), unit(5, 2)], [unit(6, 2), unit(5, 1), unit(4, 3)], die=18)
    with engine.Budget(100) as spent:
        chances(begun)
    assert 100 - spent.left > 6
    spent.stop()
    with spent, pytest.raises(engine.StoppedError):
        chances(begun)


def test_odds_of_a_battle_that_either_side_may_win_are_never_1() -> None:
    """B wins with 2e-49; the nearest float to the rest is 1."""
    odds = engine.odds(battle_file([unit(15, 20), unit(15, 20)], [unit(1, 1)]))
    shares = [odds.a, *odds.survivors["a"], *odds.survivors["b"], *(odds.units or {}).values()]
    assert 0 < odds.b < 1e-40
    assert max(shares) < 1
