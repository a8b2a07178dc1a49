"""Branches of stored battles: made over the API, shown on pages, kept by the database."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlalchemy.orm import Session

import engine
from engine import search
from tests.stacks import battle_file, unit
from tests.webapp.databases import empty_database
from tests.webapp.hanging_up import search_until, wait_until_idle
from tests.webapp.in_background import finish
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_looks import statements
from tests.webapp.test_migrations import migrate_back
from webapp import create_app
from webapp.base.config import Settings
from webapp.battles import branches, search_lines
from webapp.store import database, removal
from webapp.store.database import connect, migrate
from webapp.store.models import Battle, Branch

LOST = battle_file([unit(2, 1, name="Hen"), unit(12, 2, name="Ox")], [unit(11, 3, name="Bear")])
LOST |= {"seed": 0}


@pytest.fixture
def lost(client: FlaskClient, clock: StoppedClock) -> str:
    """A battle that is over and that side a has lost, and would have won with the Ox in front."""
    seed = next(seed for seed in range(500) if is_wanted(seed))
    answer = client.post("/api/v1/battles", json=LOST | {"seed": seed})
    clock.ms += 1_000_000
    return str(answer.json["id"])


def is_wanted(seed: int) -> bool:
    stack = LOST["sides"][0]["army"]["stack"]
    turned = engine.with_army(LOST, 0, {"stack": stack[::-1]})
    return [engine.play(file, seed).result.winner for file in (LOST, turned)] == ["b", "a"]


def branch(client: FlaskClient, id_: str, at: int, change: Any) -> Any:
    return client.post(f"/api/v1/battles/{id_}/branches", json={"at": at, "change": change})


def recording(client: FlaskClient, id_: str) -> Any:
    return client.get(f"/api/v1/battles/{id_}/recording").json


def extra(client: FlaskClient, id_: str) -> Any:
    page = client.get(f"/b/{id_}").text
    found = re.search(r'<script[^>]*id="page-data"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found
    extras = json.loads(found[1])["extras"]
    return next(row for row in extras if row["kind"] == "whatif")


def test_new_dice_make_a_battle_that_is_over_at_once(client: FlaskClient, lost: str) -> None:
    whole = recording(client, lost)
    made = branch(client, lost, 6, {"seed": None})
    assert made.status_code == 201
    assert (made.json["status"], made.json["branch"]["at"]) == ("over", 6)
    other = recording(client, made.json["id"])
    assert other["events"][:6] == whole["events"][:6]
    (change,) = other["header"]["battle"]["changes"]
    assert change == {"at": 6, "seed": made.json["branch"]["change"]["seed"]}
    assert made.json["branch"]["text"] == "new dice from event 6 on"
    assert client.get(made.headers["Location"]).json["id"] == made.json["id"]


def test_another_order_may_have_new_dice(client: FlaskClient, lost: str) -> None:
    """They are drawn where the seed is left to the server, and the page says so."""
    order = [
        1,
        0,
        *range(2, len(recording(client, lost)["header"]["battle"]["sides"][0]["army"]["stack"])),
    ]
    made = branch(client, lost, 0, {"side": "a", "order": order, "seed": None})
    assert made.status_code == 201
    told = made.json["branch"]
    assert told["text"].startswith("new dice, the units of ")
    changes = recording(client, made.json["id"])["header"]["battle"]["changes"]
    assert changes == [{"at": 0, "seed": told["change"]["seed"]}]


def test_both_pages_lead_to_each_other_and_tell_no_end(client: FlaskClient, lost: str) -> None:
    made = branch(client, lost, 0, {"side": "a", "order": [1, 0]}).json
    words = "the same dice, the units of Blue in this order: Ox, Hen"
    own = extra(client, made["id"])
    assert own["parent"]["url"] == f"/b/{lost}"
    assert (own["parent"]["text"], own["parent"]["at"], own["branches"]) == (words, 0, [])
    of_it = extra(client, lost)
    assert of_it["parent"] is None
    told = of_it["branches"]
    assert [(row["url"], row["text"]) for row in told] == [(f"/b/{made['id']}", words)]
    api = client.get(f"/api/v1/battles/{lost}/branches").json
    assert [row["id"] for row in api["branches"]] == [made["id"]]
    assert api["units"] == {"a": ["Hen", "Ox"], "b": ["Bear"]}
    assert "winner" not in json.dumps([told, own, api])


def test_odds_stand_beside_those_of_the_original(client: FlaskClient, lost: str) -> None:
    """The exact chances of both battle files, before the first blow."""
    made = branch(client, lost, 0, {"side": "a", "order": [1]}).json
    here, there = made["branch"]["odds"]
    stack = LOST["sides"][0]["army"]["stack"]
    assert there == pytest.approx(engine.odds(LOST).a, abs=1e-6)
    alone = engine.with_army(LOST, 0, {"stack": stack[1:]})
    assert here == pytest.approx(engine.odds(alone).a, abs=1e-6)


def test_many_branches_are_asked_for_at_once(app: Flask, client: FlaskClient, lost: str) -> None:
    def asked() -> int:
        with statements(app) as sent:
            assert client.get(f"/api/v1/battles/{lost}/branches").status_code == 200
        return len(sent)

    made = [branch(client, lost, 0, {"seed": seed}).json["id"] for seed in range(2)]
    of_two = asked()
    made += [branch(client, lost, 0, {"seed": seed}).json["id"] for seed in range(2, 9)]
    assert len(set(made)) == 9
    assert asked() == of_two


def test_a_game_of_one_draw_tells_its_odds_before_it(client: FlaskClient, clock: Any) -> None:
    """M33: who begins is the only roll, so a chance is the mean of both battles that may follow."""
    sides = [["cannon-pipe", "boo"], ["bullet-bill", "goomba"]]
    armies = [{"lineup": [{"unit": name} for name in names]} for names in sides]
    file = {"ruleset": "manymarios", "sides": [{"army": army} for army in armies]}
    order = [1, 0]
    for one in (file, reordered(file, order)):
        begun = [engine.play({**one, "options": {"first": side}}, 0) for side in "ab"]
        assert [battle.result.winner for battle in begun].count("a") == 1
    id_ = client.post("/api/v1/battles", json={**file, "seed": 1}).json["id"]
    clock.ms += 10_000_000
    made = branch(client, id_, 0, {"side": "a", "order": order}).json
    assert made["branch"]["odds"] == [0.5, 0.5]
    assert extra(client, made["id"])["parent"]["odds"] == [0.5, 0.5]
    # From the draw on the end is certain, and a list of branches tells none.
    assert branch(client, id_, 1, {"seed": 5}).json["branch"]["odds"] is None


def reordered(file: Any, order: list[int]) -> Any:
    army = file["sides"][0]["army"]
    return engine.with_army(file, 0, {**army, "lineup": [army["lineup"][k] for k in order]})


def test_the_same_branch_is_kept_once_and_branched_again(client: FlaskClient, lost: str) -> None:
    first = branch(client, lost, 6, {"seed": 5}).json["id"]
    assert branch(client, lost, 6, {"seed": 5}).json["id"] == first
    second = branch(client, first, 7, {"seed": 6}).json["id"]
    assert second != first
    header = recording(client, second)["header"]
    assert header["battle"]["changes"] == [{"at": 6, "seed": 5}, {"at": 7, "seed": 6}]
    assert extra(client, second)["parent"]["url"] == f"/b/{first}"
    assert len(extra(client, lost)["branches"]) == 1


def test_an_order_that_would_have_won_is_found(client: FlaskClient, lost: str) -> None:
    found = client.post(f"/api/v1/battles/{lost}/winning-order?side=a").json
    assert found == {"ok": True, "order": [1, 0], "units": ["Ox", "Hen"], "tried": 1, "of": 1}
    made = branch(client, lost, 0, {"side": "a", "order": found["order"]}).json
    assert made["result"]["winner"] == "a"


def test_the_search_of_an_order_tells_how_far_it_is_and_stops_when_the_client_hangs_up(
    client: FlaskClient, app: Flask, lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, lines = f"/api/v1/battles/{lost}/winning-order?side=a", {"Accept": search_lines.LINES}
    whole = client.post(address, headers=lines)
    assert whole.mimetype == search_lines.LINES
    assert json.loads(whole.text.splitlines()[-1]) == client.post(address).json
    early = client.post(f"{address}&at=900", headers=lines)
    assert (early.status_code, early.json["errors"][0]["path"]) == (422, "at")
    ended = []

    def endless(_: Any, __: str, at: int, *, progress: search.Progress, stop: search.Stop) -> None:
        progress(3, 5_040)
        try:
            search_until(stop)
        finally:
            ended.append(at)

    monkeypatch.setattr(branches, "winning_order", endless)
    answer: Any = client.post(address, headers=lines)
    assert json.loads(next(answer.response)) == {"done": 3, "of": 5_040}
    answer.close()
    wait_until_idle(app)
    assert ended == [0]


def test_rolls_are_named(client: FlaskClient, lost: str) -> None:
    told = client.get(f"/api/v1/battles/{lost}/rolls").json
    assert told["events"] == len(recording(client, lost)["events"])
    first = told["rolls"][0]
    assert first["name"] == "Hen (Blue): melee"
    assert (first["what_for"], first["who"], first["sides"]) == ("melee", "a/Hen/1", 20)


def test_a_battle_on_air_has_no_branches(client: FlaskClient, clock: StoppedClock) -> None:
    id_ = client.post("/api/v1/battles", json=LOST).json["id"]
    clock.ms += 3_500
    for answer in (
        branch(client, id_, 0, {"seed": 1}),
        client.get(f"/api/v1/battles/{id_}/rolls"),
        client.post(f"/api/v1/battles/{id_}/winning-order"),
        client.get(f"/api/v1/battles/{id_}/moment?at=3"),
    ):
        assert answer.status_code == 409
        assert answer.json["error"].startswith("This battle is still on air.")
    assert client.get(f"/api/v1/battles/{id_}/branches").json["units"] is None
    page = client.get(f"/b/{id_}/what-if/a")
    assert (page.status_code, "This battle is still on air." in page.text) == (409, True)


@pytest.mark.parametrize(
    ("body", "path", "message"),
    [
        ({"at": 900, "change": {"seed": 1}}, "at", "is 900; the battle ends with event"),
        ({"at": 0, "change": {"side": "a", "order": [7]}}, "order[0]", "is 7; it must be from 0"),
        ({"at": 0, "change": {}}, "change", "Must be an object that says what"),
        ({"at": 0}, "change", "Missing data for required field."),
        ({"at": -1, "change": {"seed": 1}}, "at", "Must be greater than or equal to 0"),
        ({"at": 0, "change": {"seed": "x"}}, "seed", "must be a whole number, not text"),
    ],
)
def test_refusals_name_the_place(
    client: FlaskClient, lost: str, body: Any, path: str, message: str
) -> None:
    answer = client.post(f"/api/v1/battles/{lost}/branches", json=body)
    assert answer.status_code == 422
    (problem,) = answer.json["errors"]
    assert problem["path"] == path
    assert problem["message"].startswith(message)


def test_there_is_no_branch_of_nothing(client: FlaskClient) -> None:
    assert branch(client, "bcdfghjk", 0, {"seed": 1}).status_code == 404
    assert client.get("/api/v1/battles/bcdfghjk/branches").status_code == 404


def test_branches_survive_a_restart(
    client: FlaskClient, settings: Settings, clock: StoppedClock, lost: str
) -> None:
    made = branch(client, lost, 6, {"seed": 5}).json["id"]
    app = create_app(settings, clock)
    other = app.test_client()
    assert extra(other, made)["parent"]["at"] == 6
    assert extra(other, lost)["branches"][0]["url"] == f"/b/{made}"
    finish(app)
    app.extensions[database.KEY].kw["bind"].dispose()


def test_what_is_removed_leaves_the_others(app: Flask, client: FlaskClient, lost: str) -> None:
    one = branch(client, lost, 6, {"seed": 5}).json["id"]
    two = branch(client, one, 7, {"seed": 6}).json["id"]
    with app.app_context(), database.session() as db, db.begin():
        found = db.get(Battle, one)
        assert found
        removal.remove(db, found)
    assert client.get(f"/b/{one}").status_code == 404
    assert extra(client, two)["parent"] is None
    assert extra(client, lost)["branches"] == []


def test_the_table_goes_forwards_and_back(tmp_path: Any) -> None:
    """On the way back branches stay, as battles of their own."""
    with empty_database(tmp_path) as url:
        db_engine = connect(url)
        migrate(db_engine)
        with Session(db_engine) as db, db.begin():
            db.execute(
                text(
                    "INSERT INTO recordings (digest, ruleset, reason, rounds, events, lines,"
                    " created_at) VALUES ('d', 'x', 'defeat', 1, 1, :lines, '2026-01-01')"
                ),
                {"lines": b""},
            )
            for id_ in ("one", "two"):
                names = dict.fromkeys(("title", "name_a", "army_a", "name_b", "army_b"), "")
                battle = Battle(id=id_, digest="d", starts_at_ms=0, ends_at_ms=1, **names)
                battle.sample, battle.listed, battle.ruleset = False, False, "x"
                db.add(battle)
            db.flush()
            db.add(Branch(battle_id="two", parent_id="one", at=4, change='{"seed":1}'))
        migrate_back(db_engine, "0007")
        with db_engine.connect() as db2:
            assert set(db2.scalars(text("SELECT id FROM battles"))) == {"one", "two"}
        migrate(db_engine)
        with Session(db_engine) as db:
            assert db.query(Branch).count() == 0
        db_engine.dispose()
