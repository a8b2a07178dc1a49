"""The rulings of the installed game, with values worked out by hand."""

import re
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from conquest import odds
from conquest.events import ArmyLost, DiceCompared, RoundRolled
from conquest.ruleset import RULESET

import engine
from engine.core.battle import fold, run
from engine.core.battlefile import read_battle
from engine.core.rng import Scripted
from engine.odds.exact import enumerated_odds, exact_odds

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


def losers(events: Sequence[Any]) -> list[str]:
    return [event.loser for event in events if isinstance(event, DiceCompared)]


class Noting:
    """Dice that show their highest face and note what they were asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, str, str]] = []

    def below(self, n: int, what_for: str, who: str) -> int:
        self.asked.append((n, what_for, who))
        return n - 1


@pytest.mark.parametrize(("armies", "fits"), [(0, False), (1, True), (60, True), (61, False)])
def test_c01_each_side_brings_1_to_60_armies(armies: int, fits: bool) -> None:  # noqa: FBT001
    if fits:
        assert RULESET.sizes(battle(armies, armies).setup) == (armies, armies)
    else:
        with pytest.raises(engine.InputError, match="must be from 1 to 60"):
            battle(armies, 1)


@pytest.mark.parametrize(("armies", "dice"), [(1, 1), (2, 2), (3, 3), (4, 3), (60, 3)])
def test_c02_attackers_roll_a_die_for_each_army_at_most_three(armies: int, dice: int) -> None:
    (rolled,) = begin(armies, 1, *[6] * dice, 1)[1:2]
    assert isinstance(rolled, RoundRolled)
    assert len(rolled.attack) == dice


@pytest.mark.parametrize(("armies", "dice"), [(1, 1), (2, 2), (3, 2), (60, 2)])
def test_c03_defenders_roll_a_die_for_each_army_at_most_two(armies: int, dice: int) -> None:
    (rolled,) = begin(1, armies, 6, *[1] * dice)[1:2]
    assert isinstance(rolled, RoundRolled)
    assert len(rolled.defence) == dice


def test_c04_dice_have_six_sides_and_all_are_rolled_before_any_is_compared() -> None:
    dice = Noting()
    events = run(RULESET, battle(3, 2).setup, dice)
    while not isinstance(next(events), DiceCompared):
        pass
    assert dice.asked == [(6, "attack", "a")] * 3 + [(6, "defence", "b")] * 2


def test_c05_highest_meets_highest_and_second_meets_second() -> None:
    """Of 2, 6, 4 and 3, 5 the 6 meets the 5 and the 4 meets the 3."""
    events = begin(3, 2, 2, 6, 4, 3, 5)
    compared = [(e.attack, e.defence) for e in events if isinstance(e, DiceCompared)]
    assert compared == [(6, 5), (4, 3)]
    assert losers(events) == ["b", "b"]


def test_c05_dice_without_a_counterpart_do_not_count() -> None:
    assert losers(begin(3, 1, 1, 1, 1, 2)) == ["a"]
    assert losers(begin(1, 2, 6, 1, 1)) == ["b"]


def test_c06_a_tie_costs_the_attackers_an_army() -> None:
    events = begin(3, 2, 5, 5, 1, 5, 4)
    assert losers(events) == ["a", "b"]
    assert [e.source for e in events if isinstance(e, DiceCompared)] == ["C6", "C5"]


def test_c07_the_army_in_front_is_lost() -> None:
    events = begin(3, 2, 1, 1, 1, 6, 6)
    assert [(e.unit, e.left) for e in events if isinstance(e, ArmyLost)] == [("a1", 2), ("a2", 1)]


def test_c08_rounds_follow_until_one_side_has_no_army_left() -> None:
    """3 against 2: the attackers lose two, then roll one die against two, and win both rounds."""
    last = begin(3, 2, *[1, 1, 1, 6, 6], *[6, 5, 4], *[2, 1])[-1]
    assert isinstance(last, engine.BattleEnded)
    assert (last.winner, last.reason, last.rounds) == ("a", "defeat", 3)
    assert last.survivors == {"a": [{"id": "a3", "name": "Army"}], "b": []}


def test_c08_there_is_no_draw() -> None:
    assert exact_odds(battle(20, 20)).draw == 0


def test_c09_what_a_round_with_all_five_dice_costs() -> None:
    shares = {lost: Fraction(chance * ROUND) for lost, chance in odds.costs(3, 2).items()}
    assert shares == {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275}


def test_every_ruling_has_a_test() -> None:
    rules = (RULESET.folder / "RULES.md").read_text("utf-8")
    ruled = {int(number) for number in re.findall(r"\*\*C(\d+)\*\*", rules)}
    tested = {int(name[6:8]) for name in globals() if re.match(r"test_c\d\d_", name)}
    assert ruled == tested


def test_one_against_one_and_two_against_one() -> None:
    """One die wins against one in 15 of 36 cases, the better of two in 125 of 216."""
    assert exact_odds(battle(1, 1)).a == pytest.approx(15 / 36)
    assert exact_odds(battle(2, 1)).a == pytest.approx(125 / 216 + 91 / 216 * 15 / 36)


@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (2, 1), (1, 2), (2, 2)])
def test_the_programme_finds_what_playing_every_outcome_finds(
    attackers: int, defenders: int
) -> None:
    exact, tried = (odds(battle(attackers, defenders)) for odds in (exact_odds, enumerated_odds))
    assert exact.a == pytest.approx(tried.a, abs=1e-12)
    for side in "ab":
        assert exact.survivors[side] == pytest.approx(tried.survivors[side], abs=1e-12)


def test_the_chance_before_a_roll_is_the_mean_of_those_after_it() -> None:
    before = exact_odds(battle(3, 2)).a
    after = [
        odds.chances(state).a
        for faces in product(range(1, 7), repeat=5)
        for state in [state_after(begin(3, 2, *faces)[:2])]
    ]
    assert sum(after) / ROUND == pytest.approx(before, abs=1e-12)


def state_after(events: Sequence[Any]) -> Any:
    """The state after these events."""
    (*_, state) = fold(RULESET, events)
    return state


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
