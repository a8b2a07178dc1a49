"""Battles of a game that is installed no more: they are kept, and in no list."""

from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_gallery import found, put, three
from webapp import games
from webapp.battles import gallery
from webapp.store.database import session
from webapp.store.models import Battle

__all__ = ["three"]


def test_battles_of_games_that_are_not_installed_are_in_no_list(
    app: Flask, client: FlaskClient, three: dict[str, str], clock: StoppedClock
) -> None:
    put(client)
    with app.app_context():
        known = [*games.games()]
        assert gallery.count_on_air(known, clock.ms) == 1
        with session() as db, db.begin():
            for name, ruleset in (("draw", "another"), ("upset", "zoo")):
                db.get_one(Battle, three[name]).ruleset = ruleset
        recent = gallery.lately(known, clock.ms).recent
        assert [battle.id for battle in recent] == [three["expected"]]
        assert [battle.id for battle in gallery.lately(["zoo"], clock.ms).recent] == [
            three["upset"]
        ]
        assert gallery.lately(["manymarios"], clock.ms).recent == []
        assert gallery.count_on_air(["warlords"], clock.ms) == 0
        assert gallery.count_on_air(known, clock.ms) == 1
    assert three["expected"] in found(client)
    assert not {three["draw"], three["upset"]} & {*found(client)}
