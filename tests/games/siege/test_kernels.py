"""The compiled code of the siege says the same as the rules, and its plans are what they claim."""

from math import exp
from typing import Any

import numpy as np
import pytest

from engine.core.events import SideId
from engine.core.rng import Seeded, output
from engine.players.siege.kernel import planning
from engine.players.siege.kernel.possible import outputs
from engine.players.siege.kernel.rounds import NONE, Array, Rules, rules_of
from engine.players.siege.kernel.training import play_round
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.events import ORDERS
from engine.rulesets.siege.rules import ALLOWED, Five, Orders, Tables, legal
from engine.rulesets.siege.state import State
from tests.games.siege.test_inference import ODD
from tests.games.siege.worlds import text
from tests.sieges import play_round as play_by_the_rules

WINNERS = {"a": 1, "b": -1, None: 0}
IDLE = np.full((1, 5), NONE, np.int32)


def random_side(rng: Seeded, most: int = 4) -> Five:
    def unit() -> tuple[int, int, int, int]:
        return (*(rng.below(most + 1, "stat", "") for _ in range(3)), rng.below(4, "exh", ""))  # type: ignore[return-value]

    return unit(), unit(), unit(), unit(), unit()


def random_orders(rng: Seeded, side: Five) -> Orders:
    return tuple(legal(unit)[rng.below(len(legal(unit)), "order", "")] for unit in side)


def coded(rules: Rules, sides: list[Five]) -> Array:
    return np.array([[rules.code(unit) for unit in side] for side in sides], np.int32)


def by_the_rules(
    sides: tuple[Five, ...], given: tuple[Orders, ...], tables: Tables, rounds_played: int
) -> State:
    """The state after a round between these units, played by the stages."""
    orders = "|".join("".join(order[0] for order in each) for each in given)
    return play_by_the_rules(text(sides[0]), text(sides[1]), orders, tables, rounds_played).state


@pytest.mark.long  # compiled anew each time
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
        after = by_the_rules(both, each, tables, rounds_played=1)
        assert WINNERS[after.winner] == fallen[row]
        fallen_seen.add(after.winner)
        if after.winner is None:
            for side, codes in (("a", a), ("b", b)):
                units = after.sides[side].five()  # type: ignore[index]
                assert [rules.code(unit) for unit in units] == codes[row].tolist()
    assert fallen_seen == {"a", "b", None}


def test_outputs_of_an_array_are_those_of_its_numbers() -> None:
    numbers = np.array([0, 1, 2, 2**32, 2**64 - 1], np.uint64)
    for seed in (0, 1234567, 2**64 - 1):
        assert outputs(seed, numbers).tolist() == [output(seed, n) for n in numbers.tolist()]


def test_a_side_s_orders_lead_to_what_the_rules_say_against_each_of_the_enemy_s() -> None:
    """In the last round, which has a winner, from both seats."""
    rng, rules = Seeded(6), rules_of(TABLES)
    net = planning.net_of(rules, planning.weights())
    winners = set()
    for own_side, seat in (("a", 1), ("b", -1)) * 5:
        own, worlds = random_side(rng), [random_side(rng) for _ in range(4)]
        ours = [random_orders(rng, own) for _ in range(8)]
        theirs = [[random_orders(rng, world) for _ in range(8)] for world in worlds]
        found = planning.payoffs(
            rules,
            net,
            0,
            seat,
            coded(rules, [own])[0],
            coded(rules, worlds),
            numbered(ours),
            np.stack([numbered(each) for each in theirs]),
            np.full(4, 8, np.int32),
        )
        for world, one, two in np.ndindex(found.shape):
            sides, given = (own, worlds[world]), (ours[one], theirs[world][two])
            if own_side == "b":
                sides, given = sides[::-1], given[::-1]
            winner = by_the_rules(sides, given, TABLES, rounds_played=39).winner
            assert found[world, one, two] == (planning.SURE if winner == own_side else 0)
            winners.add(winner)
    assert winners == {"a", "b"}


def numbered(orders: list[Orders]) -> Array:
    return np.array([[ORDERS.index(order) for order in each] for each in orders], np.int32)


def judged(
    rules: Rules, net: planning.Net, a: Array, b: Array, left: int, side: SideId = "a"
) -> list[int]:
    """Return a side's chance in each position, after a round without actions."""
    own, enemy = (a, b) if side == "a" else (b, a)
    return [
        int(
            planning.payoffs(
                *(rules, net, left, 1 if side == "a" else -1),
                *(one, two[None], IDLE, IDLE[None], np.ones(1, np.int32)),
            )[0, 0, 0]
        )
        for one, two in zip(own, enemy, strict=True)
    ]


def network(**parts: Any) -> dict[str, Any]:
    """A network of one neuron, which sees nothing but what these parts say."""
    nothing = {"own": [[0]] * 104, "foe": [[0]] * 104, "clock": [[0]] * 5, "out": [planning.SCALE]}
    return nothing | {"seat": [0] * 5} | parts


def test_the_network_adds_up_units_and_takes_what_is_above_its_threshold() -> None:
    """A point for each HP, half a point less for each enemy HP, threshold 2: 8 - 2 - 2 = 4 for a,
    below 0 for b (4 - 4 - 2). So a's chance is 1 / (1 + e^-4)."""
    rules = rules_of(TABLES)
    by_hp = [[0]] * 10 + [[planning.SCALE * hp] for hp in range(5)] + [[0]] * 89
    by_foe = [[0]] * 10 + [[-planning.SCALE // 2 * hp] for hp in range(5)] + [[0]] * 89
    beyond = [[-2 * planning.SCALE], [0], [0], [0], [0]]
    net = planning.net_of(rules, network(own=by_hp, foe=by_foe, clock=beyond))
    nobody = (0, 0, 0, 0)
    a, b = (
        coded(rules, [((0, 0, one, 0), (0, 0, two, 0), nobody, nobody, nobody)])
        for one, two in ((4, 4), (1, 3))
    )
    assert judged(rules, net, a, b, 20) == [round(planning.SURE / (1 + exp(-4)))]
    assert judged(rules, net, a, b, 20, "b") == [
        planning.SURE - round(planning.SURE / (1 + exp(-4)))
    ]


def test_the_seat_is_side_a_s_whoever_asks() -> None:
    """Half a point for a, whatever there is: 1 / (1 + e^-0.5)."""
    rules = rules_of(TABLES)
    net = planning.net_of(rules, network(seat=[planning.SCALE // 2, 0, 0, 0, 0]))
    side = coded(rules, [((2, 2, 2, 0),) * 5])
    likely = round(planning.SURE / (1 + exp(-0.5)))
    assert judged(rules, net, side, side, 7) == [likely]
    assert judged(rules, net, side, side, 7, "b") == [planning.SURE - likely]


def test_regret_matching_finds_the_equilibrium_of_a_game_that_can_be_worked_out() -> None:
    """Matching pennies, one match paying half: with p on the first row, columns pay 0.5 p and 1 -
    p, equal at p = 2/3."""
    chances = np.array([[[0.5, 0.0], [0.0, 1.0]]])
    plan, plans = planning.solve(chances, 2_000)
    assert np.abs(plan - [2 / 3, 1 / 3]).max() < 0.02
    assert np.abs(plans[0] - [2 / 3, 1 / 3]).max() < 0.02


def test_an_enemy_that_knows_its_world_answers_in_each_by_itself() -> None:
    """In world 1 the second column is right for the enemy, in world 2 the first one."""
    chances = np.array([[[1.0, 0.0], [1.0, 0.0]], [[0.2, 0.9], [0.3, 0.9]]])
    plan, plans = planning.solve(chances, 500)
    assert plan[1] > 0.99
    assert plans[0, 1] > 0.99
    assert plans[1, 0] > 0.99


def test_sensible_orders_are_allowed_and_leave_out_only_twins_and_idlers() -> None:
    rules = rules_of(TABLES)
    same = ((2, 2, 2, 0), (2, 2, 2, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    tired = ((0, 1, 1, 1), *((0, 0, 0, 0),) * 4)
    found, counts = planning.sensible(rules, coded(rules, [same, tired]))
    # Two alike with three orders each that they may carry out: 3 * 4 / 2; the others do nothing.
    assert counts.tolist() == [6, 2]
    assert sorted(ORDERS[order] for order in found[1, :2, 0]) == ["defend", "recover"]
    rng = Seeded(5)
    sides = [random_side(rng) for _ in range(50)]
    found, counts = planning.sensible(rules, coded(rules, sides))
    for side, options, count in zip(sides, found, counts, strict=True):
        assert count
        for orders in options[:count]:
            assert all(ALLOWED[ORDERS[o]](unit) for o, unit in zip(orders, side, strict=True))
