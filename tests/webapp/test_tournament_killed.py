"""A server that is killed while it plays a tournament: nothing is lost, nothing played twice."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from sqlalchemy import Engine, func, select

from tests.present import require
from tests.webapp.live_server import PATIENCE_SECONDS, Server
from webapp.store import database
from webapp.store.database import session
from webapp.store.models import Battle, TournamentGame

ENTRANTS = [
    {"name": f"A{place}", "army": {"lineup": [{"unit": unit}] * count}}
    for place, (unit, count) in enumerate([("goomba", 1), ("goomba", 2), ("toad", 2), ("toad", 3)])
]
CUP = {"ruleset": "manymarios", "kind": "round-robin", "best_of": 9, "entrants": ENTRANTS}
"""Six matches, each of five games at least: time in which it can be killed."""
LEAST = 6 * 5
LOOK_SECONDS = 0.02
PLAYED_SECONDS = 300
"""A new server makes its samples first, and a busy machine plays slowly."""

Games = dict[str, tuple[str, str | None]]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    require("manymarios")
    one = Server(tmp_path)
    yield one
    one.kill()


def test_killed_in_the_middle_it_goes_on_after_a_new_start(server: Server) -> None:
    """Killed twice, so that it is also killed when it has just gone on."""
    app = server.app()
    bind: Engine = app.extensions[database.KEY].kw["bind"]

    def games() -> Games:
        """What came of each finished game, and which battle that is."""
        with app.app_context(), session() as db:
            rows = db.scalars(select(TournamentGame))
            return {row.game: (str(row.battle_id), row.winner) for row in rows}

    def battles() -> int:
        with app.app_context(), session() as db:
            return db.scalar(select(func.count()).where(~Battle.sample)) or 0

    answer = requests.post(f"{server.url}/api/v1/tournaments", json=CUP, timeout=PATIENCE_SECONDS)
    assert answer.status_code == 201, answer.text
    address = f"{server.url}/api/v1/tournaments/{answer.json()['id']}"
    kept: Games = {}
    for _ in range(2):
        deadline = time.monotonic() + PLAYED_SECONDS
        while len(games()) < len(kept) + 4:
            assert time.monotonic() < deadline
            time.sleep(LOOK_SECONDS)
        server.kill()
        now = games()
        assert kept.items() <= now.items()
        assert len(now) < LEAST  # it was killed in the middle
        assert battles() == len(now)
        kept = now
        server.start()
    deadline = time.monotonic() + PLAYED_SECONDS
    while (told := requests.get(address, timeout=PATIENCE_SECONDS).json())["state"] != "over":
        assert time.monotonic() < deadline
        time.sleep(LOOK_SECONDS)
    ended = games()
    assert kept.items() <= ended.items()
    assert battles() == len(ended) >= LEAST
    listed = [game for match in told["matches"] for game in match["games"]]
    assert len(listed) == len(ended)
    bind.dispose()
