"""Warlords: exact odds against the enumerating dice, and against battles that were played."""

from itertools import pairwise
from pathlib import Path

import pytest

import engine
from engine.rulesets.warlords.odds import chances
from tests.golden.files import battle_files
from tests.odds.chain import Chain
from tests.stacks import Row, hero, named, odds, start, unit

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
    """Not only at the start: in each state that the battle can come to, in the midst of a volley
    or between a hit and the slayer that follows it.
    """
    chain = Chain()
    begun = start(*SMALL[name], die=18)
    assert chain.solve(begun) == pytest.approx(chances(begun).a, abs=1e-12)
    assert len(chain.states) >= 2
    for key, state in chain.states.items():
        assert chances(state).a == pytest.approx(chain.wins[key], abs=1e-12), key


@pytest.mark.parametrize("path", battle_files("warlords"), ids=lambda p: p.stem)
def test_only_chance_moves_a_gauge(path: Path) -> None:
    """Events that only tell or merely follow leave the chances as they were."""
    quiet = {"affliction_spread", "dice_rolled", "stack_readied", "pairing_started"}
    quiet |= {"chance_weighed", "missiles_cancelled", "missiles_shrugged", "unit_defeated"}
    recording = engine.play(path.read_bytes())
    gauge = [chances(state).a for state in engine.replay(recording)]
    assert gauge[0] == pytest.approx(engine.odds(path.read_bytes()).a, abs=1e-12)
    assert gauge[-1] == float(recording.result.winner == "a")
    for (before, after), event in zip(pairwise(gauge), recording.events[1:], strict=True):
        if event.__struct_config__.tag in quiet:
            assert after == pytest.approx(before, abs=1e-12), event


HEROES = [
    hero("monk", 9, spells=["wrath-of-kali"], items=["spider-ring"]),
    hero("ranger", 8, buys={"missile+3": 1}),
    named("ogres", blessed=True),
]


def test_a_units_chance_is_that_so_many_are_left() -> None:
    """a1 is left only if all three are, a3 unless the battle is lost."""
    found = odds(HEROES, [named("black-dragons")] * 2)
    assert found.units is not None
    left = found.survivors["a"]
    assert found.units["a1"] == pytest.approx(left[3])
    assert found.units["a2"] == pytest.approx(left[3] + left[2])
    assert found.units["a3"] == pytest.approx(found.a)
    assert left[0] == pytest.approx(found.b)


def test_nobody_who_waits_any_more_stops_it_at_the_next_pairing() -> None:
    """Two against three come to six pairings, each of which is counted."""
    begun = start([unit(6, 1), unit(5, 2)], [unit(6, 2), unit(5, 1), unit(4, 3)], die=18)
    with engine.Budget(6) as spent:
        chances(begun)
    assert spent.left == 0
    spent.stop()
    with spent, pytest.raises(engine.StoppedError):
        chances(begun)
