"""Who may carry out which order, and what becomes of the others."""

import pytest

from engine.rulesets.siege.rules import MAY
from tests.sieges import EVEN, play, play_round, side


@pytest.mark.parametrize(
    ("unit", "may"),
    [
        ((1, 0, 0, 0), {"attack", "none"}),
        ((0, 1, 0, 0), {"defend", "none"}),
        ((0, 0, 1, 0), {"none"}),
        ((0, 0, 1, 1), {"recover", "none"}),
        ((0, 0, 0, 1), {"none"}),
        ((1, 1, 1, 2), {"attack", "defend", "recover", "none"}),
        ((1, 1, 1, 3), {"recover", "none"}),
        ((4, 4, 0, 3), {"none"}),
        ((0, 0, 0, 0), {"none"}),
    ],
)
def test_d02_who_may_carry_out_an_order(unit: tuple[int, int, int, int], may: set[str]) -> None:
    assert {order for order, test in MAY.items() if test(unit)} == may


def test_d02_an_order_that_is_not_allowed_or_missing_counts_as_none() -> None:
    """A has no ATK, B is exhausted, C has no EXH to recover from, D has none, E may attack."""
    log = play_round("0/2/2 2/2/2/3 2/2/2 2/2/2 2/2/2", EVEN, "aar a|ddnnn")
    of_a, of_b = log.all("orders_given")
    assert of_a.orders == {"aA": "none", "aB": "none", "aC": "none", "aD": "none", "aE": "attack"}
    assert of_a.refused == {"aA": "attack", "aB": "attack", "aC": "recover"}
    assert of_b.refused == {}
    assert log.only("castle_besieged").besiegers == ("aE",)


def test_d02_what_counts_is_the_start_of_the_round() -> None:
    """aA gets its third EXH in the battle of a round in which it may still attack (B5)."""
    log = play_round(
        "2/2/2/2 2/2/2 2/2/2 2/2/2 2/2/2", "2/2/2/2 2/2/2 2/2/2 2/2/2 2/2/2", "adnnn|adnnn"
    )
    assert log.all("orders_given")[0].refused == {}
    assert log.now("aA") == "2/2/2/3"


def test_d02_a_unit_that_is_exhausted_may_recover() -> None:
    log = play_round("2/2/2/3 2/2/2 2/2/2 2/2/2 2/2/2", EVEN, "rdnnn|ddnnn")
    assert log.now("aA") == "2/2/2/2"


def test_d08_a_side_that_misses_rounds_goes_on_with_none() -> None:
    """Bo orders in round 1 only and nobody minds his gate in round 2: Ann walks in."""
    log = play(side(EVEN, "adnnn", "adnnn"), side(EVEN, "ndnnn"))
    second = log.round(2)
    assert set(second.all("orders_given")[1].orders.values()) == {"none"}
    assert (log.result.winner, log.result.reason, log.result.rounds) == ("a", "castle", 2)
