"""A real server that is killed while it plays a tournament goes on with it when it is started."""

import json
from collections.abc import Mapping
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from flask import Flask
from sqlalchemy import func, select

from engine import tournament
from tests.cluster.servers import wait_until
from tests.webapp.live_server import Server
from webapp.store import database
from webapp.store.database import session
from webapp.store.models import Battle, TournamentGame
from webapp.tournaments import store

CUP = {
    "ruleset": "manymarios",
    "kind": "round-robin",
    "best_of": 21,
    "entrants": [
        {"name": str(count), "army": {"lineup": [{"unit": "goomba"}] * count}}
        for count in range(1, 6)
    ],
}
FEWEST = 10 * 11
"""Games of five who meet each other once."""


@pytest.mark.long
def test_killed_in_the_middle_it_loses_nothing_and_plays_nothing_twice(tmp_path: Path) -> None:
    server = Server(tmp_path)
    app = server.app()
    try:
        body = json.dumps(CUP).encode()
        sent = Request(
            f"{server.url}/api/v1/tournaments", body, {"Content-Type": "application/json"}
        )
        with urlopen(sent) as answer:
            id_ = json.load(answer)["id"]
        wait_until(lambda: len(stored(app)) >= 5, "games are played")
        server.kill()
        kept = stored(app)
        assert len(kept) < FEWEST, "it was killed too late"
        server.start()
        wait_until(lambda: is_over(app, id_), "the tournament ends")
        now = stored(app)
        assert kept.items() <= now.items()
        assert_whole(app, id_, now)
    finally:
        server.kill()
        app.extensions[database.KEY].kw["bind"].dispose()


def stored(app: Flask) -> dict[str, str | None]:
    """The ids of battles, by game."""
    with app.app_context(), session() as db:
        return {row.game: row.battle_id for row in db.scalars(select(TournamentGame))}


def is_over(app: Flask, id_: str) -> bool:
    with app.app_context():
        row = store.find(id_)
        return row is not None and row.ended_at_ms is not None


def assert_whole(app: Flask, id_: str, games: Mapping[str, str | None]) -> None:
    """Checks that each game of each match has one battle, and that no other battle is kept."""
    with app.app_context(), session() as db:
        row = store.find(id_)
        assert row is not None
        played = store.as_it_stands(row)
        assert (played.done, [*tournament.due([*played.matches])]) == (10, [])
        assert {game.id for match in played.matches for game in match.games} == {*games}
        count = db.scalar(select(func.count()).where(Battle.sample.is_(False)))
        assert count == len(games) == len({*games.values()})
