"""Missiles (W8)."""

import pytest

from tests.stacks import Row, fight, named, odds, unit


@pytest.mark.parametrize(
    ("shooter", "target", "kill"),
    [
        # 1 - (1 - 0.3 x 0.75)^4
        (unit(6, 1, missile=4), unit(5, 3), 0.639250),
        # two of the four shots are cancelled: 1 - (1 - 0.3 x 0.85)^2
        (unit(6, 1, missile=4), unit(3, 3, missile=2), 0.444975),
        # 9 against the flyer: 1 - (1 - 0.45 x 0.55)^4
        (unit(6, 1, missile=4), unit(9, 3, flying=True), 0.679354),
        # 1 - (1 - 0.25 x 0.75)^9
        (unit(5, 1, missile=9), unit(5, 3), 0.845684),
    ],
)
def test_w08_worked_kills_by_missiles(shooter: Row, target: Row, kill: float) -> None:
    """The chance to win is the kill by missiles, and else the same duel without any."""
    plain = {**shooter["custom"], "abilities": {}}
    bare = {**target["custom"], "abilities": {}}
    won = odds([shooter], [target]).a
    melee = odds([{"custom": plain}], [{"custom": bare}]).a
    assert won == pytest.approx(kill + (1 - kill) * melee, abs=1e-6)


def test_w08_pools_cancel_and_the_rest_is_fired_shot_by_shot() -> None:
    """4 against 2: two shots are left; the first misses (20), the second kills (1 against 20)."""
    log = fight([unit(6, 1, missile=4)], [unit(3, 1, missile=2)], [20, 20, 1, 20])
    assert log.values("missiles_cancelled", "amount", "a_shots", "b_shots") == [(2, 2, 0)]
    assert log.values("shot_fired", "kills", "shots", "hits") == [(False, 1, 1), (True, 0, 0)]


@pytest.mark.parametrize(("aim", "cover"), [(1, 1), (20, 1), (20, 20)])
def test_w08_a_shot_needs_success_against_failure(aim: int, cover: int) -> None:
    log = fight([unit(6, 1, missile=1)], [unit(3, 1)], [aim, cover, 1, 20])
    assert log.only("shot_fired").kills is False


def test_w08_shots_that_are_left_go_on_to_the_next_enemy() -> None:
    log = fight([unit(6, 1, missile=3)], [unit(3, 2)] * 2, [20, 20, 1, 20, 1, 20])
    assert log.values("shot_fired", "target", "shots") == [("b1", 2), ("b1", 1), ("b2", 0)]


def test_w08_used_up_shots_cancel_nothing() -> None:
    """The first two Moonguards cancel out; the second of b has all its 4 against the veteran."""
    moonguard = named("moonguard")
    log = fight([moonguard], [moonguard] * 2, [*[1, 20] * 2, 1, 20])
    assert log.values("shot_fired", "attacker", "target", "shots") == [("b2", "a1", 3)]


def test_w08_3_strength_more_against_a_flyer_with_no_cap() -> None:
    """9 + 5 + 3 = 17 of 20; the dice have no medals in them."""
    log = fight([unit(9, 1, missile=1, leadership=5, medals=4)], [unit(1, 1, flying=True)], [17, 2])
    shot = log.only("shot_fired")
    assert (shot.aim.needed, shot.cover.needed, shot.kills) == (17, 1, True)
    assert [die.sides for die in shot.aim.dice] == [20]


def test_w08_a_shot_that_cannot_miss_takes_no_die() -> None:
    """15 + 3 = 18 on a die of 18: only the target rolls."""
    archer = unit(9, 1, missile=1, leadership=5, hero=True, items=["axe-of-slaying"])
    log = fight([archer], [unit(1, 1, flying=True)], [2], die=18)
    assert log.only("shot_fired").aim.dice == ()


def test_w08_shots_are_of_the_shooters_current_strength() -> None:
    """Acid first: 8 becomes 4."""
    log = fight([unit(8, 1, missile=1)], [unit(5, 1, acid=10)], [4, 6])
    assert log.only("shot_fired").aim.needed == 4
