"""A server with a Dask cluster: it asks it, and does without where it does not answer."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

import engine
from engine import search, tournament
from tests.search.dask_cluster import Processes, cluster
from tests.webapp.battle_files import BATTLE
from tests.webapp.kept_app import application
from tests.webapp.made_tournaments import ARMIES, links, made, page_of
from tests.webapp.stopped_clock import StoppedClock
from webapp.base.config import Settings
from webapp.battles.store import recording_of
from webapp.searches import limits
from webapp.store.database import session
from webapp.store.models import Battle
from webapp.tournaments import store as playing


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    with cluster(tmp_path) as found:
        yield found


@pytest.fixture
def with_cluster(settings: Settings, clock: StoppedClock, processes: Processes) -> Iterator[Flask]:
    with application(replace(settings, scheduler=processes.address), clock) as app:
        yield app


@pytest.fixture
def without_cluster(settings: Settings, clock: StoppedClock) -> Iterator[Flask]:
    with application(replace(settings, scheduler="nowhere"), clock) as app:
        yield app


@pytest.mark.long
def test_its_workers_search_and_play(
    with_cluster: Flask, processes: Processes, caplog: pytest.LogCaptureFixture
) -> None:
    client = with_cluster.test_client()
    answer = client.post("/api/v1/best-order", json=BATTLE)
    assert answer.json["orders"][0]["win"] == search.best_order(BATTLE).orders[0].win
    address = page_of(with_cluster, client, made(client, *ARMIES))
    played = links(client.get(address).text)
    assert played
    assert not caplog.messages
    with with_cluster.app_context(), session() as db:
        for id_ in played:
            recording = recording_of(db.get_one(Battle, id_))
            again = recording.header.battle
            assert recording == engine.play(again)


@pytest.mark.long
def test_a_cluster_that_is_lost_costs_what_it_has_not_sent(
    with_cluster: Flask, processes: Processes, caplog: pytest.LogCaptureFixture
) -> None:
    """Three hundred games are four units for two workers: the last two have to wait."""
    entrants = [
        {"name": f"A{number}", "army": {"lineup": [{"unit": "goomba"}] * 3}} for number in range(25)
    ]
    document = {"kind": "round-robin", "ruleset": "manymarios", "seed": 1, "entrants": entrants}
    cup = tournament.read(document)
    due = tournament.due([*tournament.matches(cup.plan, {})])
    assert len(due) == 300
    with with_cluster.app_context(), closing(playing.recordings(cup, due)) as made:
        first = next(made)
        processes.end()
        rest = [*made]
    assert first == engine.play(cup.battle_file(due[0]))
    assert len(rest) == 299
    assert rest[-1] is None
    assert "the connection to the scheduler is lost" in caplog.text


def test_a_server_without_its_cluster_works_by_itself(
    without_cluster: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = without_cluster.test_client()
    answer = client.post("/api/v1/best-order", json=BATTLE)
    assert answer.json["orders"][0]["win"] == search.best_order(BATTLE).orders[0].win
    told = "the cluster does not work, so this server does: nowhere: no Dask"
    assert told in caplog.text
    caplog.clear()
    assert client.post("/api/v1/best-order", json=BATTLE).status_code == 200
    assert not caplog.messages  # it was not asked again so soon
    monkeypatch.setattr(limits, "RESTING_SECONDS", 0)
    address = page_of(without_cluster, client, made(client, *ARMIES))
    assert links(client.get(address).text)
    assert told in caplog.text
