"""A round ends by its clock, whoever looks and whenever: it follows from the rows and the time."""

import json

import pytest
from flask import Flask

from tests.webapp.challengers import Person
from tests.webapp.match_players import SPEARS, Played, Player, begin, rows
from tests.webapp.stopped_clock import StoppedClock

LEAD_IN_MS = 10_000
SHOW_MS = 8_000
CLOCK_S = 60


@pytest.fixture
def played(ann: Person, bo: Person) -> Played:
    return begin(ann, bo, CLOCK_S)


def test_round_ends_in_time(
    a: Player, b: Player, ann: Person, played: Played, clock: StoppedClock
) -> None:
    began = clock.ms
    a.order(1, D="defend", E="defend")
    clock.ms = began + LEAD_IN_MS + CLOCK_S * 1000 - 1
    assert a.look()["round"] == 1
    clock.ms += 1
    html = ann.get(f"/m/{played.id}")
    assert "The time is up, and it is about to be played." in html
    assert "Your orders" not in html
    told = b.look_again()
    assert told["round"] == 2
    assert "Your orders for round 2" in ann.get(f"/m/{played.id}")
    assert told["deadline_ms"] == clock.ms + SHOW_MS + CLOCK_S * 1000
    assert told["show_until_ms"] == clock.ms + SHOW_MS
    (given,) = [event for event in a.events() if event["type"] == "orders_given"]
    assert given["orders"]["aD"] == "defend", "what was saved counts, although it was not locked"


def test_orders_after_the_clock_are_refused(a: Player, b: Player, clock: StoppedClock) -> None:
    """Nobody has looked since the time was up: the first who comes is told that it was."""
    a.order(1, D="defend", E="defend")
    clock.ms += LEAD_IN_MS + CLOCK_S * 1000
    assert "has been played" in a.order(1, 409, A="attack")["error"]
    assert "has been played" in b.lock(1, 409)["error"]
    assert a.look()["you"]["units"]["A"]["exh"] == 0, "it has not attacked"


def test_rounds_that_nobody_watched_are_caught_up_with(
    app: Flask, a: Player, b: Player, played: Played, clock: StoppedClock
) -> None:
    """Round 1 ends after 70 s, each one after it 68 s later: after 210 s round 4 is on."""
    began = clock.ms
    a.order(1, D="defend", E="defend")
    clock.ms = began + 210_000
    told = a.look_again()
    assert told["round"] == 4
    assert told["deadline_ms"] == began + 70_000 + 3 * 68_000
    match, _ = rows(app, played.id)
    ends = json.loads(match.ends)
    assert ends == [began + 70_000, began + 138_000, began + 206_000]
    a.lock(4)
    clock.ms += 5000
    told = b.lock(4)
    assert told["deadline_ms"] == clock.ms + SHOW_MS + CLOCK_S * 1000, "the second lock ends it"


def test_abandoned_match_ends(a: Player, ann: Person, played: Played, clock: StoppedClock) -> None:
    """Nobody orders anything: after 40 rounds the totals are 30 each, and b wins (D6)."""
    clock.ms += LEAD_IN_MS + 40 * (SHOW_MS + CLOCK_S * 1000)
    told = a.look_again()
    assert (told["state"], told["winner"], told["reason"]) == ("over", "b", "round_limit")
    assert told["round"] == 40
    assert ann.standing(played.page)["winner"] == "b"


def test_challenge_of_abandoned_match(ann: Person, played: Played, clock: StoppedClock) -> None:
    clock.ms += LEAD_IN_MS + 41 * (SHOW_MS + CLOCK_S * 1000)
    assert ann.standing_again(played.page)["status"] == "over"


def test_bot_plays_on_alone(app: Flask, ann: Person, clock: StoppedClock) -> None:
    """The Ram storms a castle that nobody guards: it falls in the first round."""
    page = ann.challenge("siege", opponent="aggressive", limits__clock_s="10")
    ann.seal(page, SPEARS)
    standing = ann.standing(page)
    clock.ms += 600_000
    told = Player(app, standing["battle"], standing["you"]["seat"]).look_again()
    assert (told["state"], told["winner"]) == ("over", "b")
