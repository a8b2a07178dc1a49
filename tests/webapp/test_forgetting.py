"""What is forgotten by itself: what nobody lists, after some days."""

from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from tests.kept import files
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_gallery import put
from tests.webapp.test_upkeep import count
from webapp.base.config import Settings
from webapp.store import database, removal
from webapp.store.models import Army, Battle, Challenge, Match, Orders

DAY = removal.DAY_MS


def test_what_is_unlisted_is_forgotten_in_time(
    app: Flask, client: FlaskClient, clock: StoppedClock
) -> None:
    """Ten days after its end; a listed battle and an army stay."""
    unlisted, listed = put(client, listed="false"), put(client)
    ends = client.get(f"/api/v1/battles/{unlisted}").get_json()["ends_at_ms"]
    army = {"ruleset": "manymarios", "army": {"lineup": [{"unit": "toad"}]}}
    client.post("/api/v1/armies", json=army)

    def forget(now_ms: int) -> int:
        with app.app_context(), database.session() as db:
            return removal.remove_outdated(db, now_ms - 10 * DAY)

    assert forget(clock.ms + 9 * DAY) == 0
    assert forget(ends + 11 * DAY) == 1
    assert forget(ends + 11 * DAY) == 0
    assert client.get(f"/b/{unlisted}").status_code == 404
    assert client.get(f"/b/{listed}").status_code == 200
    assert count(app, Army) == 1


def test_challenges_that_came_to_nothing_are_forgotten_and_the_kept_ones_are_whole(
    settings: Settings, tmp_path: Path
) -> None:
    """All that is unlisted in the kept instance, with what hangs on it, and nothing else."""
    folder = files.restore(tmp_path / "instance")
    kept = database.connect(f"sqlite:///{folder / files.DATABASE}")
    database.migrate(kept)
    with Session(kept) as db:
        armies = db.scalar(select(func.count()).select_from(Army))
        later = files.answers()["clock_ms"] + 40 * DAY
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
