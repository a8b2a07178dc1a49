"""The pages, without a browser."""

import json
import re
from html import unescape

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

import engine
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp import games
from webapp.base import errors
from webapp.battles import samples
from webapp.pages.rules import as_html

RULINGS = {"manymarios": ("M", 33), "warlords": ("W", 9), "siege": ("D", 13)}


def test_home_shows_three_sample_battles_a_game_and_folds_up_the_others(
    client: FlaskClient,
) -> None:
    html = unescape(client.get("/").text)
    folded = "".join(re.findall(r'(?s)<details class="more-cards">.*?</details>', html))
    for ruleset in engine.rulesets():
        of_game = samples.load(games.game(ruleset))
        pages = {of_game.page_id(one): one.title for one in of_game.battles.values()}
        assert all(title in html and f"/b/{page}" in html for page, title in pages.items())
        assert [page for page in pages if page not in folded] == [*pages][:3]
    assert "9 more sample battles" in folded
    titles = re.findall(r'<h2 id="(\w+)-title">', html)
    assert [id_ for id_ in titles if id_ in RULINGS] == ["manymarios", "siege", "warlords"]


PAGES = ("/", "/?ruleset=warlords", "/rules", "/challenge/new", "/credits", "/api")


def test_pages_have_head_main_and_no_inline_code(client: FlaskClient) -> None:
    for address in PAGES:
        answer = client.get(address)
        assert answer.status_code == 200
        assert re.search(r"<title>[^<]+</title>", answer.text)
        assert 'name="description"' in answer.text
        assert "<main" in answer.text
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", answer.text)


def test_the_theme_comes_from_the_cookie(client: FlaskClient) -> None:
    for cookie, theme in (("dark", ' data-theme="dark"'), ('"><b>', "")):
        client.set_cookie("theme", cookie)
        assert f'<html lang="en"{theme}>' in client.get("/rules").text


def test_the_watch_page_holds_what_the_viewer_needs(
    client: FlaskClient, battle_id: str, clock: StoppedClock
) -> None:
    html = client.get(f"/b/{battle_id}").text
    data = page_data(html)
    assert f'<main id="watch" class="watch-page" data-battle="{battle_id}"' in html
    assert "<noscript>" in html
    told = "id version title ruleset ruleset_name share_url status starts_at_ms sides called ground"
    assert set(data["battle"]) == set(told.split()), "nothing before its time"
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
def test_what_the_page_imports_is_loaded_together_with_it(
    client: FlaskClient, battle_id: str, address: str
) -> None:
    html = client.get(address.format(battle_id)).text
    scene = page_data(html)["scene"]
    head = html.partition("<body>")[0]
    assert f'<link rel="stylesheet" href="{scene["style"]}">' in head
    modules = [scene["module"]]
    if address.startswith("/b/"):
        assert head.index("/static/dist/ahead.js") < head.index('<script type="module"')
        modules += ["/static/dist/chunk-A.js", "/static/dist/chunk-B.js"]
    for module in modules:
        assert f'<script type="module" src="{module}"></script>' in head


def test_errors_are_pages_with_a_remedy(app: Flask, client: FlaskClient) -> None:
    app.add_url_rule("/fails/<int:status>", view_func=lambda status: abort(status))
    for status, remedy in errors.REMEDIES.items():
        answer = client.get(f"/fails/{status}")
        assert answer.status_code == status
        assert remedy in unescape(answer.text)
    answer = client.get("/b/nothing")
    assert (answer.status_code, "No battle has this link" in answer.text) == (404, True)


@pytest.mark.parametrize("id_", engine.rulesets())
def test_every_ruling_has_an_anchor_and_links_lead_to_one(client: FlaskClient, id_: str) -> None:
    rules = engine.rulesets()[id_]
    letter, most = RULINGS[id_]
    text = (rules.folder / "RULES.md").read_text("utf-8")
    numbers = set(re.findall(rf"(?m)^- \*\*({letter}\d+)\*\*", text))
    assert {f"{letter}{number}" for number in range(1, most + 1)} <= numbers
    html = client.get(f"/rules/{id_}").text
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids)), "no two parts of a page share an anchor"
    assert numbers <= set(ids)
    links = set(re.findall(r'href="#([^"]+)"', html))
    assert len(links) > 5
    assert links <= set(ids), "links within the rules lead somewhere"
    assert "<b>" not in as_html("a <b>bold</b> word"), "HTML in rules is text"


def test_a_missing_build_says_what_to_do(client: FlaskClient, app: Flask) -> None:
    app.static_folder = "/nowhere"
    answer = client.get("/rules")
    assert answer.status_code == 500
    assert "make build" in answer.text
