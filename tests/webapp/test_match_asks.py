"""A match asks before nobody does anything, and tells a time that was missed."""

from tests.webapp.challengers import Person
from tests.webapp.match_players import Played, Player
from tests.webapp.stopped_clock import StoppedClock


def test_the_plain_page_asks_before_nobody_does_anything(
    ann: Person, played: Played, a: Player
) -> None:
    page = f"/m/{played.id}"
    for orders in ({}, dict.fromkeys("ABCDE", "none")):
        asked = ann.send(page, 409, round="1", do="lock", **orders)
        assert "none of your units would do anything" in asked.text
        assert a.look()["locked"]["a"] is False
    ann.send(page, round="1", do="lock", sure="1")
    assert a.look()["locked"]["a"] is True


def test_a_time_that_was_missed_is_told(
    a: Player, b: Player, ann: Person, bo: Person, played: Played, clock: StoppedClock
) -> None:
    """Ann saves orders, Bo locks his; then nobody has locked round 2; then both lock."""
    a.order(1, D="defend", E="defend")
    b.lock(1)
    assert a.look()["you"]["missed"] is None
    clock.ms = a.look()["deadline_ms"] + 1
    told = a.look_again()
    assert told["round"] == 2, told
    assert told["you"]["missed"] == {"round": 1, "saved": True}
    assert b.look()["you"]["missed"] is None
    assert "round 1 was up before you locked" in ann.get(f"/m/{played.id}")
    assert "was up before" not in bo.get(f"/m/{played.id}")
    clock.ms = a.look()["deadline_ms"] + 1
    assert b.look_again()["you"]["missed"] == {"round": 2, "saved": False}
    assert "round 2 was up before you gave any orders" in bo.get(f"/m/{played.id}")
    a.lock(3)
    assert b.lock(3)["you"]["missed"] is None
