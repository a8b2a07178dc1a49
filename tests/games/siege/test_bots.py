"""Bots: they play by the rules, by what they may know, and the strong one wins."""

from collections import Counter
from functools import partial

import numpy as np
import pytest

import engine
from engine.core.battle import perform
from engine.core.rng import Scripted, Seeded
from engine.players.siege.kernel.inference import after_rounds
from engine.players.siege.kernel.planning import (
    Effort,
    Search,
    Stream,
    net_of,
    payoffs,
    sensible,
    weights,
)
from engine.players.siege.kernel.rounds import rules_of
from engine.players.siege.ruleset import BOTS, GUARDS
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.events import ORDERS
from engine.rulesets.siege.match import Match
from engine.rulesets.siege.rules import ALLOWED, Stats
from engine.rulesets.siege.stages import STREAMS
from engine.rulesets.siege.state import APPLY, View, by_letter, view_of
from tests.battle_log import problems
from tests.games.siege.test_notebook import match_of
from tests.games.siege.test_tables import file_with, row
from tests.sieges import EVEN, orders, play, random_army, side, siege_file, state_of

every_bot = pytest.mark.parametrize("id_", BOTS)


def view(army: str = EVEN) -> View:
    return view_of(state_of(army, EVEN), "a", TABLES)


def random_view(rng: Seeded) -> View:
    words = [f"{unit}/{rng.below(4, 'exh', '')}" for unit in random_army(rng).split()]
    return view(" ".join(words))


@every_bot
def test_d13_a_bot_gives_only_orders_that_its_units_may_carry_out(id_: str) -> None:
    rng = Seeded(1)
    for _ in range(2 if BOTS[id_].slow else 100):
        seen = random_view(rng)
        orders = BOTS[id_].decide(seen, rng)
        assert all(ALLOWED[order](unit) for order, unit in zip(orders, seen.own, strict=True))


@every_bot
def test_d13_the_same_view_and_chance_give_the_same_orders(id_: str) -> None:
    """Also where what was worked out before is no longer kept, as in another process."""
    for seed in range(1 if BOTS[id_].slow else 20):
        seen = random_view(Seeded(seed))
        first = BOTS[id_].decide(seen, Seeded(seed))
        after_rounds.cache_clear()
        assert BOTS[id_].decide(seen, Seeded(seed)) == first


@every_bot
def test_a_bot_s_own_allotment_is_one_that_d1_allows(id_: str) -> None:
    rng, armies = Seeded(4), set()
    for _ in range(60):
        army = " ".join("/".join(map(str, unit[:3])) for unit in BOTS[id_].allot(rng))
        assert problems(siege_file(side(army, bot=id_), side(EVEN))) == []
        armies.add(army)
    assert len(armies) > 30


def test_d13_bots_draw_once_a_round_and_decide_by_their_draw() -> None:
    # Each bot draws once a round, and its owner sees that.
    log = play(side(EVEN, bot="random"), side(EVEN, bot="aggressive"), seed=5)
    rolls = log.all("dice_rolled")
    assert [(roll.audience, roll.source) for roll in rolls] == [
        ("a", "random"),
        ("b", "aggressive"),
    ] * log.result.rounds
    assert all(1 <= roll.results[0] <= roll.sides == STREAMS for roll in rolls)
    # The stream that the die says, and the view before the round, give the orders again.
    read = engine.read(siege_file(side(EVEN, bot="random"), side(EVEN, "ddddd")))
    stages = read.ruleset.round_of(read.setup)[:1]  # type: ignore[misc]
    state = state_of(EVEN, EVEN)
    orders = BOTS["random"].decide(view(), Seeded(12))
    _, _, of_a, _ = perform(APPLY, stages, state, Scripted([12]))
    assert tuple(of_a.orders.values()) == orders  # type: ignore[attr-defined]


def test_d13_odds_with_bots_are_sampled_and_without_certain() -> None:
    # Odds between bots are sampled with an interval.
    file = siege_file(side(EVEN, bot="aggressive"), side(EVEN, bot="random"))
    odds = engine.odds(file, samples=200)
    assert (odds.method, odds.samples) == ("sample", 200)
    assert odds.interval is not None
    low, high = odds.interval
    assert 0.5 < low <= odds.a <= high <= 1
    assert odds.a + odds.b == 1
    assert odds == engine.odds(file, samples=200)
    # Ann besieges an empty castle in round 1. A loser has nobody left, whoever still stands.
    odds = engine.odds(siege_file(side(EVEN, "addnn"), side(EVEN)))
    assert (odds.method, odds.a, odds.b, odds.draw) == ("exact", 1.0, 0.0, 0.0)
    assert odds.survivors == {"a": (0, 0, 0, 0, 0, 1), "b": (1, 0, 0, 0, 0, 0)}


def test_dice_gives_every_order_that_is_allowed() -> None:
    given = Counter(
        BOTS["random"].decide(view("1/1/1/1 " + EVEN[6:]), Seeded(k))[0] for k in range(400)
    )
    assert given.keys() == {"attack", "defend", "recover", "none"}
    assert all(70 < count < 130 for count in given.values())


def test_the_warden_mans_its_wall_whenever_it_can() -> None:
    rng = Seeded(3)
    for _ in range(60):
        seen = random_view(rng)
        able = sum(ALLOWED["defend"](unit) for unit in seen.own)
        guards = BOTS["cautious"].decide(seen, rng).count("defend")
        assert min(able, GUARDS) <= guards <= min(able, GUARDS + 1)


def test_the_ram_storms_with_all_but_one() -> None:
    """At home stays the unit with the lowest ATK: D, which defends better than E."""
    storms = [BOTS["aggressive"].decide(view(), Seeded(k)).count("attack") for k in range(100)]
    assert set(storms) == {4, 5}
    assert storms.count(4) > storms.count(5)
    mixed = view("4/0/2 3/2/2 2/2/2 1/4/2 1/2/2")
    found = {BOTS["aggressive"].decide(mixed, Seeded(k)) for k in range(40)}
    assert found == {("attack",) * 5, (*("attack",) * 3, "defend", "attack")}


@pytest.mark.parametrize("better", ["cautious", "aggressive"])
def test_whoever_thinks_beats_the_dice(better: str) -> None:
    """From both seats, with an army drawn for each match."""
    rng, wins = Seeded(9), 0
    for seed in range(40):
        sides = [side(random_army(rng), bot=better), side(random_army(rng), bot="random")]
        won = "ab"[seed % 2]
        wins += play(*(sides if won == "a" else sides[::-1]), seed).result.winner == won
    assert wins > 22


STRONG = BOTS["strong"]


def plan(own: str, enemy: str, rounds_left: int) -> list[tuple[list[str], float]]:
    """The mixed plan of side b against an enemy of which all is known."""
    rules = rules_of(TABLES)
    sides = [
        np.array([rules.code(stats(word)) for word in army.split()], np.int32)
        for army in (own, enemy)
    ]
    net, (mine, enemy) = net_of(rules, weights()), sides
    chances = partial(payoffs, rules, net, rounds_left, -1, mine, enemy[None])
    (own,), theirs = sensible(rules, mine[None])[0], sensible(rules, enemy[None])
    options, likely = Search(chances, own, *theirs, Effort(), Stream(1)).plan()
    words = [[ORDERS[order] for order in each] for each in options.tolist()]
    return list(zip(words, likely.tolist(), strict=True))


def stats(word: str) -> Stats:
    atk, def_, hp, exh = map(int, word.split("/"))
    return atk, def_, hp, exh


def test_it_storms_or_mans_its_wall_where_nothing_else_helps() -> None:
    # The enemy's units have no DEF, and no ATK to come out with.
    planned = plan("2/2/2/0 " * 5, "0/0/2/0 " * 5, 20)
    assert sum(likely for orders, likely in planned if "attack" in orders) > 0.99
    # Its A alone can do anything, and has to: b is ahead in the last round, by 20 to 15.
    #
    # A = 10 against D = 4 costs A 1 DEF and 1 EXH, which leaves 18.
    planned = plan("0/4/0/0 " + "0/0/4/0 " * 4, "2/0/1/0 " * 5, 0)
    assert sum(likely for orders, likely in planned if orders[0] == "defend") > 0.99


def test_in_the_last_round_the_side_that_wins_the_tie_lets_nobody_in() -> None:
    """Nothing has happened in 39 rounds: only with guards, or if all come out, is b's wall safe."""
    view = match_of(EVEN, EVEN, *["dnnnn|dnnnn"] * 39).view("b")
    assert (view.round, view.rounds) == (40, 40)
    for seed in range(4):
        orders = STRONG.decide(view, Seeded(seed))
        assert "defend" in orders or orders.count("attack") == 5


@pytest.mark.parametrize("won", ["a", "b"])
@pytest.mark.parametrize(
    "opponent",
    ["random", *(pytest.param(id_, marks=pytest.mark.long) for id_ in ("cautious", "aggressive"))],
)
def test_it_beats_the_others_from_both_seats_with_the_same_army(opponent: str, won: str) -> None:
    army = "4/0/2 3/2/2 2/2/2 1/3/2 0/3/2"
    sides = [side(army, bot="strong"), side(army, bot=opponent)]
    assert play(*(sides if won == "a" else sides[::-1]), seed=7).result.winner == won


def test_it_plays_by_a_league_s_own_tables() -> None:
    """Fighting gives 3 HP, so that values grow beyond those of D1."""
    grow = row(effects=[{"unit": "AU", "stat": "HP", "delta": 3}])
    match = Match(engine.read(file_with(battle=[grow])))
    fight = orders("aaadd")
    match.resolve(fight, fight)  # type: ignore[arg-type]
    assert match.state.units["aA"].known == (2, 2, 5, 0)
    for seed in range(3):
        given = STRONG.decide(match.view("a"), Seeded(seed))
        assert all(order in match.legal("a")[letter] for letter, order in by_letter(given).items())
