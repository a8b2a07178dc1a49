"""Others in the place of units that have not fought, in the middle of a battle."""

from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

import engine
from tests.dsl import battle_file as lineups
from tests.search.test_branches import SIEGE
from tests.stacks import unit
from tests.webapp.page_parts import sent_by
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_branches import LOST, branch, extra, lost, recording

__all__ = ["lost"]

HEN, OX = LOST["sides"][0]["army"]["stack"]
BULL = unit(14, 2, name="Bull")


def paired(client: FlaskClient, id_: str) -> int:
    """The first moment when the Hen fights and the Ox waits."""
    events = recording(client, id_)["events"]
    return 1 + next(int(e["seq"]) for e in events if e["type"] == "pairing_started")


def log_of(client: FlaskClient, id_: str) -> str:
    return str(client.get(f"/b/{id_}/log.txt").text)


def test_a_moment_says_who_has_not_fought_and_others_come_in_their_place(
    client: FlaskClient, lost: str
) -> None:
    """The Ox waits: a Bull in its place has the odds of a battle that begins with it."""
    at = paired(client, lost)
    left = client.get(f"/api/v1/battles/{lost}/moment?at={at}").json["left"]
    assert left["fresh"] == {"a": ["Ox"], "b": []}
    made = branch(client, lost, at, {"side": "a", "army": {"stack": [HEN, BULL]}})
    assert made.status_code == 201
    told = made.json["branch"]
    bull, ox = ('Custom "Bull": strength 14, hits 2', 'Custom "Ox": strength 12, hits 2')
    assert told["text"] == f"Blue with {bull} instead of {ox}, from event {at} on"
    events = recording(client, made.json["id"])["events"]
    assert events[:at] == recording(client, lost)["events"][:at]
    assert events[at]["type"] == "units_replaced"
    here, there = told["odds"]
    begun = engine.with_army(LOST, 0, {"stack": [HEN, BULL]})
    assert there == pytest.approx(engine.odds(LOST).a, abs=1e-6)
    assert here == pytest.approx(engine.odds(begun).a, abs=1e-6)


def test_names_of_who_came_are_those_on_rolls_moments_and_in_the_log(
    client: FlaskClient, lost: str
) -> None:
    """A second Hen is Hen 3, behind the two that there were."""
    at = paired(client, lost)
    other = unit(3, 9, name="Hen")
    made = branch(client, lost, at, {"side": "a", "army": {"stack": [HEN, other]}}).json["id"]
    names = {row["name"] for row in client.get(f"/api/v1/battles/{made}/rolls").json["rolls"]}
    assert {"Hen (Blue): melee", "Hen 3 (Blue): melee"} <= names
    assert "Ox (Blue): melee" not in names
    left = client.get(f"/api/v1/battles/{made}/moment?at={at + 1}").json["left"]
    assert [row["name"] for row in left["sides"]["a"]] == ["Hen", "Hen 3"]
    assert "Blue goes on with Hen 3 (Blue) instead of Ox (Blue)" in unescape(log_of(client, made))


def test_who_has_fought_stays_and_the_refusal_names_the_place(
    client: FlaskClient, lost: str
) -> None:
    at = paired(client, lost)
    refused = branch(client, lost, at, {"side": "a", "army": {"stack": [BULL, OX]}})
    assert refused.status_code == 422
    (error,) = refused.json["errors"]
    assert error["path"] == "army.stack[0]"
    assert error["message"] == "has fought already, or is fighting, and stays as it is"


def test_the_builder_changes_those_who_wait(client: FlaskClient, lost: str) -> None:
    """Without JavaScript: it says who may be others, refuses who may not, leads to the branch."""
    at = paired(client, lost)
    address = f"/b/{lost}/what-if/a?at={at}"
    page = client.get(address)
    assert page.status_code == 200
    text = unescape(page.text)
    assert f"What if others came to Blue from event {at} on" in text
    assert "or carry something else: Ox. All others stay" in text
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


def test_an_army_built_anew_differs_only_where_it_was_changed(
    client: FlaskClient, clock: StoppedClock
) -> None:
    """What the builder leaves out of a row, as no medals, is no other unit."""
    written: Any = {**HEN, "medals": 0}
    file = engine.with_army(LOST, 0, {"stack": [written, {**OX, "medals": 0}]})
    id_ = client.post("/api/v1/battles", json=file).json["id"]
    clock.ms += 10_000_000
    at = paired(client, id_)
    made = branch(client, id_, at, {"side": "a", "army": {"stack": [HEN, BULL]}})
    assert made.status_code == 201
    event = recording(client, made.json["id"])["events"][at]
    assert [row["unit"] for row in event["replaced"]] == ["a2"]


def test_lineups_change_between_rounds_and_sieges_do_not(
    client: FlaskClient, clock: StoppedClock
) -> None:
    id_ = client.post("/api/v1/battles", json=lineups("9/9 4/4 | 9/9") | {"seed": 1}).json["id"]
    clock.ms += 10_000_000
    left = client.get(f"/api/v1/battles/{id_}/moment?at=5").json["left"]
    assert [len(left["fresh"][side]) for side in engine.SIDES] in ([2, 1], [1, 0])
    army = recording(client, id_)["header"]["battle"]["sides"][0]["army"]
    changed = {**army, "lineup": [army["lineup"][0], {"unit": "toad"}]}
    made = branch(client, id_, left["at"], {"side": "a", "army": changed})
    assert made.status_code == 201
    assert made.json["branch"]["odds"] is None


def test_a_game_that_lets_nobody_come_says_so(client: FlaskClient, clock: StoppedClock) -> None:
    id_ = client.post("/api/v1/battles", json=SIEGE).json["id"]
    clock.ms += 10_000_000
    page = client.get(f"/b/{id_}/what-if/a?at=5")
    assert page.status_code == 404
    assert "nobody can come in place of others" in unescape(page.text)
