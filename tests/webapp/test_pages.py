"""The pages, without a browser."""

import json
import re
from html import unescape

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

import engine
from tests.webapp.battle_files import BATTLE
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp import games
from webapp.base import errors
from webapp.battles import samples
from webapp.pages.rules import as_html

EVIL = """</script><script>alert(1)</script>'"&"""


def test_home_shows_every_sample_battle(client: FlaskClient) -> None:
    html = client.get("/").text
    for ruleset in engine.rulesets():
        of_ruleset = samples.load(games.game(ruleset))
        for sample in of_ruleset.battles.values():
            assert sample.title in unescape(html)
            assert f"/b/{of_ruleset.page_id(sample)}" in html


def test_home_shows_three_sample_battles_a_game_and_folds_up_the_others(
    client: FlaskClient,
) -> None:
    html = client.get("/").text
    folded = "".join(re.findall(r'(?s)<details class="more-cards">.*?</details>', html))
    for ruleset in engine.rulesets():
        pages = [
            *map(
                samples.load(games.game(ruleset)).page_id,
                samples.load(games.game(ruleset)).battles.values(),
            )
        ]
        assert [page for page in pages if page not in folded] == pages[:3]
    assert "9 more sample battles" in folded


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/?ruleset=warlords",
        "/rules",
        "/rules/manymarios",
        "/rules/warlords",
        "/challenge/new",
        "/challenge/new?ruleset=warlords",
        "/credits",
        "/api",
    ],
)
def test_pages_have_head_main_and_no_inline_code(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert re.search(r"<title>[^<]+</title>", answer.text)
    assert 'name="description"' in answer.text
    assert "<main" in answer.text
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", answer.text)


@pytest.mark.parametrize(
    ("cookie", "start"),
    [("dark", '<html lang="en" data-theme="dark">'), ('"><b>', '<html lang="en">')],
)
def test_the_theme_comes_from_the_cookie(client: FlaskClient, cookie: str, start: str) -> None:
    client.set_cookie("theme", cookie)
    assert start in client.get("/rules").text


def test_the_watch_page_holds_what_the_viewer_needs(
    client: FlaskClient, battle_id: str, clock: StoppedClock
) -> None:
    html = client.get(f"/b/{battle_id}").text
    data = page_data(html)
    assert f'<main id="watch" class="watch-page" data-battle="{battle_id}"' in html
    assert "<noscript>" in html
    assert data["battle"]["status"] == "on_air"
    assert data["battle"]["ruleset_name"] == "Many Marios 0"
    assert data["battle"]["share_url"] == f"http://localhost/b/{battle_id}"
    catalog = engine.rulesets()["manymarios"].catalog()
    assert json.dumps(data["catalog"]) == json.dumps(catalog), "in the catalog's own order"
    assert data["icons_url"] == "/icons.svg?v=0123456789ab"
    scene_icons = json.loads((games.game("manymarios").scene.folder / "icons.json").read_bytes())
    assert data["scene"] == {
        "module": "/static/dist/scene-manymarios.js?v=0123456789ab",
        "style": "/static/dist/scene-manymarios.css?v=0123456789ab",
        "icons": scene_icons,
    }
    clock.ms += 1_000_000
    data = page_data(client.get(f"/b/{battle_id}").text)
    assert data["battle"]["status"] == "over"
    assert client.get(data["recording_url"]).status_code == 200


@pytest.mark.parametrize("address", ["/b/{}", "/embed/{}"])
def test_the_scene_is_loaded_together_with_the_page(
    client: FlaskClient, battle_id: str, address: str
) -> None:
    html = client.get(address.format(battle_id)).text
    scene = page_data(html)["scene"]
    head = html.partition("<body>")[0]
    assert f'<link rel="stylesheet" href="{scene["style"]}">' in head
    assert f'<script type="module" src="{scene["module"]}"></script>' in head


def test_all_that_the_viewer_imports_is_loaded_together_with_it(
    client: FlaskClient, battle_id: str
) -> None:
    """Otherwise a browser would find one after the other, each a way over the network later."""
    head = client.get(f"/b/{battle_id}").text.partition("<body>")[0]
    assert head.index("/static/dist/ahead.js") < head.index('<script type="module"')
    for chunk in ("chunk-A.js", "chunk-B.js"):
        assert f'<script type="module" src="/static/dist/{chunk}"></script>' in head


def test_the_watch_page_tells_nothing_before_its_time(client: FlaskClient, battle_id: str) -> None:
    battle = page_data(client.get(f"/b/{battle_id}").text)["battle"]
    assert set(battle) == {
        "id",
        "version",
        "title",
        "ruleset",
        "ruleset_name",
        "share_url",
        "status",
        "starts_at_ms",
        "sides",
        "called",
        "ground",
    }


def test_names_are_shown_as_text(client: FlaskClient) -> None:
    sides = [side | {"name": EVIL} for side in BATTLE["sides"]]
    answer = client.post("/api/v1/battles?listed=true", json=BATTLE | {"sides": sides})
    html = client.get(f"/b/{answer.get_json()['id']}").text
    assert "<script>alert" not in html
    assert page_data(html)["battle"]["sides"]["a"]["name"] == EVIL
    assert "<script>alert" not in client.get("/").text


def test_an_unknown_battle_is_a_friendly_page(client: FlaskClient) -> None:
    answer = client.get("/b/nothing")
    assert answer.status_code == 404
    assert "No battle has this link" in answer.text


@pytest.mark.parametrize("status", sorted(errors.REMEDIES))
def test_errors_are_pages_with_a_remedy(app: Flask, client: FlaskClient, status: int) -> None:
    app.add_url_rule("/fails", view_func=lambda: abort(status))
    answer = client.get("/fails")
    assert answer.status_code == status
    assert errors.REMEDIES[status] in unescape(answer.text)


RULINGS = {"manymarios": ("M", 33), "warlords": ("W", 9), "siege": ("D", 13)}


@pytest.mark.parametrize("id_", engine.rulesets())
def test_every_ruling_has_an_anchor_and_every_row_of_the_catalog_its_place(
    client: FlaskClient, id_: str
) -> None:
    rules = engine.rulesets()[id_]
    letter, most = RULINGS[id_]
    text = (rules.folder / "RULES.md").read_text("utf-8")
    numbers = set(re.findall(rf"(?m)^- \*\*({letter}\d+)\*\*", text))
    assert {f"{letter}{number}" for number in range(1, most + 1)} <= numbers
    html = client.get(f"/rules/{id_}").text
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids)), "no two parts of a page share an anchor"
    assert numbers <= set(ids)
    shelves = [rows for rows in rules.catalog().values() if isinstance(rows, dict)]
    for row in (row for rows in shelves for row in rows.values()):
        assert row.get("name", row["id"]).replace("'", "&#39;") in html or row["id"] in ids


@pytest.mark.parametrize("id_", engine.rulesets())
def test_links_within_the_rules_lead_somewhere(client: FlaskClient, id_: str) -> None:
    html = client.get(f"/rules/{id_}").text
    ids = set(re.findall(r'\sid="([^"]+)"', html))
    links = set(re.findall(r'href="#([^"]+)"', html))
    assert len(links) > 5
    assert links <= ids


def test_html_in_rules_is_text() -> None:
    assert "<b>" not in as_html("a <b>bold</b> word")


def test_a_missing_build_says_what_to_do(client: FlaskClient, app: Flask) -> None:
    app.static_folder = "/nowhere"
    answer = client.get("/rules")
    assert answer.status_code == 500
    assert "make build" in answer.text


def test_siege_is_not_last_on_the_home_page(client: FlaskClient) -> None:
    titles = re.findall(r'<h2 id="(\w+)-title">', client.get("/").text)
    of_ours = [id_ for id_ in titles if id_ in ("manymarios", "siege", "warlords")]
    assert of_ours == ["manymarios", "siege", "warlords"]
