"""Two processes, one match: a round is played once, an end is stored once."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from flask import Flask
from sqlalchemy import func, select, update
from werkzeug.exceptions import Conflict

from tests.webapp.challengers import Person
from tests.webapp.live_server import Server
from tests.webapp.match_players import MATCHES, SPEARS, Played, begin, players, rows
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_challenge_races import at_once as all_at_once
from webapp import create_app
from webapp.base.clock import now_ms
from webapp.base.config import Settings
from webapp.challenges import outcome
from webapp.challenges import store as challenges
from webapp.matches import rounds, settling, store
from webapp.store import database
from webapp.store.models import Battle, Match, Orders

Act = Callable[[Match], Any]
AT_ONCE = 6


@pytest.fixture
def apps(app: Flask, settings: Settings, clock: StoppedClock) -> Iterator[list[Flask]]:
    """Two applications on one database, as two processes are."""
    other = create_app(settings, clock)
    yield [app, other]
    other.extensions[database.KEY].kw["bind"].dispose()


@pytest.fixture
def played(ann: Person, bo: Person) -> Played:
    return begin(ann, bo, 60)


def at_once(apps: list[Flask], match: str, *acts: Act) -> list[Any]:
    """What each of these gives for a match, done at the same moment in either application."""
    return all_at_once(apps, *[partial(do, act, match) for act in acts])


def do(act: Act, match: str) -> Any:
    found = store.find(match)
    assert found
    return act(found)


def count(app: Flask, table: type[Any], **where: Any) -> int:
    with app.app_context(), database.session() as db:
        return db.scalar(select(func.count()).select_from(table).filter_by(**where)) or 0


def test_a_round_whose_time_is_up_is_played_once(
    apps: list[Flask], played: Played, clock: StoppedClock
) -> None:
    clock.ms += 70_000
    settled = at_once(apps, played.id, *[lambda match: settling.settle(match.id)] * AT_ONCE)
    assert [match.round for match in settled] == [2] * AT_ONCE
    match, _ = rows(apps[0], played.id)
    assert match.changes == 1


def test_two_who_lock_at_once_play_the_round_once(apps: list[Flask], played: Played) -> None:
    locks: list[Act] = [
        lambda match: rounds.lock(match, "a", 1),
        lambda match: rounds.lock(match, "b", 1),
    ]
    at_once(apps, played.id, *locks)
    match, orders = rows(apps[0], played.id)
    assert match.round == 2
    assert len(orders) == 2


def test_an_order_and_the_end_of_the_clock_do_not_both_happen(
    apps: list[Flask], played: Played, clock: StoppedClock
) -> None:
    """It is in time and is played, or it is refused and is not."""
    clock.ms += 69_999
    a, _, _ = players(apps[0], played)
    a.order(1, D="defend", E="defend")

    def late(match: Match) -> Match:
        clock.ms += 1
        return settling.settle(match.id)

    def change(match: Match) -> Match:
        return rounds.order(match, "a", 1, {"D": "defend", "E": "defend", "A": "attack"})

    _, changed = at_once(apps, played.id, late, change)
    given = next(event for event in a.events() if event["type"] == "orders_given")["orders"]
    assert given["aA"] == ("none" if isinstance(changed, Conflict) else "attack")


def test_a_bot_orders_once_for_a_round(apps: list[Flask], ann: Person, clock: StoppedClock) -> None:
    page = ann.challenge("siege", opponent="cautious", limits__clock_s="60")
    ann.seal(page, SPEARS)
    match = ann.standing(page)["battle"]
    clock.ms += 70_000
    at_once(apps, match, *[lambda match: settling.settle(match.id)] * AT_ONCE)
    assert count(apps[0], Orders, match_id=match, side="b") == 1


def test_of_real_processes_one_plays_a_round_and_one_keeps_the_replay(
    tmp_path: Path, settings: Settings
) -> None:
    """A Ram against nobody: it takes the castle, whichever process looks first and thinks for it.

    The round's time is up at one moment for two servers, each asked by several at once.
    """
    servers = [Server(tmp_path / "instance", settings.database_url) for _ in "ab"]
    app = servers[0].app()
    try:
        ann = Person(app)
        page = ann.challenge("siege", opponent="aggressive")
        ann.seal(page, SPEARS)
        match = ann.standing(page)["battle"]
        with app.app_context(), database.session() as db, db.begin():
            db.execute(update(Match).filter_by(id=match).values(deadline_ms=now_ms()))

        def look(server: Server) -> Any:
            """What a client is told that asks until the match is over."""
            told: dict[str, Any] = {"battle": None}
            while told["battle"] is None:
                with urlopen(f"{server.url}{MATCHES}/{match}") as answer:
                    told = json.load(answer)
            return told

        with ThreadPoolExecutor(2 * AT_ONCE) as pool:
            told = [*pool.map(look, servers * AT_ONCE)]
        assert {(one["state"], one["winner"], one["round"]) for one in told} == {("over", "b", 1)}
        assert len({one["battle"] for one in told}) == 1
        found, orders = rows(app, match)
        assert len(json.loads(found.ends)) == found.changes == 1
        assert [(row.round, row.side) for row in orders] == [(1, "b")]
        assert count(app, Battle, sample=False) == 1
    finally:
        for server in servers:
            server.kill()
        app.extensions[database.KEY].kw["bind"].dispose()


def test_an_end_is_stored_once(apps: list[Flask], played: Played, clock: StoppedClock) -> None:
    clock.ms += 70_000 + 40 * 68_000
    settled = at_once(apps, played.id, *[lambda match: settling.settle(match.id)] * AT_ONCE)
    assert len({match.battle_id for match in settled}) == 1
    assert count(apps[0], Battle) == 1


def test_a_match_begins_once(apps: list[Flask], ann: Person, bo: Person) -> None:
    played = begin(ann, bo)
    with apps[0].app_context():
        match = store.find(played.id)
        assert match
        challenge = challenges.find(match.challenge_id)
        assert challenge
    at_once(apps, played.id, *[lambda _: outcome.reveal(challenge)] * AT_ONCE)
    assert count(apps[0], Match) == 1
