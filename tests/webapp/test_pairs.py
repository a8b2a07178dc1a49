"""Two battles beside each other: which can be, what the page is given, what is said otherwise."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.stacks import battle_file, unit
from tests.webapp.battle_files import BATTLE
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock

FILE = battle_file([unit(2, 1, name="Hen")], [unit(11, 3, name="Bear")]) | {"seed": 0}


def put(client: FlaskClient, **more: Any) -> str:
    return str(client.post("/api/v1/battles?listed=true", json=FILE | more).json["id"])


@pytest.fixture
def over(client: FlaskClient, clock: StoppedClock) -> tuple[str, str]:
    """Two battles that are over."""
    both = put(client), put(client, seed=1)
    clock.ms += 1_000_000
    return both


def data_of(client: FlaskClient, path: str) -> Any:
    return page_data(client.get(path).text)


def test_the_page_has_what_both_need_and_tells_no_end(
    client: FlaskClient, over: tuple[str, str]
) -> None:
    one, other = over
    data = data_of(client, f"/b/{one}/beside/{other}")
    assert (data["battle"]["id"], data["other"]["battle"]["id"]) == over
    assert data["labels"] == ["First", "Second"]
    assert data["spoilers_hidden"] is True
    for part, id_ in ((data, one), (data["other"], other)):
        assert f"/battles/{id_}/recording" in part["recording_url"]
    assert "winner" not in json.dumps(data)
    shown = data_of(client, f"/b/{one}/beside/{other}?spoilers=1")
    assert shown["spoilers_hidden"] is False


def test_a_branch_beside_what_it_has_left_is_called_so(
    client: FlaskClient, over: tuple[str, str]
) -> None:
    one, _other = over
    change = {"at": 2, "change": {"seed": 5}}
    address = f"/api/v1/battles/{one}/branches"
    branch = client.post(address, json=change).json["id"]
    assert client.post(address, json=change).json["id"] == branch, "it is kept once"
    assert client.post(address, json=change | {"at": 1}).json["id"] != branch
    data = data_of(client, f"/b/{one}/beside/{branch}")
    assert data["labels"] == ["Original", "Branch"]
    assert data_of(client, f"/b/{branch}/beside/{one}")["labels"] == ["First", "Second"]
    (extra,) = (row for row in data_of(client, f"/b/{branch}")["extras"] if row["kind"] == "whatif")
    assert extra["parent"]["beside_url"] == f"/b/{one}/beside/{branch}"
    assert extra["beside_url"] == f"/b/{branch}/beside"
    offered = client.get(f"/b/{branch}/beside").text
    assert f'href="/b/{branch}/beside/{one}"' in offered
    assert "the original" in offered


def test_the_other_battle_is_chosen_by_link_or_id(
    client: FlaskClient, over: tuple[str, str]
) -> None:
    one, other = over
    links = ("{}", " {} ", "http://localhost/b/{}", "/b/{}?spoilers=1#at=3", "/embed/{}")
    for given in links:
        answer = client.get(f"/b/{one}/beside", query_string={"other": given.format(other)})
        assert (answer.status_code, answer.location) == (303, f"/b/{one}/beside/{other}"), given
    for given in ("nobody", "", "\0", "http://localhost/battles", "x" * 900):
        answer = client.get(f"/b/{one}/beside", query_string={"other": given})
        told = "No battle has this link or id." in answer.text
        assert (answer.status_code, told) == ((404, True) if given else (200, False)), given
    assert client.get("/b/nobody12/beside").status_code == 404


def test_a_battle_of_another_game_is_refused_with_what_helps(
    client: FlaskClient, over: tuple[str, str], clock: StoppedClock
) -> None:
    made = client.post("/api/v1/battles", json=BATTLE)
    clock.ms += 1_000_000
    answer = client.get(f"/b/{over[0]}/beside/{made.json['id']}")
    assert answer.status_code == 422
    assert (
        "This is a battle of Warlords III stacks, the other one of Many Marios 0: only"
        in answer.text
    )
    assert "Choose one of Warlords III stacks." in answer.text
    assert 'name="other"' in answer.text


def test_nothing_of_a_battle_on_air_is_shown(
    client: FlaskClient, over: tuple[str, str], clock: StoppedClock
) -> None:
    live = put(client, seed=2)
    clock.ms += 5000
    for path in (f"/b/{over[0]}/beside/{live}", f"/b/{live}/beside/{over[0]}"):
        answer = client.get(path)
        assert answer.status_code == 409
        assert "still on air" in answer.text
        assert "page-data" not in answer.text
    clock.ms += 1_000_000
    assert client.get(f"/b/{over[0]}/beside/{live}").status_code == 200
