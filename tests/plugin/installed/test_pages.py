"""What the web application makes of the installed game."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.plugin.installing import ID, NAME
from tests.webapp.page_parts import page_data, post, sent_by, token
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import games
from webapp.battles import store

ICON = f"{ID}-army"
PNG = b"\x89PNG"


def file(attackers: int = 3, defenders: int = 2) -> dict[str, Any]:
    sides = [
        {"name": "Ann", "army": {"name": "Raiders", "armies": attackers}},
        {"name": "Bo", "army": {"name": "Border post", "armies": defenders}},
    ]
    return {"ruleset": ID, "seed": 7, "sides": sides}


@pytest.fixture
def over(client: FlaskClient, clock: StoppedClock) -> str:
    """The address of a battle that is over."""
    made = client.post("/api/v1/battles?listed=true", json=file())
    assert made.status_code == 201, made.text
    clock.ms += 1_000_000
    return f"/b/{made.json['id']}"


def test_rules_with_their_rulings_and_the_catalog_in_tables(client: FlaskClient) -> None:
    assert [*games.games()][:3] == ["manymarios", "siege", "warlords"], "ours come first"
    assert f'href="/rules/{ID}"' in client.get("/rules").text
    page = client.get(f"/rules/{ID}").text
    assert NAME in page
    assert 'id="C5"' in page
    assert "What a round costs" in page
    assert "37.17%" in page, "2890 / 7776"
    assert client.get(f"/api/v1/catalogs/{ID}").json["ruleset"] == ID


def test_the_plain_builder_has_a_field_a_number(client: FlaskClient) -> None:
    address = f"/build/{ID}"
    assert f'href="{address}"' in client.get("/build").text
    page = client.get(address).text
    assert {"army.name", "army.armies"} <= sent_by(page, f"{address}#lineup").keys()
    for command in ("show", "random", "sample:raiders", "clear"):
        fields = {"army.name": "Mine", "army.armies": "12", "do": command}
        assert post(client, address, **fields).status_code == 200, command
    wrong = post(client, address, **{"army.armies": "61", "do": "save"})
    assert wrong.status_code == 422
    assert "it must be from 1 to 60" in wrong.text
    saved = post(client, address, **{"army.name": "Mine", "army.armies": "12", "do": "save"})
    assert saved.status_code == 303


def test_an_army_is_judged_told_and_drawn(client: FlaskClient) -> None:
    builder = f"/api/v1/builder/{ID}"
    good = client.post(f"{builder}/check", json={"army": {"name": "Mine", "armies": 12}}).json
    assert good["valid"]
    assert good["meters"] == [{"label": "armies", "value": 12, "most": 60}]
    assert good["text"] == "= Mine\n12 armies\n"
    one = client.post(f"{builder}/check", json={"army": {}}).json
    assert (one["valid"], one["text"]) == (True, "1 army\n")
    for army in ({"armies": 0}, {"armies": "x"}, {"armies": 3, "lineup": []}, [], None):
        answer = client.post(f"{builder}/check", json={"army": army})
        assert answer.status_code in (200, 422), army
        assert not (answer.json or {}).get("valid", False)
    read = client.post(f"{builder}/text", json={"text": "= Mine\n7 armies\n5x Army"}).json
    assert read["army"] == {"name": "Mine", "armies": 12}
    drawn = client.post(f"{builder}/random", json={"seed": 1}).json["army"]
    assert 1 <= drawn["armies"] <= 60


def test_a_quick_battle(client: FlaskClient, clock: StoppedClock) -> None:
    address = f"/quick/{ID}"
    fields = sent_by(client.get(address).text, address)
    fields["csrf_token"] = token(client)
    for do in ("seed", "swap", "show", "odds"):
        assert client.post(address, data={**fields, "do": do}).status_code == 200, do
    started = client.post(address, data=fields)
    assert started.status_code == 303
    data = page_data(client.get(started.location).text)
    assert data["battle"]["ruleset_name"] == NAME
    assert data["scene"]["words"]["sentences"]["army_lost"]
    for kind in ("module", "style"):
        with client.get(data["scene"][kind]) as sent:
            assert sent.status_code == 200
            assert "max-age=31536000" in sent.headers["Cache-Control"]
            known = {"If-None-Match": sent.headers["ETag"]}
        with client.get(data["scene"][kind], headers=known) as again:
            assert again.status_code == 304
    assert f'<symbol id="{ICON}"' in client.get(data["icons_url"]).text


def test_samples_are_stored_and_their_odds_shown(app: Flask, client: FlaskClient) -> None:
    from webapp.base import samples

    game = games.game(ID)
    with app.app_context():
        store.store_samples([game])
    shown = samples.load(game)
    for sample in shown.battles.values():
        assert client.get(f"/b/{shown.page_id(sample)}").status_code == 200
    page = client.get(f"/odds?ruleset={ID}&army_a=sample:raiders&army_b=sample:border-post").text
    assert "exact" in page
    assert "65.60%" in page, "three against two"
    assert post(client, f"/start/sample/{ID}/three-against-two").status_code == 303


def test_its_log_in_words(client: FlaskClient, over: str) -> None:
    log = client.get(f"{over}/log.txt").text
    assert f"\n{NAME}\n" in log
    assert re.search(r"^Round 1: \d, \d, \d against \d, \d$", log, re.M)
    assert re.search(r"^  \d against \d(, a tie)?: (Ann|Bo) loses an army$", log, re.M)
    assert re.search(r"^(Ann|Bo) wins after \d rounds$", log, re.M)


def test_card_shows_armies(app: Flask, client: FlaskClient, over: str, clock: StoppedClock) -> None:
    from webapp.battles import store
    from webapp.battles.pages import cards

    largest = client.post("/api/v1/battles", json=file(60, 60)).json["id"]
    clock.ms += 1_000_000
    for page in (over, f"/b/{largest}"):
        assert client.get(f"{page}/card.png").data.startswith(PNG)
    with app.test_request_context():
        battle = store.find(over.removeprefix("/b/"))
        assert battle
        card = cards.describe(battle)
    assert [len(side.units) for side in card.sides] == [3, 2]
    assert {icon for side in card.sides for icon in side.units} == {ICON}


def test_its_embed_and_its_file_bring_the_scene(client: FlaskClient, over: str) -> None:
    embedded = page_data(client.get(f"/embed/{over.removeprefix('/b/')}").text)
    assert embedded["scene"]["module"].startswith(f"/scenes/{ID}/view.js?v=")
    html = client.get(f"{over}/battlereel.html").text
    assert "export function createView(" in html
    assert f'"{ICON}":"\\u003csvg ' in html


def test_what_is_exact_and_how_lucky(client: FlaskClient, over: str) -> None:
    recording = client.get(f"/api/v1/battles/{over.removeprefix('/b/')}/recording").json
    assert recording["chances"][0] == pytest.approx(0.655954, abs=1e-6)
    assert recording["chances"][-1] in (0, 1)
    assert recording["luck"]["a"]["rolls"] == recording["luck"]["b"]["rolls"] > 0


def test_an_unlikely_end_is_found(client: FlaskClient) -> None:
    """Two attackers beat 20 defenders in one of some millions of battles."""
    found = client.post("/api/v1/odds/wanted?wish=a", json=file(2, 20)).json
    assert engine.play(found["battle"]).result.winner == "a"
