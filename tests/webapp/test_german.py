"""German pages are German, whatever their words come from; built-in names and our titles, too."""

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import tournament
from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import OTHER_LINEUP, Person
from tests.webapp.in_background import finish
from tests.webapp.match_players import EVEN
from tests.webapp.page_parts import page_data, post, token, words_of
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import display_names, games, samples
from webapp.base.config import Settings
from webapp.battles import store
from webapp.battles.pages.viewer import title_of
from webapp.store.models import Battle, Challenge

GERMAN: Final = {"Accept-Language": "de"}
ENGLISH: Final = re.compile(
    r"\b(wins|exact|sampled|ability|the field|Dragons|Archons|did you mean|must|whole number|"
    r"there is no|too long|at most|costs|has|fits?|possible|line \d|choose another|points|for each|"
    r"equipment|cannot|no unit|over the)\b",
    re.IGNORECASE,
)
"""English words that no German page of these needs."""

RESULT: Final = r'<form class="odds-result".*?</form>'
MATCHUP: Final = r'<section class="matchup".*?</section>'
ERRORS: Final = r'<div class="form-errors".*?</div>|<p class="field-error".*?</p>'
ERROR_PAGE: Final = r'<main id="content" class="page error-page">.*?</main>'

MARIOS: Final = {"army_a": "sample:mushroom-patch", "army_b": "sample:masked-trio"}
STACKED: Final = {"army_a": "sample:dragon-raid", "army_b": "sample:silver-order"}
FIVES: Final = {"army_a": "sample:even-five", "army_b": "sample:even-five"}
GOMBA: Final = '{"lineup": [{"unit": "gomba"}]}'
COSTLY: Final = '{"stack": [{"hero": "priest", "level": 1, "buys": {"leadership": 99}}]}'
DRESSED: Final = "Toad\nKanonenröhre [Feuerblume]"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, languages=("en", "de"))


def german(html: str, part: str) -> str:
    """What people read in the parts of a page that this pattern finds, none of it English."""
    told = words_of(" | ".join(re.findall(part, html, re.DOTALL)))
    assert ENGLISH.findall(told) == []
    return told


def sent(client: FlaskClient, address: str, fields: dict[str, str]) -> str:
    return str(post(client, address, headers=GERMAN, **fields).text)


def test_odds_are_german(client: FlaskClient) -> None:
    """They are worked out in a thread, which answers no request."""
    address = "/odds?ruleset=warlords&army_a=dragon-raid&army_b=silver-order"
    told = german(client.get(address, headers=GERMAN).text, RESULT)
    assert told.startswith("Drachenüberfall gegen Silberorden exakt")
    assert "Drachenüberfall gewinnt" in told
    assert re.search(r"[+−]\d+,\d\d\b", told)  # noqa: RUF001 - a minus as wide as the plus
    assert not re.search(r"\d\.\d\d ?%|\d,\d\d\d,", told), "numbers are German, too"


ARMIES = {"manymarios": MARIOS, "warlords": STACKED, "siege": FIVES}
SHOWN = {"do": "show"}
PIPE = "Kanonenröhre, Nummer 2: Ausrüstung: "


WRONG: tuple[tuple[str, dict[str, str], str, str], ...] = (
    ("manymarios", {"other_a": GOMBA}, ERRORS, "lineup[0].unit: Einheit 'gomba' gibt es nicht"),
    ("warlords", {"other_b": COSTLY}, ERRORS, "stack[0].buys: kostet"),
    ("manymarios", {"other_a": DRESSED}, ERRORS, PIPE),
    # The match-up says which side and which field.
    ("manymarios", SHOWN | {"seed": "x"}, MATCHUP, "Seed der Würfel: Gib eine ganze Zahl"),
    ("manymarios", SHOWN | {"name_b": "x" * 300}, MATCHUP, "Seite Orange: Name: ist 300 Zeichen"),
    ("manymarios", SHOWN | {"other_a": DRESSED}, MATCHUP, f"Seite Blau: Armee: {PIPE}"),
    ("siege", SHOWN | {"bot_a": "strong"}, MATCHUP, "Kastellan"),
)


def test_a_quick_battle_says_in_german_what_is_wrong(client: FlaskClient) -> None:
    for game, fields, part, expected in WRONG:
        others = {f"army_{name[-1]}": "other" for name in fields if name.startswith("other")}
        page = sent(client, f"/quick/{game}", ARMIES[game] | others | fields)
        assert expected in german(page, part)


def test_armies_that_are_pasted_are_refused_in_german(client: FlaskClient) -> None:
    fields = {"ruleset": "manymarios", "kind": "round-robin", "best_of": "1", "other": "Banane"}
    for address in ("/tournaments", "/matchups"):
        assert "Armee 1: Zeile 1" in german(sent(client, address, fields), ERRORS)


def test_notes_and_errors_of_an_import_are_german(client: FlaskClient) -> None:
    def imported(text: str) -> str:
        return words_of(sent(client, "/build/manymarios", {"text": text, "do": "import"}))

    assert "Zeile 2: Einheit 'Banane' gibt es nicht" in imported("Toad\nBanane")
    assert "Zeile 1: 'Hammer' wurde als Hammer-Bruder gelesen" in imported("Hammer")
    note = "Zeile 1: 'Gumbaa' wurde als Gumba gelesen"
    assert note in imported("Gumbaa")
    address = "/api/v1/builder/manymarios/text"
    (told,) = client.post(address, json={"text": "Gumbaa"}, headers=GERMAN).json["notes"]
    assert f"{told['path']}: {told['message']}" == note


def test_what_is_not_there_is_told_in_german(client: FlaskClient) -> None:
    for address in ("/rules/nope", "/quick/nope"):
        told = german(client.get(address, headers=GERMAN).text, ERROR_PAGE)
        assert "nope" in told
        assert "There" not in told
    page = sent(client, "/challenge/bot/siege", {"opponent": "nope"})
    assert "Diesen Bot gibt es nicht." in german(page, ERROR_PAGE)


def test_the_api_refuses_in_german(client: FlaskClient) -> None:
    asked = {"query_string": {"title": "\u3164"}, "headers": GERMAN}
    answers = (
        client.post("/api/v1/battles", json=BATTLE, **asked),
        client.get("/api/v1/battles?ruleset=chess", headers=GERMAN),
    )
    title, game = (answer.get_json()["errors"][0]["message"] for answer in answers)
    assert title == "hat kein sichtbares Zeichen; nimm mindestens eins"
    assert game.startswith("Regelwerk 'chess' gibt es nicht; es gibt ")


def test_days_lead_backwards_and_forwards_in_german(client: FlaskClient) -> None:
    page = client.get("/puzzle/2027-01-13", headers=GERMAN).text
    days = dict(re.findall(r'<a href="/puzzle/([\d-]+)">([^<]+)</a>', page))
    assert days == {"2027-01-12": "Vorheriger Tag", "2027-01-14": "Nächster Tag"}


def test_unnamed_players_are_stored_alike(app: Flask, ann: Person, bo: Person) -> None:
    """A name in the language of one of them would be read by all others."""
    page = ann.challenge("manymarios", name="")
    bo.join(ann.link(page, "join"), "")
    ann.seal(page)
    bo.client.set_cookie("language", "de")
    bo.seal(page, OTHER_LINEUP)
    battle = page_data(ann.get(f"/b/{ann.standing(page)['battle']}"))["battle"]
    assert [battle["sides"][side]["name"] for side in "ab"] == ["Challenger", "Opponent"]
    assert battle["title"] == "Challenger against Opponent"


RAID: Final = {"army_a": "sample:dragon-raid", "army_b": "sample:silver-order"}


def read(client: FlaskClient, address: str, language: str = "de") -> str:
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return unescape(answer.text)


def sample_page(ruleset: str, id_: str) -> str:
    of_game = samples.load(games.game(ruleset))
    return f"/b/{of_game.page_id(of_game.battles[id_])}"


def battle_data(client: FlaskClient, address: str, language: str = "de") -> Any:
    html = client.get(address, headers={"Accept-Language": language}).text
    return page_data(html)["battle"]


def test_dice_of_a_sample_are_named_by_sides_in_german(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        store.store_samples([games.game("warlords")])
    id_ = sample_page("warlords", "acid-and-lightning").removeprefix("/b/")
    answer = client.get(f"/api/v1/battles/{id_}/rolls", headers=GERMAN).get_json()
    names = {roll["name"] for roll in answer["rolls"]}
    assert "Schwarze Drachen (Der Sumpf): Nahkampf" in names
    assert not any("The mire" in name for name in names)


def test_refusal_of_another_army_is_in_readers_language(ann: Person) -> None:
    page = ann.challenge("manymarios")
    ann.seal(page)
    ann.client.set_cookie("language", "de")
    assert "schon versiegelt" in ann.seal(page, OTHER_LINEUP, status=409).text


def test_sample_battle_and_log_are_in_readers_language(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        store.store_samples([games.game("siege")])
    address, gate = sample_page("siege", "ram-and-warden"), sample_page("siege", "open-gate")
    german, english = (battle_data(client, address, language) for language in ("de", "en"))
    assert german["sides"] == {
        "a": {"name": "Rammbock", "army": "Speerspitze"},
        "b": {"name": "Wächter", "army": "Lange Mauer"},
    }
    assert german["called"]["armies"]["Gatekeepers"] == "Torwächter"
    assert english["sides"]["a"] == {"name": "Ram", "army": "Spearhead"}
    assert english["called"] is None
    recording = read(client, f"/api/v1{gate.replace('/b/', '/battles/')}/recording")
    assert ("Gatekeepers" in recording, "Torwächter" in recording) == (True, False)
    log = read(client, f"{gate}/log.txt")
    assert ("Gatekeepers" in log, "Torwächter" in log) == (False, True)


def test_sides_of_one_name_are_distinguished(client: FlaskClient, clock: StoppedClock) -> None:
    army = {"name": "\u05e9", "lineup": [{"unit": "goomba"}]}
    for names, told in (
        (("Bo", "BO"), ("Bo a", "BO b")),
        (("", "Bo"), ("\u2068\u05e9\u2069", "Bo")),
    ):
        sides = [{"army": army} | ({"name": name} if name else {}) for name in names]
        made = client.post("/api/v1/battles", json={"ruleset": "manymarios", "sides": sides})
        battle = battle_data(client, f"/b/{made.get_json()['id']}", "en")
        assert battle["title"] == "{} against {}".format(*told)
        assert tuple(battle["sides"][side]["name"] for side in "ab") == told
        said = battle["called"]
        assert tuple(said["sides"].get(side, names["ab".index(side)]) for side in "ab") == told
        assert said["armies"]["\u05e9"] == battle["sides"]["a"]["army"] == "\u2068\u05e9\u2069"


def test_quick_armies_are_stored_in_english(client: FlaskClient, clock: StoppedClock) -> None:
    client.set_cookie("language", "de")
    started = post(client, "/quick/warlords", **RAID, seed="3", listed="1")
    client.delete_cookie("language")
    clock.ms += 1_000_000
    (stored,) = client.get("/api/v1/battles").get_json()["battles"]
    assert [stored["sides"][side]["army"] for side in "ab"] == ["Dragon raid", "Silver order"]
    assert stored["title"] == "Dragon raid against Silver order"
    assert battle_data(client, started.location)["title"] == "Drachenüberfall gegen Silberorden"
    assert battle_data(client, started.location, "en")["title"] == stored["title"]
    for address in ("/battles", "/", f"/best-order?battle={stored['id']}"):
        page = re.sub("<input[^>]*>", "", read(client, address))
        assert "Drachenüberfall" in page, address
        assert "Dragon raid" not in page, address


def test_a_bot_and_its_army_have_names_in_the_reader_s_language(client: FlaskClient) -> None:
    """Its army's name is kept in English, and another player called Dice stays Dice."""
    for army, name in (("Dice's own", "Würfel"), ("Mine", "Dice")):
        side = {"name": "Dice", "army": EVEN | {"name": army}, "orders": []}
        file = {"ruleset": "siege", "sides": [{"name": "Ann", "army": EVEN, "orders": []}, side]}
        page = f"/b/{client.post('/api/v1/battles', json=file).get_json()['id']}"
        assert battle_data(client, page, "de")["title"] == f"Ann gegen {name}"


def test_entrants_have_army_names_in_readers_language(app: Flask, client: FlaskClient) -> None:
    """An army of the player's own keeps its name; one without a name is the third here."""
    army = {"lineup": [{"unit": "goomba"}]}
    others = json.dumps([army | {"name": "Boo choir"}, army, army | {"name": "Hedge"}])
    client.set_cookie("language", "de")
    sent = {"kind": "round-robin", "best_of": "1", "other": others}
    sent |= {"ruleset": "manymarios", "army": "sample:boo-choir", "csrf_token": token(client)}
    address = client.post("/tournaments", data=sent).location
    client.delete_cookie("language")
    client.set_cookie("spoilers", "1")
    finish(app)
    both = {language: read(client, address, language) for language in ("de", "en")}
    for language, names in (
        ("de", {"Geisterchor", "Geisterchor (2)", "Armee 3", "Hedge"}),
        ("en", {"Boo choir", "Boo choir (2)", "Army 3", "Hedge"}),
    ):
        assert {*re.findall(r'<th scope="row">(\D.*?)</th>', both[language])} == names
    battles = [battle_data(client, page) for page in re.findall('href="(/b/[^"]+)"', both["de"])]
    sides = [{side["name"] for side in battle["sides"].values()} for battle in battles]
    assert {"Geisterchor", "Geisterchor (2)"} in sides
    assert {"Armee 3", "Hedge"} in sides
    named = {name for battle in battles for name in battle["called"]["sides"].values()}
    assert named == {"Geisterchor", "Geisterchor (2)", "Armee 3"}


def test_entrants_that_would_be_called_alike_keep_the_names_of_the_file(app: Flask) -> None:
    lineup = [{"unit": "goomba"}]
    names = ("Boo choir", "Geisterchor", "Spike wall")
    entrants = [{"army": {"name": name, "lineup": lineup}} for name in names]
    file = {"kind": "round-robin", "ruleset": "manymarios", "seed": 1, "entrants": entrants}
    with app.test_request_context(headers={"Accept-Language": "de"}):
        cup = display_names.in_tournament(games.game("manymarios"), tournament.read(file))
    assert cup.names == ("Boo choir", "Geisterchor", "Stachelwall")


def test_the_builder_names_an_army_as_its_reader_can_read_it(client: FlaskClient) -> None:
    html = read(client, "/build/manymarios?from=sample:boo-choir")
    assert 'value="Geisterchor (eigene)"' in html
    assert 'value="Boo choir"' not in html
    for name, called_ in (("Boo+choir", "Geisterchor (eigene)"), ("Hedge", "Hedge")):
        html = read(client, f"/build/manymarios?army=%3D+{name}%0AGoomba")
        assert page_data(html)["army"]["name"] == called_


def test_a_table_of_who_beats_whom_calls_armies_as_its_reader_does(client: FlaskClient) -> None:
    """Two have the same name, and a number behind it."""
    army = samples.load(games.game("manymarios")).armies["boo-choir"].army
    sent = {"ruleset": "manymarios", "army": ["sample:boo-choir", "sample:masked-trio"]}
    german = {"Accept-Language": "de"}
    text = post(client, "/matchups", headers=german, **sent, other=json.dumps(army)).text
    named = set(re.findall(r'heat-name">([^<]+)<', text))
    assert named == {"Geisterchor", "Geisterchor (2)", "Maskentrio"}


PLAYERS: Final = ("Ann", "Bo")
TITLES: Final = {
    ("Ann against Bo", *PLAYERS): "Ann gegen Bo",
    ("Ann against Bo, dice chosen", *PLAYERS): "Ann gegen Bo, Würfel ausgesucht",
    ("Ann against Bo, game 12", *PLAYERS): "Ann gegen Bo, Kampf 12",
    ("Farm cup: Ann against Bo", *PLAYERS): "Farm cup: Ann gegen Bo",
    ("Friday night, game 2", *PLAYERS): "Friday night, Kampf 2",
    ("Ann against Bob", *PLAYERS): "Ann against Bob",
    ("Joann against Bo", *PLAYERS): "Joann against Bo",
    ("Friday night, game two", *PLAYERS): "Friday night, game two",
    ("Blue against Orange, game 2", "", ""): "Blau gegen Orange, Kampf 2",
    ("Challenger against Opponent", "Challenger", "Opponent"): "Herausforderer gegen Gegner",
}


def test_our_titles_are_translated_and_others_stay(app: Flask) -> None:
    for (title, a, b), german in TITLES.items():
        names = {"name_a": a, "army_a": "", "name_b": b, "army_b": ""}
        battle = Battle(ruleset="manymarios", title=title, **names)
        with app.test_request_context(headers={"Accept-Language": "de"}):
            assert title_of(battle) == german
        with app.test_request_context(headers={"Accept-Language": "en"}):
            assert title_of(battle) == title or a == "Challenger"


def test_the_title_of_a_further_game_keeps_its_number() -> None:
    for title in ("", "x" * 160):
        made = Challenge(title=title, number=3).battle_title("Ann against Bo")
        assert made == f"{'x' * 152 if title else 'Ann against Bo'}, game 3"
    assert Challenge(title="", number=1).battle_title("Ann against Bo") == "Ann against Bo"
