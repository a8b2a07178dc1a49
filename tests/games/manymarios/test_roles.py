"""Who is on the offense, and in which order a round runs (M1 to M3, M33)."""

import pytest

import engine
from engine.core.battle import run
from engine.core.rng import Scripted
from tests.battle_log import Log
from tests.dsl import battle, battle_file


def test_m01_a_turn_is_a_round() -> None:
    """a1 hits a unit with stun in round 1: its "next turn" is round 2, all of it and no more."""
    log = battle("9/9 | 9/9:stun")
    assert log.round(1).values("unit_stunned", "unit", "round") == [("a1", 2)]
    assert log.round(1).values("unit_struck", "attacker") == [("a1",), ("b1",)]
    assert log.round(2).values("unit_struck", "attacker") == [("b1",)]
    assert log.round(3).values("unit_struck", "attacker") == [("a1",), ("b1",)]


def test_m02_roles_swap_after_every_round() -> None:
    log = battle("toad | toad", first="b")
    assert log.values("round_started", "round", "offense") == [
        (1, "b"),
        (2, "a"),
        (3, "b"),
        (4, "a"),
    ]


def test_m02_roles_swap_after_a_quiet_round_too() -> None:
    log = battle("9/9:defender | 9/9")
    assert log.round(1).only("round_ended").quiet == 1
    assert log.round(2).only("round_started").offense == "b"


def test_m02_a_new_leader_takes_over_the_role_of_its_side() -> None:
    """a1 falls in round 2, as a defends; a2 leads round 3 on the offense, so it flies for 2."""
    log = battle("2/2 9/9:flying | 9/9")
    assert log.round(2).only("unit_defeated").unit == "a1"
    assert log.round(3).only("round_started").offense == "a"
    assert log.round(3).values("unit_struck", "attacker", "amount")[0] == ("a2", 2)


def test_m03_exhaustion_damage_follows_ordinary_damage_and_removal_follows_both() -> None:
    """a1 has no AE: b1 hits it (DE 1), it strikes back with its last DE (DE 0), and leaves."""
    log = battle("0/2 9/9 | 9/9")
    assert log.round(1).story() == [
        "round_started round=1 offense=a",
        "unit_struck attacker=b1 target=a1 amount=1 ae=8 de=1",
        "exhaustion_dealt attacker=a1 target=b1 amount=1 attacker_de=0 de=8",
        "unit_defeated unit=a1",
        "round_ended round=1 quiet=0",
    ]


def test_m03_the_beats_of_a_round_are_its_steps() -> None:
    log = battle("0/2 9/9 | 9/9").round(1)
    first = log.events[0].beat
    assert [event.beat - first for event in log.events] == [0, 1, 2, 3, 4]


def test_m03_leaders_hit_each_other_at_once() -> None:
    log = battle("1/1 | 1/1")
    assert log.values("unit_struck", "attacker", "de") == [("a1", 0), ("b1", 0)]
    assert log.result.winner is None
    assert log.result.reason == "defeat"


def test_m03_a_unit_that_a_bomb_fells_still_fires_in_that_round() -> None:
    """The strikers a2 and a3 bomb b1 and b2; b2 has 1 DE, yet its shot counts."""
    log = battle("9/9:air-strike 9/9 9/9 | 9/9 1/1:ballistics").round(1)
    assert log.only("shot_fired").attacker == "b2"
    assert ("a3", "b2", 0) in log.values("bomb_dropped", "attacker", "target", "de")
    assert log.only("unit_defeated").unit == "b2"


@pytest.mark.parametrize(("roll", "side"), [(0, "a"), (1, "b")])
def test_m33_the_first_side_is_drawn_with_equal_chances(roll: int, side: str) -> None:
    battle_read = engine.read(battle_file("toad | toad", first=None))
    dice = Scripted([roll])
    log = Log(tuple(run(battle_read.ruleset, battle_read.setup, dice)))
    dice.finish()
    rolled, chosen = log.only("dice_rolled"), log.only("first_side_chosen")
    assert (rolled.sides, rolled.results) == (2, [roll + 1])
    assert (chosen.side, chosen.cause) == (side, rolled.seq)
    assert log.round(1).only("round_started").offense == side


@pytest.mark.parametrize("side", ["a", "b"])
def test_m33_the_option_first_leaves_nothing_to_chance(side: str) -> None:
    log = battle("toad | toad", first=side)
    assert log.all("dice_rolled") == []
    assert log.only("first_side_chosen").side == side
    assert log.only("first_side_chosen").cause is None
