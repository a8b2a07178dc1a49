"""The forms of quick battles and of odds, drawn from the description of whatever game there is."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from msgspec import structs
from werkzeug.datastructures import MultiDict

from tests.webapp.page_parts import page_data, sent_by
from webapp.base import games, samples
from webapp.base.form import Field, Option
from webapp.base.game import Game
from webapp.searches.pages.battle_forms import BattleForm, OddsForm

GAMES = games.games()
WEATHER = (Option("rain", "Rain"), Option("snow", "Snow"))
TERMS = (
    Field("rules.rounds", "Rounds", "number", least=1, most=9, default=3),
    Field("rules.fog", "Fog", "flag"),
    Field("rules.weather", "Weather", "many", options=WEATHER),
    Field("rules.stores", "Stores", "counts", options=(Option("oil", "Oil", most=3),)),
    Field("rules.clock", "Clock", "span", least=10, most=60),
    Field("rules.motto", "Motto", "text"),
    Field("start.seed", "Seedlings", "number", "as many as you like"),
)
MOODS = (Option("bold", "Bold"), Option("shy", "Shy"), Option("deep", "Deep", slow=True))
SIDES = (
    Field("plan.mood", "plays", "choice", options=MOODS, default="shy", rival="bold"),
    Field("plan.reserve", "keeps back", "number", default=0),
)
BEGINS = Field(
    "start.first", "Who begins", "choice", options=(Option("a", "blue"),), default="is drawn"
)


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game that is not installed, with a field of each type."""
    known = GAMES["manymarios"]
    form = structs.replace(
        known.builder.form, terms=TERMS, sides=SIDES, roles={"a": "plants", "b": "weeds"}
    )
    builder = replace(known.builder, form=form)
    game = replace(known, builder=builder, challenge_terms=(BEGINS,))
    monkeypatch.setattr(games, "games", lambda: {game.id: game})
    return game


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_a_quick_form_with_all_its_fields(client: FlaskClient, game: Game) -> None:
    address = f"/quick/{game.id}"
    html = client.get(address).text
    form = game.builder.form
    for field in (*form.terms, *game.challenge_terms, *form.sides):
        assert field.label in unescape(html)
        assert all(unescape(html).count(option.name) for option in field.options)
    armies = samples.load(game).armies.values()
    all_ = {army.id for army in armies}
    attackers = all_ - {army.id for army in armies if army.garrison}
    offered = re.findall(r'name="army_([ab])" value="(?:sample:)?([^"]+)"', html)
    assert {army for side, army in offered if side == "a"} == {"other", *attackers}
    assert {army for side, army in offered if side == "b"} == {"other", *all_}
    answer = client.post(address, data=sent_by(html, address))
    assert page_data(client.get(answer.location).text)["battle"]["ruleset"] == game.id


def test_an_invented_game_gets_its_fields(client: FlaskClient, invented: Game) -> None:
    html = client.get(f"/quick/{invented.id}", query_string={"clock": "2 hours"}).text
    assert 'id="clock-error">Enter a time from 10 seconds to 1 minute' in html
    assert 'name="clock" value="2 hours"' in html
    told = dict(re.findall(r'<label for="([^"]+)">([^<]+?)\s*<', html))
    assert told["rounds"] == "Rounds"
    assert '<span class="hint">1 to 9, blank: 3</span>' in html
    assert told["motto"] == "Motto"
    assert told["mood_a"] == "Blue: plays"
    assert told["reserve_b"] == "Orange: keeps back"
    assert told["first"] == "Who begins"
    # `seed` is what the dice begin with: a name that is taken already is said in full.
    assert (told["seed"], told["start.seed"]) == ("Seed of the dice", "Seedlings")
    assert re.search(r'<input type="checkbox" id="fog" name="fog" value="1">', html)
    assert re.findall(r'<input type="checkbox" name="weather" value="(\w+)"', html) == [
        *("rain", "snow")
    ]
    assert 'name="stores.oil"' in html
    assert "Blue side plants" in html


def test_what_is_filled_in_is_the_battle_file_that_is_read(app: Any, invented: Game) -> None:
    sent = {
        "army_a": "sample:boo-choir",
        "army_b": "sample:masked-trio",
        "name_b": "Bo",
        "rounds": " 5 ",
        "fog": "1",
        "weather": "snow",
        "stores.oil": "2",
        "clock": "1 min",
        "motto": "onward",
        "start.seed": "many",
        "first": "a",
        "mood_b": "deep",
        "reserve_b": "0",
        "seed": "7",
    }
    with app.test_request_context():
        document = BattleForm(invented, MultiDict(sent)).document()
    a, b = document.pop("sides")
    assert document == {
        "ruleset": "manymarios",
        "rules": {
            "rounds": 5,
            "fog": True,
            "weather": ["snow"],
            "stores": {"oil": 2},
            "clock": 60,
            "motto": "onward",
        },
        "start": {"seed": "many", "first": "a"},
        "seed": 7,
    }
    assert a["plan"] == {"mood": "bold"}, "the rival of the default, as nobody has chosen"
    assert (b["name"], b["plan"]) == ("Bo", {"mood": "deep", "reserve": 0})


def test_slow_bots_are_not_offered_for_many_battles(app: Any, invented: Game) -> None:
    with app.test_request_context():
        quick, odds = BattleForm(invented), OddsForm(invented)
    for form, ids in ((quick, ["bold", "shy", "deep"]), (odds, ["bold", "shy"])):
        (mood,) = [one for one in form.inputs() if one.name == "mood_b"]
        assert [option.id for option in mood.options] == ids
        assert mood.value == "shy"


def test_sides_change_places_with_all_that_they_have(client: FlaskClient, invented: Game) -> None:
    address = f"/quick/{invented.id}"
    form = sent_by(client.get(address).text, address)
    form["mood_a"], form["reserve_b"], form["do"] = "deep", "4", "swap"
    form = sent_by(client.post(address, data=form).text, address)
    assert (form["mood_a"], form["mood_b"]) == ("shy", "deep")
    assert (form["reserve_a"], form["reserve_b"]) == ("4", "")


SHARED = {
    "manymarios": "army_a=sample:boo-choir&name_a=Ann&seed=5&first=b&ap_limit=400",
    "warlords": "army_b=sample:knives&name_b=Bo&terrain_marsh=on&terrain_ice=on&city=town&die=24",
    "siege": "army_a=sample:bait&bot_a=random&bot_b=strong&seed=77",
}
"""Addresses of quick battles that people may have shared."""


@pytest.mark.parametrize("ruleset", SHARED)
def test_links_that_were_shared_fill_in_the_form(client: FlaskClient, ruleset: str) -> None:
    address = f"/quick/{ruleset}"
    form = sent_by(client.get(f"{address}?{SHARED[ruleset]}").text, address)
    wanted = dict(pair.split("=") for pair in SHARED[ruleset].split("&"))
    boxes = [name for name in wanted if name.startswith("terrain_")]
    assert form.getlist("terrain") == [wanted.pop(box) and box[8:] for box in boxes]
    assert {key: form[key] for key in wanted} == wanted


def test_a_link_to_odds_fills_in_the_form(client: FlaskClient) -> None:
    form = sent_by(client.get("/odds?ruleset=warlords&army_a=knives&terrain=marsh").text, "/odds")
    assert (form["army_a"], form["terrain"]) == ("sample:knives", "marsh")
