"""Acid (W5), lightning (W6) and assassination (W7)."""

from tests.stacks import fight, named, odds, unit


def test_w05_acid_leaves_half_the_strength_rounded_down_to_the_end() -> None:
    """7 becomes 3 in the first pairing and 1 in the second; all its needs follow."""
    acid = unit(9, 1, acid=10)
    log = fight([unit(7, 1)], [acid, acid], [3, 10, 1, 10])
    assert log.values("acid_hit", "amount", "strength") == [(4, 3), (2, 1)]
    assert [event.a.needed for event in log.all("melee_rolled")] == [3, 1]


def test_w05_acid_kills_a_strength_of_1_before_anything_else() -> None:
    log = fight([unit(1, 9, lightning=9, assassin=9)], [unit(9, 1, acid=5)], [5])
    assert log.types()[-5:] == ["dice_rolled", "acid_hit", "unit_defeated", "battle_ended"][
        -5:
    ] or (log.types()[-4:] == ["dice_rolled", "acid_hit", "unit_defeated", "battle_ended"])
    assert log.only("acid_hit").strength == 0


def test_w05_acid_halves_strength_with_all_its_bonuses() -> None:
    """5 + 3 leadership = 8, halved 4."""
    log = fight([unit(5, 1, leadership=3)], [unit(9, 1, acid=10)], [5, 1])
    assert log.only("acid_hit").strength == 4


def test_w05_acid_may_miss() -> None:
    log = fight([unit(5, 1)], [unit(9, 1, acid=5)], [6, 20, 1])
    assert log.values("attempt_failed", "power", "attacker") == [("acid", "b1")]
    assert log.values("dice_rolled", "sides", "results", "needed") == [(10, [6], 5)]


def test_w05_the_worked_duel() -> None:
    assert abs(odds([unit(9, 3, acid=5)], [unit(5, 3)]).a - 0.918195) < 5e-7


def test_w06_lightning_leaves_half_the_hits_rounded_down() -> None:
    log = fight([unit(5, 5)], [unit(9, 1, lightning=10)], [1, 20])
    assert log.values("lightning_hit", "amount", "hits") == [(3, 2)]


def test_w06_lightning_kills_a_unit_with_1_hit() -> None:
    log = fight([unit(9, 1, missile=9)], [unit(1, 1, lightning=10)], [])
    assert log.result.winner == "b"
    assert log.only("lightning_hit").hits == 0


def test_w06_the_worked_duel() -> None:
    assert abs(odds([unit(9, 3, lightning=5)], [unit(1, 4)]).a - 0.997657) < 5e-7


def test_w07_an_assassin_kills() -> None:
    log = fight([named("assassin")], [named("gold-dragons")], [5])
    assert log.values("unit_assassinated", "attacker", "target", "hits") == [("a1", "b1", 0)]


def test_w07_it_counts_only_in_the_first_pairing() -> None:
    log = fight([unit(9, 1, assassin=10)], [unit(1, 1)] * 2, [1, 20])
    assert len(log.all("unit_assassinated")) == 1
    assert len(log.all("chance_weighed")) == 1


def test_w07_it_is_used_up_for_offsetting_too() -> None:
    """The worked case of the Gnolls: the first two cancel out; then the fresh one has 10 %."""
    log = fight([named("gnolls")], [named("gnolls")] * 2, [*[1, 20] * 2, 1])
    assert log.values("chance_weighed", "attacker", "total", "offset", "percent") == [
        ("a1", 1, 1, 0),
        ("b2", 1, 0, 10),
    ]
    assert log.only("unit_assassinated").attacker == "b2"


def test_w07_it_is_used_up_even_if_it_was_never_reached() -> None:
    """Acid ends the first pairing; in the second the assassin has nothing left."""
    log = fight([unit(9, 1, acid=10, assassin=10)], [unit(1, 1), unit(2, 1)], [1, 20])
    assert [event.power for event in log.all("chance_weighed")] == ["acid", "acid"]


def test_w07_two_pairs_of_gnolls_are_even() -> None:
    gnolls = [unit(2, 2, assassin=1)] * 2
    assert abs(odds(gnolls, gnolls).a - 0.5) < 1e-12
    assert abs(odds([unit(5, 2, assassin=4)], [unit(8, 2)]).a - 0.555556) < 5e-7
