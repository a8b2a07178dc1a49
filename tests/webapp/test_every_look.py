"""Looking at anything: a few queries each, by indexes, and nothing is written."""

import re
from collections.abc import Iterable

from flask import Flask

from tests.webapp.addresses import addresses, everything
from tests.webapp.challengers import Person
from tests.webapp.match_players import begin
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_looks import MOST, statements, written
from webapp.store import database
from webapp.store.models import Base
from webapp.tournaments import gathering
from webapp.tournaments import store as tournaments

LISTS = ("/", "/battles", "/api/v1/battles", "/tv", "/tv/on-air")
OF_FEW = ("ix_battles_listed_ends", "ix_matches_ended_deadline", "ix_branches_parent_id")
"""What is on air, what is being played, the branches of a battle."""
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
    many, writes, asked = {}, {}, {}
    for rule, address in addresses(app, made):
        with statements(app) as sent:
            answer = ann.client.get(address)
        assert answer.status_code < 500, address
        if written(sent):
            writes[rule] = written(sent)
        if len(sent) > MOST and rule != "/style":  # which shows parts of all pages
            many[rule] = len(sent)
        asked |= dict.fromkeys(sent, rule)
    assert (many, writes) == ({}, {})
    with statements(app) as lists, app.app_context():
        beside = f"/b/{made['battle']}/beside"
        for address in (*LISTS, beside, *(f"/battles?{search}" for search in SEARCHES)):
            assert ann.client.get(address).status_code == 200, address
        tournaments.refuse_if_crowded("somebody", "somewhere")
        tournaments.unfinished()
        gathering.due()
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
