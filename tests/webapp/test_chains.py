"""Survivors that fight on, and gauntlets (webapp/chains/README.md)."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.stacks import battle_file, unit
from tests.webapp.page_parts import page_data, token
from tests.webapp.page_parts import post as send
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_branches import over
from webapp.store import database, removal
from webapp.store.models import Battle, Fight, Gauntlet

GIANT = unit(15, 20, name="Giant", medals=1)  # falls after 20 lost duels alone
PLAGUE = [unit(1, 1, name="Plague", poison=20)] * 2  # 40 points of 4 %: certain
ILL, BLESSED = {**GIANT, "poisoned": True}, {**GIANT, "blessed": True}
WON = battle_file([GIANT], PLAGUE) | {"seed": 1}
WEAK = {"army": {"name": "Weak", "stack": [unit(1, 1)]}}
COURSE: dict[str, Any] = {
    "ruleset": "warlords",
    "army": {"stack": [GIANT]},
    "opponents": [WEAK] * 2,
}


@pytest.fixture
def won(client: FlaskClient, clock: StoppedClock) -> str:
    """A battle that the Giant has survived, poisoned."""
    return over(client, clock, WON)


def post(client: FlaskClient, clock: StoppedClock, address: str, **body: Any) -> Any:
    """Posts to the API; what goes on air is over afterwards."""
    headers = {"X-CSRFToken": token(client)}
    answer = client.post(f"/api/v1{address}", json=body, headers=headers)
    clock.ms += 10_000_000
    return answer


def chain(client: FlaskClient, id_: str) -> Any:
    extras = page_data(client.get(f"/b/{id_}").text)["extras"]
    return next(row for row in extras if row["kind"] == "chain")


def stacks(client: FlaskClient, id_: str) -> list[Any]:
    file = client.get(f"/api/v1/battles/{id_}/recording").json["header"]["battle"]
    return [side["army"]["stack"] for side in file["sides"]]


def test_survivors_battles_are_linked(client: FlaskClient, clock: StoppedClock, won: str) -> None:
    told = client.get(f"/api/v1/battles/{won}/survivors").json
    assert told["rule"] == engine.rule_of(engine.rulesets()["warlords"])
    ((side, left),) = told["survivors"].items()
    assert (side, left["units"][0]["kept"]) == ("a", ["poisoned: strength -2", "1 medal"])
    next_ = post(client, clock, f"/battles/{won}/fight-on", opponent=WEAK).json["id"]
    assert stacks(client, next_)[0] == [ILL]
    assert chain(client, won)["after"] == [f"/b/{next_}"]
    stranger = client.application.test_client()
    assert [chain(stranger, won)["after"], chain(stranger, next_)["before"]] == [[], f"/b/{won}"]
    body = {"opponent": WEAK, "defend": True, "bless": [0]}
    last = post(client, clock, f"/battles/{next_}/fight-on", **body).json["id"]
    assert stacks(client, last)[1] == [BLESSED], "a blessing heals"


def test_loser_cannot_fight_on(client: FlaskClient, clock: StoppedClock, won: str) -> None:
    assert [client.get(f"/b/{won}/fight-on/{side}").status_code for side in "bc"] == [409, 404]
    address = f"/battles/{won}/fight-on"
    assert post(client, clock, address, opponent=WEAK, side="b").status_code == 409
    refused = post(client, clock, address, opponent=WEAK, bless=[7])
    assert refused.json["errors"] == [{"path": "bless", "message": "unit 7 cannot be blessed"}]
    live = client.post("/api/v1/battles", json=WON).json["id"]
    for page in ("api/v1/battles/{}/survivors", "b/{}/fight-on", "b/{}/fight-on/a"):
        assert client.get(page.format(live)).status_code == 409
    sides = [{"army": {"lineup": [{"unit": "thwomp"}]}}] * 2  # no one ever deals damage (M32)
    drawn = over(client, clock, {"ruleset": "manymarios", "sides": sides})
    assert client.get(f"/b/{won}/fight-on").location == f"/b/{won}/fight-on/a"
    assert f"/b/{drawn}/fight-on/b" in client.get(f"/b/{drawn}/fight-on/a").text


def test_page_starts_the_next_battle(client: FlaskClient, clock: StoppedClock, won: str) -> None:
    address = f"/b/{won}/fight-on/a"
    assert "poisoned: strength -2 · 1 medal" in client.get(address).text
    fields = {"army_b": "other", "bless": "0", "defend": "1"}
    assert send(client, address, **fields, other_b="no army").status_code == 422
    sent = send(client, address, **fields, other_b="Peasants")
    clock.ms += 10_000_000
    assert stacks(client, sent.location.rpartition("/")[2]) == [[{"unit": "peasants"}], [BLESSED]]


def test_gauntlet_goes_further(apps: list[Flask], client: FlaskClient, clock: StoppedClock) -> None:
    opponents = [{"army": {"stack": PLAGUE}}, WEAK]
    course = COURSE | {"opponents": opponents, "blessings": 1}
    made = post(client, clock, "/gauntlets", **course).json
    files = [battle_file([GIANT], one["army"]["stack"]) for one in opponents]
    assert client.get(f"/g/{made['id'].upper()}.").location == f"/g/{made['id']}"
    chances = [one["chance"] for one in made["stations"]]
    assert chances == pytest.approx(engine.reach([*map(engine.read, files)]))
    address = f"/gauntlets/{made['id']}"
    stranger = apps[1].test_client()
    assert post(stranger, clock, f"{address}/next").status_code == 403
    assert send(stranger, f"/g/{made['id']}/next").status_code == 403
    with_token = made["links"]["next"].partition("localhost")[2]
    first = stranger.post(with_token, json={}).json["id"]
    assert stranger.post(with_token, json={}).status_code == 409, "on air"
    assert client.get(f"/api/v1{address}").json["won"] == 0
    clock.ms += 10_000_000
    told = client.get(f"/api/v1{address}").json
    assert (told["won"], told["over"], told["army"]["stack"]) == (1, False, [ILL])
    assert post(client, clock, f"{address}/next", bless=[0, 1]).status_code == 422
    seen = stranger.get(f"/g/{made['id']}?spoilers=1").text
    assert ("poisoned: strength -2" in seen, "Start the battle" in seen) == (True, False)
    second = post(client, clock, f"{address}/next", bless=[0]).json["id"]
    assert stacks(client, second)[0] == [BLESSED]
    assert chain(stranger, second)["before"] == f"/b/{first}"
    after = page_data(client.get(f"/b/{second}").text)["after"]
    assert after["next"]["url"] == f"/g/{made['id']}?spoilers=1"
    assert chain(stranger, first)["after"] == [f"/b/{second}"]
    assert post(client, clock, f"{address}/next").json["error"] == "This gauntlet is over."


def test_form_makes_gauntlet(client: FlaskClient, clock: StoppedClock, won: str) -> None:
    html = client.get(f"/gauntlets?battle={won}&side=a").text
    assert "Custom &#34;Giant&#34;: strength 15, hits 20, poisoned, medals 1" in html
    fields = {"ruleset": "warlords", "own": "other", "own_other": "Peasants", "blessings": "2"}
    assert "choose at least one opponent" in send(client, "/gauntlets", **fields).text
    page = send(client, "/gauntlets", **fields, other="= Guard\nArchers").location
    assert "Chance to win this station" in client.get(page).text
    assert f'href="{page}"' in client.get("/mine").text
    assert send(client, f"{page}/next").status_code == 303
    clock.ms += 10_000_000
    hidden, shown = (client.get(f"{page}?spoilers={number}").text for number in (0, 1))
    assert "Results are hidden" in hidden
    assert "Fell here" not in hidden
    assert ("Fell here" in shown) != ("Won its only station" in shown)


def test_removal_of_battles(app: Flask, client: FlaskClient, clock: StoppedClock, won: str) -> None:
    after = post(client, clock, f"/battles/{won}/fight-on", opponent=WEAK).json["id"]
    made = post(client, clock, "/gauntlets", **COURSE).json["id"]
    first, _ = [post(client, clock, f"/gauntlets/{made}/next").json["id"] for _ in range(2)]
    with app.app_context(), database.session() as db:
        for id_ in (won, first):
            removal.remove(db, db.get_one(Battle, id_))
        db.commit()
        assert chain(client, after)["before"] is None
        assert client.get(f"/api/v1/gauntlets/{made}").json["won"] == 2
        removal.remove(db, db.get_one(Gauntlet, made))
        db.commit()
        assert [row.battle_id for row in db.query(Fight)] == [after]
