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

GIANT = unit(15, 20, name="Giant", medals=1)  # needs to lose 20 duels in a row to fall
WEAK = unit(1, 1, name="Weak")
PLAGUE = [unit(1, 1, name="Plague", poison=20), unit(1, 1, name="Plague", poison=20)]
WON = battle_file([GIANT, WEAK], PLAGUE) | {"seed": 1}
ILL = {**GIANT, "poisoned": True}
OPPONENT = {"army": {"name": "Other", "stack": [WEAK]}}
HARD = {"army": {"stack": [unit(15, 20, name="Wall", dwarfslayer=1, acid=10)]}}
COURSE = {"ruleset": "warlords", "army": {"stack": [GIANT]}, "opponents": [OPPONENT] * 2}


@pytest.fixture
def won(client: FlaskClient, clock: StoppedClock) -> str:
    """A battle that the Giant has survived, poisoned."""
    return over(client, clock, WON)


def post(client: FlaskClient, address: str, **body: Any) -> Any:
    return client.post(address, json=body, headers={"X-CSRFToken": token(client)})


def chain(client: FlaskClient, id_: str) -> Any:
    extras = page_data(client.get(f"/b/{id_}").text)["extras"]
    return next(row for row in extras if row["kind"] == "chain")


def file_of(client: FlaskClient, id_: str) -> Any:
    return client.get(f"/api/v1/battles/{id_}/recording").json["header"]["battle"]


def test_survivors_come_as_they_enter_their_next_battle(client: FlaskClient, won: str) -> None:
    told = client.get(f"/api/v1/battles/{won}/survivors").json
    assert told["rule"] == engine.rule_of(engine.rulesets()["warlords"])
    assert list(told["survivors"]) == ["a"]
    first = told["survivors"]["a"]["units"][0]
    assert told["survivors"]["a"]["army"]["stack"][0] == ILL
    assert first | {"icon": None} == {
        "place": 0,
        "name": "Giant",
        "icon": None,
        "blessable": True,
        "kept": ["poisoned: strength -2", "1 medal"],
    }


def test_survivors_fight_on_and_both_battles_lead_to_each_other(
    client: FlaskClient, clock: StoppedClock, won: str
) -> None:
    made = post(client, f"/api/v1/battles/{won}/fight-on", opponent=OPPONENT)
    assert made.status_code == 201, made.text
    clock.ms += 10_000_000
    after = made.json["id"]
    assert file_of(client, after)["sides"][0]["army"]["stack"][0] == ILL
    assert (chain(client, won)["after"], chain(client, after)["before"]) == (
        [f"/b/{after}"],
        f"/b/{won}",
    )
    stranger = client.application.test_client()
    assert chain(stranger, won)["after"] == [], "their own battles"
    assert chain(stranger, after)["before"] == f"/b/{won}"
    body = {"opponent": OPPONENT, "defend": True, "bless": [0]}
    blessed = post(client, f"/api/v1/battles/{after}/fight-on", **body)
    clock.ms += 10_000_000
    row = file_of(client, blessed.json["id"])["sides"][1]["army"]["stack"][0]
    assert row == {**GIANT, "blessed": True}, "a blessing heals"


def test_who_lost_cannot_fight_on_and_a_battle_on_air_tells_nothing(
    client: FlaskClient, clock: StoppedClock, won: str
) -> None:
    assert client.get(f"/b/{won}/fight-on/b").status_code == 409
    assert client.get(f"/b/{won}/fight-on/c").status_code == 404
    address = f"/api/v1/battles/{won}/fight-on"
    assert post(client, address, opponent=OPPONENT, side="b").status_code == 409
    refused = post(client, address, opponent=OPPONENT, bless=[7])
    assert refused.json["errors"] == [{"path": "bless", "message": "unit 7 cannot be blessed"}]
    live = client.post("/api/v1/battles", json=WON).json["id"]
    assert client.get(f"/api/v1/battles/{live}/survivors").status_code == 409
    assert client.get(f"/b/{live}/fight-on/a").status_code == 409


def test_the_page_shows_what_each_survivor_keeps_and_starts_the_next_battle(
    client: FlaskClient, clock: StoppedClock, won: str
) -> None:
    html = client.get(f"/b/{won}/fight-on/a").text
    assert "poisoned: strength -2 · 1 medal" in html
    assert 'name="bless" value="0"' in html
    fields = {"army_b": "other", "other_b": '{"stack": [{"unit": "peasants"}]}', "bless": "0"}
    wrong = send(client, f"/b/{won}/fight-on/a", **fields | {"other_b": "no army"})
    assert wrong.status_code == 422
    sent = send(client, f"/b/{won}/fight-on/a", **fields, defend="1")
    assert sent.status_code == 303
    clock.ms += 10_000_000
    peasants, own = file_of(client, sent.location.rpartition("/")[2])["sides"]
    assert peasants["army"]["stack"] == [{"unit": "peasants"}]
    assert own["army"]["stack"][0] == {**GIANT, "blessed": True}


def test_a_gauntlet_goes_on_until_the_army_falls(client: FlaskClient, clock: StoppedClock) -> None:
    course = COURSE | {"opponents": [{"army": {"stack": PLAGUE}}, HARD, OPPONENT], "blessings": 1}
    made = post(client, "/api/v1/gauntlets", **course)
    assert made.status_code == 201, made.text
    address = f"/api/v1/gauntlets/{made.json['id']}"
    files = [battle_file([GIANT], one["army"]["stack"]) for one in course["opponents"]]
    chances = [one["chance"] for one in made.json["stations"]]
    assert chances == pytest.approx(engine.reach([*map(engine.read, files)]))
    first = post(client, f"{address}/next")
    assert first.status_code == 201
    assert post(client, f"{address}/next").status_code == 409, "on air"
    assert client.get(address).json["won"] == 0
    clock.ms += 10_000_000
    told = client.get(address).json
    assert (told["won"], told["over"], told["army"]["stack"]) == (1, False, [ILL])
    assert post(client, f"{address}/next", bless=[0, 1]).status_code == 422
    second = post(client, f"{address}/next", bless=[0])
    clock.ms += 10_000_000
    assert file_of(client, second.json["id"])["sides"][0]["army"]["stack"] == [
        {**GIANT, "blessed": True}
    ]
    assert chain(client, second.json["id"])["before"] == f"/b/{first.json['id']}"
    stranger = client.application.test_client()
    assert chain(stranger, first.json["id"])["after"] == [f"/b/{second.json['id']}"]
    assert stranger.get(f"/g/{made.json['id']}").status_code == 200


def test_only_its_maker_plays_a_gauntlet_and_each_station_once(
    apps: list[Flask], client: FlaskClient, clock: StoppedClock
) -> None:
    made = post(client, "/api/v1/gauntlets", **COURSE).json
    address = f"/api/v1/gauntlets/{made['id']}/next"
    stranger = client.application.test_client()
    assert post(stranger, address).status_code == 403
    assert send(stranger, f"/g/{made['id']}/next").status_code == 403
    with_token = made["links"]["next"].partition("localhost")[2]
    other = apps[1].test_client()  # of another process, after a restart
    assert other.post(with_token, json={}).status_code == 201
    clock.ms += 10_000_000
    assert send(client, f"/g/{made['id']}/next").status_code == 303
    clock.ms += 10_000_000
    assert client.get(f"/api/v1/gauntlets/{made['id']}").json["over"]
    assert post(client, address).json["error"] == "This gauntlet is over."


def test_the_form_makes_a_gauntlet_of_survivors(
    client: FlaskClient, clock: StoppedClock, won: str
) -> None:
    html = client.get(f"/gauntlets?battle={won}&side=a").text
    assert "Custom &#34;Giant&#34;" in html
    assert "poisoned" in html
    fields = {
        "ruleset": "warlords",
        "own": "other",
        "own_other": '{"stack": [{"unit": "peasants"}]}',
    }
    refused = send(client, "/gauntlets", **fields)
    assert refused.status_code == 422
    assert "choose at least one opponent" in refused.text
    sent = send(client, "/gauntlets", **fields, other="= Guard\nArchers", blessings="2")
    assert sent.status_code == 303
    page = client.get(sent.location).text
    assert "Guard" in page
    assert "Chance to win this station" in page
    assert send(client, f"{sent.location}/next").status_code == 303
    clock.ms += 10_000_000
    hidden, shown = (client.get(f"{sent.location}?spoilers={n}").text for n in (0, 1))
    assert "Results are hidden" in hidden
    assert "Fell here" not in hidden
    assert "Fell here" in shown or "Won" in shown


def test_a_removed_battle_leaves_its_chain(
    app: Flask, client: FlaskClient, clock: StoppedClock, won: str
) -> None:
    after = post(client, f"/api/v1/battles/{won}/fight-on", opponent=OPPONENT).json["id"]
    made = post(client, "/api/v1/gauntlets", **COURSE).json["id"]
    first = post(client, f"/api/v1/gauntlets/{made}/next").json["id"]
    clock.ms += 10_000_000
    post(client, f"/api/v1/gauntlets/{made}/next")
    clock.ms += 10_000_000
    with app.app_context(), database.session() as db:
        for id_ in (won, first):
            removal.remove(db, db.get_one(Battle, id_))
        db.commit()
    assert chain(client, after)["before"] is None
    assert client.get(f"/api/v1/gauntlets/{made}").json["won"] == 2
    with app.app_context(), database.session() as db:
        (gauntlet,) = removal.things(db, made)
        removal.remove(db, gauntlet)
        db.commit()
        assert db.query(Gauntlet).count() == 0
        assert [row.battle_id for row in db.query(Fight)] == [after]
