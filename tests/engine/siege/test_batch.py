"""The array code of the siege says the same as the rules, and its plans are what they claim."""

import numpy as np
import pytest

from engine.core.rng import Seeded, mix
from engine.rulesets.siege.advance import Position, advance
from engine.rulesets.siege.cards import ORDERS
from engine.rulesets.siege.entries import TABLES
from engine.rulesets.siege.kernels.batch import Array, Rules, play_round, rules_of, totals
from engine.rulesets.siege.kernels.judgement import SURE, Judgement, weights
from engine.rulesets.siege.kernels.search import Stream, sensible, solved
from engine.rulesets.siege.rules import MAY, Five, Orders, legal, total, winner_by_totals
from engine.rulesets.siege.tables import Tables
from tests.engine.siege.test_inference import ODD

WINNERS = {"a": 1, "b": -1, None: 0}


def random_side(rng: Seeded, most: int = 4) -> Five:
    def unit() -> tuple[int, int, int, int]:
        return (*(rng.below(most + 1, "stat") for _ in range(3)), rng.below(4, "exh"))  # type: ignore[return-value]

    return unit(), unit(), unit(), unit(), unit()


def random_orders(rng: Seeded, side: Five) -> Orders:
    a, b, c, d, e = (legal(unit)[rng.below(len(legal(unit)), "order")] for unit in side)
    return a, b, c, d, e


def coded(rules: Rules, sides: list[Five]) -> Array:
    return np.array([[rules.code(unit) for unit in side] for side in sides], np.int32)


@pytest.mark.parametrize(("tables", "most"), [(TABLES, 4), (ODD, 3)])
def test_rounds_by_the_thousand_are_the_rules_rounds(tables: Tables, most: int) -> None:
    rng, rules, count = Seeded(1), rules_of(tables), 3_000
    sides = [(random_side(rng, most), random_side(rng, most)) for _ in range(count)]
    given = [(random_orders(rng, a), random_orders(rng, b)) for a, b in sides]
    orders = np.array(
        [[[ORDERS.index(o) for o in one] for one in both] for both in given], np.int32
    )
    a, b, fallen = play_round(
        rules,
        coded(rules, [one for one, _ in sides]),
        coded(rules, [two for _, two in sides]),
        orders[:, 0],
        orders[:, 1],
    )
    fallen_seen = set()
    for row, (both, each) in enumerate(zip(sides, given, strict=True)):
        after = advance(tables, Position(1, *both), *each)
        assert WINNERS[after.winner] == fallen[row]
        fallen_seen.add(after.winner)
        if after.winner is None:
            assert [rules.code(unit) for unit in after.a] == a[row].tolist()
            assert [rules.code(unit) for unit in after.b] == b[row].tolist()
    assert fallen_seen == {"a", "b", None}


def test_totals_decide_as_the_rules_have_it() -> None:
    rng, rules = Seeded(2), rules_of(TABLES)
    sides = [(random_side(rng, 2), random_side(rng, 2)) for _ in range(2_000)]
    a, b = (totals(rules, coded(rules, [both[row] for both in sides])) for row in (0, 1))
    for row, (one, two) in enumerate(sides):
        winner, _ = winner_by_totals(total(one), total(two))
        assert (a[row] > b[row]) == (winner == "a")


def test_the_stream_s_numbers_are_those_of_the_engine_s_dice() -> None:
    dice = Seeded(99)
    raw = []
    for _ in range(5):
        dice.below(2, "any")
        raw.append((mix(dice.state) >> 11) * 2.0**-53)
    assert Stream(99).uniform(5).tolist() == raw


def test_both_sides_are_judged_alike_but_for_the_seat() -> None:
    """Turned around, the chances of a position add up to one, as far as the seat allows."""
    rules = rules_of(TABLES)
    plain = {**weights(), "seat": [0] * len(weights()["seat"])}
    judgement = Judgement(rules, plain)
    rng = Seeded(3)
    one, two = (coded(rules, [random_side(rng) for _ in range(500)]) for _ in range(2))
    nobody = np.zeros(500, np.int8)
    for left in (2, 20, 40):
        there = judgement.chances(one, two, left, nobody)
        back = judgement.chances(two, one, left, nobody)
        # Rounding down may make a difference of a 256th of a logit, a thousandth at most.
        assert np.abs(there + back - SURE).max() <= SURE // 1000


def test_letters_do_not_matter_to_the_judgement() -> None:
    rules = rules_of(TABLES)
    judgement = Judgement(rules, weights())
    rng = Seeded(4)
    one, two = (coded(rules, [random_side(rng) for _ in range(200)]) for _ in range(2))
    nobody = np.zeros(200, np.int8)
    turned = judgement.chances(one[:, ::-1], two[:, [2, 0, 1, 4, 3]], 10, nobody)
    assert (judgement.chances(one, two, 10, nobody) == turned).all()


def test_a_fallen_castle_and_the_last_round_are_certain() -> None:
    rules = rules_of(TABLES)
    judgement = Judgement(rules, weights())
    side = coded(rules, [((2, 2, 2, 0),) * 5])
    assert judgement.chances(side, side, 20, np.array([1], np.int8)).tolist() == [SURE]
    assert judgement.chances(side, side, 20, np.array([-1], np.int8)).tolist() == [0]
    assert judgement.chances(side, side, 0, np.array([0], np.int8)).tolist() == [0]


def test_regret_matching_finds_the_equilibrium_of_a_game_that_can_be_worked_out() -> None:
    """Matching pennies where one match pays half: 1 on the second row and column, 0.5 on the first.

    With p on the first row, the first column pays 0.5 p and the second 1 - p. They are
    equal where p = 2/3, and by the same reckoning the columns are mixed so.
    """
    chances = np.array([[[0.5, 0.0], [0.0, 1.0]]])
    plan, plans = solved(chances, 2_000)
    assert np.abs(plan - [2 / 3, 1 / 3]).max() < 0.02
    assert np.abs(plans[0] - [2 / 3, 1 / 3]).max() < 0.02


def test_an_enemy_that_knows_its_world_answers_in_each_by_itself() -> None:
    """In world 1 the second column is right for the enemy, in world 2 the first one."""
    chances = np.array([[[1.0, 0.0], [1.0, 0.0]], [[0.2, 0.9], [0.3, 0.9]]])
    plan, plans = solved(chances, 500)
    assert plan[1] > 0.99
    assert plans[0, 1] > 0.99
    assert plans[1, 0] > 0.99


def test_sensible_orders_are_allowed_and_leave_out_only_twins_and_idlers() -> None:
    rules = rules_of(TABLES)
    same = ((2, 2, 2, 0), (2, 2, 2, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    found = sensible(rules, coded(rules, [same])[0])
    # Two alike with three orders each that they may carry out: 3 * 4 / 2; the others do nothing.
    assert len(found) == 6
    tired = ((0, 1, 1, 1), *((0, 0, 0, 0),) * 4)
    words = [ORDERS[order] for order in sensible(rules, coded(rules, [tired])[0])[:, 0]]
    assert sorted(words) == ["defend", "recover"]
    rng = Seeded(5)
    for _ in range(50):
        side = random_side(rng)
        for orders in sensible(rules, coded(rules, [side])[0]):
            assert all(MAY[ORDERS[o]](unit) for o, unit in zip(orders, side, strict=True))
