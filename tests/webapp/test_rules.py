"""The rules' pages: the catalog of whatever game there is, from the sheets of the command line."""

import re
from dataclasses import replace
from html import unescape

import pytest
from flask.testing import FlaskClient

import engine
from webapp import games
from webapp.base.game import Game
from webapp.base.wording import Link, Sheet, listed, plain

GAMES = games.games()
ANCHORS = {
    "manymarios": ("M12", "goomba", "airship", "ability-stun"),
    "warlords": (
        "W3",
        "monk",
        "heroes",
        "ability-acid",
        "effect-strength",
        "effect-view",
        "effects",
    ),
    "siege": ("D3", "battle_row", "siege_row", "B1", "S6", "stat", "atk", "order", "bots"),
}
"""Places of the pages that people have linked to."""
SHEETS = (
    Sheet(
        *("Beasts", ("id", "name", "teeth", "eats", "from", "doubts")),
        rows=[
            (
                "wolf",
                "Wolf",
                "42",
                listed([Link("Sheep", "beast-sheep"), "hens"]),
                "our estimate",
                "a\nb",
            ),
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
    """A game with a catalog of its own."""
    known = GAMES["manymarios"]
    wording = replace(known.wording, sheets=lambda _: iter(SHEETS), catalog_note="All *tame*.")
    game = replace(known, wording=wording)
    monkeypatch.setattr(games, "games", lambda: {game.id: game})
    return game


def cells(html: str, anchor: str) -> list[str]:
    """The cells of a row of the catalog, as HTML."""
    row = re.search(rf'(?s)<tr id="{anchor}">(.*?)</tr>', html)
    assert row
    return [cell.strip() for cell in re.findall(r"(?s)<(?:th|td)[^>]*>(.*?)</(?:th|td)>", row[1])]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_page_of_every_game_has_all_that_its_sheets_hold(
    client: FlaskClient, game: Game
) -> None:
    html = client.get(f"/rules/{game.id}").text
    text = " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())
    for sheet in game.wording.sheets(game.ruleset.catalog()):
        assert sheet.title in text
        for row in sheet.rows:
            first = 1 if sheet.columns[0] == "id" else 0
            assert not first or f'id="{sheet.prefix}{row[0]}"' in html
            for cell in row[first:]:
                assert all(" ".join(line.split()) in text for line in plain(cell).splitlines())
        assert all(f"#{name}" in html for name in sheet.icons.values())


@pytest.mark.parametrize("ruleset", ANCHORS)
def test_links_to_places_of_the_rules_lead_there(client: FlaskClient, ruleset: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', client.get(f"/rules/{ruleset}").text)
    assert set(ANCHORS[ruleset]) <= set(ids)


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


def test_a_table_needs_no_ids_and_may_show_them(client: FlaskClient, zoo: Game) -> None:
    html = client.get(f"/rules/{zoo.id}").text
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


def test_the_rules_of_a_game_lead_to_playing_it_and_to_its_catalog(client: FlaskClient) -> None:
    for id_ in engine.rulesets():
        html = client.get(f"/rules/{id_}").text
        for address in (f"/quick/{id_}", f"/build/{id_}", "#catalog"):
            assert f'href="{address}"' in html
        assert html.index("</h1>") < html.index(f'href="/quick/{id_}"') < html.index("<h2")


def test_a_game_that_is_not_there_has_no_rules(client: FlaskClient) -> None:
    answer = client.get("/rules/chess")
    assert answer.status_code == 404
    there_are = ", ".join(GAMES)
    assert f"there are {there_are}." in answer.text
