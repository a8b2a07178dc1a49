"""The pages of the best order and the best armies, and the calls of the latter."""

import json
import re
import threading
from html import unescape
from typing import Any

import gevent
import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from engine import search
from engine.core.rng import output
from tests.sieges import EVEN, side, siege_file, units
from tests.stacks import battle_file, unit
from tests.webapp.best_searches import BATTLE, LINES, file_of, found, rows_of
from tests.webapp.live_server import PATIENCE_SECONDS
from tests.webapp.page_parts import page_data, post
from tests.webapp.stopped_clock import StoppedClock
from webapp.guard import admission
from webapp.searches import limits

SPEARS = "4/0/3 3/0/3 3/2/2 0/4/1 0/4/1"
BOTS = siege_file(side(EVEN, bot="random", name="Ann"), side(SPEARS, bot="random", name="Bo"))
ORDERED = siege_file(side(EVEN, name="Ann"), side(SPEARS, name="Bo"))
ARCHERS, LICHES = {"unit": "archers"}, {"unit": "liches"}
PAIR = battle_file([ARCHERS], [LICHES])  # archers cost 40 gold
SAMPLES = "ruleset=warlords&army_a=dragon-raid&army_b=silver-order"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few battles: three for each number against one opponent, where two are enough."""
    monkeypatch.setattr(limits, "BATTLES_MOST", 3 * 22)
    monkeypatch.setattr(limits, "SAMPLES_LEAST", 2)


def best_armies(client: FlaskClient, file: Any, headers: Any = None, **fields: Any) -> Any:
    of_game = {"budget": "40"} if file["ruleset"] == "warlords" else {"opponents": ["file"]}
    form = {"file": json.dumps(file), "side": "a", **of_game, **fields}
    return post(client, "/best-armies/found", headers=headers, **form)


def last_html(answer: Any) -> str:
    assert answer.mimetype == LINES["Accept"]
    *progress, last = [json.loads(line) for line in answer.text.splitlines()]
    assert all({*line} == {"done", "of"} for line in progress)
    return unescape(last["html"])


def links_to_builder(client: FlaskClient, html: str) -> list[Any]:
    links = re.findall(r'href="(/build/warlords\?army=[^"]+)">Build on it', html)
    return [page_data(client.get(link).text)["army"] for link in links]


def refusal(client: FlaskClient, body: Any, query: str = "") -> dict[str, str]:
    answer = client.post(f"/api/v1/best-armies{query}", json=body)
    assert answer.status_code == 422
    (error,) = answer.get_json()["errors"]
    return dict(error)


def test_the_odds_page_leads_to_searches_of_its_game(client: FlaskClient) -> None:
    odds = post(client, "/odds", file=json.dumps(PAIR)).text
    for name, address in (("order", "/best-order"), ("armies", "/best-armies")):
        assert re.search(rf'formaction="{address}">Find the best {name}<', odds)
    page = post(client, "/best-armies", file=json.dumps(PAIR)).text
    assert 'id="budget" name="budget" value="40" inputmode="numeric"' in page
    assert page.count("Best armies for") == 2
    siege = client.get("/odds?ruleset=siege&army_a=spearhead&army_b=long-wall").text
    assert "Find the best order" not in siege
    ordered = unescape(client.get("/best-order?ruleset=siege").text)
    assert "Castle siege:</strong> The units of this game have no order." in ordered
    assert "no order" not in client.get("/best-order?ruleset=warlords").text


def test_sample_and_random_armies_are_ready_to_be_searched(client: FlaskClient) -> None:
    siege = "ruleset=siege&army_a=spearhead&army_b=long-wall&bot_a=cautious&bot_b=random"
    for address, query, said in (
        ("/best-order", SAMPLES, "Best order for Dragon raid"),
        ("/best-armies", siege, "Best armies for Spearhead"),
    ):
        assert said in client.get(f"{address}?{query}").text
        assert said not in client.get(address).text
    drawn = client.get(f"/best-order?{SAMPLES}&do=random:b").location
    assert "do=" not in drawn
    assert client.get(drawn).text.count("Best order for") == 2


def test_a_battle_that_has_begun_is_ready(client: FlaskClient, clock: StoppedClock) -> None:
    """The side that is asked for has its own budget; what else is asked for is no side."""
    file = battle_file([ARCHERS], [ARCHERS, ARCHERS])
    id_ = client.post("/api/v1/battles", json=file).get_json()["id"]
    pages = {"order": f"/best-order?battle={id_}", "armies": f"/best-armies?battle={id_}"}
    assert pages["order"] in client.get(f"/b/{id_}").text
    assert [client.get(page).status_code for page in pages.values()] == [404, 404]
    clock.ms += 3_000
    assert "Best order for" in client.get(pages["order"]).text
    for asked, budget in (("a", 40), ("b", 80), ("c", 40)):
        page = client.get(f"{pages['armies']}&side={asked}").text
        assert f'name="budget" value="{budget}"' in page
        assert re.findall(r'value="(\w)" autofocus', page) == ([] if asked == "c" else [asked])
    siege = client.post("/api/v1/battles", json=BOTS).get_json()["id"]
    clock.ms += 3_000
    answer = client.get(f"/best-order?battle={siege}")
    assert answer.status_code == 200
    assert "Castle siege:</strong> The units of this game have no order." in answer.text


def test_a_table_of_orders_without_a_script(client: FlaskClient) -> None:
    """Each row has a battle in its order, and the builder with the army in it."""
    text = unescape(found(client, BATTLE).text)
    assert "43.75% to win. The order as it is has 37.50%." in text
    assert "All 2 orders were compared" in text
    better, own = rows_of(text)
    assert "Giant, Hound" in better
    assert "+6.25" in better
    assert "Hound, Giant" in own
    assert "as it is" in own
    hound, giant = BATTLE["sides"][0]["army"]["stack"]
    assert [army["stack"] for army in links_to_builder(client, text)] == [
        [giant, hound],
        [hound, giant],
    ]
    file = file_of(better)
    assert json.loads(file)["sides"][0]["army"]["stack"] == [giant, hound]
    watched = post(client, "/odds/watch", file=file, wish="likeliest")
    assert watched.status_code == 303
    battle = watched.location.partition("?")[0]
    again = client.get(f"{battle}/battle.json").get_json(force=True)
    assert again["sides"][0]["army"]["stack"] == [giant, hound]
    assert engine.play(again).lines() == client.get(f"{battle}/recording.jsonl").data
    text = unescape(found(client, battle_file([unit(5, 1)], [unit(5, 1)])).text)
    assert "50% to win: this order is already the best of all compared." in text
    assert len(rows_of(text)) == 1


def test_it_stops_when_the_client_hangs_up(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = []

    def endless(*_args: Any, stop: search.Stop, **_kwargs: Any) -> None:
        while not stop():
            threading.Event().wait(0.01)
        ended.append(True)
        raise engine.StoppedError("nobody waits for it")

    monkeypatch.setattr(limits, "best_order", endless)
    answer = found(client, BATTLE, **LINES)
    assert json.loads(next(answer.response)) == {"done": 0, "of": 0}
    assert app.extensions[admission.LONG_KEY].asked == 1
    answer.close()
    with gevent.Timeout(PATIENCE_SECONDS):
        while app.extensions[admission.LONG_KEY].asked:
            gevent.sleep(0.01)
    assert ended


def test_further_opponents_count_and_battles_are_against_the_first(client: FlaskClient) -> None:
    """Against a lone unit of one hit the order does not matter: 3/4 beside 7/16 and 6/16."""
    others = json.dumps({"name": "Lone", "stack": [unit(5, 1)]})
    sent = {"file": json.dumps(BATTLE), "side": "a", "others": others}
    page = unescape(post(client, "/best-order/found", **sent).text)
    assert "59.38% to win. The order as it is has 56.25%." in page
    assert "Lone 75.0%" in page
    assert "are against the first" in page
    assert others in page
    for wrong, told in (({"others": '{"stack": 7}'}, "Further"), ({"side": "c"}, "Choose one of")):
        answer = post(client, "/best-order/found", **{**sent, **wrong})
        assert (answer.status_code, told in answer.text) == (422, True)
    # Eight units have 40,320 orders: against two opponents too many to weigh while one waits.
    army = [unit(strength, 1) for strength in range(1, 9)]
    sent["file"] = json.dumps(battle_file(army, [unit(9, 1)]))
    page = post(client, "/best-order/found", **sent).text
    assert "battlereel best-order FILE --search all" in page


def test_a_table_of_armies_without_a_script(client: FlaskClient) -> None:
    text = unescape(best_armies(client, PAIR).text)
    best = search.best_armies(PAIR, "a", 40)
    assert re.search(r"The best armies for [^:]+: 40 gold", text)
    assert f"{100 * best.armies[0].win:.2f}% to win. The army as it is has" in text
    rows = rows_of(text)
    assert len(rows) == len(best.armies) + 1
    assert json.loads(file_of(rows[0]))["sides"][0]["army"] == best.armies[0].army
    assert ["Archers" in rows[-1], "as it is" in rows[-1]] == [True, True]
    built = [army.army for army in best.armies]
    assert links_to_builder(client, text) == [*built, {"stack": [ARCHERS]}]


def test_an_army_too_long_for_an_address_has_no_link(client: FlaskClient) -> None:
    """Each of eight units has a name of 39 dragons, twelve letters each in an address: 3,744."""
    dragons = [{"custom": {"name": f"{'🐉' * 39}{n}", "strength": 1, "hits": 2}} for n in range(8)]
    text = unescape(best_armies(client, battle_file(dragons, [LICHES])).text)
    links = re.findall("Watch one|Build on it", text)
    assert links[:2] == ["Watch one", "Build on it"]
    assert links[-2:] == ["Build on it", "Watch one"]


def test_searches_in_lines_end_with_the_table_and_calls_give_the_same(client: FlaskClient) -> None:
    assert "Wall, Dog" in last_html(found(client, BATTLE, "b", **LINES))
    html = last_html(best_armies(client, PAIR, LINES, others="Archers\nArchers"))
    against = [{"stack": [ARCHERS] * 2}]
    best = search.best_armies(PAIR, "a", 40, against=against)
    assert f"{100 * best.armies[0].win:.2f}% to win." in html
    body = {"battle": PAIR, "against": against}
    answer = client.post("/api/v1/best-armies?side=b&budget=30&top=2", json=body).get_json()
    best = search.best_armies(PAIR, "b", 30, 2, against=against)
    told = [(row["win"], row["army"]) for row in answer["armies"]]
    assert told == [(one.win, one.army) for one in best.armies]
    assert (answer["budget"], answer["money"], answer["search"]) == (30, "gold", "local")


def test_it_ends_while_somebody_waits(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """No climb more is begun after so many operations; a single one that is too long is refused."""
    monkeypatch.setattr(limits, "CLIMBS_MOST", 1)
    body = {"battle": PAIR}
    assert client.post("/api/v1/best-armies", json=body).get_json()["starts"] == 1
    # Three armies, each of a unit against another, are read for that.
    monkeypatch.setattr("webapp.guard.limits.OPERATIONS_MOST", 30)
    message = refusal(client, body)["message"]
    assert message.startswith("takes over 1 CPU second, too long while you wait")
    assert message.endswith("does it: battlereel best-armies FILE --side a")


def test_the_form_of_a_siege_asks_who_plays_and_not_for_a_budget(client: FlaskClient) -> None:
    page = unescape(post(client, "/best-armies", file=json.dumps(BOTS)).text)
    assert 'name="budget"' not in page
    assert "Best armies for Ann" in page
    assert "The current bot" in page
    assert re.search(r'name="opponents" value="file" checked', page)
    assert re.findall(r'name="opponents" value="(\w+)"', page) == [
        *("file", "random", "cautious", "aggressive")
    ]
    assert "Castellan" not in page.split("data-search")[1].split("</form>")[0]
    page = post(client, "/best-armies", file=json.dumps(ORDERED)).text
    assert 'name="opponents" value="file"' not in page
    assert "The current bot" not in page
    assert re.search(r'value="aggressive" selected', page)
    assert re.search(r'name="opponents" value="aggressive" checked', page)


@pytest.mark.usefixtures("few")
def test_each_row_has_an_interval_and_a_battle_that_ended_as_most_did(client: FlaskClient) -> None:
    text = unescape(best_armies(client, BOTS).text)
    best = search.best_armies(BOTS, "a", None, 5, starts=20, rounds=2, samples=3)
    rows = rows_of(text)
    assert len(rows) == 6
    for row, one in zip(rows, [*best.armies, best.own], strict=True):
        assert one.interval is not None
        half = 50 * (one.interval[1] - one.interval[0])
        assert f"{100 * one.win:.0f}% ± {half:.0f}" in row
    file = json.loads(file_of(rows[0]))
    assert file["sides"][0]["army"] == best.armies[0].army
    assert file["sides"][1] == BOTS["sides"][1]
    assert re.search(r"The best armies for Ann[\n<]", text)
    assert "Cost" not in rows[0]
    battle = engine.read(file)
    assert battle.seed in [output(0, number) for number in range(3)]
    assert (engine.play(battle).result.winner == "a") == (best.armies[0].win >= 1 / 2)
    wish = re.search(r'name="wish" value="([\w-]*)"', rows[0])
    assert wish
    watched = post(client, "/odds/watch", file=file_of(rows[0]), wish=wish[1])
    id_ = watched.location.split("/b/")[1].split("?")[0]
    result = client.get(f"/api/v1/battles/{id_}").get_json()["result"]
    assert result["winner"] == engine.play(battle).result.winner


@pytest.mark.usefixtures("few")
def test_bots_and_armies_meet(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row tells what it gets of each: bots first."""
    monkeypatch.setattr(limits, "BATTLES_MOST", 2 * 2 * 22)
    asked = {"opponents": ["file", "random"], "played_by": "aggressive"}
    rows = rows_of(last_html(best_armies(client, BOTS, LINES, **asked)))
    assert len(rows) == 6
    share = r"(\d+)% ± \d+"
    for row in rows:
        ((dice, bo),) = re.findall(rf"Dice {share} · Bo {share}", row)
        mean = re.findall(r"(?<!\d)(\d+)% ±", row)[0]
        assert abs(2 * int(mean) - int(dice) - int(bo)) <= 2  # all three are rounded


WHOLE = "Budget Enter a whole number from 1 to 1,000,000."


WRONG_ARMIES: tuple[tuple[Any, dict[str, Any], str], ...] = (
    (PAIR, {"budget": "0"}, WHOLE),
    (PAIR, {"budget": "000000000001" + "0" * 5_000}, WHOLE),
    (PAIR, {"others": "Gandalf"}, "army 1:"),
    (
        PAIR,
        {"others": "Archers\n\n" * 8},
        "are more than 7; the search takes as long again for each; the command line does it: "
        "battlereel best-armies FILE --side a --budget 40 --against FILE …",
    ),
    (BOTS, {"opponents": []}, "Opponents Choose one or more of these."),
    (BOTS, {"played_by": "me"}, "Played by no bot 'me'"),
    (BOTS, {"opponents": ["strong"]}, "Opponents Castellan thinks too long"),
    (ORDERED, {"opponents": ["random"]}, "Played by is missing; choose a bot for side a"),
    (ORDERED, {"played_by": "random"}, "Opponents is missing; choose a bot for side b"),
    (
        ORDERED,
        {"played_by": "random", "opponents": ["random"], "others": json.dumps(units(EVEN))},
        "Further opponents",
    ),
)


def test_what_is_wrong_with_armies_is_told_at_its_field(client: FlaskClient) -> None:
    for file, fields, told in WRONG_ARMIES:
        answer = best_armies(client, file, **fields)
        assert answer.status_code == 422
        assert told in unescape(re.sub(r"<[^>]+>", "", answer.text))


WRONG_CALLS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("", {"bots": ["strong", "random"]}, "bots[0]: "),
    ("", {"played_by": "strong"}, "played_by: "),
    ("", {"battle": siege_file(side(EVEN, bot="strong"), BOTS["sides"][1])}, "sides[0].bot: "),
    ("", {"battle": PAIR, "against": [{"stack": [ARCHERS]}] * 8}, "against: "),
    ("?budget=0", {"battle": PAIR}, "budget: "),
    ("?budget=30", {}, ": has no effect where all armies cost the same"),
    # 100 rows, the own one and 2 rounds of 8 are 117 battles for each of the least 30 samples.
    ("?top=100", {}, f"take {117 * 30:,} battles with 30 for each number, about "),
    ("?top=100", {}, "at most 3,000 are played while you wait"),
)


def test_the_call_names_the_place_of_what_is_wrong(client: FlaskClient) -> None:
    for query, body, told in WRONG_CALLS:
        error = refusal(client, {"battle": BOTS, **body}, query)
        assert told in f"{error['path']}: {error['message']}"
