"""TV: what is on air is told, and nothing of how it goes on; else what there is to watch."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.stacks import battle_file, unit
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp.pages import tv

FILE = battle_file([unit(2, 1, name="Hen")], [unit(11, 3, name="Bear")]) | {"seed": 0}


def put(client: FlaskClient, *, listed: bool = True) -> str:
    answer = client.post(f"/api/v1/battles?listed={str(listed).lower()}", json=FILE)
    return str(answer.json["id"])


def on_air(client: FlaskClient) -> Any:
    return client.get("/tv/on-air").get_json()["battles"]


def test_the_listed_battles_on_air_are_told_the_newest_first(
    client: FlaskClient, clock: StoppedClock
) -> None:
    first = put(client)
    clock.ms += 10
    put(client, listed=False)
    second = put(client)
    told = on_air(client)
    assert [one["battle"]["id"] for one in told] == [second, first]
    assert {one["battle"]["status"] for one in told} == {"on_air"}
    assert told[0]["catalog_url"] == "/api/v1/catalogs/warlords"
    assert "catalog" not in told[0]
    assert "winner" not in json.dumps(told)
    data = page_data(client.get("/tv").text)
    assert (data["most"], data["url"], data["battles"]) == (9, "/tv/on-air", told)
    assert {one["kind"] for one in told} == {"battle"}
    clock.ms += 1_000_000
    assert on_air(client) == []


def test_each_page_tells_of_so_many_and_counts_the_rest(
    client: FlaskClient, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 3 named battles on a page and screens for 2 of them, 6 battles are on air."""
    monkeypatch.setattr(tv, "NAMED_MOST", 3)
    monkeypatch.setattr(tv, "SHOWN_MOST", 2)
    ids = []
    for _ in range(6):
        ids.insert(0, put(client))
        clock.ms += 10
    for page, (first, more) in enumerate([(0, 3), (2, 1), (4, 0)], start=1):
        answer = client.get(f"/tv/on-air?page={page}")
        assert [one["battle"]["id"] for one in answer.json["battles"]] == ids[first : first + 3]
        assert answer.json["more"] == more
        assert answer.headers["Cache-Control"] == "no-store"
    assert client.get("/tv?page=2").status_code == 200


def test_where_nothing_is_on_air_there_is_something_to_watch(
    client: FlaskClient, clock: StoppedClock
) -> None:
    assert 'href="/tv"' not in client.get("/").text
    id_ = put(client)
    for page in ("/", "/battles"):
        assert 'href="/tv"' in client.get(page).text
    assert 'id="tv-empty" hidden' in client.get("/tv").text
    clock.ms += 1_000_000
    page = client.get("/tv").text
    assert 'id="tv-empty" aria' in page
    for address in (f"/b/{id_}", "/challenge/new", "/quick", "/battles"):
        assert f'href="{address}"' in page
