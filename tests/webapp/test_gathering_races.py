"""Who joins, leaves, renames, removes and begins a tournament at once: nothing is lost or left."""

from collections.abc import Callable
from typing import Any

import gevent
import pytest
from flask import Flask
from sqlalchemy import event
from werkzeug.exceptions import HTTPException

from engine import InputError
from tests.present import require
from tests.webapp.challengers import Person
from tests.webapp.gathered import KOOPA, TOAD, begin, edit_link, join, make, told
from tests.webapp.in_background import finish
from webapp.base.threads import in_thread
from webapp.store.gatherings import Entrant
from webapp.store.models import Tournament
from webapp.tournaments import beginning, entering, gathering, store

Meanwhile = Callable[[Callable[[], Any]], None]
BLOCKED_SECONDS = 0.5
"""After this time whoever removes something has either done it, or waits for a lock."""


@pytest.fixture(autouse=True)
def game() -> None:
    require("manymarios")


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Does something once between what beginning reads and what it writes."""

    def do(act: Callable[[], Any]) -> None:
        def first_act(*args: Any) -> Any:
            monkeypatch.setattr("webapp.tournaments.beginning.in_thread", in_thread)
            act()
            return in_thread(*args)

        monkeypatch.setattr("webapp.tournaments.beginning.in_thread", first_act)

    return do


def test_of_many_who_come_at_once_only_so_many_get_a_place(app: Flask, ann: Person) -> None:
    """And a name is one person's, whoever is faster."""
    page = make(ann, places="3")

    def come(number: int) -> str:
        with app.test_request_context():
            row = gathering.find(page[3:])
            assert row is not None
            name = "Twin" if number < 2 else f"Somebody {number}"
            try:
                return entering.enter(row, f"holder {number}", entering.Entry(name, TOAD)).name
            except (HTTPException, InputError):
                return ""

    tasks = [gevent.spawn(come, number) for number in range(8)]
    gevent.joinall(tasks, raise_error=True)
    came = sorted(filter(None, (task.value for task in tasks)))
    there = told(ann, page)["entrants"]
    assert came == sorted(one["name"] for one in there)
    assert len(there) == 3
    assert came.count("Twin") <= 1
    assert sorted(one["number"] for one in there) == [1, 2, 3]


def test_it_begins_once_with_all_who_had_sealed(
    app: Flask, ann: Person, bo: Person, meanwhile: Meanwhile
) -> None:
    """Whoever seals between two steps of beginning takes part, and of two who begin one does."""
    page = make(ann)
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    with app.test_request_context():
        row = gathering.find(page[3:])
        assert row is not None
        meanwhile(lambda: entering.enter(row, "somebody", entering.Entry("Cem", KOOPA)))
        beginning.begin(row.id)
        beginning.begin(row.id)
        finish(app)
        begun = store.find(row.id)
        assert begun is not None
        names = [one["name"] for one in store.document(begun)["entrants"]]
    assert sorted(names) == ["Ann", "Bo", "Cem"]


def test_a_name_and_an_edit_link_that_change_while_it_begins_are_kept(
    app: Flask, ann: Person, bo: Person, cem: Person, meanwhile: Meanwhile
) -> None:
    """The old link may have been handed on: it must not come back."""
    page = make(ann)
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    old = edit_link(ann, page)

    def change() -> None:
        cem.send(old, name="Winter cup")
        cem.send(old, do="renew")

    meanwhile(change)
    begin(ann, page)
    assert "<h1>Winter cup</h1>" in ann.get(page)
    assert cem.client.get(old).status_code == 404
    cem.send(edit_link(ann, page), name="Spring cup")
    assert "<h1>Spring cup</h1>" in ann.get(page)


def test_pages_notice_another_name(ann: Person, bo: Person) -> None:
    page = make(ann)
    before = bo.client.get(f"{page}/progress").get_json()
    ann.send(edit_link(ann, page), name="Winter cup")
    assert bo.client.get(f"{page}/progress").get_json()["changes"] > before["changes"]


@pytest.mark.parametrize("inserted", [Entrant, Tournament])
def test_what_is_removed_while_somebody_joins_or_it_begins_is_gone(
    app: Flask, ann: Person, bo: Person, inserted: type[Any]
) -> None:
    page = make(ann)
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    removers = []

    def remove() -> None:
        with app.app_context():
            row = gathering.find(page[3:])
            assert row is not None
            store.remove(row)

    def while_it_is_held(*_: Any) -> None:
        removers.append(gevent.spawn(remove))
        gevent.joinall(removers, timeout=BLOCKED_SECONDS)

    event.listen(inserted, "before_insert", while_it_is_held, once=True)
    with app.test_request_context():
        row = gathering.find(page[3:])
        assert row is not None
        if inserted is Entrant:
            entering.enter(row, "somebody", entering.Entry("Cem", KOOPA))
        else:
            beginning.begin(row.id)
        gevent.joinall(removers, raise_error=True)
        assert len(removers) == 1
        finish(app)
        assert gathering.find(row.id) is None
        assert store.find(row.id) is None
    assert bo.client.get(page).status_code == 404


def test_who_looks_while_it_begins_sees_it_begun(
    ann: Person, bo: Person, cem: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither page nor API knows a state between."""
    find = gathering.find
    for look in (cem.get, lambda page: told(cem, page)["state"]):
        page = make(ann)
        join(ann, page, "Ann")
        join(bo, page, "Bo", TOAD)

        def begun_meanwhile(id_: str, page: str = page) -> Any:
            monkeypatch.setattr("webapp.tournaments.gathering.find", find)
            begin(ann, page)
            return find(id_)

        monkeypatch.setattr("webapp.tournaments.gathering.find", begun_meanwhile)
        seen = look(page)
        assert seen in ("playing", "over") or "data-gathering" not in seen
