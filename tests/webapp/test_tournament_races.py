"""Races of tournaments and ladders: a second writer comes between reading and writing."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import gevent
import pytest
from flask import Flask
from sqlalchemy import event
from werkzeug.exceptions import Conflict

from tests.webapp.challengers import Person
from tests.webapp.gathered import (
    KOOPA,
    begin,
    edit_link,
    found,
    ladder,
    made_by_two,
    make,
    meeting,
    more,
    together,
    told,
)
from tests.webapp.in_background import finish
from webapp.base.jobs import in_thread
from webapp.store.models import Entrant, Tournament
from webapp.tournaments import entries, registration, store

Meanwhile = Callable[[str, Callable[[], Any]], None]
BLOCKED_SECONDS = 0.5  # after it a removal is done, or waits for a lock


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Acts once where a module of tournaments works in a thread: after reading, before writing."""

    def do(module: str, act: Callable[[], Any]) -> None:
        name = f"webapp.tournaments.{module}.in_thread"

        def first_act(*args: Any) -> Any:
            monkeypatch.setattr(name, in_thread)
            act()
            return in_thread(*args)

        monkeypatch.setattr(name, first_act)

    return do


def row_of(page: str) -> Tournament:
    row = store.find(page[3:])
    assert row is not None
    return row


def test_places_and_names_are_given_once_to_people_who_join_together(ann: Person) -> None:
    page = make(ann, places="3")
    came = together(ann, page, entries.enter, 8)
    there = told(ann, page)["entrants"]
    assert came == sorted(one["name"] for one in there)
    assert len(there) == 3
    assert came.count("Twin") <= 1
    assert sorted(one["number"] for one in there) == [1, 2, 3]


def test_places_and_file_of_a_ladder_agree(app: Flask, ann: Person, bo: Person) -> None:
    """More rounds are requested meanwhile: no change undoes another."""
    page = ladder(ann, bo)

    def play_more() -> None:
        with app.app_context():
            entries.play_more(row_of(page), 1)

    task = gevent.spawn(play_more)
    came = together(ann, page, entries.enter, 6)
    task.get()
    finish(app)
    standing = told(ann, page)
    names = {row["name"] for row in standing["standings"]}
    assert names == {"Ann", "Bo", *came}
    assert {one["name"] for one in standing["entrants"]} == names
    assert sorted(one["number"] for one in standing["entrants"]) == [1, 2, 3, 4]
    assert (len(came), standing["rounds"]) == (2, 2)


def test_it_begins_once(app: Flask, ann: Person, bo: Person, meanwhile: Meanwhile) -> None:
    page = made_by_two(ann, bo)
    with app.test_request_context():
        row, late = found(page), entries.Entry("Cem", KOOPA)
        meanwhile("registration", lambda: entries.enter(row, "somebody", late))
        registration.begin(row.id)
        registration.begin(row.id)
        finish(app)
        names = [one["name"] for one in store.document(row_of(page))["entrants"]]
    assert sorted(names) == ["Ann", "Bo", "Cem"]


def test_ladder_takes_an_entrant_from_before_it(app: Flask, ann: Person, bo: Person) -> None:
    page = made_by_two(ann, bo, kind="ladder", rounds="1")
    with app.test_request_context():
        row = found(page)
    begin(ann, page)
    with app.test_request_context():
        entries.enter(row, "somebody", entries.Entry("Cem", KOOPA))
    more(ann, page)
    assert meeting(ann, page, 2) == {"Ann", "Bo", "Cem"}


def test_rounds_requested_while_a_ladder_ends_are_played(
    app: Flask, ann: Person, bo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are requested after the server has found no game to play and before it writes that."""
    page, end = ladder(ann, bo), store._end
    requested = []

    def request_first(row: Tournament) -> bool:
        if not requested:
            requested.append(entries.play_more(row_of(page), 1))
        return end(row)

    monkeypatch.setattr(store, "_end", request_first)
    more(ann, page)
    standing = told(ann, page)
    assert (standing["rounds"], standing["done"], standing["state"]) == (3, 3, "over")
    assert meeting(ann, page, 3) == {"Ann", "Bo"}


def test_rounds_requested_of_a_ladder_that_ends_meanwhile_are_played(
    app: Flask, ann: Person, bo: Person, meanwhile: Meanwhile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ladder is read before its end and written after it: then it counts as a new one."""
    page = ladder(ann, bo)
    with app.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.1"}):
        with monkeypatch.context() as unplayed:
            unplayed.setattr(store, "go_on", lambda _row: None)
            unended = entries.play_more(row_of(page), 1)
        assert unended.ended_at_ms is None
        store.play(unended.id)
        again = entries.play_more(unended, 1)
        assert again.ended_at_ms is None
        assert again.household == store.household_here()
    finish(app)
    assert (told(ann, page)["state"], meeting(ann, page, 3)) == ("over", {"Ann", "Bo"})
    # Two changes of one version of the file: both are kept.
    with app.test_request_context():
        row = row_of(page)
        meanwhile("entries", lambda: entries.play_more(row_of(page), 1))
        entries.play_more(row, 2)
    finish(app)
    assert told(ann, page)["rounds"] == 6


def test_concurrent_edits_kept(ann: Person, bo: Person, cem: Person, meanwhile: Meanwhile) -> None:
    """The old link, which others may know, must not come back."""
    page = made_by_two(ann, bo)
    old, before = edit_link(ann, page), bo.client.get(f"{page}/progress").json["changes"]

    def change() -> None:
        cem.send(old, name="Winter cup")
        assert bo.client.get(f"{page}/progress").json["changes"] > before, "pages notice it"
        cem.send(old, do="renew")

    meanwhile("registration", change)
    begin(ann, page)
    assert "<h1>Winter cup</h1>" in ann.get(page)
    assert cem.client.get(old).status_code == 404
    cem.send(edit_link(ann, page), name="Spring cup")
    assert "<h1>Spring cup</h1>" in ann.get(page)


@pytest.mark.parametrize("inserted", [Entrant, Tournament])
def test_removal_meets_a_writer(app: Flask, ann: Person, bo: Person, inserted: type[Any]) -> None:
    page = made_by_two(ann, bo)
    removers = []

    def remove() -> None:
        with app.app_context():
            store.remove(found(page))

    def while_it_is_held(*_: Any) -> None:
        removers.append(gevent.spawn(remove))
        gevent.joinall(removers, timeout=BLOCKED_SECONDS)

    event.listen(inserted, "before_insert", while_it_is_held, once=True)
    with app.test_request_context():
        row = found(page)
        if inserted is Entrant:
            entries.enter(row, "somebody", entries.Entry("Cem", KOOPA))
        else:
            registration.begin(row.id)
        has_begun = inserted is Tournament
        with pytest.raises(Conflict) if has_begun else nullcontext():
            gevent.joinall(removers, raise_error=True)
        assert len(removers) == 1
        finish(app)
        assert (registration.find(row.id) is not None) is has_begun
        assert (store.find(row.id) is not None) is has_begun
    assert bo.client.get(page).status_code == (200 if has_begun else 404)


def test_a_look_while_it_begins_shows_it_begun(
    ann: Person, bo: Person, cem: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither page nor API knows a state between."""
    find, name = registration.find, "webapp.tournaments.registration.find"
    for look, is_begun in (
        (cem.get, lambda seen: "data-gathering" not in seen),
        (lambda page: told(cem, page)["state"], ("playing", "over").__contains__),
    ):
        page = made_by_two(ann, bo)

        def begun_meanwhile(id_: str, page: str = page) -> Any:
            monkeypatch.setattr(name, find)
            begin(ann, page)
            return find(id_)

        monkeypatch.setattr(name, begun_meanwhile)
        seen = look(page)
        assert is_begun(seen), seen
