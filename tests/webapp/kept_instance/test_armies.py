"""Armies that were saved with an earlier version, and the browsers of those who did."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.kept.files import lost
from tests.webapp.kept_instance.conftest import Call
from tests.webapp.kept_instance.things import ANSWERS, ARMIES, MATCHES, each


@each(ARMIES)
def test_an_army_is_told_as_before(call: Call, client: FlaskClient, row: Any) -> None:
    assert lost(row["told"], call("GET", f"/armies/{row['id']}")) == []
    page = client.get(f"/a/{row['id']}")
    assert page.status_code == 200
    if row["told"]["parent"]:
        assert f"/a/{row['told']['parent']}" in page.text
    ruleset = row["told"]["ruleset"]
    assert client.get(f"/build/{ruleset}?from={row['id']}").status_code == 200
    body = {"ruleset": ruleset, "army": row["told"]["army"], "parent": row["id"]}
    assert call("POST", "/armies", body, status=201)["parent"] == row["id"]


@each(ARMIES)
def test_an_armys_edit_link_changes_it(call: Call, client: FlaskClient, row: Any) -> None:
    id_, edit, told = row["id"], row["edit"], row["told"]
    assert client.get(f"/a/{id_}/edit/{edit}").status_code == 200
    army = {**told["army"], "name": "Renamed"}
    body = {"army": army, "revision": told["revision"]}
    changed = call("PUT", f"/armies/{id_}?edit={edit}", body)
    assert changed["revision"] == told["revision"] + 1
    assert changed["army"] == army
    assert changed["note"] == told["note"]
    call("PUT", f"/armies/{id_}?edit={edit}", body, status=409)
    other = next(other["edit"] for other in ARMIES.values() if other is not row)
    call("PUT", f"/armies/{id_}?edit={other}", body, status=403)


@pytest.fixture
def at_that_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cookies are signed with the machine's time, and end after a year or so."""
    monkeypatch.setattr(
        "itsdangerous.TimestampSigner.get_timestamp", lambda _: ANSWERS["clock_ms"] // 1000
    )


@pytest.mark.usefixtures("at_that_time")
@pytest.mark.parametrize(("name", "side"), [("ann", "a"), ("bo", "b"), ("cem", "b")])
def test_cookie_gives_armies_and_seats(client: FlaskClient, name: str, side: str) -> None:
    visitor = ANSWERS["visitors"][name]
    client.set_cookie("session", visitor["cookie"])
    mine = client.get("/armies")
    assert mine.status_code == 200
    assert {id_ for row in ARMIES.values() if (id_ := row["id"]) in mine.text} == {
        *visitor["armies"]
    }
    challenge = MATCHES["people"]["challenge"]
    told = client.get(f"/api/v1/challenges/{challenge}").get_json()
    assert told["you"]["side"] == side
    assert told["you"]["seat"] == MATCHES["people"]["seats"][side]
