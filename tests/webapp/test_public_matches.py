"""Public matches: on TV while they are played, in the gallery's search once they are over."""

import json

from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.challengers import Person
from tests.webapp.in_background import finish
from tests.webapp.match_players import Played, begin, players, rows
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_looks import statements
from webapp import games
from webapp.matches import store

LEAD_IN_MS = 10_000
SHOW_MS = 8_000
LATELY_MS = 600_000


def ids(client: FlaskClient) -> list[str]:
    return [one["battle"]["id"] for one in client.get("/tv/on-air").get_json()["battles"]]


def public(ann: Person, bo: Person, clock_s: int | None = None) -> Played:
    return begin(ann, bo, clock_s, listed="on")


def test_listed_match(client: FlaskClient, ann: Person, bo: Person, clock: StoppedClock) -> None:
    played = public(ann, bo)
    clock.ms += 10
    begin(ann, bo)  # not listed
    (told,) = client.get("/tv/on-air").get_json()["battles"]
    battle = told["battle"]
    assert (told["kind"], battle["id"], battle["title"]) == ("match", played.id, "Ann against Bo")
    assert battle["share_url"].endswith(f"/m/{played.id}")
    assert {side: one["army"] for side, one in battle["sides"].items()} == {"a": "", "b": ""}
    assert told["catalog_url"] == "/api/v1/catalogs/siege"
    assert {"catalog", "match", "links", "challenge"}.isdisjoint(told)
    assert "Spears" not in json.dumps(told)
    for page in ("/tv", "/"):
        assert f"/m/{played.id}" in client.get(page).text
    assert 'href="/tv"' in client.get("/").text
    assert "/m/" not in client.get("/battles").text, "there it is once it is over"


def test_one_whose_players_are_away_is_not_being_played(
    app: Flask, client: FlaskClient, ann: Person, bo: Person, clock: StoppedClock
) -> None:
    """Each round may take a day. Ten minutes after the first one began nobody has done anything."""
    played = public(ann, bo, 86_400)
    start = clock.ms
    clock.ms = start + LEAD_IN_MS + LATELY_MS - 1
    assert ids(client) == [played.id]
    clock.ms += 1
    assert ids(client) == []
    a, b, _ = players(app, played)
    a.lock(1)
    b.lock(1)
    assert ids(client) == [played.id]
    clock.ms += SHOW_MS + LATELY_MS - 1
    assert ids(client) == [played.id]
    clock.ms += 1
    assert ids(client) == []


def test_those_that_began_last_come_first_and_however_many_it_is_one_query(
    app: Flask, client: FlaskClient, ann: Person, bo: Person, clock: StoppedClock
) -> None:
    begun = [public(ann, bo).id]
    client.get("/tv/on-air")
    with statements(app) as one:
        assert ids(client) == begun
    for _ in range(2):
        clock.ms += 1000
        begun.insert(0, public(ann, bo).id)
    with statements(app) as three:
        assert ids(client) == begun
    assert len(three) == len(one)
    with app.app_context():
        assert [match.id for match in store.being_played(games.games(), 2)] == begun[:2]
        assert store.being_played([], 2) == []


def test_who_looks_at_it_does_not_play_it(
    app: Flask, client: FlaskClient, ann: Person, bo: Person, clock: StoppedClock
) -> None:
    played = public(ann, bo, 60)
    clock.ms += LEAD_IN_MS + 61_000
    assert ids(client) == [played.id]
    finish(app)
    a, _, spectator = players(app, played)
    assert rows(app, played.id)[0].round == 1
    assert spectator.look_again()["round"] == 2
    a.resign()
    assert ids(client) == []
    finish(app)
    replay = spectator.look()["battle"]
    assert f"/b/{replay}" in client.get("/battles").text, "it leaves for the gallery"


def found(client: FlaskClient, **query: str) -> list[str]:
    told = client.get("/api/v1/battles", query_string=query).get_json()["battles"]
    return [one["id"] for one in told]


def test_match_is_found_after_end(app: Flask, client: FlaskClient, ann: Person, bo: Person) -> None:
    texts = ("", "ann", "BO", "Harvest moon", "spears evenhand")
    players(app, begin(ann, bo))[0].resign()
    _, b, _ = players(app, begin(ann, bo, listed="on", title="Harvest moon"))
    assert [found(client, text=text) for text in texts] == [[]] * 5, "it is being played"
    b.resign()
    (battle,) = found(client, text="Ann", ruleset="siege", result="won")
    assert [found(client, text=text) for text in texts] == [[battle]] * 5
    assert found(client, text="Cem") == []
    assert client.get(f"/b/{battle}").status_code == 200
