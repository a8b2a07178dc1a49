"""Branches of stored battles, from the beginning and from a moment in the middle."""

import functools
import json
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.search.test_branches import SIEGE
from tests.stacks import battle_file, unit
from tests.webapp.page_parts import page_data, sent_by, token
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_looks import statements
from webapp.rest import progress_lines
from webapp.store import database, removal
from webapp.store.models import Battle

HEN, OX = unit(2, 1, name="Hen"), unit(12, 2, name="Ox")
BULL = unit(14, 2, name="Bull")
WRITTEN = [{**one, "medals": 0} for one in (HEN, OX)]
"""As programs write it, equal to the builder's row."""
LOST = battle_file(WRITTEN, [unit(11, 3, name="Bear")]) | {"seed": 0}


TURNED = engine.with_army(LOST, 0, {"stack": LOST["sides"][0]["army"]["stack"][::-1]})


@functools.cache
def wanted_seed() -> int:
    """A seed by which side a loses, and would have won with the Ox in front."""

    def winners(seed: int) -> list[str | None]:
        return [engine.play(file, seed).result.winner for file in (LOST, TURNED)]

    return next(seed for seed in range(500) if winners(seed) == ["b", "a"])


@pytest.fixture
def lost(client: FlaskClient, clock: StoppedClock) -> str:
    return over(client, clock, LOST | {"seed": wanted_seed()})


def over(client: FlaskClient, clock: StoppedClock, file: Any) -> str:
    answer = client.post("/api/v1/battles", json=file)
    clock.ms += 10_000_000
    return str(answer.json["id"])


def branch(client: FlaskClient, id_: str, at: int, change: Any) -> Any:
    headers = {"X-CSRFToken": token(client)}
    body = {"at": at, "change": change}
    return client.post(f"/api/v1/battles/{id_}/branches", json=body, headers=headers)


def recording(client: FlaskClient, id_: str) -> Any:
    return client.get(f"/api/v1/battles/{id_}/recording").json


def extra(client: FlaskClient, id_: str) -> Any:
    extras = page_data(client.get(f"/b/{id_}").text)["extras"]
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
    chosen = branch(client, lost, 7, {"rolls": [None, 19]}).json["branch"]
    assert chosen["text"] == "Hen (Blue), Bear (Orange): chosen die 20 (event 7)"
    # Both miss, as before; in the original the Bear's blow lands with event 8.
    assert chosen["odds"] == [whole["chances"][6], whole["chances"][8]]
    # An order may have new dice, too, and the page says so.
    made = branch(client, lost, 0, {"side": "a", "order": [1, 0], "seed": None}).json
    assert made["branch"]["text"].startswith("new dice, the units of ")
    changes = recording(client, made["id"])["header"]["battle"]["changes"]
    assert changes == [{"at": 0, "seed": made["branch"]["change"]["seed"]}]
    told = client.get(f"/api/v1/battles/{lost}/rolls").json
    assert told["events"] == len(whole["events"])
    called = {"name": "Hen (Blue): melee", "what_for": "melee", "who": "a/Hen/1", "sides": 20}
    assert called.items() <= told["rolls"][0].items()
    assert branch(client, "bcdfghjk", 0, {"seed": 1}).status_code == 404
    assert client.get("/api/v1/battles/bcdfghjk/branches").status_code == 404


def test_both_pages_lead_to_each_other_and_tell_no_end(client: FlaskClient, lost: str) -> None:
    """But the exact chances of both, before the first blow."""
    made = branch(client, lost, 0, {"side": "a", "order": [1, 0]}).json
    odds = [engine.odds(file).a for file in (TURNED, LOST)]
    assert made["branch"]["odds"] == pytest.approx(odds, abs=1e-6)
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


def test_branches_are_listed_to_their_makers(app: Flask, client: FlaskClient, lost: str) -> None:
    """Others follow their links: a stranger's text does not stand beside a battle."""

    def listed(who: FlaskClient) -> list[str]:
        told = who.get(f"/api/v1/battles/{lost}/branches").json["branches"]
        assert len(extra(who, lost)["branches"]) == len(told)
        return [row["id"] for row in told]

    other, change = app.test_client(), {"seed": 5}
    mine, theirs = (branch(one, lost, 6, change).json["id"] for one in (client, other))
    body = {"at": 6, "change": change}
    programs = {
        app.test_client().post(f"/api/v1/battles/{lost}/branches", json=body).json["id"]
        for _ in range(2)
    }
    assert len({mine, theirs, *programs}) == 3, "each maker's is kept once"
    assert [listed(one) for one in (client, other, app.test_client())] == [[mine], [theirs], []]
    assert extra(client, theirs)["parent"]["url"] == f"/b/{lost}"


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
    id_ = over(client, clock, {**file, "seed": 1})
    made = branch(client, id_, 0, {"side": "a", "order": order}).json
    assert made["branch"]["odds"] == [0.5, 0.5]
    assert extra(client, made["id"])["parent"]["odds"] == [0.5, 0.5]
    # From the draw on the end is certain, and a list of branches tells none.
    assert branch(client, id_, 1, {"seed": 5}).json["branch"]["odds"] is None
    giants = {"lineup": [{"custom": {"name": "Giant", "energy": 9}}] * 5}
    sure = branch(client, id_, 0, {"side": "a", "army": giants}).json
    assert (sure["result"]["winner"], sure["branch"]["odds"]) == ("a", None)


def reordered(file: Any, order: list[int]) -> Any:
    army = file["sides"][0]["army"]
    return engine.with_army(file, 0, {**army, "lineup": [army["lineup"][k] for k in order]})


def test_equal_branches_are_one(app: Flask, client: FlaskClient, lost: str) -> None:
    first = branch(client, lost, 6, {"seed": 5}).json["id"]
    assert branch(client, lost, 6, {"seed": 5}).json["id"] == first
    second = branch(client, first, 7, {"seed": 6}).json["id"]
    assert second != first
    header = recording(client, second)["header"]
    assert header["battle"]["changes"] == [{"at": 6, "seed": 5}, {"at": 7, "seed": 6}]
    assert extra(client, second)["parent"]["url"] == f"/b/{first}"
    assert len(extra(client, lost)["branches"]) == 1
    with app.app_context(), database.session() as db, db.begin():
        removal.remove(db, db.get_one(Battle, first))
    assert client.get(f"/b/{first}").status_code == 404
    assert extra(client, second)["parent"] is None
    assert extra(client, lost)["branches"] == []


def test_an_order_that_would_have_won_is_found(client: FlaskClient, lost: str) -> None:
    found = client.post(f"/api/v1/battles/{lost}/winning-order?side=a").json
    assert found == {"ok": True, "order": [1, 0], "units": ["Ox", "Hen"], "tried": 1, "of": 1}
    made = branch(client, lost, 0, {"side": "a", "order": found["order"]}).json
    assert made["result"]["winner"] == "a"
    address, lines = (
        f"/api/v1/battles/{lost}/winning-order?side=a",
        {"Accept": progress_lines.LINES},
    )
    whole = client.post(address, headers=lines)
    assert whole.mimetype == progress_lines.LINES
    assert json.loads(whole.text.splitlines()[-1]) == client.post(address).json
    early = client.post(f"{address}&at=900", headers=lines)
    assert (early.status_code, early.json["errors"][0]["path"]) == (422, "at")


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


REFUSED: tuple[tuple[Any, str, str], ...] = (
    ({"at": 900, "change": {"seed": 1}}, "at", "is 900; the battle ends with event"),
    ({"at": 0, "change": {"side": "a", "order": [7]}}, "order[0]", "is 7; it must be from 0"),
    ({"at": 0, "change": {}}, "change", "Must be an object that says what"),
    ({"at": 0}, "change", "Missing data for required field."),
    ({"at": -1, "change": {"seed": 1}}, "at", "Must be greater than or equal to 0"),
)


def test_refusals_name_the_place(client: FlaskClient, lost: str) -> None:
    for body, path, message in REFUSED:
        answer = client.post(f"/api/v1/battles/{lost}/branches", json=body)
        assert answer.status_code == 422
        (problem,) = answer.json["errors"]
        assert problem["path"] == path
        assert problem["message"].startswith(message)


def first(client: FlaskClient, id_: str, type_: str) -> int:
    return next(int(e["seq"]) for e in recording(client, id_)["events"] if e["type"] == type_)


def moment(client: FlaskClient, id_: str, at: int) -> Any:
    return client.get(f"/api/v1/battles/{id_}/moment?at={at}").json


def test_unused_units_of_a_moment_are_replaced(client: FlaskClient, lost: str) -> None:
    """A Bull in the Ox's place has the odds of a battle that begins with it; the Hen fights."""
    at = first(client, lost, "pairing_started") + 1
    assert moment(client, lost, at)["left"]["fresh"] == {"a": ["Ox"], "b": []}
    made = branch(client, lost, at, {"side": "a", "army": {"stack": [HEN, BULL]}})
    assert made.status_code == 201
    told = made.json["branch"]
    bull, ox = ('Custom "Bull": strength 14, hits 2', 'Custom "Ox": strength 12, hits 2')
    assert told["text"] == f"Blue with {bull} instead of {ox}, from event {at} on"
    events = recording(client, made.json["id"])["events"]
    assert events[:at] == recording(client, lost)["events"][:at]
    assert events[at]["type"] == "units_replaced"
    assert [row["unit"] for row in events[at]["replaced"]] == ["a2"]
    begun = engine.with_army(LOST, 0, {"stack": [HEN, BULL]})
    odds = [engine.odds(file).a for file in (begun, LOST)]
    assert told["odds"] == pytest.approx(odds, abs=1e-6)
    refused = branch(client, lost, at, {"side": "a", "army": {"stack": [BULL, OX]}})
    (error,) = refused.json["errors"]
    assert (refused.status_code, error["path"]) == (422, "army.stack[0]")
    assert error["message"] == "has fought already, or is fighting, and stays as it is"


def test_names_of_replacements_are_in_rolls_and_log(client: FlaskClient, lost: str) -> None:
    """A second Hen is Hen 3, behind the two that there were."""
    at = first(client, lost, "pairing_started") + 1
    other = unit(3, 9, name="Hen")
    made = branch(client, lost, at, {"side": "a", "army": {"stack": [HEN, other]}}).json["id"]
    names = {row["name"] for row in client.get(f"/api/v1/battles/{made}/rolls").json["rolls"]}
    assert {"Hen (Blue): melee", "Hen 3 (Blue): melee"} <= names
    assert "Ox (Blue): melee" not in names
    left = moment(client, made, at + 1)["left"]
    assert [row["name"] for row in left["sides"]["a"]] == ["Hen", "Hen 3"]
    assert "Blue continues with Hen 3 (Blue) instead of Ox (Blue)" in unescape(
        client.get(f"/b/{made}/log.txt").text
    )


STRONGER = 'Custom "Ox": strength 14, hits 2 instead of Custom "Ox": strength 12, hits 2'


def test_builder_changes_waiting_units_or_the_army(client: FlaskClient, lost: str) -> None:
    """Without JavaScript: it says who may be others, refuses who may not, leads to the branch."""
    at = first(client, lost, "pairing_started") + 1
    address = f"/b/{lost}/what-if/a?at={at}"
    page = client.get(address)
    assert page.status_code == 200
    text = unescape(page.text)
    assert f"Replace units of Blue from event {at} on" in text
    assert "have not fought yet: Ox. You can replace" in text
    fields = sent_by(page.text, f"{address}#lineup")
    fields["do"], fields["u0.custom.strength"] = "play", "7"
    refused = client.post(address, data=fields)
    assert refused.status_code == 422
    assert "has fought already, or is fighting" in unescape(refused.text)
    fields["u0.custom.strength"], fields["u1.custom.strength"] = "2", "14"
    made = client.post(address, data=fields)
    assert made.status_code == 303
    own = extra(client, made.location.removeprefix("/b/"))["parent"]
    assert own["at"] == at
    assert own["text"].endswith(f", from event {at} on")
    everybody = client.get(f"/b/{lost}/what-if/b?at={at}")
    assert "All units that are left have fought by then" in unescape(everybody.text)
    address = f"/b/{lost}/what-if/a"
    page = client.get(address)
    assert "What if Blue had another army" in page.text
    fields = sent_by(page.text, f"{address}#lineup")
    fields["do"], fields["u1.custom.strength"] = "play", "14"
    made = client.post(address, data=fields)
    own = extra(client, made.location.removeprefix("/b/"))["parent"]
    assert own["text"] == f"Blue with {STRONGER}"
    changed = engine.with_army(LOST, 0, {"stack": [HEN, unit(14, 2, name="Ox")]})
    assert own["odds"][0] == pytest.approx(engine.odds(changed).a, abs=1e-6)
    assert client.get(f"/b/{lost}/what-if/c").status_code == 404


def test_order_of_units_left_makes_a_branch(client: FlaskClient, lost: str) -> None:
    """Before the first pairing both units of a may change places; in it the Hen stays in front."""
    at = first(client, lost, "pairing_started")
    told = moment(client, lost, at)
    hen, ox = ({"place": k, "name": n, "held": False} for k, n in enumerate(("Hen", "Ox")))
    assert (told["left"]["at"], told["left"]["sides"]["a"]) == (at, [hen, ox])
    assert told["orders"] == []
    fighting = moment(client, lost, at + 1)["left"]
    assert [row["held"] for row in fighting["sides"]["a"]] == [True, False]
    made = branch(client, lost, at, {"side": "a", "order": [1, 0]}).json
    assert made["branch"]["at"] == at
    words = f"the same dice, Blue from event {at} on in this order: Ox, Hen"
    assert made["branch"]["text"] == words
    # Nobody is afflicted, so that it is as if the stack had come so.
    odds = [engine.odds(file).a for file in (TURNED, LOST)]
    assert made["branch"]["odds"] == pytest.approx(odds, abs=1e-6)
    found = client.post(f"/api/v1/battles/{lost}/winning-order?side=a&at={at}").json
    assert (found["order"], found["units"]) == ([1, 0], ["Ox", "Hen"])
    # A blow and its hit are one step: an order asked for between them comes after both.
    hit = first(client, lost, "unit_struck")
    made = branch(client, lost, hit, {"side": "b", "order": [0]}).json
    assert made["branch"]["at"] == hit + 1
    assert branch(client, lost, hit + 1, {"side": "b", "order": [0]}).json["id"] == made["id"]


def test_orders_of_a_round_are_told_and_changed(client: FlaskClient, clock: StoppedClock) -> None:
    """The round that is on, or the first; what units did, what they had, and what they may do."""
    id_ = over(client, clock, SIEGE)
    events = recording(client, id_)["events"]
    given = [e["seq"] for e in events if e["type"] == "orders_given" and e["side"] == "a"]
    told = moment(client, id_, given[1] + 2)
    assert told["left"] is None
    own = told["orders"][0]
    assert (own["at"], own["side"], own["round"], own["bot"]) == (given[1], "a", 2, False)
    row = own["units"][0]
    called = "A · ATK 2 · DEF 2 · HP 2 · EXH 1"
    assert (row["unit"], row["name"], row["order"]) == ("A", called, "attack")
    assert [one["id"] for one in row["may"]] == ["attack", "defend", "recover", "none"]
    early = moment(client, id_, 0)["orders"][0]
    assert (early["round"], early["at"]) == (1, given[0])
    assert [one["id"] for one in early["units"][0]["may"]] == ["attack", "defend", "none"]
    change = {"side": "a", "orders": {"A": "recover", "B": "defend"}}
    other = branch(client, id_, given[1], change).json
    words = f"other orders of Blue from event {given[1]} on: A recover, B defend"
    assert other["branch"]["text"] == words
    assert other["branch"]["odds"] is None
    page = client.get(f"/b/{id_}/what-if/a?at=5")
    assert page.status_code == 404
    assert "no unit can be replaced" in unescape(page.text)
