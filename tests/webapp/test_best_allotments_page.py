"""The page "Best armies" and its call where bots play: who plays, who is met, and refusals."""

import json
import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

import engine
from engine import search
from engine.core.rng import output
from engine.search import armies
from tests.sieges import EVEN, side, siege_file, units
from tests.webapp.page_parts import post, token
from webapp.battles import armies_guard

SPEARS = "4/0/3 3/0/3 3/2/2 0/4/1 0/4/1"
FILE = siege_file(side(EVEN, bot="random", name="Ann"), side(SPEARS, bot="random", name="Bo"))
ORDERED = siege_file(side(EVEN, name="Ann"), side(SPEARS, name="Bo"))
LINES = {"Accept": "application/x-ndjson"}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few battles: eight for each number against one opponent, where five are enough."""
    monkeypatch.setattr(armies_guard, "BATTLES_MOST", 8 * 22)
    monkeypatch.setattr(armies_guard, "SAMPLES_LEAST", 5)


def found(client: FlaskClient, file: Any = FILE, headers: Any = None, **fields: Any) -> Any:
    form = {
        "csrf_token": token(client),
        "file": json.dumps(file),
        "side": "a",
        "opponents": ["file"],
        **fields,
    }
    return client.post("/best-armies/found", data=form, headers=headers)


def test_the_form_asks_who_plays_and_not_for_a_budget(client: FlaskClient) -> None:
    page = unescape(post(client, "/best-armies", file=json.dumps(FILE)).text)
    assert 'name="budget"' not in page
    assert "Best armies for Ann" in page
    assert "The bot that has it now" in page
    assert re.search(r'name="opponents" value="file" checked', page)
    assert re.findall(r'name="opponents" value="(\w+)"', page) == [
        *("file", "random", "cautious", "aggressive")
    ]
    assert "Castellan" not in page.split("data-search")[1].split("</form>")[0]


def test_a_battle_that_people_ordered_offers_bots_alone(client: FlaskClient) -> None:
    page = post(client, "/best-armies", file=json.dumps(ORDERED)).text
    assert 'name="opponents" value="file"' not in page
    assert "The bot that has it now" not in page
    assert re.search(r'value="aggressive" selected', page)
    assert re.search(r'name="opponents" value="aggressive" checked', page)


def test_two_armies_of_the_form_are_ready(client: FlaskClient) -> None:
    query = "ruleset=siege&army_a=spearhead&army_b=long-wall&bot_a=cautious&bot_b=random"
    page = client.get(f"/best-armies?{query}")
    assert page.status_code == 200
    assert "Best armies for Spearhead" in page.text


@pytest.mark.usefixtures("few")
def test_whether_battles_have_to_be_played_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may take playing out all that can come of a battle."""
    asked = []

    def refused(battle: engine.Battle) -> engine.Odds:
        asked.append(battle)
        raise engine.InputError.single("", "no exact odds")

    monkeypatch.setattr(armies, "exact_odds", refused)
    assert armies_guard.best_armies(engine.read(FILE), "a", top=1).method == "sample"
    assert len(asked) == 1


@pytest.mark.usefixtures("few")
def test_each_row_has_an_interval_and_one_of_its_battles(client: FlaskClient) -> None:
    text = unescape(found(client).text)
    best = search.best_armies(FILE, "a", None, 5, starts=20, rounds=2, samples=8)
    rows = text.split('class="order-rows"')[1].split("<tr")[2:]
    assert len(rows) == 6
    for row, one in zip(rows, [*best.armies, best.own], strict=True):
        assert one.interval is not None
        half = 50 * (one.interval[1] - one.interval[0])
        assert f"{100 * one.win:.1f} % ± {half:.1f}" in row
    file = json.loads(rows[0].split('name="file" value="')[1].split('">')[0])
    assert file["sides"][0]["army"] == best.armies[0].army
    assert file["sides"][1] == FILE["sides"][1]
    assert "The best armies for Ann\n" in text or "The best armies for Ann<" in text
    assert "Cost" not in rows[0]


@pytest.mark.usefixtures("few")
def test_bots_by_name_and_the_other_side_are_met_together(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each row tells what it gets of each: bots first."""
    monkeypatch.setattr(armies_guard, "BATTLES_MOST", 2 * 5 * 22)
    lines = found(client, FILE, LINES, opponents=["file", "random"], played_by="aggressive").text
    *progress, last = [json.loads(line) for line in lines.splitlines()]
    assert all(line["of"] in (0, 2 * 5 * 22) for line in progress)
    best = search.best_armies(
        *(FILE, "a", None, 5),
        against=[FILE["sides"][1]["army"]],
        played_by="aggressive",
        bots=["random"],
        starts=20,
        rounds=2,
        samples=5,
    )
    text = unescape(last["html"])
    for one in best.armies:
        assert one.wins is not None
        assert one.intervals is not None
        bot, as_it_is = (100 * win for win in one.wins)
        half, other = (50 * (high - low) for low, high in one.intervals)
        assert f"Dice {bot:.1f} % ± {half:.1f} · Bo {as_it_is:.1f} % ± {other:.1f}" in text


@pytest.mark.parametrize(
    ("file", "fields", "told"),
    [
        (FILE, {"opponents": []}, "Opponents Choose one or more of these."),
        (FILE, {"opponents": ["nobody"]}, "Opponents no bot 'nobody'"),
        (FILE, {"played_by": "me"}, "Played by no bot 'me'"),
        (FILE, {"played_by": "strong"}, "Played by Castellan thinks too long"),
        (FILE, {"opponents": ["strong"]}, "Opponents Castellan thinks too long"),
        (ORDERED, {"opponents": ["random"]}, "Played by name who plays side a"),
        (ORDERED, {"played_by": "random"}, "Opponents name who plays side b"),
        (
            ORDERED,
            {"played_by": "random", "opponents": ["random"], "others": json.dumps(units(EVEN))},
            "Further opponents",
        ),
    ],
)
def test_what_is_wrong_is_told_at_its_field(
    client: FlaskClient, file: Any, fields: dict[str, Any], told: str
) -> None:
    answer = found(client, file, **fields)
    assert answer.status_code == 422
    assert told in unescape(re.sub(r"<[^>]+>", "", answer.text))


@pytest.mark.usefixtures("few")
def test_the_call_gives_the_same_with_intervals(client: FlaskClient) -> None:
    body = {"battle": ORDERED, "played_by": "aggressive", "bots": ["random"]}
    answer = client.post("/api/v1/best-armies?side=b&top=5", json=body).get_json()
    best = search.best_armies(
        *(ORDERED, "b", None, 5),
        played_by="aggressive",
        bots=["random"],
        starts=armies_guard.STARTS,
        rounds=armies_guard.ROUNDS,
        samples=8,
    )
    assert [row["interval"] for row in answer["armies"]] == [
        [*one.interval] for one in best.armies if one.interval
    ]
    assert (answer["search"], answer["method"], answer["samples"]) == ("halving", "sample", 8)
    assert "budget" not in answer
    assert answer["own"]["army"] == ORDERED["sides"][1]["army"]


def test_what_is_too_much_is_refused_with_its_cost(client: FlaskClient) -> None:
    """100 rows, the own one and 2 rounds of 8 are 117 battles for each of the least 30 samples."""
    answer = client.post("/api/v1/best-armies?top=100", json={"battle": FILE})
    assert answer.status_code == 422
    (error,) = answer.get_json()["errors"]
    assert f"take {117 * 30:,} battles with 30 for each number, about " in error["message"]
    assert "at most 3,000 are played while you wait" in error["message"]
    assert error["message"].endswith(
        "the command line does it: battlereel best-armies FILE --side a --top 100"
    )


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"bots": ["strong", "random"]}, "bots[0]"),
        ({"played_by": "strong"}, "played_by"),
        ({"battle": siege_file(side(EVEN, bot="strong"), FILE["sides"][1])}, "sides[0].bot"),
        ({"bots": ["cautius"]}, "bots[0]"),
    ],
)
def test_the_call_names_the_place_of_what_is_wrong(
    client: FlaskClient, body: dict[str, Any], path: str
) -> None:
    answer = client.post("/api/v1/best-armies", json={"battle": FILE, **body})
    assert answer.status_code == 422
    assert [error["path"] for error in answer.get_json()["errors"]] == [path]


def test_no_budget_is_taken(client: FlaskClient) -> None:
    answer = client.post("/api/v1/best-armies?budget=30", json={"battle": FILE})
    assert answer.status_code == 422
    assert "is not asked where all armies cost the same" in answer.text


@pytest.mark.usefixtures("few")
def test_a_row_leads_to_one_of_its_battles_that_ended_as_most_did(client: FlaskClient) -> None:
    text = unescape(found(client, played_by="aggressive").text)
    row = text.split('class="order-rows"')[1].split("<tr")[2]
    told, file, wish = (
        re.search(pattern, row, re.DOTALL)
        for pattern in (
            r"([\d.]+) %",
            r'name="file" value="(.*?)">',
            r'name="wish" value="([\w-]*)"',
        )
    )
    assert told
    assert file
    assert wish
    battle = engine.read(file[1])
    first = [output(0, number) for number in range(8)]
    assert battle.seed in first
    assert (engine.play(battle).result.winner == "a") == (float(told[1]) >= 50)
    watched = post(client, "/odds/watch", file=file[1], wish=wish[1])
    assert watched.status_code == 303
    id_ = watched.location.split("/b/")[1].split("?")[0]
    result = client.get(f"/api/v1/battles/{id_}").get_json()["result"]
    assert result["winner"] == engine.play(battle).result.winner
