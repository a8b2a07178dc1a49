"""Turns, roles, removal, quiet rounds, the first side (M1 to M3, M29, M31 to M33)."""

import pytest

import engine
from engine.core.battle import run
from engine.core.rng import Scripted
from tests.battle_log import Log
from tests.dsl import battle, battle_file
from tests.games.manymarios.rulings import check


def test_m01_a_turn_is_a_round() -> None:
    # a1 hits a unit with stun in round 1: its "next turn" is round 2, all of it and no more.
    check(
        "9/9 | 9/9:stun",
        "1 unit_stunned unit round: a1 2",
        "1,2,3 unit_struck attacker: a1, b1 / b1 / a1, b1",
    )


def test_m02_roles_swap_after_every_round() -> None:
    check("b begins: toad | toad", "* round_started round offense: 1 b, 2 a, 3 b, 4 a")
    # After a quiet round too.
    check("9/9:defender | 9/9", "1 round_ended quiet: 1", "2 round_started offense: b")


def test_m03_ordinary_damage_comes_at_once_then_exhaustion_then_removal() -> None:
    # a1 has no AE: b1 hits it (DE 1), it strikes back with its last DE (DE 0), and leaves.
    check(
        "0/2 9/9 | 9/9",
        "1 types: round_started unit_struck exhaustion_dealt unit_defeated round_ended",
        "1 unit_struck attacker ae de: b1 8 1",
        "1 exhaustion_dealt attacker attacker_de de: a1 0 8",
    )
    # The strikers a2 and a3 bomb b1 and b2; b2 has 1 DE, yet its shot counts.
    check(
        "9/9:air-strike 9/9 9/9 | 9/9 1/1:ballistics",
        "1 shot_fired attacker: b2",
        "1 bomb_dropped attacker target de: a2 b1 7, a3 b2 0",
        "1 unit_defeated unit: b2",
    )


def test_m03_the_beats_of_a_round_are_its_steps() -> None:
    events = battle("0/2 9/9 | 9/9").round(1).events
    assert [event.beat - events[0].beat for event in events] == [0, 1, 2, 3, 4]


def test_m29_a_unit_without_de_leaves_wherever_it_stands() -> None:
    # a3 and a4 bomb b2 and b3, which have 1 DE each; b1 and b4 stay.
    check(
        "9/9:air-strike 9/9*3 | 9/9 9/1 9/1 9/9",
        "1 unit_defeated unit: b2, b3",
        "3 bomb_dropped target: b1, b4",
    )
    # The next unit leads the next round.
    check("9/1 9/9 | 9/9", "2 unit_struck attacker target: b1 a2, a2 b1")
    # Goomba 2/2 and Toad 4/4 trade 1 a round: after two rounds the Toad has 2 and 2.
    check("goomba | toad", "* end: b defeat 2", "* left_a: -", "* left_b: b1 2 2")
    # The striker a2 is spent in round 1 and goes behind a3; b1 falls in the same round.
    check("9/9:air-strike 1/9 9/9 | 9/1", "* left_a: a1 8 8, a3 9 9, a2 0 9")


def test_m31_after_two_quiet_rounds_both_leaders_go_to_the_back() -> None:
    check(
        "9/9:defender 9/9 | 9/9:defender 9/9",
        "1,2 round_ended quiet: 1 / 2",
        "1,2 lineups_rotated a b quiet: - / a1 b1 0",
        "3 unit_struck attacker: a2, b2",
    )
    # The defender a1 is on the offense in rounds 1 and 3; round 2 has damage in between.
    check(
        "9/9:defender | 9/9", "1,2,3,4 round_ended quiet: 1 / 0 / 1 / 0", "* lineups_rotated a: -"
    )
    # Exhaustion damage and bombs are damage: in round 1 a2 bombs b1.
    check("0/9 | 0/9", "1 round_ended quiet: 0")
    check("9/9:defender,air-strike 9/9 | 9/9:defender", "1 round_ended quiet: 0")
    # After a rotation it takes two quiet rounds again until the next one.
    check(
        "9/9:defender*3 | 9/9:defender*3",
        "1,2,3,4,5,6 lineups_rotated a b: - / a1 b1 / - / a2 b2 / - / a3 b3",
    )


def test_m32_a_position_that_returns_without_damage_is_a_stalemate() -> None:
    # Rounds 1 and 2 are quiet, both rotate onto their own place, and before round 3 all is as it
    # was before round 1.
    check(
        "thwomp | thwomp",
        "* end: None stalemate 2",
        "* battle_ended source: M32",
        "* left_a: a1 3 7",
    )
    # Two against three defenders: the same pair leads after 2 x 3 = 6 rotations, 12 rounds.
    check(
        "9/9:defender*2 | 9/9:defender*3",
        "* lineups_rotated a: a1, a2, a1, a2, a1, a2",
        "* end: None stalemate 12",
    )
    # b1 (DE 2) is no defender: a1 hits it in rounds 1 and 3, as b is on the offense; it falls.
    # Rounds 4 and 5 are quiet, and before round 6 all is as it was before round 4.
    check(
        "b begins: 9/9:defender | 9/2 9/9:defender",
        "* round_ended quiet: 0, 1, 0, 1, 2",
        "* end: None stalemate 5",
    )


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


def test_m33_the_option_first_leaves_nothing_to_chance() -> None:
    check("toad | toad", "* first_side_chosen side cause: a None", "* dice_rolled sides: -")
    check(
        "b begins: toad | toad", "* first_side_chosen side cause: b None", "* dice_rolled sides: -"
    )
