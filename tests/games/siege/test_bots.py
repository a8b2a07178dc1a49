"""Bots: they play by the rules, by what they may know, and by chance of their own."""

from collections import Counter

import pytest

import engine
from engine.core.battle import perform
from engine.core.rng import Scripted, Seeded
from engine.players.siege.bots import BOTS, GUARDS
from engine.rulesets.siege.apply import APPLY
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.deciding import STREAMS
from engine.rulesets.siege.rules import MAY
from engine.rulesets.siege.view import View, view_of
from tests.sieges import EVEN, play, problems, random_army, side, siege_file, state_of

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
        assert all(MAY[order](unit) for order, unit in zip(orders, seen.own, strict=True))


@every_bot
def test_d13_the_same_view_and_chance_give_the_same_orders(id_: str) -> None:
    for seed in range(1 if BOTS[id_].slow else 20):
        seen = random_view(Seeded(seed))
        first, again = (BOTS[id_].decide(seen, Seeded(seed)) for _ in range(2))
        assert first == again


@every_bot
def test_a_bot_s_own_allotment_is_one_that_d1_allows(id_: str) -> None:
    rng, armies = Seeded(4), set()
    for _ in range(60):
        army = " ".join("/".join(map(str, unit[:3])) for unit in BOTS[id_].allot(rng))
        assert problems(siege_file(side(army, bot=id_), side(EVEN))) == []
        armies.add(army)
    assert len(armies) > 30


def test_d13_each_bot_draws_once_a_round_and_its_owner_is_told() -> None:
    log = play(side(EVEN, bot="random"), side(EVEN, bot="aggressive"), seed=5)
    rolls = log.all("dice_rolled")
    assert [(roll.audience, roll.source) for roll in rolls] == [
        ("a", "random"),
        ("b", "aggressive"),
    ] * log.result.rounds
    assert all(1 <= roll.results[0] <= roll.sides == STREAMS for roll in rolls)


def test_d13_orders_of_a_bot_come_from_its_draw() -> None:
    """The stream that the die says, and the view before the round, give the orders again."""
    read = engine.read(siege_file(side(EVEN, bot="random"), side(EVEN, "ddddd")))
    stages = read.ruleset.round_of(read.setup)[:1]  # type: ignore[misc]
    state = state_of(EVEN, EVEN)
    orders = BOTS["random"].decide(view(), Seeded(12))
    _, _, of_a, _ = perform(APPLY, stages, state, Scripted([12]))
    assert tuple(of_a.orders.values()) == orders  # type: ignore[attr-defined]


def test_d13_odds_between_bots_are_sampled_with_an_interval() -> None:
    file = siege_file(side(EVEN, bot="aggressive"), side(EVEN, bot="random"))
    odds = engine.odds(file, samples=200)
    assert (odds.method, odds.samples) == ("sample", 200)
    assert odds.interval is not None
    low, high = odds.interval
    assert 0.5 < low <= odds.a <= high <= 1
    assert odds.a + odds.b == 1
    assert odds == engine.odds(file, samples=200)


def test_d13_odds_are_sampled_too_where_one_side_has_orders() -> None:
    with pytest.raises(engine.InputError, match="can only be sampled"):
        engine.odds(siege_file(side(EVEN), side(EVEN, bot="random")), "exact")
    assert engine.odds(siege_file(side(EVEN), side(EVEN, bot="random")), samples=20).samples == 20


def test_d13_with_orders_on_both_sides_the_end_is_certain() -> None:
    """Ann besieges an empty castle in round 1. A loser has nobody left, whoever still stands."""
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
        able = sum(MAY["defend"](unit) for unit in seen.own)
        guards = BOTS["cautious"].decide(seen, rng).count("defend")
        assert min(able, GUARDS) <= guards <= min(able, GUARDS + 1)


def test_the_ram_storms_with_all_but_one() -> None:
    """At home stays the unit with the lowest ATK: D, which defends better than E."""
    storms = [BOTS["aggressive"].decide(view(), Seeded(k)).count("attack") for k in range(100)]
    assert set(storms) == {4, 5}
    assert storms.count(4) > storms.count(5)
    mixed = view("4/0/2 3/2/2 2/2/2 1/4/2 1/2/2")
    orders = {BOTS["aggressive"].decide(mixed, Seeded(k)) for k in range(40)}
    assert orders == {("attack",) * 5, (*("attack",) * 3, "defend", "attack")}


@pytest.mark.parametrize("better", ["cautious", "aggressive"])
def test_whoever_thinks_beats_the_dice(better: str) -> None:
    """From both seats, with an army drawn for each match."""
    rng, wins = Seeded(9), 0
    for seed in range(40):
        sides = [side(random_army(rng), bot=better), side(random_army(rng), bot="random")]
        won = "ab"[seed % 2]
        wins += play(*(sides if won == "a" else sides[::-1]), seed).result.winner == won
    assert wins > 22
