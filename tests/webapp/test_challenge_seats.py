"""Seats: who gets one, who keeps it, and what is told to whoever comes too late."""

import pytest
from flask import Flask

from tests.webapp.challengers import LINEUP, Person, id_of
from tests.webapp.stopped_clock import StoppedClock

HOUR_MS = 3_600_000


def test_looking_at_the_opponents_link_takes_no_seat(ann: Person, bo: Person, cem: Person) -> None:
    page = ann.challenge("manymarios")
    link = ann.link(page, "join")
    assert "Ann challenges you" in cem.get(link)
    assert cem.standing(page)["status"] == "open"
    bo.join(link)
    assert cem.standing(page)["seats"]["b"] == {
        "player": "b",
        "name": "Bo",
        "taken": True,
        "sealed": False,
        "seal": None,
        "salted_by": None,
    }


def test_taken_seat_is_told(ann: Person, bo: Person, cem: Person) -> None:
    page = ann.challenge("manymarios")
    link = ann.link(page, "join")
    bo.join(link)
    html = cem.get(link)
    assert "This seat is taken" in html
    assert f'href="{page}"' in html
    assert "This seat is taken" in cem.send(link, 409, name="Eve").text
    assert cem.standing(page)["seats"]["b"]["name"] == "Bo"
    assert 'data-stage="build"' in bo.get(link), "whoever has it goes to it"


def test_maker_opens_the_opponents_link(ann: Person, cem: Person) -> None:
    page = ann.challenge("manymarios")
    link = ann.link(page, "join")
    assert ann.client.get(link).location == page
    ann.send(link, name="Me, too")
    assert cem.standing(page)["seats"]["b"]["taken"] is False


def test_links_are_secret(ann: Person, bo: Person, cem: Person, page: str) -> None:
    assert "/join/" not in ann.get(page), "the seat is taken"
    assert "/join/" not in bo.get(page)
    assert 'data-stage="build"' in bo.get(ann.link(page, "page"))
    assert ann.link(page, "seat") != bo.link(page, "seat")
    for secret in ("/seat/", "/join/", f"{page}/build"):
        assert secret not in cem.get(page)
    assert cem.send(f"{page}/seal", 403, text="Goomba", army="").status_code == 403
    assert "You have no seat" in cem.get(f"{page}/build", 403)
    assert cem.send(f"{page}/next", 403).status_code == 403


def test_a_lost_session_comes_back_by_the_seats_link(app: Flask, ann: Person, page: str) -> None:
    ann.seal(page)
    link = ann.link(page, "seat")
    phone = Person(app)
    assert phone.standing(page)["you"] is None
    assert "Your sealed army" in phone.get(link)
    assert phone.standing(page)["you"]["army"] == LINEUP
    assert phone.link(page, "seat") == link
    assert ann.standing(page)["you"]["side"] == "a", "the first browser keeps it"


@pytest.mark.parametrize("kind", ["join", "seat"])
def test_a_link_that_was_tampered_with_gives_nothing(ann: Person, cem: Person, kind: str) -> None:
    page, other = ann.challenge("manymarios"), ann.challenge("manymarios")
    link = ann.link(page, kind)
    cem.get(link[:-1], 404)
    cem.get(link.replace(id_of(page), id_of(other)), 404)
    swapped = {"join": "seat", "seat": "join"}[kind]
    cem.get(link.replace(f"/{kind}/", f"/{swapped}/"), 404)


def test_expired_challenge_is_closed(ann: Person, bo: Person, clock: StoppedClock) -> None:
    page = ann.challenge("manymarios", hours="1")
    joined = ann.challenge("manymarios", hours="1")
    bo.join(ann.link(joined, "join"))
    ann.seal(joined)
    link = ann.link(page, "join")
    clock.ms += HOUR_MS - 1
    assert "Ann challenges you" in bo.get(link)
    clock.ms += 1
    assert "This challenge has expired" in bo.get(link)
    assert "expired" in bo.send(link, 410, name="Bo").text
    assert "This challenge has expired" in ann.get(page)
    assert ann.standing(page)["status"] == "expired"
    assert "has expired" in bo.seal(joined, status=410).text
    told = bo.standing(joined)
    assert (told["status"], told["battle"]) == ("expired", None)
    assert "Your sealed army" not in ann.get(joined)


def test_a_seat_is_not_given_to_who_only_asks_for_the_head(ann: Person, cem: Person) -> None:
    page = ann.challenge("manymarios")
    link = ann.link(page, "seat")
    head = cem.client.head(link)
    assert head.status_code == 303
    assert "Set-Cookie" not in head.headers
    assert cem.standing(page)["you"] is None
    assert "Set-Cookie" in cem.client.get(link).headers
    assert cem.standing(page)["you"]["side"] == "a"
