"""The strong bot: it sees what matters, and it wins. `make bench` plays the many matches."""

import numpy as np
import pytest

import engine
from engine.core.rng import Seeded
from engine.players.siege.bots import BOTS
from engine.players.siege.inference.rounds import after_rounds
from engine.players.siege.kernel.codes import rules_of
from engine.players.siege.kernel.judgement import net_of, weights
from engine.players.siege.kernel.search import Effort, Search, Stream
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.match import Match
from engine.rulesets.siege.rules import Stats
from engine.rulesets.siege.snapshot import ORDERS
from engine.rulesets.siege.view import by_letter
from tests.games.siege.test_notebook import bots_match, match_of
from tests.games.siege.test_tables import file_with, row
from tests.sieges import EVEN, orders, play, side

STRONG = BOTS["strong"]


def plan(own: str, enemy: str, rounds_left: int) -> list[tuple[list[str], float]]:
    """The mixed plan of side b against an enemy of which all is known."""
    rules = rules_of(TABLES)
    sides = [
        np.array([rules.code(stats(word)) for word in army.split()], np.int32)
        for army in (own, enemy)
    ]
    net, (mine, enemy) = net_of(rules, weights()), sides
    search = Search(rules, net, "b", rounds_left, mine, enemy[None], Effort(), Stream(1))
    options, likely = search.plan()
    words = [[ORDERS[order] for order in each] for each in options.tolist()]
    return list(zip(words, likely.tolist(), strict=True))


def stats(word: str) -> Stats:
    atk, def_, hp, exh = map(int, word.split("/"))
    return atk, def_, hp, exh


def test_it_walks_into_a_castle_that_nobody_can_defend() -> None:
    """The enemy's units have no DEF, and no ATK to come out with."""
    planned = plan("2/2/2/0 " * 5, "0/0/2/0 " * 5, 20)
    assert sum(likely for orders, likely in planned if "attack" in orders) > 0.99


def test_it_mans_its_wall_where_nothing_else_can_save_it() -> None:
    """Its A alone can do anything, and has to: b is ahead in the last round, by 20 to 15.

    A = 10 against D = 4 costs A 1 DEF and 1 EXH, which leaves 18.
    """
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


def test_it_orders_the_same_whatever_was_asked_before() -> None:
    """As in two processes of which each has had other matches to play."""
    views = [match.view("a") for seed in range(3) for match in bots_match(seed, 2)]
    assert len(views) > 2
    alone = []
    for seed, view in enumerate(views):
        after_rounds.cache_clear()
        alone.append(STRONG.decide(view, Seeded(seed)))
    after_rounds.cache_clear()
    later = [STRONG.decide(view, Seeded(seed)) for seed, view in reversed([*enumerate(views)])]
    assert later[::-1] == alone


def test_it_plays_by_a_league_s_own_tables() -> None:
    """Whoever fights gains 3 HP, so that values grow beyond those of D1."""
    grow = row(effects=[{"unit": "AU", "stat": "HP", "delta": 3}])
    match = Match(engine.read(file_with(battle=[grow])))
    fight = orders("aaadd")
    match.resolve(fight, fight)  # type: ignore[arg-type]
    assert match.state.units["aA"].known == (2, 2, 5, 0)
    for seed in range(3):
        given = STRONG.decide(match.view("a"), Seeded(seed))
        assert all(order in match.legal("a")[letter] for letter, order in by_letter(given).items())
