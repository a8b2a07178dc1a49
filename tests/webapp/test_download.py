"""Files of a battle to take along: the page, the battle file, the recording, the log."""

import base64
import hashlib
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

import engine
from tests.webapp.battle_files import BATTLE
from tests.webapp.conftest import MADE
from tests.webapp.page_parts import page_data
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import StoppedClock

FILES = ("battlereel.html", "battle.json", "recording.jsonl")
EVIL = """</script><script>alert(1)</script><!--"""


def embedded(html: str, id_: str) -> Any:
    found = re.search(rf'<script type="application/json" id="{id_}">(.*?)</script>', html, re.S)
    assert found
    return json.loads(found[1])


@pytest.fixture(params=[BATTLE, STACKS], ids=["lineups", "stacks"])
def over(request: pytest.FixtureRequest, client: FlaskClient, clock: StoppedClock) -> str:
    """A battle that is over."""
    id_ = client.post("/api/v1/battles", json=request.param).get_json()["id"]
    clock.ms += 1_000_000
    return str(id_)


def test_no_files_while_on_air(client: FlaskClient, battle_id: str, clock: StoppedClock) -> None:
    for wait in (0, 4_000):
        clock.ms += wait
        for name in (*FILES, "log.txt"):
            answer = client.get(f"/b/{battle_id}/{name}")
            assert answer.status_code == 409
            assert "still on air" in answer.text
            assert "Content-Disposition" not in answer.headers
            assert client.get(f"/b/nothing/{name}").status_code == 404


def test_file_holds_script_style_and_a_reel_file(client: FlaskClient, over: str) -> None:
    html = client.get(f"/b/{over}/battlereel.html").text
    reel = embedded(html, "reel")
    assert reel == client.get(f"/b/{over}/reel.json").get_json()
    sent = client.get(f"/api/v1/battles/{over}/recording").get_json()
    assert reel["recording"][1:] == sent["events"]
    assert reel["cues"] == sent["cues"]
    assert reel["end_ms"] == sent["duration_ms"]
    assert reel.get("chances") == sent.get("chances")
    (scene,) = re.findall(r'<script type="module">(.*?)</script>', html, re.S)
    assert scene.endswith("\nbattlereel.play(createView);\n"), "no import of an inlined module"
    assert ("mushroom" in reel["figures"]) == (reel["scene"] == "manymarios"), "the Goomba's"
    assert "spade" not in reel["figures"]
    hidden = client.get(f"/b/{over}/battlereel.html?spoilers=0").text
    assert embedded(hidden, "page-data")["spoilers_hidden"] is True
    ruleset = reel["scene"]
    for name in ("offline.js", "offline.css", f"offline-{ruleset}.js", f"offline-{ruleset}.css"):
        assert MADE[name] in html
    others = [id_ for id_ in engine.rulesets() if id_ != ruleset]
    assert not [id_ for id_ in others if MADE[f"offline-{id_}.js"] in html]


def test_the_page_runs_its_own_scripts_only_and_asks_nobody(client: FlaskClient, over: str) -> None:
    html = client.get(f"/b/{over}/battlereel.html").text
    found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', html)
    assert found
    policy = dict(
        part.split(" ", 1) for part in found[1].replace("&#39;", "'").strip("; ").split("; ")
    )
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == "'none'"
    for kind, element in (("script-src", 'script(?: type="module")?'), ("style-src", "style")):
        contents = re.findall(rf"<{element}>(.*?)</", html, re.S)
        digests = [hashlib.sha256(content.encode()).digest() for content in contents]
        hashes = [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]
        assert policy[kind] == " ".join(hashes)
    assert "connect-src" not in policy
    assert not re.findall(r'\b(?:src|srcset)="', html)
    assert "<link" not in html


def test_names_cannot_break_out_of_the_page(client: FlaskClient, clock: StoppedClock) -> None:
    unit = {"custom": {"name": EVIL, "energy": 2}}
    side = {"name": EVIL, "army": {"name": EVIL, "lineup": [unit]}}
    made = client.post("/api/v1/battles", json=BATTLE | {"sides": [side, side]}).get_json()
    clock.ms += 1_000_000
    html = client.get(f"/b/{made['id']}/battlereel.html").text
    assert "<script>alert" not in html
    assert len(re.findall(r"(?i)</?script", html)) == 8, "two blocks of data, two scripts"
    assert "<!--" not in html.partition("<main")[2]
    assert embedded(html, "reel")["recording"][1]["a"]["name"] == EVIL
    assert embedded(html, "reel")["battle"]["title"] == f"{EVIL} a against {EVIL} b"
    answer = client.get(f"/b/{made['id']}/log.txt")
    assert EVIL in answer.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.content_type == "text/plain; charset=utf-8"


def test_the_share_dialog_offers_every_file(client: FlaskClient, over: str) -> None:
    offered = page_data(client.get(f"/b/{over}").text)["share"]["downloads"]
    assert {row["url"] for row in offered} >= {f"/b/{over}/{name}" for name in FILES}
    for row in offered:
        answer = client.get(row["url"])
        assert answer.status_code == 200
        name, _, ending = row["url"].rpartition("/")[2].rpartition(".")
        disposition = f"attachment; filename=battlereel-{over}.{ending}"
        assert name == "log" or answer.headers["Content-Disposition"] == disposition


def test_log_has_all_events(client: FlaskClient, battle_id: str, clock: StoppedClock) -> None:
    clock.ms += 1_000_000
    answer = client.get(f"/b/{battle_id}/log.txt")
    assert answer.mimetype == "text/plain"
    lines = answer.text.splitlines()
    assert lines[0] == "Ann against Bo"
    assert f"http://localhost/b/{battle_id}" in lines
    assert "Seed 7" in lines
    assert "Many Marios 0" in lines
    rounds = [line for line in lines if line.startswith("Round ")]
    assert len(rounds) == engine.play(BATTLE).result.rounds
    assert any("Goomba" in line and "Toad" in line for line in lines), "blows are told by name"
    winner = engine.play(BATTLE).result.winner
    assert any({"a": "Ann", "b": "Bo"}[str(winner)] in line and "win" in line for line in lines)


def test_every_game_has_a_log(client: FlaskClient, over: str) -> None:
    answer = client.get(f"/b/{over}/log.txt")
    game = engine.rulesets()[client.get(f"/api/v1/battles/{over}").json["ruleset"]].name
    assert game in answer.text
    assert "[" not in answer.text.split(game)[1], "no brackets of a program's output"
    tag = answer.headers["ETag"]
    again = client.get(f"/b/{over}/log.txt", headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
