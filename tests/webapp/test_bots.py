"""Bots: their armies, those who think long or are being compiled; and public matches."""

import hashlib
import json
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from engine.core.rng import Rng
from engine.players.siege import ruleset as bots
from engine.rulesets.siege.army import random_allotment
from engine.rulesets.siege.rules import Orders
from engine.rulesets.siege.state import View
from tests.webapp.challengers import Person
from tests.webapp.compilers import Compiler, compiling_server
from tests.webapp.in_background import finish
from tests.webapp.match_players import EVEN, Played, against_bot, begin, players
from tests.webapp.page_parts import page_data, post
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_looks import statements
from webapp.base import games
from webapp.challenges.store import bot_seat
from webapp.games.siege.game import OPPONENTS as CHALLENGED
from webapp.matches import store
from webapp.store.models import Seat


def test_one_click_leads_to_a_match_against_the_weakest_bot(client: FlaskClient) -> None:
    answer = client.get(post(client, "/challenge/bot/siege").location)
    assert answer.request.path.startswith("/m/")
    match = page_data(answer.text)["match"]
    assert (match["state"], match["round"]) == ("playing", 1)
    assert (match["you"]["side"], match["sides"]["b"]["name"]) == ("a", "Dice")
    # The Spearhead, which new forms begin with.
    first = match["you"]["units"]["A"]
    assert (first["atk"], first["def"], first["hp"]) == (4, 0, 3)
    answer = client.get(post(client, "/challenge/bot/siege", opponent="cautious").location)
    assert page_data(answer.text)["match"]["sides"]["b"]["name"] == "Warden"


def test_both_pages_offer_it_and_unknown_ones_are_refused(client: FlaskClient) -> None:
    for game, opponent in (("siege", "nobody"), ("manymarios", "random"), ("nothing", "random")):
        assert post(client, f"/challenge/bot/{game}", opponent=opponent).status_code == 404
    for address in ("/", "/challenge/new?ruleset=siege"):
        assert "/challenge/bot/siege" in client.get(address).text
    assert "/challenge/bot/" not in client.get("/challenge/new?ruleset=manymarios").text


def seat_of(bot: str, secret: str) -> Seat:
    return bot_seat(CHALLENGED[bot], "abcd2345", secret, "terms", "b", 0)


def test_the_strong_bot_plays_one_of_the_allotments_that_it_is_best_with() -> None:
    """Its units come under any letters, so that these tell nothing."""
    known = {tuple(sorted(army.split())) for army in bots.ALLOTMENTS}
    armies = {seat_of("strong", f"{n}").army for n in range(60)}
    units = [json.loads(army)["units"].values() for army in armies]
    written = [sorted("/".join(map(str, unit.values())) for unit in army) for army in units]
    assert {*map(tuple, written)} == known
    assert len(armies) > 30


@pytest.mark.parametrize("id_", CHALLENGED)
def test_a_bot_s_army_follows_from_the_server_s_secret_and_is_sealed(id_: str, app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "de"}):
        first, again = seat_of(id_, "secret"), seat_of(id_, "secret")
    assert again.army == first.army
    assert again.salt != first.salt
    others = {seat_of(id_, f"another {n}").army for n in range(20)}
    assert others - {first.army}
    sides = [{"army": EVEN, "orders": []}, {"army": json.loads(first.army), "bot": id_}]
    read = engine.read({"ruleset": "siege", "sides": sides})
    assert read.setup.b.army == f"{CHALLENGED[id_].name}'s own"
    army = json.dumps(json.loads(first.army), sort_keys=True, separators=(",", ":"))
    lines = ["battlereel/1 army", "abcd2345", "terms", "b", first.salt, army]
    assert first.seal == hashlib.sha256("\n".join(lines).encode()).hexdigest()


WORDS = "The bot is being prepared for its first use. Try again in 20 seconds."


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    """The cautious bot thinks long here, and needs compiled code for it."""
    monkeypatch.setitem(bots.BOTS, "cautious", bots.BOTS["cautious"]._replace(slow=True))
    monkeypatch.setattr(games.game("siege").opponents["cautious"], "slow", True)
    with compiling_server(monkeypatch) as compiler:
        yield compiler


def battle(*bots: str) -> dict[str, Any]:
    return {"ruleset": "siege", "seed": 1, "sides": [{"army": EVEN, "bot": bot} for bot in bots]}


def test_battle_waits_for_its_bot(client: FlaskClient, compiler: Compiler) -> None:
    answer = client.post("/api/v1/battles", json=battle("random", "cautious"))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "20")
    assert answer.get_json()["error"] == WORDS
    armies = {"army_a": "sample:spearhead", "army_b": "sample:long-wall"}
    page = post(client, "/quick/siege", **armies, bot_a="cautious", bot_b="random")
    assert page.status_code == 503
    assert WORDS in unescape(page.text)
    assert compiler.asked == ["siege"], "one compiles, whoever asks"
    assert client.post("/api/v1/battles", json=battle("random", "random")).status_code == 201
    compiler.end()
    assert client.post("/api/v1/battles", json=battle("random", "cautious")).status_code == 201


@pytest.mark.parametrize("failing", [False, True])
def test_round_waits_for_its_bot_and_the_player_does_not(
    app: Flask, ann: Person, compiler: Compiler, caplog: pytest.LogCaptureFixture, *, failing: bool
) -> None:
    player = against_bot(app, ann, "cautious")
    assert player.look()["preparing"] is True
    player.order(1, D="defend", E="defend")
    told = player.lock(1)
    assert (told["round"], told["preparing"], told["you"]["locked"]) == (1, True, True)
    assert player.look()["round"] == 1
    compiler.end(failing=failing)
    finish(app)
    told = player.look()
    assert (told["round"], told["preparing"]) == (2, False)
    assert ("what it thinks with could not be compiled" in caplog.text) is failing


def test_what_if_awaits_bot(client: FlaskClient, compiler: Compiler, clock: StoppedClock) -> None:
    """A branch is played anew, and so is a battle whose dice are asked for."""
    compiler.is_done = True
    made = client.post("/api/v1/battles?listed=true", json=battle("cautious", "cautious"))
    address = f"/api/v1/battles/{made.get_json()['id']}"
    compiler.is_done = False
    clock.ms += 10_000_000
    for answer in (
        client.post(f"{address}/branches", json={"at": 1, "change": {"seed": 5}}),
        client.get(f"{address}/rolls"),
        client.get(f"{address}/moment"),
    ):
        assert (answer.status_code, answer.get_json()["error"]) == (503, WORDS)
    compiler.end(failing=True)
    answer = client.get(f"{address}/rolls")
    assert answer.status_code == 503
    assert answer.get_json()["error"].startswith(
        "What this needs could not be compiled on this server"
    )
    assert "Retry-After" not in answer.headers


REASON = "Sage thinks too long for a thousand battles to be played while you wait"


def decide(_view: View, _rng: Rng) -> Orders:
    raise AssertionError("nobody has the time")


@pytest.fixture
def sage(monkeypatch: pytest.MonkeyPatch) -> None:
    sage = bots.Bot("sage", "Sage", "Ponders.", decide, random_allotment, slow=True)
    monkeypatch.setitem(bots.BOTS, "sage", sage)  # type: ignore[arg-type]


@pytest.mark.usefixtures("sage")
@pytest.mark.parametrize(
    "address", ["odds", "odds?method=sample", "odds?method=exact", "odds/wanted?wish=a"]
)
def test_the_api_refuses_odds_of_who_thinks_long(client: FlaskClient, address: str) -> None:
    answer = client.post(f"/api/v1/{address}", json=battle("cautious", "sage"))
    assert answer.status_code == 422
    if "exact" not in address:
        (error,) = answer.get_json()["errors"]
        assert error["path"] == "sides[1].bot"
        assert error["message"].startswith(REASON)
    told = client.post("/api/v1/odds?samples=20", json=battle("cautious", "random")).get_json()
    assert (told["method"], told["samples"]) == ("sample", 20)


@pytest.mark.usefixtures("sage")
def test_one_battle_of_who_thinks_long_is_played_and_watched(client: FlaskClient) -> None:
    query = {"ruleset": "siege", "army_a": "spearhead", "army_b": "long-wall", "bot_b": "sage"}
    assert 'value="sage"' not in client.get("/odds").text
    answer = client.get("/odds", query_string=query)
    assert answer.status_code == 422
    assert REASON in answer.text
    armies = {"army_a": "sample:spearhead", "army_b": "sample:long-wall"}
    quick = {"bot_a": "sage", "bot_b": "random", "do": "odds", **armies}
    refused = post(client, "/quick/siege", **quick)
    assert refused.status_code == 422
    assert "Sage thinks too long" in refused.text
    given = armies | {"bot_a": "strong", "bot_b": "strong", "seed": "3"}
    html = unescape(client.get("/quick/siege?bot_a=strong&bot_b=strong").text)
    assert "Chances unknown: Castellan thinks too long" in html
    assert "to win</p>" not in html
    answer = post(client, "/quick/siege", **given)
    assert answer.status_code == 303
    assert client.get(answer.location).status_code == 200


LEAD_IN_MS = 10_000
SHOW_MS = 8_000
LATELY_MS = 600_000


def ids(client: FlaskClient) -> list[str]:
    return [one["battle"]["id"] for one in client.get("/tv/on-air").get_json()["battles"]]


def public(ann: Person, bo: Person, clock_s: int | None = None) -> Played:
    return begin(ann, bo, clock_s, listed="on")


def test_listed_match(client: FlaskClient, ann: Person, bo: Person, clock: StoppedClock) -> None:
    played = public(ann, bo)
    clock.ms += 10
    begin(ann, bo)  # not listed
    (told,) = client.get("/tv/on-air").get_json()["battles"]
    battle = told["battle"]
    assert (told["kind"], battle["id"], battle["title"]) == ("match", played.id, "Ann against Bo")
    assert battle["share_url"].endswith(f"/m/{played.id}")
    assert {side: one["army"] for side, one in battle["sides"].items()} == {"a": "", "b": ""}
    assert told["catalog_url"] == "/api/v1/catalogs/siege"
    assert {"catalog", "match", "links", "challenge"}.isdisjoint(told)
    assert "Spears" not in json.dumps(told)
    for page in ("/tv", "/"):
        assert f"/m/{played.id}" in client.get(page).text
    assert "/m/" not in client.get("/battles").text, "there it is once it is over"


def test_one_whose_players_are_away_is_not_being_played(
    app: Flask, client: FlaskClient, ann: Person, bo: Person, clock: StoppedClock
) -> None:
    """Rounds of up to a day; ten minutes after the first began there are no orders."""
    played = public(ann, bo, 86_400)
    start = clock.ms
    clock.ms = start + LEAD_IN_MS + LATELY_MS - 1
    assert ids(client) == [played.id]
    clock.ms += 1
    assert ids(client) == []
    a, b, _ = players(app, played)
    a.lock(1)
    b.lock(1)
    assert ids(client) == [played.id]
    clock.ms += SHOW_MS + LATELY_MS - 1
    assert ids(client) == [played.id]
    clock.ms += 1
    assert ids(client) == []


def test_those_that_began_last_come_first_and_however_many_it_is_one_query(
    app: Flask, client: FlaskClient, ann: Person, bo: Person, clock: StoppedClock
) -> None:
    begun = [public(ann, bo).id]
    client.get("/tv/on-air")
    with statements(app) as one:
        assert ids(client) == begun
    for _ in range(2):
        clock.ms += 1000
        begun.insert(0, public(ann, bo).id)
    with statements(app) as three:
        assert ids(client) == begun
    assert len(three) == len(one)
    with app.app_context():
        assert [match.id for match in store.being_played(games.games(), 2)] == begun[:2]
        assert store.being_played([], 2) == []


def found(client: FlaskClient, **query: str) -> list[str]:
    told = client.get("/api/v1/battles", query_string=query).get_json()["battles"]
    return [one["id"] for one in told]


def test_match_is_found_after_end(app: Flask, client: FlaskClient, ann: Person, bo: Person) -> None:
    texts = ("", "ann", "BO", "Harvest moon", "spears evenhand")
    players(app, begin(ann, bo))[0].resign()
    _, b, _ = players(app, begin(ann, bo, listed="on", title="Harvest moon"))
    assert [found(client, text=text) for text in texts] == [[]] * 5, "it is being played"
    b.resign()
    assert ids(client) == [], "it leaves TV for the gallery"
    (battle,) = found(client, text="Ann", ruleset="siege", result="won")
    assert [found(client, text=text) for text in texts] == [[battle]] * 5
    assert found(client, text="Cem") == []
    assert client.get(f"/b/{battle}").status_code == 200
