"""The odds page: forms, numbers, and battles that end as wished."""

import json
import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

import engine
from tests.odds.stacks import LADDER, custom, stacks
from tests.webapp.battle_files import BATTLE, UNKNOWN_UNIT
from tests.webapp.page_parts import page_data, post, sent_by
from tests.webapp.stopped_clock import StoppedClock
from webapp import games
from webapp.battles import samples
from webapp.pages.odds_report import chance_text, method

RULESETS = [*engine.rulesets()]
INLINE = re.compile(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)")
PLAYERS = {"siege": ({"bot": "aggressive"}, {"bot": "cautious"})}
"""Who plays the sides of a ruleset in which somebody has to, unless another is chosen."""


def chosen(ruleset: str) -> dict[str, str]:
    """The first two sample armies of a ruleset."""
    a, b = [*samples.load(games.game(ruleset)).armies][:2]
    return {"ruleset": ruleset, "army_a": a, "army_b": b}


def named(battle: dict[str, Any]) -> dict[str, Any]:
    """The battle file with sides called Ann and Bo."""
    names = ("Ann", "Bo")
    sides = [{**side, "name": name} for side, name in zip(battle["sides"], names, strict=True)]
    return battle | {"sides": sides}


def wins(html: str) -> dict[str, str]:
    """What the page says of each side's chance, as text."""
    found = re.findall(r'data-win="(\w+)">\s*<strong>([^<]+)</strong>', html)
    return dict(found)


def watched(client: FlaskClient, battle: Any, wish: str) -> dict[str, Any]:
    """The battle that a wish leads to, which must be over."""
    answer = post(client, "/odds/watch", file=json.dumps(battle), wish=wish)
    assert answer.status_code == 303
    id_ = answer.location.partition("?")[0][-8:]
    told: dict[str, Any] = client.get(f"/api/v1/battles/{id_}").get_json()
    assert told["status"] == "over"
    return told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_page_begins_with_its_forms_alone(client: FlaskClient, ruleset: str) -> None:
    answer = client.get(f"/odds?ruleset={ruleset}")
    assert answer.status_code == 200
    for shown in ("odds-result", "aria-invalid", 'role="alert"'):
        assert shown not in answer.text
    for other in RULESETS:
        assert f'href="/odds?ruleset={other}"' in answer.text
    assert not INLINE.search(answer.text)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_sample_armies_are_weighed_as_the_engine_weighs_them(
    client: FlaskClient, ruleset: str
) -> None:
    fields = chosen(ruleset)
    armies = samples.load(games.game(ruleset)).armies
    sides: list[dict[str, Any]] = [
        {"army": armies[fields[name]].army, **player}
        for name, player in zip(("army_a", "army_b"), PLAYERS.get(ruleset, ({}, {})), strict=True)
    ]
    odds = engine.odds({"ruleset": ruleset, "sides": sides}, samples=1_000)
    answer = client.get("/odds", query_string=fields)
    assert answer.status_code == 200
    assert {key: wins(answer.text)[key] for key in "ab"} == {
        "a": chance_text(odds.a),
        "b": chance_text(odds.b),
    }
    assert f"data-method>{method(odds)}<" in answer.text
    assert (odds.method == "sample") == (ruleset in PLAYERS)
    assert not INLINE.search(answer.text)


def test_the_ground_counts(client: FlaskClient) -> None:
    fields = chosen("warlords") | {"terrain": "hills", "city": "citadel"}
    armies = samples.load(games.game("warlords")).armies
    sides = [{"army": armies[fields[name]].army} for name in ("army_a", "army_b")]
    field = {"terrain": ["hills"], "city": "citadel"}
    odds = engine.odds({"ruleset": "warlords", "sides": sides, "field": field})
    html = client.get("/odds", query_string=fields).text
    assert wins(html)["a"] == chance_text(odds.a)
    assert '<option value="citadel" selected>' in html


def test_every_number_of_a_battle_file_is_there(client: FlaskClient) -> None:
    """One against two, all alike: b is left with 2, 1, 0 in 1/2, 1/4, 1/4 of all battles."""
    html = unescape(post(client, "/odds", file=json.dumps(named(LADDER))).text)
    assert wins(html) == {"a": "25.00 %", "b": "75.00 %"}
    chances = dict(re.findall(r'class="chance" name="wish" value="([^"]+)"[^>]*>([^<]+)<', html))
    assert chances == {
        "a=0": "75.00 %",
        "a=1": "25.00 %",
        "b=0": "25.00 %",
        "b=1": "25.00 %",
        "b=2": "50.00 %",
        "a1 left": "25.00 %",
        "b1 left": "50.00 %",
        "b2 left": "75.00 %",
    }


def test_bonuses_are_told_with_their_owner_and_bearers(client: FlaskClient) -> None:
    """Strength 7 against 5: 7 x 15 to 5 x 13 is 105 to 65; without leadership it is even."""
    leader = [custom(5, 1, abilities={"leadership": 2})]
    battle = named(stacks(leader, [custom(5, 1)]))
    html = post(client, "/odds", file=json.dumps(battle)).text
    worth = html[html.index("worth-title") :]
    assert "Leadership 2" in worth
    assert "50.00 %" in worth
    assert f"{100 * (105 / 170 - 1 / 2):+.2f}" in worth


def test_what_never_happens_cannot_be_asked_for(client: FlaskClient) -> None:
    battle = {**BATTLE, "sides": BATTLE["sides"][::-1]}
    html = post(client, "/odds", file=json.dumps(battle)).text
    for side, row in engine.odds(battle).survivors.items():
        for left, chance in enumerate(row):
            assert (f'value="{side}={left}"' in html) == (chance > 0)


@pytest.mark.parametrize(
    ("wish", "winner"), [("a", "a"), ("b", "b"), ("b=1", "b"), ("a1 left", "a"), ("likeliest", "b")]
)
def test_a_battle_that_ends_as_wished_is_over_at_once(
    client: FlaskClient, wish: str, winner: str
) -> None:
    told = watched(client, named(LADDER), wish)
    assert told["result"]["winner"] == winner
    assert told["title"].endswith(", dice chosen")


def test_one_in_millions_is_found(client: FlaskClient) -> None:
    """a has to hit six times in a row: (182 / 11) ** 6, as tests/odds/test_conditioned says."""
    battle = named(stacks([custom(1, 1)], [custom(9, 6)]))
    html = post(client, "/odds", file=json.dumps(battle)).text
    assert wins(html)["a"] == f"1 in {(182 / 11) ** 6:,.0f}"
    told = watched(client, battle, "a")
    assert told["result"]["winner"] == "a"
    assert told["title"] == "Ann against Bo, dice chosen", "who gets the link is not told"


@pytest.mark.parametrize("wish", ["", "c", "draw", "b=3", "b9 left"])
def test_a_wish_that_cannot_be_granted_comes_back_with_the_odds(
    client: FlaskClient, wish: str
) -> None:
    answer = post(client, "/odds/watch", file=json.dumps(LADDER), wish=wish)
    assert answer.status_code == 422
    assert "<code>wish</code>" in answer.text
    assert wins(answer.text)["a"] == "25.00 %"


@pytest.mark.parametrize("address", ["/odds", "/odds/watch"])
def test_a_battle_file_comes_back_with_its_problems(client: FlaskClient, address: str) -> None:
    answer = post(client, address, file=json.dumps(UNKNOWN_UNIT), wish="a")
    html = unescape(answer.text)
    assert answer.status_code == 422
    assert "sides[0].army.lineup[0].unit" in html
    assert "did you mean 'goomba'?" in html
    assert json.dumps(UNKNOWN_UNIT) in html
    assert "odds-result" not in html


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("army_a", "nobody", "Choose one of these armies."),
        ("terrain", "sea", "no terrain 'sea'"),
        ("city", "x", "no city 'x'"),
    ],
)
def test_a_mistake_comes_back_beside_its_field(
    client: FlaskClient, field: str, value: str, message: str
) -> None:
    answer = client.get("/odds", query_string=chosen("warlords") | {field: value})
    assert answer.status_code == 422
    error = re.search(rf'id="{field}-error">([^<]+)<', unescape(answer.text))
    assert error
    assert error[1].startswith(message)


def test_htmx_gets_what_changes_alone(client: FlaskClient) -> None:
    headers = {"HX-Request": "true"}
    good = client.get("/odds", query_string=chosen("warlords"), headers=headers)
    assert (good.status_code, "<main" in good.text) == (200, False)
    assert good.text.lstrip().startswith('<div id="odds">')
    bad = client.get("/odds", query_string=chosen("warlords") | {"city": "x"}, headers=headers)
    assert (bad.status_code, "<main" in bad.text) == (422, False)


def test_the_odds_of_a_battle_say_nothing_of_its_dice(
    client: FlaskClient, battle_id: str, clock: StoppedClock
) -> None:
    address = f"/odds?battle={battle_id}"
    assert client.get(address).status_code == 404, "its armies are not yet known"
    clock.ms += 3000
    html = unescape(client.get(address).text)
    assert wins(html)["a"] == chance_text(engine.odds(BATTLE).a)
    assert '"seed"' not in html


@pytest.mark.parametrize("query", ["battle=nothing", "battle=bcdfghjk", "ruleset=chess"])
def test_what_is_not_there_is_told(client: FlaskClient, query: str) -> None:
    assert client.get(f"/odds?{query}").status_code == 404


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0.0, "0 %"),
        (1.0, "100 %"),
        (0.51448, "51.45 %"),
        (0.0001, "0.01 %"),
        (1 / 25_000, "1 in 25,000"),
        (1 - 1 / 25_000, "all but 1 in 25,000"),
    ],
)
def test_a_percentage_is_never_0_or_100_unless_it_is(chance: float, text: str) -> None:
    assert chance_text(chance) == text


def test_the_method_of_a_sample_says_how_many_and_how_sure() -> None:
    odds = engine.odds(LADDER, "sample", 100)
    assert odds.interval is not None
    half = 50 * (odds.interval[1] - odds.interval[0])
    assert method(odds) == f"sampled, ± {half:.1f} % at 95 %, n = 100"


def test_after_the_odds_the_battle_is_fought_live(client: FlaskClient) -> None:
    html = client.get("/odds", query_string=chosen("manymarios")).text
    steps = html.split('aria-label="What next"')[1].split("</nav>")[0]
    assert 'formaction="/quick/file"' in steps
    assert 'href="/challenge/new?ruleset=manymarios"' in steps
    sent = sent_by(html, "/odds/watch")
    answer = client.post("/quick/file", data=sent)
    assert answer.status_code == 303
    assert page_data(client.get(answer.location).text)["battle"]["status"] == "on_air"
