"""The rulings of the installed game, with values worked out by hand."""

from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from conquest import odds
from conquest.events import ArmyLost, DiceCompared, RoundRolled
from conquest.ruleset import RULESET

import engine
from engine.core.battle import fold, run
from engine.core.battlefile import read_battle
from engine.core.rng import Scripted
from engine.odds.chances import enumerated_odds, exact_odds

ROUND = 6**5


def battle(attackers: int, defenders: int) -> engine.Battle:
    sides = [{"army": {"armies": attackers}}, {"army": {"armies": defenders}}]
    return read_battle({"ruleset": "conquest", "sides": sides}, {"conquest": RULESET})


def begin(attackers: int, defenders: int, *dice: int) -> list[Any]:
    """The events until more dice are needed than these, in each round the attackers' first."""
    rng = Scripted([face - 1 for face in dice])
    events: list[Any] = []
    with suppress(engine.ChanceError):
        events.extend(run(RULESET, battle(attackers, defenders).setup, rng))
    return events


@pytest.mark.parametrize(("armies", "fits"), [(0, False), (1, True), (60, True), (61, False)])
def test_c01_each_side_brings_1_to_60_armies(armies: int, fits: bool) -> None:  # noqa: FBT001
    if fits:
        assert RULESET.sizes(battle(armies, armies).setup) == (armies, armies)
    else:
        with pytest.raises(engine.InputError, match="must be from 1 to 60"):
            battle(armies, 1)


@pytest.mark.parametrize(
    ("armies", "dice", "compared", "lost"),
    [
        # C5: of 2, 6, 4 and 3, 5 the 6 meets the 5 and the 4 meets the 3.
        ((3, 2), [2, 6, 4, 3, 5], [(6, 5), (4, 3)], ["b1", "b2"]),
        # C2, C3: a die for each army, at most three and two; the others have no counterpart.
        ((60, 1), [1, 1, 1, 2], [(1, 2)], ["a1"]),
        ((1, 60), [6, 1, 1], [(6, 1)], ["b1"]),
        ((2, 1), [2, 6, 6], [(6, 6)], ["a1"]),
        # C6: a tie costs the attackers an army; C7: the one in front.
        ((3, 2), [5, 5, 1, 5, 4], [(5, 5), (5, 4)], ["a1", "b1"]),
    ],
)
def test_c02_to_c07_a_round(
    armies: tuple[int, int], dice: list[int], compared: list[tuple[int, int]], lost: list[str]
) -> None:
    events = begin(*armies, *dice)
    assert len([e for e in events if isinstance(e, RoundRolled)]) == 1
    pairs = [e for e in events if isinstance(e, DiceCompared)]
    assert [(e.attack, e.defence) for e in pairs] == compared
    assert [e.source for e in pairs] == ["C6" if one == two else "C5" for one, two in compared]
    assert [e.unit for e in events if isinstance(e, ArmyLost)] == lost


def test_c08_rounds_follow_until_one_side_has_no_army_left() -> None:
    """3 against 2: the attackers lose two, then roll one die against two, and win both rounds."""
    last = begin(3, 2, *[1, 1, 1, 6, 6], *[6, 5, 4], *[2, 1])[-1]
    assert isinstance(last, engine.BattleEnded)
    assert (last.winner, last.reason, last.rounds) == ("a", "defeat", 3)
    assert last.survivors == {"a": [{"id": "a3", "name": "Army"}], "b": []}
    assert exact_odds(battle(20, 20)).draw == 0


def test_c09_what_a_round_with_all_five_dice_costs() -> None:
    shares = {lost: Fraction(chance * ROUND) for lost, chance in odds.costs(3, 2).items()}
    assert shares == {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275}


@pytest.mark.parametrize("armies", [(2, 1), (1, 2), (2, 2)])
def test_the_programme_finds_what_playing_every_outcome_finds(armies: tuple[int, int]) -> None:
    exact, tried = (odds(battle(*armies)) for odds in (exact_odds, enumerated_odds))
    assert exact.a == pytest.approx(tried.a, abs=1e-12)
    for side in "ab":
        assert exact.survivors[side] == pytest.approx(tried.survivors[side], abs=1e-12)


def test_a_chance_moves_when_dice_are_rolled_and_not_while_they_are_paid_for() -> None:
    events = list(run(RULESET, battle(12, 10).setup, engine.Seeded(7)))
    curve = [odds.chances(state).a for state in fold(RULESET, events)]
    for place, event in enumerate(events[1:], start=1):
        if not isinstance(event, RoundRolled):
            assert curve[place] == pytest.approx(curve[place - 1], abs=1e-12)
    assert curve[-1] in (0, 1)


def test_luck_counts_each_comparison_for_both_sides() -> None:
    """Of two comparisons the attackers may expect to win (2 * 2890 + 2611) / 7776."""
    rolled = list(odds.rolls(begin(3, 2, 6, 5, 1, 5, 5)))
    assert [(roll.side, roll.succeeded) for roll in rolled] == [
        ("a", True),
        ("b", False),
        ("a", False),
        ("b", True),
    ]
    expected = sum(roll.chance for roll in rolled if roll.side == "a")
    assert expected == pytest.approx((2 * 2890 + 2611) / ROUND)
