"""Who joins a ladder, goes on with it and begins it at once: file and places agree."""

import gevent
import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException

from engine import InputError
from tests.present import require
from tests.webapp.challengers import Person
from tests.webapp.gathered import KOOPA, TOAD, begin, join, make, told
from tests.webapp.in_background import finish
from tests.webapp.test_ladder_people import meeting, more
from webapp.tournaments import entering, gathering, joining, ladders, store


@pytest.fixture(autouse=True)
def game() -> None:
    require("manymarios")


@pytest.fixture
def page(ann: Person, bo: Person) -> str:
    """A ladder of Ann, who made it, and Bo, whose first round is played."""
    page = make(ann, kind="ladder", rounds="1", places="4")
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    begin(ann, page)
    return page


def test_of_many_who_come_at_once_only_so_many_join_and_file_and_places_agree(
    app: Flask, page: str, ann: Person
) -> None:
    """Rounds are asked for and somebody is taken out meanwhile: no change undoes another."""

    def come(number: int) -> str:
        with app.test_request_context():
            row = gathering.find(page[3:])
            assert row is not None
            name = "Twin" if number < 2 else f"Somebody {number}"
            try:
                return joining.enter(row, f"holder {number}", entering.Entry(name, TOAD)).name
            except (HTTPException, InputError):
                return ""

    def go_on() -> None:
        with app.app_context():
            row = store.find(page[3:])
            assert row is not None
            ladders.play_more(row, 1)

    tasks = [gevent.spawn(come, number) for number in range(6)] + [gevent.spawn(go_on)]
    gevent.joinall(tasks, raise_error=True)
    finish(app)
    came = {task.value for task in tasks[:-1]} - {""}
    found = told(ann, page)
    names = {row["name"] for row in found["standings"]}
    assert names == {"Ann", "Bo", *came}
    assert {one["name"] for one in found["entrants"]} == names
    assert sorted(one["number"] for one in found["entrants"]) == [1, 2, 3, 4]
    assert (len(came), found["rounds"]) == (2, 2)


def test_who_joins_at_the_moment_in_which_it_begins_joins_the_ladder(
    app: Flask, ann: Person, bo: Person
) -> None:
    page = make(ann, kind="ladder", rounds="1")
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    with app.test_request_context():
        row = gathering.find(page[3:])
        assert row is not None
    begin(ann, page)
    with app.test_request_context():
        joining.enter(row, "somebody", entering.Entry("Cem", KOOPA))
    more(ann, page)
    assert meeting(ann, page, 2) == {"Ann", "Bo", "Cem"}
