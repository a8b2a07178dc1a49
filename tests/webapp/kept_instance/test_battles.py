"""Battles of an earlier version are told, watched and sent as they were."""

import hashlib
from typing import Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient

import engine
from tests.kept.files import lost
from tests.webapp.kept_instance.conftest import Call
from tests.webapp.kept_instance.things import ANSWERS, BATTLES, each


@each(BATTLES)
def test_a_battle_is_told_as_before(call: Call, client: FlaskClient, row: Any) -> None:
    """But for the `?v=` of its recording, which is no digest any more; the old address works."""
    before, now = row["told"], call("GET", f"/battles/{row['id']}")
    links = {**before["links"]}
    kept = urlsplit(links.pop("recording"))
    assert lost({**before, "links": links}, now) == []
    assert urlsplit(now["links"]["recording"]).path == kept.path
    assert client.get(f"{kept.path}?{kept.query}").status_code == 200


@each(BATTLES)
def test_a_recording_is_sent_as_before(call: Call, client: FlaskClient, row: Any) -> None:
    kept = row["recording"]
    sent = call("GET", f"/battles/{row['id']}/recording")
    assert lost(kept["header"], sent["header"]) == []
    assert len(sent["events"]) == len(sent["cues"]) == kept["events"]
    # The pace has become quicker since; a recording holds none.
    assert sent["cues"] == sorted(sent["cues"])
    assert sent["cues"][-1] <= sent["duration_ms"] <= kept["duration_ms"]
    assert sent.get("luck") == kept["luck"]
    assert sent.get("chances", [None])[0] == kept["first_chance"]
    lines = client.get(f"/b/{row['id']}/recording.jsonl").data
    assert hashlib.sha256(lines).hexdigest() == kept["sha256"]
    assert engine.load_recording(lines).result.winner == row["told"]["result"]["winner"]


def test_the_gallery_lists_what_it_listed(call: Call) -> None:
    assert [row["id"] for row in call("GET", "/battles")["battles"]] == ANSWERS["home"]
