"""Odds on their page and by the API: forms, numbers, battles that end as wished; catalogs."""

import json
import re
from html import unescape
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

import engine
from engine.odds import chances
from tests import sieges
from tests.odds.stacks import LADDER, custom, stacks
from tests.webapp.battle_files import BATTLE, UNKNOWN_UNIT
from tests.webapp.page_parts import assert_shape, forms_of, page_data, post, sent_by
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import figures, games, samples
from webapp.base.texts import chance_text
from webapp.searches import limits
from webapp.searches.pages.battle_forms import OddsForm
from webapp.searches.pages.odds import method

RULESETS = [*engine.rulesets()]
PLAYERS = {"siege": ({"bot": "aggressive"}, {"bot": "aggressive"})}
"""Default players of rulesets that need them."""


def chosen(ruleset: str) -> dict[str, str]:
    a, b = [*samples.load(games.game(ruleset)).armies][:2]
    return {"ruleset": ruleset, "army_a": a, "army_b": b}


def named(battle: dict[str, Any]) -> dict[str, Any]:
    names = ("Ann", "Bo")
    sides = [{**side, "name": name} for side, name in zip(battle["sides"], names, strict=True)]
    return battle | {"sides": sides}


def wins(html: str) -> dict[str, str]:
    """What the page says of each side's chance, as text."""
    found = re.findall(r'data-win="(\w+)">\s*<strong>([^<]+)</strong>', html)
    return dict(found)


def watched(client: FlaskClient, battle: Any, wish: str) -> dict[str, Any]:
    answer = post(client, "/odds/watch", file=json.dumps(battle), wish=wish)
    assert answer.status_code == 303
    id_ = answer.location.partition("?")[0][-8:]
    told: dict[str, Any] = client.get(f"/api/v1/battles/{id_}").get_json()
    assert told["status"] == "over"
    return told


def test_a_first_figure_is_there_soon_and_refined_by_more_battles(client: FlaskClient) -> None:
    bots = {"bot_a": "random", "bot_b": "random"}
    html = client.get("/odds", query_string=chosen("siege") | bots).text
    played = [*map(int, re.findall(r"n = (\d+)<", html))]
    fields = {"file": unescape(re.findall(r'name="file" value="([^"]+)"', html)[0])}
    while more := re.search(r"hx-vals='{\"samples\": (\d+)}'", html):
        answer = post(client, "/odds/more", **fields, samples=more[1])
        assert answer.status_code == 200
        html = answer.text
        played += map(int, re.findall(r"n = ([\d,]+)<", html.replace(",", "")))
    assert 10 <= played[0] < 500
    assert played[1:] == [1_000]
    odds = engine.odds(fields["file"], samples=1_000)
    assert wins(html)["a"] == chance_text(odds.a, odds.interval)
    assert post(client, "/odds/more", file="{", samples="9").status_code == 422
    armies = {"army_a": "sample:even-five", "army_b": "sample:spearhead"}
    quick = {**armies, **bots, "do": "show", "samples": "40"}
    assert "n = 40" in post(client, "/quick/siege", **quick).text


def test_dear_samples_are_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking counts: these play 450 events a battle, and decide 40 times."""
    sides = [sieges.side(sieges.EVEN, bot="cautious") for _ in "ab"]
    engine.warm("siege")
    with engine.Budget(2_000_000) as spent:
        with pytest.raises(engine.SpentError, match=r"takes about 1\d,\d{3},\d{3} events"):
            engine.odds(sieges.siege_file(*sides), samples=10_000)
        assert spent.operations - spent.left < 2_000, "one battle is enough to see that"
    errors = client.post("/api/v1/odds?samples=1000", json=sieges.siege_file(*sides)).json["errors"]
    assert "the limit is 600,000" in errors[0]["message"]
    monkeypatch.setattr(limits, "ANSWER_OPERATIONS_MOST", 20_000)
    answer = client.post("/api/v1/odds", json=sieges.siege_file(*sides)).json
    assert answer["samples"] < 20, "fewer where nobody says how many"
    long = [sieges.side(sieges.EVEN, bot=bot) for bot in ("aggressive", "cautious")]
    with engine.Budget(30_000) as spent, pytest.raises(engine.SpentError) as refused:
        engine.odds(sieges.siege_file(*long), samples=200)
    with engine.Budget(2_000_000) as spent:
        engine.odds(sieges.siege_file(*long), samples=200)
    cost = spent.operations - spent.left
    assert refused.value.cost == pytest.approx(cost, rel=0.15), "the first battle is much shorter"


def test_battles_that_become_longer_are_sampled_less_often(client: FlaskClient) -> None:
    """Dice against an attacker: the first ten battles are shorter than the others."""
    army = "4/0/3 4/0/3 2/2/1 0/4/1 0/4/2"
    file = sieges.siege_file(*(sieges.side(army, bot=bot) for bot in ("random", "aggressive")))
    engine.warm("siege")
    answer = client.post("/api/v1/odds", json=file)
    assert answer.status_code == 200
    assert 100 <= answer.json["samples"] < 10_000


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_sample_armies_get_the_engines_odds(client: FlaskClient, ruleset: str) -> None:
    fields = chosen(ruleset)
    armies = samples.load(games.game(ruleset)).armies
    sides: list[dict[str, Any]] = [
        {"army": armies[fields[name]].army, **player}
        for name, player in zip(("army_a", "army_b"), PLAYERS.get(ruleset, ({}, {})), strict=True)
    ]
    answer = client.get("/odds", query_string=fields)
    assert answer.status_code == 200
    first = re.search(r"n = (\d+)<", answer.text)
    played = int(first[1]) if first else 1
    odds = engine.odds({"ruleset": ruleset, "sides": sides}, samples=played)
    for side, chance in (("a", odds.a), ("b", odds.b)):
        assert wins(answer.text)[side] == chance_text(chance, odds.interval)
    assert f"data-method>{method(odds)}<" in answer.text
    assert (odds.method == "sample") == (ruleset in PLAYERS)
    empty = client.get(f"/odds?ruleset={ruleset}").text
    for shown in ("odds-result", "aria-invalid", 'role="alert"'):
        assert shown not in empty
    assert all(f'href="/odds?ruleset={other}"' in empty for other in RULESETS)


def test_every_number_of_a_battle_file_is_there(client: FlaskClient) -> None:
    """One against two, all alike: b is left with 2, 1, 0 in 1/2, 1/4, 1/4 of all battles."""
    html = unescape(post(client, "/odds", file=json.dumps(named(LADDER))).text)
    assert wins(html) == {"a": "25%", "b": "75%"}
    chances = dict(re.findall(r'class="chance" name="wish" value="([^"]+)"[^>]*>([^<]+)<', html))
    assert chances == {
        "a=0": "75%",
        "a=1": "25%",
        "b=0": "25%",
        "b=1": "25%",
        "b=2": "50%",
        "a1 left": "25%",
        "b1 left": "50%",
        "b2 left": "75%",
    }


def test_what_never_happens_cannot_be_asked_for(client: FlaskClient) -> None:
    battle = {**BATTLE, "sides": BATTLE["sides"][::-1]}
    html = post(client, "/odds", file=json.dumps(battle)).text
    for side, row in engine.odds(battle).survivors.items():
        for left, chance in enumerate(row):
            assert (f'value="{side}={left}"' in html) == (chance > 0)


WISHES = {"a": "a", "b": "b", "b=1": "b", "a1 left": "a", "likeliest": "b"}  # winner by condition


def test_a_battle_that_ends_as_wished_is_over_at_once(client: FlaskClient) -> None:
    for wish, winner in WISHES.items():
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
    body = client.post("/api/v1/odds/wanted?wish=a", json=battle).get_json()
    assert body["battle"]["rolls"]
    assert engine.play(body["battle"]).result.winner == "a"
    assert client.post("/api/v1/battles", json=body["battle"]).status_code == 201, "as it is"


def test_a_wish_that_cannot_be_granted_comes_back_with_the_odds(client: FlaskClient) -> None:
    for wish in ("", "c", "draw", "b=3", "b9 left"):
        answer = post(client, "/odds/watch", file=json.dumps(LADDER), wish=wish)
        assert answer.status_code == 422, wish
        assert "<code>wish</code>" in answer.text
        assert wins(answer.text)["a"] == "25%"


@pytest.mark.parametrize("address", ["/odds", "/odds/watch"])
def test_a_battle_file_comes_back_with_its_problems(client: FlaskClient, address: str) -> None:
    answer = post(client, address, file=json.dumps(UNKNOWN_UNIT), wish="a")
    html = unescape(answer.text)
    assert answer.status_code == 422
    assert "sides[0].army.lineup[0].unit" in html
    assert "did you mean 'goomba'?" in html
    assert json.dumps(UNKNOWN_UNIT) in html
    assert "odds-result" not in html


def test_htmx_gets_what_changes_alone(client: FlaskClient) -> None:
    headers = {"HX-Request": "true"}
    good = client.get("/odds", query_string=chosen("warlords"), headers=headers)
    assert (good.status_code, "<main" in good.text) == (200, False)
    assert good.text.lstrip().startswith('<div id="odds">')
    assert good.text.count('hx-sync="replace"') == 2, "the last choice counts"
    bad = client.get("/odds", query_string=chosen("warlords") | {"city": "x"}, headers=headers)
    assert (bad.status_code, "<main" in bad.text) == (422, False)
    assert "id=\"city-error\">no city 'x'" in unescape(bad.text)


def test_odds_reveal_no_dice(client: FlaskClient, battle_id: str, clock: StoppedClock) -> None:
    address = f"/odds?battle={battle_id}"
    assert client.get(address).status_code == 404, "its armies are not yet known"
    clock.ms += 3000
    html = unescape(client.get(address).text)
    assert wins(html)["a"] == chance_text(engine.odds(BATTLE).a)
    assert '"seed"' not in html
    for query in ("battle=nothing", "battle=bcdfghjk", "ruleset=chess"):
        assert client.get(f"/odds?{query}").status_code == 404, query


CHANCES = {
    0.0: "0%",
    1.0: "100%",
    0.5: "50%",
    0.51448: "51.45%",
    0.0001: "0.01%",
    1 / 25_000: "1 in 25,000",
    1 - 1 / 25_000: "all but 1 in 25,000",
    1e-20: "<0.01%",
    1 - 2**-53: ">99.99%",
}


def test_a_percentage_is_never_0_or_100_unless_it_is() -> None:
    assert {chance: chance_text(chance) for chance in CHANCES} == CHANCES
    odds = engine.odds(LADDER, "sample", 100)
    assert odds.interval is not None
    half = 50 * (odds.interval[1] - odds.interval[0])
    assert method(odds) == f"sampled, ± {half:.0f}% at 95%, n = 100"
    for margin, text in ((0.092, "50%"), (0.01, "50%"), (0.009, "50.5%")):
        assert chance_text(0.5046, (0.5046 - margin, 0.5046 + margin)) == text


def test_form_starts_with_the_battles_armies(client: FlaskClient, clock: StoppedClock) -> None:
    field = {"terrain": ["forest"], "city": "town"}
    warlords = LADDER | {"field": field, "seed": 1}
    armies = [one.army for one in samples.load(games.game("siege")).armies.values()]
    sides = [{"army": armies[0], "bot": "cautious"}, {"army": armies[1], "bot": "random"}]
    siege = {"ruleset": "siege", "sides": sides, "seed": 1}
    pages = [(warlords, "/odds"), (warlords, "/best-order")]
    for battle, address in (*pages, (siege, "/odds"), (siege, "/best-armies")):
        id_ = client.post("/api/v1/battles", json=battle).get_json()["id"]
        clock.ms += 1_000_000
        html = client.get(f"{address}?battle={id_}").text
        (form,) = [
            form
            for form in forms_of(html)
            if form.attributes.get("method") == "get" and "other_a" in form.sent
        ]
        file = OddsForm(games.game(battle["ruleset"]), form.sent).document()
        assert engine.read(file).setup == engine.read(battle).setup
        again = client.get(address, query_string=form.sent).text
        assert wins(again) == wins(html)


def test_after_the_odds_the_battle_is_fought_live(client: FlaskClient) -> None:
    html = client.get("/odds", query_string=chosen("manymarios")).text
    steps = html.split('aria-label="What next"')[1].split("</nav>")[0]
    assert 'formaction="/quick/file"' in steps
    assert 'href="/challenge/new?ruleset=manymarios"' in steps
    sent = sent_by(html, "/odds/watch")
    answer = client.post("/quick/file", data=sent)
    assert answer.status_code == 303
    assert page_data(client.get(answer.location).text)["battle"]["status"] == "on_air"


@pytest.mark.parametrize("ruleset", engine.rulesets().values(), ids=lambda ruleset: ruleset.id)
def test_the_catalog_is_the_engines(client: FlaskClient, ruleset: engine.Ruleset) -> None:
    answer = client.get(f"/api/v1/catalogs/{ruleset.id}")
    assert answer.data == msgspec.json.encode(figures.of_catalog(ruleset.catalog()))
    again = {"If-None-Match": answer.headers["ETag"]}
    assert client.get(f"/api/v1/catalogs/{ruleset.id}", headers=again).status_code == 304


def test_odds_name_their_method_and_units_chances(client: FlaskClient) -> None:
    body = client.post("/api/v1/odds", json=BATTLE).get_json()
    assert (body["method"], body["samples"], body["interval"]) == ("exact", None, None)
    assert body["a"] + body["b"] + body["draw"] == pytest.approx(1)
    assert sum(body["survivors"]["a"]) == pytest.approx(1)
    assert "units" not in body
    body = client.post("/api/v1/odds", json=LADDER).get_json()
    assert body["units"] == pytest.approx({"a1": 0.25, "b1": 0.5, "b2": 0.75})


def test_the_worth_of_a_bonus_is_the_chance_without_it(client: FlaskClient) -> None:
    """Strength 7 against 5: 7 x 15 to 5 x 13 is 105 to 65; without leadership it is even."""
    battle = stacks([custom(5, 1, abilities={"leadership": 2})], [custom(5, 1)])
    worth = post(client, "/odds", file=json.dumps(battle)).text.partition("worth-title")[2]
    for text in ("Leadership 2", "50%", f"{100 * (105 / 170 - 1 / 2):+.2f}"):
        assert text in worth
    body = client.post("/api/v1/odds/worth", json=battle).get_json()
    (bonus,) = body.pop("bonuses")
    assert body == {"ok": True, "method": "exact"}
    assert bonus.pop("gain") == pytest.approx(105 / 170 - 1 / 2)
    told = {"kind": "ability", "id": "leadership", "side": "a", "units": ["a1"], "amount": 2}
    assert bonus == told | {"a": 0.5, "b": 0.5, "draw": 0.0}


REFUSED = {
    "odds?method=guess": "method",
    "odds?samples=0": "samples",
    "odds?samples=10001": "samples",
    "odds?samples=many": "samples",
    "odds/worth": "sides[0].army.lineup[0].unit",
    "odds/wanted?wish=a": "sides[0].army.lineup[0].unit",
    "odds/wanted": "wish",
    "odds/wanted?wish=a&seed=-1": "seed",
}
"""Error path by call."""


def test_what_is_refused_is_named(client: FlaskClient) -> None:
    for address, path in REFUSED.items():
        errors = assert_shape(client.post(f"/api/v1/{address}", json=UNKNOWN_UNIT), 422)["errors"]
        assert errors[0]["path"] == path, address
    errors = assert_shape(client.post("/api/v1/odds/wanted?wish=draw", json=LADDER), 422)["errors"]
    assert [error["path"] for error in errors] == ["wish"]
    assert "manymarios" in assert_shape(client.get("/api/v1/catalogs/chess"), 404)["error"]


def test_kernel_plays_the_samples(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand battles by the rules would take minutes; what is not exact is sampled here."""

    def by_rules(*_: Any) -> None:
        raise AssertionError("the rules should play none of them")

    engine.warm("manymarios")
    monkeypatch.setattr(chances, "_by_rules", by_rules)
    answer = client.post("/api/v1/odds?method=sample&samples=10000", json=BATTLE).get_json()
    assert (answer["method"], answer["samples"]) == ("sample", 10_000)
    low, high = answer["interval"]
    assert low <= answer["a"] <= high
    odds = engine.odds
    monkeypatch.setattr(engine, "odds", lambda file, _auto, samples: odds(file, "sample", samples))
    assert "n = 1,000" in post(client, "/odds", file=json.dumps(BATTLE)).text
