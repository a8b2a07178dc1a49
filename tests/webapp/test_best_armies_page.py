"""The page "Best armies" and its calls: a budget, opponents, a table with battles, and refusals."""

import json
import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine import search
from tests.present import require
from tests.stacks import battle_file
from tests.webapp.page_parts import page_data, post
from tests.webapp.stopped_clock import StoppedClock
from webapp.battles import armies_guard
from webapp.guard import workshop

ARCHERS, LICHES = {"unit": "archers"}, {"unit": "liches"}
BATTLE = battle_file([ARCHERS], [LICHES])
LINES = {"Accept": "application/x-ndjson"}


@pytest.fixture(autouse=True)
def game() -> None:
    require("warlords")


def found(client: FlaskClient, headers: Any = None, **fields: str) -> Any:
    form = {"file": json.dumps(BATTLE), "side": "a", "budget": "40", **fields}
    page = post(client, "/best-armies", file=form["file"])
    form["csrf_token"] = page.text.split('name="csrf_token" value="')[1].split('"')[0]
    return client.post("/best-armies/found", data=form, headers=headers)


def test_it_is_reached_from_the_odds_and_offers_what_the_army_costs(client: FlaskClient) -> None:
    """Archers cost 40 gold."""
    odds = post(client, "/odds", file=json.dumps(BATTLE)).text
    assert "Find the best armies" in odds
    assert 'href="/best-armies"' in odds
    page = post(client, "/best-armies", file=json.dumps(BATTLE)).text
    assert 'id="budget" name="budget" value="40" inputmode="numeric"' in page
    assert page.count("Best armies for") == 2


def test_a_battle_that_has_begun_is_ready(client: FlaskClient, clock: StoppedClock) -> None:
    id_ = client.post("/api/v1/battles", json=BATTLE).get_json()["id"]
    assert client.get(f"/best-armies?battle={id_}").status_code == 404
    clock.ms += 3_000
    assert "Best armies for" in client.get(f"/best-armies?battle={id_}").text


def test_the_side_that_is_asked_for_has_its_own_budget(
    client: FlaskClient, clock: StoppedClock
) -> None:
    """Archers cost 40 gold; what else is asked for is no side."""
    two = battle_file([ARCHERS], [ARCHERS, ARCHERS])
    id_ = client.post("/api/v1/battles", json=two).get_json()["id"]
    clock.ms += 3_000
    for side, budget in (("a", 40), ("b", 80), ("c", 40)):
        page = client.get(f"/best-armies?battle={id_}&side={side}").text
        assert f'name="budget" value="{budget}"' in page
        assert re.findall(r'value="(\w)" autofocus', page) == ([] if side == "c" else [side])


def test_a_table_without_a_script_with_a_battle_for_each_row(client: FlaskClient) -> None:
    text = unescape(found(client).text)
    best = search.best_armies(BATTLE, "a", 40)
    assert re.search(r"The best armies for [^:]+: 40 gold", text)
    assert f"{100 * best.armies[0].win:.2f} % to win. The army as it is has" in text
    rows = text.split('class="order-rows"')[1].split("<tr")[2:]
    assert len(rows) == len(best.armies) + 1
    file = rows[0].split('name="file" value="')[1].split('">')[0]
    assert json.loads(file)["sides"][0]["army"] == best.armies[0].army
    assert ["Archers" in rows[-1], "as it is" in rows[-1]] == [True, True]
    watched = post(client, "/odds/watch", file=file, wish="likeliest")
    assert watched.status_code == 303


def test_each_row_leads_to_the_builder_with_its_army(client: FlaskClient) -> None:
    text = unescape(found(client).text)
    best = search.best_armies(BATTLE, "a", 40)
    links = re.findall(r'href="(/build/warlords\?army=[^"]+)">Build on it', text)
    built = [page_data(client.get(link).text)["army"] for link in links]
    own = {"stack": [ARCHERS]}
    assert built == [*(army.army for army in best.armies), own]


def test_an_army_too_long_for_an_address_has_no_link(client: FlaskClient) -> None:
    """Each of eight units has a name of 39 dragons, twelve letters each in an address: 3,744."""
    dragons = [{"custom": {"name": f"{'🐉' * 39}{n}", "strength": 1, "hits": 2}} for n in range(8)]
    text = unescape(found(client, file=json.dumps(battle_file(dragons, [LICHES]))).text)
    links = re.findall("Watch one|Build on it", text)
    assert links[:2] == ["Watch one", "Build on it"]
    assert links[-2:] == ["Build on it", "Watch one"]


def test_lines_end_with_the_table(client: FlaskClient) -> None:
    answer = found(client, LINES, others="Archers\nArchers")
    *progress, last = [json.loads(line) for line in answer.text.splitlines()]
    assert all({*line} == {"done", "of"} for line in progress)
    mean = search.best_armies(BATTLE, "a", 40, against=[{"stack": [ARCHERS] * 2}]).armies[0].win
    assert f"{100 * mean:.2f} % to win." in unescape(last["html"])


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"budget": "0"}, "Enter a whole number from 1 to 1,000,000."),
        ({"budget": "1e3"}, "Enter a whole number from 1 to 1,000,000."),
        ({"budget": "000000000001999999999"}, "Enter a whole number from 1 to 1,000,000."),
        ({"budget": "000000000001" + "0" * 5_000}, "Enter a whole number from 1 to 1,000,000."),
        ({"others": "Gandalf"}, "army 1:"),
        (
            {"others": "Archers\n\n" * 8},
            "are more than 7; the search takes as long again for each; the command line does it: "
            "battlereel best-armies FILE --side a --budget 40 --against FILE …",
        ),
    ],
)
def test_what_is_wrong_is_told(client: FlaskClient, fields: dict[str, str], told: str) -> None:
    answer = found(client, **fields)
    assert answer.status_code == 422
    assert told in unescape(answer.text)


def test_it_ends_while_somebody_waits(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """No climb more is begun after so many operations; a single one that is too long is refused."""
    monkeypatch.setattr(armies_guard, "CLIMBS_MOST", 1)
    body = {"battle": BATTLE}
    assert client.post("/api/v1/best-armies", json=body).get_json()["starts"] == 1
    # Three armies, each of a unit against another, are read for that.
    monkeypatch.setattr(workshop, "OPERATIONS_MOST", 30)
    answer = client.post("/api/v1/best-armies", json=body)
    assert answer.status_code == 422
    message = answer.get_json()["errors"][0]["message"]
    assert message.startswith("takes over 1 second of one core, longer than is searched")
    assert message.endswith("does it: battlereel best-armies FILE --side a")


def test_the_call_gives_the_same(client: FlaskClient) -> None:
    against = [{"stack": [ARCHERS] * 2}]
    body = {"battle": BATTLE, "against": against}
    answer = client.post("/api/v1/best-armies?side=b&budget=30&top=2", json=body).get_json()
    best = search.best_armies(BATTLE, "b", 30, 2, against=against)
    assert [row["win"] for row in answer["armies"]] == [army.win for army in best.armies]
    assert answer["armies"][0]["army"] == best.armies[0].army
    assert (answer["budget"], answer["money"], answer["search"]) == (30, "gold", "local")
    assert client.post("/api/v1/best-armies?budget=0", json=body).status_code == 422
    body = {"battle": BATTLE, "against": against * 8}
    assert client.post("/api/v1/best-armies", json=body).status_code == 422
