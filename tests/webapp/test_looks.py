"""Looking at anything: a few queries each, by indexes, and nothing is written."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import get_native_id
from typing import Any

import gevent
from flask import Flask
from sqlalchemy import event

from tests.webapp.addresses import addresses, everything
from tests.webapp.challengers import API, Person, id_of
from tests.webapp.in_background import finish
from tests.webapp.match_players import MATCHES, Played, Player, begin, stored
from tests.webapp.page_parts import forms_of
from tests.webapp.stopped_clock import StoppedClock
from webapp.store import database
from webapp.store.models import Base
from webapp.tournaments import registration
from webapp.tournaments import store as tournaments

MOST = 6
DAY_MS = 86_400_000
STRONG = {"name": "Strong", "lineup": [{"unit": "toad"}] * 4}
WEAK = {"name": "Weak", "lineup": [{"unit": "goomba"}]}


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """All SQL that is sent to the database meanwhile, but for what happens in the background."""
    engine = app.extensions[database.KEY].kw["bind"]
    sent: list[str] = []
    asker, thread = gevent.getcurrent(), get_native_id()

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        # What is looked up in a thread is waited for.
        if gevent.getcurrent() is asker or get_native_id() != thread:
            sent.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


def written(sent: Iterable[str]) -> list[str]:
    return [one for one in sent if not one.startswith(("SELECT", "WITH RECURSIVE"))]


def queries(app: Flask, person: Person, address: str, **headers: str) -> int:
    """How many queries a page or a resource makes; nothing that it sends to the database writes."""
    counts = []
    for method in ("GET", "HEAD"):
        with statements(app) as sent:
            answer = person.client.open(address, method=method, headers=headers)
        assert answer.status_code in (200, 302, 303), (address, answer.status_code)
        assert written(sent) == [], (method, address)
        counts.append(len(sent))
    assert max(counts) <= MOST, (address, counts)
    return counts[0]


def look_at_challenge(app: Flask, page: str, *people: Person) -> list[int]:
    addresses = (page, f"{page}?army=zzzzzzzz", f"{page}/card.png", f"{API}/{id_of(page)}")
    return [max(queries(app, one, address) for one in people) for address in addresses]


def look_at_match(app: Flask, match: str, *people: Person) -> list[int]:
    addresses = (f"/m/{match}", f"{MATCHES}/{match}", f"{MATCHES}/{match}/events")
    return [max(queries(app, one, address) for one in people) for address in addresses]


def test_series(app: Flask, ann: Person, bo: Person, cem: Person, clock: StoppedClock) -> None:
    """Only how often links were made anew stands with the first game: one query more."""
    early = ann.challenge("manymarios")
    join = ann.link(early, "join")
    look_at_challenge(app, early, ann, cem)
    queries(app, bo, join)
    bo.join(join)
    look_at_challenge(app, early, ann, bo, cem)
    for address in (f"{early}/build", ann.link(early, "seat")):
        queries(app, ann, address)
    page = ann.challenge("manymarios", best_of="3")
    bo.join(ann.link(page, "join"))
    counts = []
    for side_a, side_b in ((ann, bo), (bo, ann), (ann, bo)):
        side_a.seal(page, STRONG)
        side_b.seal(page, WEAK)
        clock.ms += DAY_MS // 2
        counts.append(look_at_challenge(app, page, ann, cem))
        page = str(ann.send(f"{page}/next").location)
    for count in counts:
        assert all(0 <= asked - once <= 1 for asked, once in zip(count, counts[0], strict=True))
    bo.seal(page, STRONG)
    ann.seal(page, WEAK)
    for wait_ms in (0, 15_000):
        clock.ms += wait_ms
        look_at_challenge(app, page, ann, bo)
    assert ann.standing(early)["status"] == "expired"
    look_at_challenge(app, early, ann)


def test_a_match_in_every_round(
    app: Flask, ann: Person, bo: Person, cem: Person, played: Played, a: Player, b: Player
) -> None:
    everybody = (ann, bo, cem)
    first = look_at_match(app, played.id, *everybody)
    look_at_challenge(app, played.page, *everybody)
    for number in (1, 2):
        a.order(number, D="defend", E="defend" if number == 1 else "none")
        a.lock(number)
        b.lock(number)
    assert look_at_match(app, played.id, *everybody) == first
    queries(app, ann, f"{MATCHES}/{played.id}/notebook", **a.headers)
    b.resign()
    assert look_at_match(app, played.id, *everybody) == first
    look_at_challenge(app, played.page, *everybody)
    queries(app, cem, f"/b/{a.look()['battle']}")


def test_due(app: Flask, ann: Person, bo: Person, cem: Person, clock: StoppedClock) -> None:
    """One round's time is up, all rounds' time is up, or the last sealer was cut off; looks write
    nothing."""
    played = begin(ann, bo, 10)
    clock.ms += 20_000
    before = stored(app, played.id)
    queries(app, cem, f"{MATCHES}/{played.id}")
    assert stored(app, played.id) == before
    look_at_match(app, played.id, ann, bo, cem)
    finish(app)
    assert Player(app, played.id, None).look()["round"] == 2

    clock.ms += DAY_MS
    before = stored(app, played.id)
    assert cem.standing(played.page)["status"] == "on_air"
    assert stored(app, played.id) == before
    look_at_challenge(app, played.page, ann, bo, cem)
    finish(app)
    assert Player(app, played.id, None).look()["state"] == "over"
    assert cem.standing(played.page)["status"] == "over"


LISTS = ("/", "/battles", "/api/v1/battles", "/tv", "/tv/on-air")
OF_FEW = ("ix_battles_listed_ends", "ix_matches_ended_deadline", "ix_branches_parent_id")
SEARCHES = (
    "before=fff",
    "after=0",
    "page=3",
    "text=gi",
    "unit=goomba",
    "ruleset=warlords",
    "result=draw",
    "result=upset&unit=goomba&ruleset=manymarios&text=to&page=2",
)


def plans(app: Flask, sent: Iterable[str]) -> dict[str, list[str]]:
    engine = app.extensions[database.KEY].kw["bind"]
    if engine.dialect.name != "sqlite":
        return {}
    with engine.connect() as connection:
        return {
            one: [
                row.detail
                for row in connection.exec_driver_sql(
                    f"EXPLAIN QUERY PLAN {one}", (None,) * one.count("?")
                )
            ]
            for one in sent
        }


def test_every_address_needs_few_queries_reads_no_whole_table_and_writes_nothing(
    app: Flask, ann: Person, bo: Person, clock: StoppedClock
) -> None:
    made = everything(app, ann, bo, "manymarios", clock)
    made["match"] = begin(ann, bo).id
    many, writes, asked, posted = {}, {}, {}, 0
    for rule, address in addresses(app, made):
        with statements(app) as sent:
            answer = ann.client.get(address)
        assert answer.status_code < 500, address
        if answer.mimetype == "text/html":
            posted += sum(f.attributes.get("method") == "post" for f in forms_of(answer.text))
        if written(sent):
            writes[rule] = written(sent)
        if len(sent) > MOST and rule != "/style":  # which shows parts of all pages
            many[rule] = len(sent)
        asked |= dict.fromkeys(sent, rule)
    assert (many, writes) == ({}, {})
    assert posted > 20, "each form had its token"
    with statements(app) as lists, app.app_context():
        beside = f"/b/{made['battle']}/beside"
        for address in (*LISTS, beside, *(f"/battles?{search}" for search in SEARCHES)):
            assert ann.client.get(address).status_code == 200, address
        with database.session() as db:
            tournaments.refuse_if_crowded(db, "somebody", "somewhere")
        tournaments.unfinished()
        registration.due()
    # What grows with the archive, whoever asks: a table that is read from end to end.
    scan = re.compile(rf"SCAN ({'|'.join(Base.metadata.tables)})(_\d+)?\b")
    scans = [
        (asked.get(one, "lists"), step)
        for one, steps in plans(app, {*asked, *lists}).items()
        for step in steps
        if scan.match(step)
    ]
    assert scans == []
    # And a list that is sorted before its first page is cut off, but for short ones.
    sorts = [
        (one, steps)
        for one, steps in plans(app, lists).items()
        if any("B-TREE" in step for step in steps)
        if not any(index in step for step in steps for index in OF_FEW)
    ]
    assert sorts == []
