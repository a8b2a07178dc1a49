"""Which language somebody is answered in; sentences that are filled in and escaped in it."""

import gettext
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import Markup

import engine
from engine import InputError, Text
from webapp.armies.builder import importing
from webapp.base import games, languages, samples, texts
from webapp.base.config import ConfigError, from_environment
from webapp.base.form import as_data
from webapp.base.paths import TRANSLATIONS
from webapp.base.texts import (
    Speech,
    _,
    distinct_names,
    listing,
    ngettext,
    number,
    percent,
    translated,
)
from webapp.challenges import views
from webapp.words import log


@pytest.fixture(autouse=True)
def _speaks_german(app: Flask) -> None:
    app.config["LANGUAGES"] = ("en", "de")


def spoken(client: FlaskClient, header: str | None = None) -> str:
    answer = client.get("/credits", headers={"Accept-Language": header} if header else {})
    return answer.text.split('<html lang="')[1].split('"')[0]


LANGUAGES = {
    None: "en",
    "de-AT,de;q=0.9,en;q=0.8": "de",
    "en-GB,en;q=0.9,de;q=0.8": "en",
    "fr,de;q=0.3": "de",
    "fr": "en",
}
"""Language by Accept-Language header."""


def test_the_browser_says_which_language(client: FlaskClient) -> None:
    assert {header: spoken(client, header) for header in LANGUAGES} == LANGUAGES
    english, german = (
        client.get("/credits?x=1", headers={"Accept-Language": language})
        for language in ("en", "de")
    )
    assert {"Accept-Language", "Cookie"} <= set(german.vary)
    assert german.headers["Content-Language"] == "de"
    assert "text-" not in english.text, "only other languages load a catalog"
    assert german.text.index("dist/text-de.js?v=") < german.text.index('type="module"')
    assert 'value="/credits?x=1"' in english.text
    assert 'value="en" lang="en" aria-current="true">English</button>' in english.text
    assert 'value="de" lang="de">Deutsch</button>' in english.text
    client.application.config["LANGUAGES"] = ("en",)
    answer = client.get("/credits", headers={"Accept-Language": "de"})
    assert '<html lang="en"' in answer.text
    assert 'class="language"' not in answer.text, "there is nothing to choose"
    assert "Accept-Language" not in answer.vary


def test_a_choice_is_remembered_and_leads_back(client: FlaskClient) -> None:
    answer = client.post("/language", data={"language": "de", "page": "/odds?ruleset=x"})
    assert (answer.status_code, answer.location) == (303, "/odds?ruleset=x")
    assert spoken(client, "en") == "de"
    client.post("/language", data={"language": "en", "page": "/"})
    assert spoken(client, "de") == "en"
    answer = client.post("/language", data={"language": "fr", "page": "/"})
    assert "Set-Cookie" not in answer.headers, "it is not offered"
    client.set_cookie("language", "fr")
    assert spoken(client, "de") == "de"


ELSEWHERE = (
    "https://example.org/",
    "//example.org/",
    "/\\example.org",
    "\t//example.org",
    "/\r\n/example.org",
    "/\u2028/example.org",
    "",
)


def test_a_choice_never_leads_elsewhere(client: FlaskClient) -> None:
    for page in ELSEWHERE:
        answer = client.post("/language", data={"language": "de", "page": page})
        assert answer.location == "/", page


def test_sample_battles_that_are_kept_drawn_speak_each_language(client: FlaskClient) -> None:
    english, german, again = (
        client.get("/", headers={"Accept-Language": language}).text
        for language in ("en", "de", "en")
    )
    assert english.count(">Start it live<") == again.count(">Start it live<")
    assert english.count(">Start it live<") >= sum(
        len(samples.load(game).battles) for game in games.games().values()
    )
    assert "Start it live" not in german
    assert german.count(">Live starten<") == english.count(">Start it live<")


def test_languages_are_read_from_a_list(tmp_path: Path) -> None:
    environment = {"BATTLEREEL_INSTANCE": str(tmp_path)}
    assert from_environment(environment).languages == ("en", "de")
    environment["BATTLEREEL_LANGUAGES"] = " de,en, de"
    assert from_environment(environment).languages == ("de", "en")
    environment["BATTLEREEL_LANGUAGES"] = "en, xx"
    with pytest.raises(ConfigError, match=r"BATTLEREEL_LANGUAGES has 'xx'; choose from en, de$"):
        from_environment(environment)


def test_a_games_own_catalog_comes_with_its_pages(app: Flask, tmp_path: Path) -> None:
    catalog = Catalog(locale="de")
    catalog.add("Coin", "Münze")
    catalog.add(("{count} coin", "{count} coins"), ("{count} Münze", "{count} Münzen"))
    path = tmp_path / "de/LC_MESSAGES/messages.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalog)
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert languages.of_game(tmp_path) == {
            "Coin": "Münze",
            "{count} coin": ["{count} Münze", "{count} Münzen"],
        }
        assert languages.of_game(None) == {}
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert languages.of_game(tmp_path) == {}


def test_a_shelf_is_said_in_the_readers_language(app: Flask) -> None:
    """An Airship flies and has the Air Strike: lines that are put together of names and texts."""
    shelf = games.game("manymarios").builder.shelf
    with app.test_request_context(headers={"Accept-Language": "de"}):
        airship = next(item for item in as_data(shelf) if item["id"] == "airship")
    assert airship["name"] == "Luftschiff"
    assert airship["lines"][0] == "Fliegend: +1 Schaden in der Offensive, außer gegen Flieger"
    assert airship["lines"][1].startswith("Luftangriff: führt sie in der Offensive an")
    assert "fliegend" in airship["tags"]


PROSE = (*(f"rules/{game}" for game in games.games()), "fair", "verdict")


@pytest.mark.parametrize("address", PROSE)
def test_prose_is_german_with_the_english_anchors(client: FlaskClient, address: str) -> None:
    english, german = (
        client.get(f"/{address}", headers={"Accept-Language": language}).text
        for language in ("en", "de")
    )
    assert '<article class="prose" lang="en">' in english
    assert '<article class="prose" lang="de">' in german
    anchors = re.findall(r'<(?:h[1-6]|li) id="([^"]+)"', english)
    assert len(anchors) > 3
    assert re.findall(r'<(?:h[1-6]|li) id="([^"]+)"', german) == anchors


def test_a_game_may_have_rules_in_english_alone_or_built_otherwise(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    known = next(iter(games.games().values()))
    game = replace(known, ruleset=replace(known.ruleset, folder=tmp_path))
    monkeypatch.setattr(games, "games", lambda: {game.id: game})
    (tmp_path / "RULES.md").write_text("# Rules\n\n- **C1** one", "utf-8")
    for translation, language, id_ in (
        ("", "en", "on-rules"),
        ("# Regeln\n\n- **C1** eins", "de", "on-rules"),
        ("# Regeln\n\n## Mehr\n\n- **C1** eins", "de", "on-regeln"),
    ):
        if translation:
            (tmp_path / "RULES.de.md").write_text(translation, "utf-8")
        page = client.get(f"/rules/{game.id}", headers={"Accept-Language": "de"}).text
        assert re.search(f'<article class="prose" lang="{language}">\\s*<h1 id="{id_}">', page)
        assert '<li id="C1">' in page
        assert ("Die Regeln selbst sind auf Englisch" in page) == (language == "en")


def test_an_army_is_understood_in_the_language_of_whoever_writes_it(app: Flask) -> None:
    game = games.game("manymarios")
    text = "Buu Huu [Feuerblume]\ngumba\n2x Kanonenröhre\nKugelwili"
    with app.test_request_context(headers={"Accept-Language": "de"}):
        lineup = importing.read(game, text).army["lineup"]
    units = ["boo", "goomba", "cannon-pipe", "cannon-pipe", "bullet-bill"]
    assert [row["unit"] for row in lineup] == units
    assert lineup[0]["equipment"] == ["fire-flower"]
    with (
        app.test_request_context(headers={"Accept-Language": "en"}),
        pytest.raises(InputError, match="line 1: no unit 'Kanonenröhre'"),
    ):
        importing.read(game, "Kanonenröhre")


BEGIN, END = "⟦", "⟧"


class Pseudo(gettext.NullTranslations):
    """A language whose sentences are the English ones in brackets."""

    def gettext(self, message: str) -> str:
        return f"{BEGIN}{message}{END}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{BEGIN}{msgid1 if n == 1 else msgid2}{END}"


@pytest.fixture
def pseudo() -> Iterator[None]:
    token = texts._spoken.set(lambda: Speech("en", Pseudo()))
    yield
    texts._spoken.reset(token)


@pytest.fixture
def german() -> Iterator[None]:
    catalog = gettext.translation("messages", TRANSLATIONS, ["de"])
    token = texts._spoken.set(lambda: Speech("de", catalog))
    yield
    texts._spoken.reset(token)


def test_a_sentence_is_filled_in_and_escaped_where_something_is_markup() -> None:
    told = _("{winner} wins after {rounds} rounds", winner="{x}", rounds=3)
    assert told == "{x} wins after 3 rounds"
    assert (number(12_345.5, 1), percent(0.625, 1)) == ("12,345.5", "62.5%")
    link = Markup('<a href="/">here</a>')
    told = _("{name} & {link}", name="<b>", link=link)
    assert told == Markup('&lt;b&gt; &amp; <a href="/">here</a>')
    assert not isinstance(_("{name} & more", name="<b>"), Markup)


def test_a_chance_that_is_not_certain_never_reads_0_or_100() -> None:
    for digits, share in product((0, 1, 2), (1e-300, 1.334e-5, 4.99e-3, 0.0625, 0.9951, 1 - 1e-16)):
        assert percent(share, digits) not in {percent(0, digits), percent(1, digits)}
    assert (percent(1.334e-5, 1), percent(0.99998666, 1)) == ("<0.1%", ">99.9%")


SHALOM = "\u05e9\u05dc\u05d5\u05dd (1)"
TOLD_APART = {
    ("Bo", "Bo"): ("Bo a", "Bo b"),
    ("Bo", "b\u00f3"): ("Bo a", "b\u00f3 b"),
    ("Orange", ""): ("Orange a", "Orange b"),
    ("orange", "Bo"): ("orange a", "Bo b"),
    ("Ann", "Blue"): ("Ann a", "Blue b"),
    ("Blue", "Bo"): ("Blue", "Bo"),
    ("", ""): ("Blue", "Orange"),
    (SHALOM, "Bo"): (f"\u2068{SHALOM}\u2069", "Bo"),
}


def test_two_sides_are_told_apart_without_colours() -> None:
    for names, told in TOLD_APART.items():
        assert tuple(distinct_names(*names).values()) == told


def test_two_players_of_one_name_are_called_by_their_roles() -> None:
    seats = {side: {"player": side, "name": name} for side, name in (("a", "Bo"), ("b", "b\u00f3"))}
    names = {"a": "Bo (Challenger)", "b": "b\u00f3 (Opponent)"}
    assert views.player_names({"seats": seats}) == names
    seats["b"]["name"] = SHALOM
    assert views.player_names({"seats": seats}) == {"a": "Bo", "b": f"\u2068{SHALOM}\u2069"}
    seats["a"]["name"] = SHALOM
    heading = views.heading({"seats": seats, "title": ""})
    assert heading == f"\u2068{SHALOM}\u2069's challenge"


def test_a_name_from_right_to_left_moves_nothing_beside_it() -> None:
    assert texts.in_page("{name} {sum}", name=SHALOM, sum="+14%") == f"\u2068{SHALOM}\u2069 +14%"
    link = texts.in_page("{name}: {count}", name=Markup("<b>\u05e9</b>"), count=3)
    assert link == Markup("\u2068<b>\u05e9</b>\u2069: 3")


def test_numbers_and_sentences_are_written_as_the_language_does(german: None) -> None:
    assert number(12_345.5, 1) == "12.345,5"
    assert percent(0.625, 1) == "62,5\N{NO-BREAK SPACE}%"
    assert ngettext("{count} unit", "{count} units", 1) == "1 Einheit"
    assert ngettext("{count} unit", "{count} units", 1_000) == "1.000 Einheiten"
    assert texts.moment(0) == "1. Jan. 1970, 00:00"
    error = InputError.single("x" * 400, Text("is missing"))
    assert translated(error.problems[0]).message == "fehlt"


def test_a_text_is_english_and_can_be_said(german: None) -> None:
    text = Text("no {kind} '{given}'", kind=Text("unit"), given="x")
    assert text == "no unit 'x'"
    assert _(text) == "Einheit 'x' gibt es nicht"
    assert _(listing([Text("unit"), "B", Text("hero")])) == "Einheit, B, Held"


def test_problems_of_the_rules_are_sentences_of_the_catalog(pseudo: None) -> None:
    """Whatever is wrong with a file, no part of the message is left in English."""
    bad = {
        "ruleset": "manymarios",
        "seed": "one",
        "sides": [
            {"army": {"lineup": [{"unit": "gomba"}, {"unit": 3}, {"custom": {"name": 5}}, "toad"]}},
            {"army": {"lineup": []}, "x": None},
        ],
        "ap_limit": 0,
    }
    with pytest.raises(InputError) as caught:
        engine.read(bad)
    assert len(caught.value.problems) > 6
    for problem in caught.value.problems:
        assert str(translated(problem).message).startswith(BEGIN), problem


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_a_log_holds_no_sentence_that_is_in_no_catalog(ruleset: str, pseudo: None) -> None:
    game = games.games()[ruleset]
    ours = samples.load(game)
    for sample in list(ours.battles.values())[:4]:
        recording = engine.play(ours.battle_file(sample), 1)
        for entry in log.entries(game, recording):
            assert entry.sentence.startswith(BEGIN), entry.sentence
