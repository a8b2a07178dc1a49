"""A battle once more: with other dice, or with its sides changed round."""

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.battle_files import BATTLE
from tests.webapp.page_parts import page_data, post, sent_by
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import StoppedClock
from webapp import games
from webapp.battles import samples
from webapp.pages import contenders

NAMES = [c * 58 for c in "大家好世界你来我去上下中"]
ARMY = {"lineup": [{"custom": {"name": name, "energy": 2}} for name in NAMES]}
LONG = BATTLE | {"sides": [BATTLE["sides"][0], {"name": "Bo", "army": ARMY}]}
"""In an address its army would take 12 · 58 · 9 = 6,264 characters, of which 4,000 are taken."""


def put_on_air(client: FlaskClient, clock: StoppedClock, file: dict[str, Any], **query: str) -> str:
    answer = client.post("/api/v1/battles", json=file, query_string=query)
    clock.ms += 3_000
    return str(answer.get_json()["id"])


@pytest.mark.parametrize("swap", [{}, {"swap": "on"}], ids=["as before", "swapped"])
def test_again_has_new_dice(client: FlaskClient, clock: StoppedClock, swap: dict[str, str]) -> None:
    wish = {"wish": "b"}
    wanted = client.post("/api/v1/odds/wanted", json=STACKS, query_string=wish).get_json()["battle"]
    battle_id = put_on_air(client, clock, wanted)
    answer = post(client, f"/b/{battle_id}/again", **swap)
    assert answer.status_code == 303
    clock.ms += 1_000_000
    again = client.get(f"{answer.location}/battle.json").get_json()
    assert again["sides"] == STACKS["sides"][:: -1 if swap else 1]
    assert again["field"] == STACKS["field"]
    assert again["seed"] != wanted["seed"]
    assert "rolls" not in again
    assert ("Bo against Ann" in client.get(answer.location).text) is bool(swap)


def test_it_is_as_public_as_before(client: FlaskClient, clock: StoppedClock) -> None:
    for listed in ("true", "false"):
        battle_id = put_on_air(client, clock, BATTLE, listed=listed, title="A grudge")
        again = post(client, f"/b/{battle_id}/again").location
        assert (again in client.get("/battles").text) is (listed == "true")
        assert page_data(client.get(again).text)["battle"]["title"] == "A grudge"


def test_battle_that_has_not_begun_keeps_its_armies(client: FlaskClient, battle_id: str) -> None:
    data = page_data(client.get(f"/b/{battle_id}").text)
    (extra,) = [extra for extra in data["extras"] if extra["kind"] == "again"]
    assert extra["url"] == f"/b/{battle_id}/again"
    answer = client.post(extra["url"], data={"csrf_token": extra["csrf_token"]})
    assert answer.status_code == 409
    assert "about to begin" in answer.text
    assert post(client, "/b/nothing/again").status_code == 404


def test_a_garrison_cannot_attack(client: FlaskClient, clock: StoppedClock) -> None:
    of_ruleset = samples.load(games.game("warlords"))
    citadel = of_ruleset.battle_file(of_ruleset.battles["the-citadel"])
    battle_id = put_on_air(client, clock, citadel)
    assert post(client, f"/b/{battle_id}/again").status_code == 303
    answer = post(client, f"/b/{battle_id}/again", swap="on")
    assert answer.status_code == 422
    assert re.search(r"They cannot meet like this: .*it takes 1 to 8", unescape(answer.text))


@pytest.mark.parametrize("file", [BATTLE, STACKS, LONG], ids=["lineups", "stacks", "long names"])
def test_an_army_that_has_fought_can_be_met_once_it_is_over(
    client: FlaskClient, clock: StoppedClock, file: dict[str, Any]
) -> None:
    battle_id = put_on_air(client, clock, file)
    address = f"/b/{battle_id}/against/b"
    assert client.get(address).status_code == 409
    clock.ms += 1_000_000
    answer = client.get(address)
    assert answer.status_code == 200
    form = sent_by(answer.text, f"/quick/{file['ruleset']}")
    game = games.game(file["ruleset"])
    fought = file["sides"][1]
    assert (form["army_b"], form["name_b"]) == ("other", fought["name"])
    sent = contenders.resolve(game, form["other_b"].strip())
    assert game.builder.normal(sent) == game.builder.normal(fought["army"])
    assert client.get(f"/b/{battle_id}/against/c").status_code == 404


def test_after_sample_comes_next_and_after_last_first(app: Flask, client: FlaskClient) -> None:
    game = games.game("manymarios")
    of_game = samples.load(game)
    with app.app_context():
        samples.store([game])
    titles = [sample.title for sample in of_game.battles.values()]
    for sample, following in zip(of_game.battles.values(), [*titles[1:], titles[0]], strict=True):
        page = page_data(client.get(f"/b/{of_game.page_id(sample)}").text)
        assert page["after"]["next"]["title"] == following
