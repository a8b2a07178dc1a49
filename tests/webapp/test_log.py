"""A battle as plain text, when it is over."""

import pytest
from flask.testing import FlaskClient

import engine
from tests.webapp.battle_files import BATTLE
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import StoppedClock

EVIL = "<script>alert(1)</script>"


def test_the_log_tells_the_whole_battle(
    client: FlaskClient, battle_id: str, clock: StoppedClock
) -> None:
    clock.ms += 1_000_000
    answer = client.get(f"/b/{battle_id}/log.txt")
    assert answer.mimetype == "text/plain"
    lines = answer.text.splitlines()
    assert lines[0] == "Ann against Bo"
    assert f"http://localhost/b/{battle_id}" in lines
    assert "Seed 7" in lines
    assert "Many Marios 0" in lines
    rounds = [line for line in lines if line.startswith("Round ")]
    assert len(rounds) == engine.play(BATTLE).result.rounds
    assert any("Goomba" in line and "Toad" in line for line in lines), "blows are told by name"
    winner = engine.play(BATTLE).result.winner
    assert any({"a": "Ann", "b": "Bo"}[str(winner)] in line and "win" in line for line in lines)


@pytest.mark.parametrize("file", [BATTLE, STACKS], ids=lambda file: file["ruleset"])
def test_every_game_has_a_log(
    client: FlaskClient, clock: StoppedClock, file: dict[str, object]
) -> None:
    battle_id = client.post("/api/v1/battles", json=file).get_json()["id"]
    clock.ms += 1_000_000
    text = client.get(f"/b/{battle_id}/log.txt").text
    name = engine.rulesets()[str(file["ruleset"])].name
    assert name in text
    assert "[" not in text.split(name)[1], "no brackets of a program's output"


def test_nothing_is_told_while_it_is_on_air(client: FlaskClient, battle_id: str) -> None:
    answer = client.get(f"/b/{battle_id}/log.txt")
    assert answer.status_code == 409
    assert "still on air" in answer.text


def test_an_unknown_battle_has_none(client: FlaskClient) -> None:
    assert client.get("/b/nothing/log.txt").status_code == 404


def test_it_is_fetched_once(client: FlaskClient, battle_id: str, clock: StoppedClock) -> None:
    clock.ms += 1_000_000
    tag = client.get(f"/b/{battle_id}/log.txt").headers["ETag"]
    again = client.get(f"/b/{battle_id}/log.txt", headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_names_are_text_that_no_browser_takes_for_a_page(
    client: FlaskClient, clock: StoppedClock
) -> None:
    sides = [side | {"name": EVIL} for side in BATTLE["sides"]]
    battle_id = client.post("/api/v1/battles", json=BATTLE | {"sides": sides}).get_json()["id"]
    clock.ms += 1_000_000
    answer = client.get(f"/b/{battle_id}/log.txt")
    assert EVIL in answer.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.content_type == "text/plain; charset=utf-8"
