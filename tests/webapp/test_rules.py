"""The rules' pages: the catalog of whatever game there is, and doubts about its numbers."""

import re
from dataclasses import replace
from html import unescape

import pytest
from flask.testing import FlaskClient

import engine
from webapp import games
from webapp.base.game import Game
from webapp.base.wording import Link, Sheet, listed, plain
from webapp.games.warlords.doubts import plain_doubt

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
def test_the_page_of_every_game_has_all_that_its_sheets_hold(
    client: FlaskClient, game: Game
) -> None:
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
