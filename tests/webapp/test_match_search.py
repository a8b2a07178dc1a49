"""Public matches in the gallery's search: found by players, title and armies once they are over."""

import re

from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.challengers import Person
from tests.webapp.match_players import begin, players

BY = [
    {"text": "ann"},
    {"text": "BO"},
    {"text": "Harvest moon"},
    {"text": "spears evenhand"},
    {"text": "Ann", "ruleset": "siege", "result": "won"},
]


def found(client: FlaskClient, **query: str) -> list[str]:
    html = client.get("/battles", query_string=query).text
    told = client.get("/api/v1/battles", query_string=query).get_json()["battles"]
    shown = re.findall(r'data-battle="(\w+)"', html)
    assert shown == [one["id"] for one in told]
    return shown


def test_match_is_found_after_end(app: Flask, client: FlaskClient, ann: Person, bo: Person) -> None:
    players(app, begin(ann, bo))[0].resign()
    played = begin(ann, bo, listed="on", title="Harvest moon")
    a, b, _ = players(app, played)
    a.order(1)
    a.lock(1)
    b.lock(1)
    assert [found(client, **query) for query in (*BY, {})] == [[]] * 6, "it is being played"
    b.resign()
    (battle,) = found(client)
    assert [found(client, **query) for query in BY] == [[battle]] * 5
    assert found(client, text="Cem") == []
    assert client.get(f"/b/{battle}").status_code == 200
