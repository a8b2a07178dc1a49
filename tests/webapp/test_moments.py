"""What can be changed at a moment of a battle: who is left, an army, orders of a round."""

import pytest
from flask.testing import FlaskClient

import engine
from tests.search.test_branches import SIEGE
from tests.stacks import unit
from tests.webapp.page_parts import sent_by
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_branches import LOST, branch, extra, lost, recording

__all__ = ["lost"]


def test_a_moment_says_who_is_left_and_an_order_of_them_makes_a_branch(
    client: FlaskClient, lost: str
) -> None:
    """Before the first pairing both units of a may change places; in it the Hen stays in front."""
    events = recording(client, lost)["events"]
    paired = next(e["seq"] for e in events if e["type"] == "pairing_started")
    asked = f"/api/v1/battles/{lost}/moment?at="
    told = client.get(f"{asked}{paired}").json
    hen, ox = ({"place": k, "name": n, "held": False} for k, n in enumerate(("Hen", "Ox")))
    assert (told["left"]["at"], told["left"]["sides"]["a"]) == (paired, [hen, ox])
    assert told["orders"] == []
    fighting = client.get(f"{asked}{paired + 1}").json["left"]
    assert [row["held"] for row in fighting["sides"]["a"]] == [True, False]
    made = branch(client, lost, paired, {"side": "a", "order": [1, 0]}).json
    assert made["branch"]["at"] == paired
    words = f"the same dice, Blue from event {paired} on in this order: Ox, Hen"
    assert made["branch"]["text"] == words
    # Nobody is afflicted, so that it is as if the stack had come so.
    stack = LOST["sides"][0]["army"]["stack"]
    turned = engine.with_army(LOST, 0, {"stack": stack[::-1]})
    here, there = made["branch"]["odds"]
    assert here == pytest.approx(engine.odds(turned).a, abs=1e-6)
    assert there == pytest.approx(engine.odds(LOST).a, abs=1e-6)
    found = client.post(f"/api/v1/battles/{lost}/winning-order?side=a&at={paired}").json
    assert (found["order"], found["units"]) == ([1, 0], ["Ox", "Hen"])


def test_an_order_belongs_to_the_moment_when_it_takes_hold(client: FlaskClient, lost: str) -> None:
    """A blow and its hit are one step: asked for between them, it comes after both."""
    events = recording(client, lost)["events"]
    hit = next(e["seq"] for e in events if e["type"] == "unit_struck")
    made = branch(client, lost, hit, {"side": "b", "order": [0]}).json
    assert made["branch"]["at"] == hit + 1
    assert branch(client, lost, hit + 1, {"side": "b", "order": [0]}).json["id"] == made["id"]


def test_an_army_is_changed_in_the_builder(client: FlaskClient, lost: str) -> None:
    """Without JavaScript: the form holds the army, refuses a wrong one, and leads to the branch."""
    address = f"/b/{lost}/what-if/a"
    page = client.get(address)
    assert page.status_code == 200
    assert "What if Blue had another army" in page.text
    fields = sent_by(page.text, f"{address}#lineup")
    fields["do"], fields["u1.custom.strength"] = "play", "99"
    refused = client.post(address, data=fields)
    assert refused.status_code == 422
    assert "Strength is 99; 1 to 15 is possible." in refused.text
    fields["u1.custom.strength"] = "14"
    made = client.post(address, data=fields)
    assert made.status_code == 303
    own = extra(client, made.location.removeprefix("/b/"))["parent"]
    assert own["text"] == (
        'Blue with Custom "Ox": strength 14, hits 2 instead of Custom "Ox": strength 12, hits 2'
    )
    stack = [LOST["sides"][0]["army"]["stack"][0], unit(14, 2, name="Ox")]
    changed = engine.with_army(LOST, 0, {"stack": stack})
    assert own["odds"][0] == pytest.approx(engine.odds(changed).a, abs=1e-6)
    assert client.get(f"/b/{lost}/what-if/c").status_code == 404


def test_orders_of_a_round_are_told_and_changed(client: FlaskClient, clock: StoppedClock) -> None:
    """The round that is on, or the first; what units did, what they had, and what they may do."""
    made = client.post("/api/v1/battles", json=SIEGE)
    clock.ms += 10_000_000
    id_ = made.json["id"]
    events = recording(client, id_)["events"]
    given = [e["seq"] for e in events if e["type"] == "orders_given" and e["side"] == "a"]
    told = client.get(f"/api/v1/battles/{id_}/moment?at={given[1] + 2}").json
    assert told["left"] is None
    own = told["orders"][0]
    assert (own["at"], own["side"], own["round"], own["bot"]) == (given[1], "a", 2, False)
    row = own["units"][0]
    assert (row["unit"], row["name"], row["order"]) == (
        "A",
        "A · ATK 2 · DEF 2 · HP 2 · EXH 1",
        "attack",
    )
    assert [one["id"] for one in row["may"]] == ["attack", "defend", "recover", "none"]
    first = client.get(f"/api/v1/battles/{id_}/moment?at=0").json["orders"][0]
    assert (first["round"], first["at"]) == (1, given[0])
    assert [one["id"] for one in first["units"][0]["may"]] == ["attack", "defend", "none"]
    change = {"side": "a", "orders": {"A": "recover", "B": "defend"}}
    other = branch(client, id_, given[1], change).json
    words = f"other orders of Blue from event {given[1]} on: A recover, B defend"
    assert other["branch"]["text"] == words
    assert other["branch"]["odds"] is None
