"""The pages, without a browser; those of the rules have the catalog of whatever game there is."""

import json
import re
from dataclasses import replace
from html import unescape

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

import engine
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import errors, figures, games, samples
from webapp.base.game import Game
from webapp.base.wording import Link, Sheet, listed, plain
from webapp.games.warlords.words import plain_doubt
from webapp.site.rules import as_html

RULINGS = {"manymarios": ("M", 33), "warlords": ("W", 9), "siege": ("D", 13)}


def test_home_shows_two_sample_battles_a_game_and_folds_others(client: FlaskClient) -> None:
    html = unescape(client.get("/").text)
    folded = "".join(re.findall(r'(?s)<details class="more-cards">.*?</details>', html))
    for ruleset in engine.rulesets():
        of_game = samples.load(games.game(ruleset))
        pages = {of_game.page_id(one): one.title for one in of_game.battles.values()}
        assert all(title in html and f"/b/{page}" in html for page, title in pages.items())
        best = [of_game.page_id(one) for one in samples.best_first(of_game)]
        assert {page for page in pages if page not in folded} == {*best[:2]}
    assert "10 more sample battles" in folded
    ways = html.split('<p class="ways">')[1].split("</p>")[0]
    assert (ways.count('"button"'), ways.count('"button button-quiet"')) == (0, 3), "none stored"
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


def test_page_has_viewers_data(client: FlaskClient, battle_id: str, clock: StoppedClock) -> None:
    html = client.get(f"/b/{battle_id}").text
    data = page_data(html)
    assert f'<main id="watch" class="watch-page" data-battle="{battle_id}"' in html
    assert "<noscript>" in html
    told = "id version title ruleset ruleset_name share_url status starts_at_ms sides called ground"
    told += " time"
    assert set(data["battle"]) == set(told.split()), "nothing before its time"
    assert data["battle"]["status"] == "on_air"
    assert data["battle"]["ruleset_name"] == "Many Marios 0"
    assert data["battle"]["share_url"] == f"http://localhost/b/{battle_id}"
    catalog = figures.of_catalog(engine.rulesets()["manymarios"].catalog())
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
def test_imports_are_preloaded(client: FlaskClient, battle_id: str, address: str) -> None:
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


GAMES = games.games()
ANCHORS = {
    "manymarios": ("M12", "goomba", "airship", "ability-stun"),
    "warlords": ("W3", "monk", "heroes", "ability-acid", "effect-strength", "effect-view"),
    "siege": ("D3", "battle_row", "siege_row", "B1", "S6", "stat", "atk", "order", "bots"),
}
PREY = listed([Link("Sheep", "beast-sheep"), "hens"])
SHEETS = (
    Sheet(
        *("Beasts", ("id", "name", "teeth", "eats", "from", "doubts")),
        rows=[
            ("wolf", "Wolf", "42", PREY, "our estimate", "a\nb"),
            ("sheep", "<b>Sheep</b>", "32", "grass", "official", ""),
        ],
        anchor="beasts",
        prefix="beast-",
        icons={"wolf": "wolf-head"},
        styles={"teeth": "number", "from": "tag", "doubts": "notes"},
        page_only=("doubts",),
    ),
    Sheet("Weather", ("sky", "chance"), [("rain", "50 %"), ("sun", "50 %")]),
    Sheet("Rows", ("id", "name"), [("R1", "first")], ids_in_names=True),
)


@pytest.fixture
def zoo(monkeypatch: pytest.MonkeyPatch) -> Game:
    known = GAMES["manymarios"]
    wording = replace(known.wording, sheets=lambda _: iter(SHEETS), catalog_note="All *tame*.")
    game = replace(known, wording=wording)
    monkeypatch.setattr(games, "games", lambda: {game.id: game})
    return game


def cells(html: str, anchor: str) -> list[str]:
    row = re.search(rf'(?s)<tr id="{anchor}">(.*?)</tr>', html)
    assert row
    return [cell.strip() for cell in re.findall(r"(?s)<(?:th|td)[^>]*>(.*?)</(?:th|td)>", row[1])]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_page_of_every_game_has_all_its_sheets(client: FlaskClient, game: Game) -> None:
    html = client.get(f"/rules/{game.id}").text
    assert set(ANCHORS[game.id]) <= {*re.findall(r'\sid="([^"]+)"', html)}
    for address in (f"/quick/{game.id}", f"/build/{game.id}", "#catalog"):
        assert f'href="{address}"' in html
    assert html.index("</h1>") < html.index(f'href="/quick/{game.id}"') < html.index("<h2")
    text = " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())
    for sheet in game.wording.sheets(game.ruleset.catalog()):
        assert sheet.title in text
        for row in sheet.rows:
            first = 1 if sheet.columns[0] == "id" else 0
            assert not first or f'id="{sheet.prefix}{row[0]}"' in html
            for cell in row[first:]:
                assert all(" ".join(line.split()) in text for line in plain(cell).splitlines())
        assert all(f"#{name}" in html for name in sheet.icons.values())


def test_a_row_has_its_icon_its_links_and_its_notes(client: FlaskClient, zoo: Game) -> None:
    html = client.get(f"/rules/{zoo.id}").text
    name, teeth, eats, origin, doubts = cells(html, "beast-wolf")
    assert re.search(r'<use href="[^"]*#wolf-head"></use></svg> Wolf$', name)
    assert teeth == "42"
    assert eats == '<a href="#beast-sheep">Sheep</a>, hens'
    assert origin == '<span class="tag tag-house">our estimate</span>'
    assert doubts == '<span class="doubt">a</span><span class="doubt">b</span>'
    assert cells(html, "beast-sheep")[0] == "&lt;b&gt;Sheep&lt;/b&gt;"
    assert '<h3 id="beasts">Beasts</h3>' in html
    assert '<th scope="col" class="number">Teeth</th>' in html
    assert "All <em>tame</em>." in html
    # A table needs no ids, and may show them.
    assert '<th scope="row">rain</th>' in html
    assert cells(html, "R1") == ["R1 first"]


def test_the_list_of_rules_says_how_each_game_begins_and_leads_on(client: FlaskClient) -> None:
    html = client.get("/rules").text
    for id_, ruleset in engine.rulesets().items():
        assert f'href="/rules/{id_}"' in html
        assert f'href="/quick/{id_}"' in html
        paragraphs = (ruleset.folder / "RULES.md").read_text("utf-8").split("\n\n")
        first_words = paragraphs[1].split(".")[0].split("`")[0].replace("\n", " ")
        assert first_words[:40] in unescape(html).replace("\n", " ")
    for address in ("/fair", "/verdict", "/tournament-rules"):
        assert f'href="{address}"' in html


def test_every_doubt_is_told_in_words_that_people_understand(client: FlaskClient) -> None:
    html = unescape(client.get("/rules/warlords").text)
    shelves = engine.rulesets()["warlords"].catalog().values()
    rows = [row for shelf in shelves if isinstance(shelf, dict) for row in shelf.values()]
    doubts = {doubt for row in rows for doubt in row.get("uncertain", ())}
    assert doubts
    assert [doubt for doubt in doubts if plain_doubt(doubt) not in html] == []
    for jargon in ("LOW CONFIDENCE", "Java class", "copy-paste"):
        assert jargon not in html
