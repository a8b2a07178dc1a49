"""Shots over the lineup (M18, M20 to M22)."""

from tests.battle_log import Log
from tests.dsl import battle


def shooters(log: Log) -> list[str]:
    return [attacker for (attacker,) in log.values("shot_fired", "attacker")]


def test_m18_a_shot_deals_exactly_1_whatever_the_shooters_bonuses() -> None:
    """b1 hits a1, a1 hits b1 (DE 8), then the shot lands (DE 7)."""
    log = battle("9/9 9/9/3:ballistics,flying+fire-flower | 9/9", first="b").round(1)
    assert log.story()[3] == "shot_fired attacker=a2 target=b1 amount=1 ae=8 de=7"
    assert log.only("shot_fired").source == "ballistics"


def test_m20_one_shot_a_round_and_only_while_the_side_defends() -> None:
    log = battle("9/9 9/9:ballistics*3 | 9/9")
    assert [len(log.round(number).all("shot_fired")) for number in (1, 2, 3, 4)] == [0, 1, 0, 1]


def test_m20_a_leader_with_ballistics_does_not_fire() -> None:
    log = battle("9/9:ballistics 9/9 | 9/9", first="b")
    assert shooters(log.round(1)) == []


def test_m21_shooters_take_turns_in_lineup_order_and_begin_again() -> None:
    log = battle("9/9 9/9:ballistics 9/9 9/9:ballistics | 9/9", first="b")
    assert [shooters(log.round(number)) for number in (1, 3, 5)] == [["a2"], ["a4"], ["a2"]]


def test_m21_a_lone_shooter_fires_every_time() -> None:
    log = battle("9/9 9/9:ballistics | 9/9", first="b")
    assert [shooters(log.round(number)) for number in (1, 3, 5)] == [["a2"], ["a2"], ["a2"]]


def test_m21_when_the_last_shooter_is_gone_the_search_begins_at_the_front() -> None:
    """b4 bombs a3 (DE 2) in rounds 1 and 3: it fires in round 3 and falls.

    Behind its place stands a4, but round 5 begins at the front, with a2. b2 and b3 have no AE.
    """
    log = battle(
        "99/99 9/9:ballistics 9/2:ballistics 9/9:ballistics | 99/99:air-strike 0/1 0/1 9/9",
        first="b",
    )
    assert log.round(3).only("unit_defeated").unit == "a3"
    assert [shooters(log.round(number)) for number in (1, 3, 5)] == [["a2"], ["a3"], ["a2"]]


def test_m21_when_the_last_shooter_leads_the_search_begins_at_the_front() -> None:
    """a2 fires in round 1; a1 (DE 2) falls in round 2, and a2 leads."""
    log = battle("9/2 9/9:ballistics 9/9:ballistics | 9/9", first="b")
    assert shooters(log.round(1)) == ["a2"]
    assert shooters(log.round(3)) == ["a3"]


def test_m21_turns_follow_the_lineup_as_it_is_now() -> None:
    """a leads the Air Strike in round 1: a2 bombs with its last AE but one, a3 with its last.

    So a3 goes to the back: a1 a2 a4 a3. In round 2 a2 fires its last and is exhausted, in round
    4 a4 follows, in round 6 a4 again, for a3 and a2 are exhausted.
    """
    log = battle("99/99:air-strike 2/9:ballistics 1/9:ballistics 9/9:ballistics | 99/99*4")
    assert [shooters(log.round(number)) for number in (2, 4, 6)] == [["a2"], ["a4"], ["a4"]]


def test_m21_the_turn_passes_only_when_a_shot_deals_damage() -> None:
    """In round 1 a defender is on the offense and nobody fires; a1 fells it in round 2.

    So in round 3 it is still the turn of the first shooter, a2.
    """
    log = battle("9/9 9/9:ballistics 9/9:ballistics | 9/1:defender 9/9", first="b")
    assert shooters(log.round(1)) == []
    assert shooters(log.round(3)) == ["a2"]


def test_m22_an_exhausted_shooter_is_skipped() -> None:
    log = battle("9/9 0/9:ballistics 9/9:ballistics | 9/9", first="b")
    assert [shooters(log.round(number)) for number in (1, 3)] == [["a3"], ["a3"]]


def test_m22_a_stunned_shooter_is_skipped() -> None:
    """In round 1 the strikers a2 and a3 bomb b1 and b2; b1 has stun, so a3 fires in round 2."""
    log = battle("9/9:air-strike 9/9:ballistics 9/9:ballistics | 9/9:stun 9/9")
    assert ("a2", "b1") in log.round(1).values("unit_stunned", "unit", "stunner")
    assert shooters(log.round(2)) == ["a3"]


def test_m22_no_shot_is_fired_at_a_defender_on_the_offense() -> None:
    log = battle("9/9 9/9:ballistics | 9/9:defender", first="b")
    assert log.round(1).types() == ["round_started", "exchange_refused", "round_ended"]
