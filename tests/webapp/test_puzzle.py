"""The puzzle of the day: which one, what is told of it, and what an order gets."""

import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.games.warlords.second_solver import Solver
from tests.webapp import page_parts
from tests.webapp.page_parts import assert_shape
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import games
from webapp.battles import store as battles
from webapp.searches import puzzles

DAY = "2027-01-15"  # the test clock's day, the 76th from November 1, 2026
API = f"/api/v1/puzzles/{DAY}"
GAME = games.game("warlords")
REVERSE = (5, 4, 3, 2, 1, 0)
TURNED = (1, 2, 3, 4, 5, 0)  # differs from its inverse


def puzzle() -> puzzles.Puzzle:
    book = puzzles.book(GAME)
    assert book
    return book.puzzle(75)


def sent(order: tuple[int, ...], **more: str) -> dict[str, str]:
    """The fields of a form for this order: each unit has its place from 1."""
    return {f"place-{unit}": str(place + 1) for place, unit in enumerate(order)} | more


def post(client: FlaskClient, fields: dict[str, str], day: str = DAY) -> Any:
    return page_parts.post(client, f"/puzzle/{day}", **fields)


def test_today_is_that_of_utc(client: FlaskClient, clock: StoppedClock) -> None:
    assert datetime.fromtimestamp(clock.ms / 1000, UTC).date() == date(2027, 1, 15)
    assert "Puzzle of Jan 15, 2027" in client.get("/puzzle").text
    clock.ms += 16 * 3_600_000  # it was 8:00
    assert "Puzzle of Jan 16, 2027" in client.get("/puzzle").text
    assert client.get("/api/v1/puzzles/today").get_json()["day"] == "2027-01-16"
    assert client.get("/").text.count('href="/puzzle"') == 2, "in both forms of the navigation"


def test_each_day_has_another_puzzle_and_after_the_last_they_begin_again() -> None:
    book = puzzles.book(GAME)
    assert book
    assert [book.number(date(2026, 11, day)) for day in (1, 2, 30)] == [0, 1, 29]
    last = date.fromordinal(date(2026, 11, 1).toordinal() + len(book.lines))
    assert book.number(last) == 0


OTHER_DAYS = {
    "2027-01-16": "The puzzle of Jan 16, 2027 is not out yet",
    "2026-10-31": "The first puzzle is that of Nov 1, 2026.",
    "tomorrow": "such as 2026-11-01",
}


def test_days_lead_to_each_other_and_those_that_are_not_there_say_why(client: FlaskClient) -> None:
    for day, why in OTHER_DAYS.items():
        answers = [client.get(f"/puzzle/{day}"), client.get(f"/api/v1/puzzles/{day}")]
        answers += [post(client, sent(REVERSE), day)]
        answers += [client.post(f"/api/v1/puzzles/{day}", json={"order": REVERSE})]
        for answer in answers:
            assert answer.status_code == 404
            assert why in answer.text
    for day, others in (("2026-11-01", {"2026-11-02"}), (DAY, {"2027-01-14"})):
        page = client.get(f"/puzzle/{day}").text
        assert {*re.findall(r'<a href="/puzzle/([\d-]+)"', page)} == others


def test_the_answer_is_not_told_before(client: FlaskClient) -> None:
    told = client.get(API).get_json()
    assert sorted(told) == ["battle", "day", "ok", "orders", "ruleset", "url"]
    assert [side["army"]["stack"] for side in told["battle"]["sides"]] == [
        [*puzzle().own],
        [*puzzle().enemy],
    ]
    page = client.get(f"/puzzle/{DAY}").text
    line = f"Your {len(puzzle().own)} units against their {len(puzzle().enemy)}: find the order"
    assert page.count(line) == 3, "on the page and in both descriptions"
    assert "puzzle-best" not in page
    assert "puzzle-grade" not in page
    graded = post(client, sent(REVERSE)).text
    assert "The best order has" in graded
    assert "puzzle-best" not in graded
    page = post(client, sent(REVERSE, do="best")).text
    shown = page.partition('class="puzzle-best">')[2].partition("</ol>")[0]
    battle = engine.read(puzzle().file(GAME, puzzle().best))
    names = [unit.name for unit in GAME.army_card(battle.setup, "a").units]
    assert shown == "".join(f"<li>{name}</li>" for name in names)


def test_a_grade_is_exact_by_a_second_solver(client: FlaskClient) -> None:
    solver = Solver(engine.read(puzzle().file(GAME)))
    grade = client.post(API, json={"order": REVERSE}).get_json()
    assert grade["win"] == pytest.approx(solver.win(REVERSE), abs=1e-9)
    assert grade["best"] == pytest.approx(solver.win(puzzle().best), abs=1e-9)
    assert not grade["is_best"]
    win, best = (f"{100 * grade[key]:.0f}%" for key in ("win", "best"))
    assert f"{win} to win. The best order has {best}." in post(client, sent(REVERSE)).text


def test_the_best_order_is_the_best_and_so_is_what_looks_like_it(client: FlaskClient) -> None:
    own, best = puzzle().own, puzzle().best
    alike = next((one, two) for one in range(6) for two in range(one) if own[one] == own[two])
    swapped = tuple({alike[0]: alike[1], alike[1]: alike[0]}.get(place, place) for place in best)
    assert swapped != best
    for order in (best, swapped):
        assert client.post(API, json={"order": order}).get_json()["is_best"]
        assert "No other order has a better chance." in post(client, sent(order)).text


def test_an_order_is_watched(client: FlaskClient, app: Flask) -> None:
    for fields, order in (
        (sent(TURNED, do="watch"), TURNED),
        (sent(REVERSE, do="watch-best"), puzzle().best),
    ):
        answer = post(client, fields)
        assert answer.status_code == 303
        assert client.get(answer.location).status_code == 200
        with app.app_context():
            battle = battles.find(answer.location.rpartition("/")[2])
            assert battle
            assert not battle.listed
            file = battles.files_of([battle])[battle.digest]
        assert file["sides"][0]["army"]["stack"] == [puzzle().own[place] for place in order]


def test_what_is_no_order_says_so(client: FlaskClient) -> None:
    for do, typed in (("", "2"), ("", "7"), ("watch", "first")):
        answer = post(client, sent((0, 1, 2, 3, 4, 5), do=do) | {"place-0": typed})
        assert answer.status_code == 422
        assert "Give each unit a place of its own, from 1 to 6." in answer.text
        assert f'value="{typed}"' in answer.text
    wrong = ([], [0, 1, 2, 3, 4], [0, 0, 1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [0] * 40, "012345", None)
    for order in wrong:
        errors = assert_shape(client.post(API, json={"order": order}), 422)["errors"]
        assert errors[0]["path"].startswith("order"), order
