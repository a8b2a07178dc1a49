"""What is forgotten by itself: what nobody lists, after some days."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from gevent import GreenletExit
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from tests.kept import files
from tests.webapp.challengers import OTHER_LINEUP, Person, id_of
from tests.webapp.in_background import finish
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_gallery import put
from webapp.base.clock import DAY_MS
from webapp.base.config import Settings
from webapp.store import database, removal
from webapp.store.models import Army, Battle, Challenge, Match, Orders


def test_upkeep_forgets_only_what_is_unlisted_and_old(
    app: Flask, client: FlaskClient, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the days of the setting, without which nothing is; a listed challenge's battle stays."""
    listed, old = put(client), put(client, listed="false")
    ann, bo = Person(app), Person(app)
    page = ann.challenge("manymarios", listed="y")
    bo.join(ann.link(page, "join"))
    ann.seal(page)
    bo.seal(page, OTHER_LINEUP)
    finish(app)
    fought = client.get(f"/api/v1/challenges/{id_of(page)}").get_json()["battle"]
    clock.ms += 11 * DAY_MS
    recent = put(client, listed="false")

    def rest(seconds: float) -> None:
        if seconds == removal.ROUND_SECONDS:  # nothing more was found
            raise GreenletExit

    monkeypatch.setattr(removal.gevent, "sleep", rest)
    for days, is_left in ((None, True), (10, False)):
        app.config["SETTINGS"] = replace(app.config["SETTINGS"], unlisted_days=days)
        with suppress(GreenletExit):
            removal.forget_unlisted(app)
        kept = {id_: client.get(f"/b/{id_}").status_code for id_ in (listed, fought, recent)}
        assert kept == dict.fromkeys(kept, 200)
        assert client.get(f"/b/{old}").status_code == (200 if is_left else 404)


def test_challenges_without_battles_are_forgotten(settings: Settings, tmp_path: Path) -> None:
    folder = files.restore(tmp_path / "instance")
    kept = database.connect(f"sqlite:///{folder / files.DATABASE}")
    database.migrate(kept)
    with Session(kept) as db:
        armies = db.scalar(select(func.count()).select_from(Army))
        later = files.answers()["clock_ms"] + 40 * DAY_MS
        while removal.remove_outdated(db, later):
            pass
        assert db.scalar(select(func.count()).select_from(Army)) == armies
        left = db.scalars(select(Challenge)).unique().all()
        assert all(row.listed or row.expires_at_ms > later for row in left)
        assert db.scalars(select(Battle).where(~Battle.listed, ~Battle.sample)).all() == []
        matches = {*db.scalars(select(Match.id))}
        assert {row.match_id for row in db.scalars(select(Orders))} <= matches
        assert not db.execute(text("PRAGMA foreign_key_check")).all()
    kept.dispose()
