"""Appointments: drafts until a deadline, seals at it, and a start that comes by itself."""

from functools import partial
from typing import Any

import pytest
from flask import Flask
from icalendar import Calendar

from tests.present import require
from tests.webapp.at_once import at_once
from tests.webapp.challengers import API, LINEUP, OTHER_LINEUP, Person, id_of
from tests.webapp.in_background import finish
from tests.webapp.stopped_clock import NOW_MS, StoppedClock
from webapp.challenges import appointments, fairness, outcome, store
from webapp.store import removal
from webapp.store.database import session

require("manymarios")
HOUR_MS = 3_600_000
START_MS = NOW_MS + 3 * HOUR_MS
DEADLINE_MS = START_MS - HOUR_MS


@pytest.fixture
def page(ann: Person, bo: Person) -> str:
    return appointed(ann, bo)


def appointed(ann: Person, bo: Person, ruleset: str = "manymarios", **more: str) -> str:
    at = {"start": "2027-01-15T11:00", "start_ms": str(START_MS), "lead": "3600", **more}
    page = ann.challenge(ruleset, **at)
    bo.join(ann.link(page, "join"))
    return page


def draft(person: Person, page: str, army: Any, status: int = 200, **more: str) -> Any:
    headers = {"X-CSRFToken": person.csrf_token()}
    body = {"army": army, "salt": "a" * 64, **more}
    answer = person.client.put(f"{API}/{id_of(page)}/draft", json=body, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json


def test_drafts_are_sealed_at_the_deadline_and_fight_at_the_start(
    app: Flask, ann: Person, bo: Person, cem: Person, page: str, clock: StoppedClock
) -> None:
    made = {"starts_at_ms": START_MS, "seals_at_ms": DEADLINE_MS}
    made |= {"proposed_at_ms": None, "proposed_by": None}
    assert cem.standing(page)["appointment"] == made
    draft(ann, page, {"lineup": []})
    assert "It cannot be sealed yet" in ann.get(page), "it may be unfinished"
    draft(ann, page, LINEUP)
    bo.send(f"{page}/seal", army="other", text="= Ground crew\nKoopa Troopa", salt="b" * 64)
    assert "Your draft is saved" in bo.get(f"{page}?said=1")
    assert bo.standing(page)["you"]["draft"]["name"] == "Ground crew"
    assert ann.seal(page, LINEUP).status_code == 303, "the page's form keeps a draft, too"
    draft(ann, page, LINEUP)
    refused = ann.client.post(f"{API}/{id_of(page)}/seal", json={"army": LINEUP})
    assert refused.status_code in (403, 409)
    assert [seat["seal"] for seat in cem.standing(page)["seats"].values()] == [None] * 2
    clock.ms = DEADLINE_MS
    assert kept(app, ann, page) == "sealed"
    draft(ann, page, OTHER_LINEUP, status=410)
    told = ann.standing(page)
    assert (told["status"], told["you"]["army"]) == ("sealed", LINEUP)
    terms = fairness.terms_hash("manymarios", {}, {})
    seal = fairness.seal_of(id_of(page), terms, "a", "a" * 64, LINEUP)
    assert (told["seats"]["a"]["seal"], told["seats"]["a"]["salted_by"]) == (seal, "player")
    clock.ms = START_MS - outcome.COUNTDOWN_MS
    assert kept(app, ann, page) == "countdown"
    assert cem.standing(page)["starts_at_ms"] == START_MS
    clock.ms = START_MS + HOUR_MS
    assert cem.standing(page)["status"] == "over"
    assert cem.client.get(f"{API}/{id_of(page)}/proof").json["seats"]["a"]["salt"] == "a" * 64


def kept(app: Flask, person: Person, page: str) -> str:
    """The status after everything that is due, which no visitor has asked for."""
    for _ in range(2):
        with app.app_context():
            outcome.keep_due_appointments()
        finish(app)
    return str(person.standing(page)["status"])


@pytest.mark.parametrize(
    ("armies", "status", "words"),
    [
        ((LINEUP, None), "forfeit", "Bo had no valid army at the deadline: Ann wins by forfeit."),
        (({"lineup": []}, LINEUP), "forfeit", "Ann had no valid army at the deadline: Bo wins"),
        ((None, {"lineup": []}), "cancelled", "This challenge was cancelled: neither player"),
    ],
)
def test_who_has_no_valid_army_at_the_deadline_forfeits(
    app: Flask, ann: Person, bo: Person, clock: StoppedClock, armies: Any, status: str, words: str
) -> None:
    page = appointed(ann, bo, best_of="3")
    for person, army in zip((ann, bo), armies, strict=True):
        if army:
            draft(person, page, army)
    clock.ms = DEADLINE_MS
    assert kept(app, ann, page) == status
    draft(ann, page, LINEUP, status=410)
    told = ann.standing(page)
    assert words in ann.get(f"{page}?spoilers=1")
    assert [told["battle"], *(seat["seal"] for seat in told["seats"].values())] == [None] * 3
    if status == "cancelled":
        ann.send(f"{page}/next", 409)
        return
    assert told["series"]["points"][told["winner"]] == 1, "it counts in the series"
    following = ann.standing(ann.send(f"{page}/next").location)
    assert (following["status"], following["appointment"]) == ("joined", None)


def test_both_agree_on_another_time(ann: Person, bo: Person, clock: StoppedClock) -> None:
    """While the other seat is free, the maker alone moves it."""
    page = ann.challenge("manymarios", start="2027-01-15T09:45")
    ann.send(f"{page}/time", start="2027-01-15T11:00")
    assert ann.standing(page)["appointment"]["starts_at_ms"] == START_MS
    bo.join(ann.link(page, "join"))
    ann.send(f"{page}/time", start="2027-01-15T12:30", start_ms=str(START_MS + HOUR_MS))
    assert "You have proposed another time" in ann.get(page)
    assert "Agree to the new time" in bo.get(page)
    bo.send(f"{page}/time", do="decline")
    assert ann.standing(page)["appointment"]["proposed_by"] is None
    bo.send(f"{page}/time", start="2027-01-15T11:30")  # in UTC, without a script
    assert bo.standing(page)["appointment"]["proposed_at_ms"] == START_MS + HOUR_MS // 2
    ann.send(f"{page}/time", do="agree")
    found, deadline = ann.standing(page), DEADLINE_MS + HOUR_MS // 2
    assert (found["appointment"]["seals_at_ms"], found["expires_at_ms"]) == (deadline, deadline)
    clock.ms = deadline
    ann.send(f"{page}/time", 410, start="2027-01-16T08:30")


def test_settling_happens_once_and_takes_the_last_draft(
    apps: list[Flask], ann: Person, bo: Person, page: str, clock: StoppedClock
) -> None:
    draft(ann, page, OTHER_LINEUP)
    draft(ann, page, LINEUP, salt="c" * 64)
    draft(bo, page, OTHER_LINEUP)
    with apps[0].app_context():
        settle = partial(appointments.settle, store.find(id_of(page)))  # type: ignore[arg-type]
    clock.ms = DEADLINE_MS
    assert at_once(apps, *[settle] * 4) == [None] * 4
    you = ann.standing(page)["you"]
    assert (you["army"], you["salt"]) == (LINEUP, "c" * 64)


def test_appointment_is_a_calendar_file(ann: Person, bo: Person, page: str) -> None:
    answer = ann.client.get(f"{page}/calendar.ics")
    assert answer.mimetype == "text/calendar"
    events = Calendar.from_ical(answer.data).walk("VEVENT")
    assert [int(one.start.timestamp() * 1000) for one in events] == [DEADLINE_MS, START_MS]
    told = events[1]["summary"], events[1]["url"]
    assert told == ("Ann's challenge", f"http://localhost{page}")
    bo.send(f"{page}/time", start="2027-01-15T12:00")
    ann.send(f"{page}/time", do="agree")
    moved = Calendar.from_ical(ann.client.get(f"{page}/calendar.ics").data).walk("VEVENT")
    assert (moved[1]["uid"], moved[1]["sequence"]) == (events[1]["uid"], events[1]["sequence"] + 1)
    ann.get(f"{ann.challenge('manymarios')}/calendar.ics", 404)


def test_wrong_times_are_told(ann: Person, page: str) -> None:
    for start, message in (
        ("2027-01-15T08:30", "The start is too soon: armies are sealed 1 hour before"),
        ("2027-06-15T08:30", "The start is more than 90 days ahead"),
        ("soon", "Choose a date and a time."),
    ):
        for address in ("/challenge/new", f"{page}/time"):
            assert message in ann.send(address, 422, ruleset="manymarios", start=start).text


def test_match_begins_on_time(app: Flask, ann: Person, bo: Person, clock: StoppedClock) -> None:
    require("siege")
    page = appointed(ann, bo, "siege")
    even = {"units": {letter: {"atk": 2, "def": 2, "hp": 2} for letter in "ABCDE"}}
    for person in (ann, bo):
        draft(person, page, even)
    assert '"kind": "draft"' in ann.get(f"{page}/build")
    clock.ms = START_MS - 1
    assert kept(app, ann, page) == "sealed"
    with app.app_context(), session() as db:
        assert [*removal.outdated(db, clock.ms)] == [], "it has not happened yet"
    clock.ms = START_MS
    assert kept(app, ann, page) == "on_air"
    assert ann.standing(page)["address"].startswith("/m/")
