"""The dice of a challenge, from what both players and the server bring: FAIR.md.

Hashes in these tests are made by hashlib from FAIR.md's lines, not by the program.
"""

import hashlib
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

import engine
from tests.webapp.challengers import API, LINEUP, OTHER_LINEUP, Person, id_of
from tests.webapp.stopped_clock import StoppedClock
from webapp.challenges import fair, store, verifying

HOUR_MS = 3_600_000
SALTS = {"a": "1a" * 32, "b": "2b" * 32}
CANONICAL = {
    "a": '{"lineup":[{"unit":"goomba"},{"unit":"toad"}],"name":"Sky fleet"}',
    "b": '{"lineup":[{"unit":"koopa-troopa"}],"name":"Ground crew"}',
}


def sha(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def seal(person: Person, page: str, **body: Any) -> Any:
    headers = {"X-CSRFToken": person.csrf_token()}
    return person.client.post(f"{API}/{id_of(page)}/seal", json=body, headers=headers)


def sealed(person: Person, page: str, side: str, army: Any) -> dict[str, Any]:
    answer = seal(person, page, army=army, salt=SALTS[side])
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.get_json()
    return told


def proof_of(person: Person, page: str, status: int = 200) -> Any:
    answer = person.client.get(f"{API}/{id_of(page)}/proof")
    assert answer.status_code == status, answer.text
    return answer.get_json()


@pytest.fixture
def proof(ann: Person, bo: Person, page: str, clock: StoppedClock) -> dict[str, Any]:
    sealed(ann, page, "a", LINEUP)
    sealed(bo, page, "b", OTHER_LINEUP)
    clock.ms += HOUR_MS
    found: dict[str, Any] = proof_of(bo, page)
    return found


@pytest.mark.parametrize("name", ["FAIR.md", "FAIR.de.md"])
def test_the_example_of_the_documentation_is_true(name: str) -> None:
    text = (Path(fair.__file__).parent / name).read_text("utf-8")
    id_, secret = "abcd2345", "0" * 64
    terms = fair.terms_hash("manymarios", {}, {})
    armies = {"a": {"lineup": [{"unit": "goomba"}]}, "b": {"lineup": [{"unit": "toad"}]}}
    a = fair.seal_of(id_, terms, "a", "1" * 64, armies["a"])
    b = fair.seal_of(id_, terms, "b", "2" * 64, armies["b"])
    seed = fair.seed_of(id_, terms, secret, {"a": a, "b": b})
    written = re.findall(r"(?m)^# ([0-9a-f]+)(?:, \D+ (\d+))?$", text)
    made = [fair.commitment_of(id_, secret), terms, a, b, f"{seed:016x}"]
    assert [digits for digits, _ in written] == made
    assert written[-1][1] == str(seed)
    assert made[2] == "8fc58211cb265b07976a426aef5eb8af32877c57b0c472cdc81db48abf3a66d9"


def test_json_is_sealed_as_rfc_8785_writes_it() -> None:
    value = {"\u20ac": "Euro", "\r": 1, "10": [None, True], "9": 1e30, "ö": '"\u000f', "1": {}}
    assert fair.canonical(value) == (
        '{"\\r":1,"1":{},"10":[null,true],"9":1e+30,"ö":"\\"\\u000f","€":"Euro"}'
    )


def test_every_hash_is_that_of_its_lines(proof: dict[str, Any], page: str) -> None:
    id_ = id_of(page)
    terms = sha("battlereel/1 terms", '{"limits":{},"ruleset":"manymarios","terms":{}}')
    assert proof["commitment"] == sha("battlereel/1 secret", id_, proof["secret"])
    seals = {
        side: sha("battlereel/1 army", id_, terms, side, SALTS[side], CANONICAL[side])
        for side in "ab"
    }
    assert {side: proof["seats"][side]["seal"] for side in "ab"} == seals
    drawn = sha("battlereel/1 seed", id_, terms, proof["secret"], seals["a"], seals["b"])
    assert proof["seed"] == str(int(drawn[:16], 16))
    header, *events = proof["recording"]
    assert header["seed"] == proof["seed"]
    assert str(header["battle"]["seed"]) == proof["seed"]
    assert [side["army"] for side in header["battle"]["sides"]] == [LINEUP, OTHER_LINEUP]
    assert events[-1]["type"] == "battle_ended"


def test_seals_are_published_at_once_and_salts_at_the_end(
    ann: Person, bo: Person, cem: Person, page: str, clock: StoppedClock
) -> None:
    commitment = cem.standing(page)["commitment"]
    assert cem.standing(page)["seats"]["a"]["seal"] is None
    told = sealed(ann, page, "a", LINEUP)
    assert told["you"]["salt"] == SALTS["a"], "her own she is told"
    seal(ann, page, army=LINEUP, salt="3c" * 32)
    shown = cem.standing(page)["seats"]["a"]
    assert (shown["seal"], shown["salted_by"]) == (told["seats"]["a"]["seal"], "player")
    assert SALTS["a"] not in cem.client.get(f"{API}/{id_of(page)}").text
    assert proof_of(cem, page, 409)["error"].startswith("There is a proof when the battle is over")
    seal(bo, page, army=OTHER_LINEUP)
    assert cem.standing(page)["seats"]["b"]["salted_by"] == "server"
    clock.ms += 10_000
    proof_of(cem, page, 409)
    assert cem.standing(page)["secret"] is None
    assert cem.standing(page)["seed"] is None
    clock.ms += HOUR_MS
    over = cem.standing(page)
    assert over["commitment"] == commitment
    assert commitment == sha("battlereel/1 secret", over["id"], over["secret"])
    html = bo.get(page)
    assert html.count("(the server drew its random number)") == 1
    assert f'data-check="{id_of(page)}"' in html
    assert f"{API}/{id_of(page)}/proof" in html


@pytest.mark.parametrize("salt", ["1A" * 32, "1a" * 31, "1a" * 33, "x" * 64, "1a" * 31 + "1\n"])
def test_a_salt_that_is_none_is_refused(ann: Person, page: str, salt: str) -> None:
    answer = seal(ann, page, army=LINEUP, salt=salt)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["path"] == "salt"
    assert ann.standing(page)["seats"]["a"]["sealed"] is False


def test_a_seal_that_is_expected_otherwise_is_refused(ann: Person, page: str) -> None:
    """Of another challenge, for example: who notices that before sealing loses nothing."""
    other = ann.challenge("manymarios")
    expected = sealed(ann, other, "a", LINEUP)["seats"]["a"]["seal"]
    answer = seal(ann, page, army=LINEUP, salt=SALTS["a"], seal=expected)
    assert answer.status_code == 422
    (problem,) = answer.get_json()["errors"]
    assert problem["path"] == "seal"
    assert ann.standing(page)["seats"]["a"]["sealed"] is False
    terms = sha("battlereel/1 terms", '{"limits":{},"ruleset":"manymarios","terms":{}}')
    right = sha("battlereel/1 army", id_of(page), terms, "a", SALTS["a"], CANONICAL["a"])
    assert right in problem["message"]
    assert seal(ann, page, army=LINEUP, salt=SALTS["a"], seal=right).status_code == 200


def findings(proof: dict[str, Any], *noted: str) -> dict[str, bool | None]:
    found = verifying.findings(verifying.read(json.dumps(proof).encode()), noted)
    return {str(finding.text): finding.holds for finding in found}


def test_a_true_proof_holds_in_every_step(proof: dict[str, Any]) -> None:
    count = len(proof["recording"]) - 1
    assert findings(proof, proof["commitment"]) == {
        f"The hash {proof['commitment']} that you noted is in it.": True,
        "The server's secret is the one whose hash was shown before anybody sealed.": True,
        "Ann's army is the one that was sealed under these terms.": True,
        "Bo's army is the one that was sealed under these terms.": True,
        "The seed of the dice follows from the secret and both seals.": True,
        "The battle that was shown has these armies, these terms and this seed.": True,
        f"Played again, it gives the same {count} events.": True,
    }


ARMY_OF_BO = "Bo's army, salt or terms are not those that were sealed."
SECRET = "The server's secret is not the one whose hash was shown before anybody sealed."
SEED = "The seed of the dice does not follow from the secret and both seals."
TERMS = "The battle that was shown has other terms."


@pytest.mark.parametrize(
    ("path", "value", "failing"),
    [
        ("secret", "0" * 64, {SECRET, SEED}),
        ("commitment", "0" * 64, {SECRET}),
        ("seats.b.salt", "0" * 64, {ARMY_OF_BO}),
        ("seats.b.army", LINEUP, {ARMY_OF_BO, "In the battle that was shown Bo has another army."}),
        ("seats.b.seal", "0" * 64, {ARMY_OF_BO, SEED}),
        ("seed", "7", {SEED, "The battle that was shown has another seed."}),
        ("limits", {"units": 3}, {ARMY_OF_BO, ARMY_OF_BO.replace("Bo", "Ann"), SEED}),
        ("recording.3.beat", 99, {"Played again, it goes otherwise from event 2 on."}),
    ],
)
def test_a_tampered_proof_fails_and_says_where(
    proof: dict[str, Any], path: str, value: Any, failing: set[str]
) -> None:
    assert findings_with(proof, path, value) == failing
    noted = "ab" * 32
    assert findings(proof, noted)[f"The hash {noted} that you noted is not in it."] is False


def test_a_battle_with_dice_that_somebody_listed_fails(proof: dict[str, Any]) -> None:
    """It plays to the same events, so only the terms tell that nobody agreed on them."""
    chosen = engine.play({**proof["recording"][0]["battle"], "rolls": [1]})
    lines = [json.loads(line) for line in chosen.lines().splitlines()]
    assert findings_with(proof, "recording", lines) == {TERMS}


def findings_with(proof: dict[str, Any], path: str, value: Any) -> set[str]:
    changed = at = json.loads(json.dumps(proof))
    *way, last = path.split(".")
    for key in way:
        at = at[int(key) if key.isdigit() else key]
    at[last] = value
    return {text for text, holds in findings(changed).items() if holds is False}


def test_a_battle_of_other_rules_is_not_played_again(proof: dict[str, Any]) -> None:
    proof["recording"][0]["ruleset_version"] = 999
    (told,) = [text for text, holds in findings(proof).items() if holds is None]
    assert told.startswith("It was not played again: it takes version 999 of the rules of")


def test_no_secret_is_logged_before_the_end(
    app: Flask, ann: Person, bo: Person, page: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even where the database fails: its errors would tell the values that were written."""
    caplog.set_level(logging.DEBUG)
    sealed(ann, page, "a", LINEUP)
    seal(bo, page, army=OTHER_LINEUP)
    with app.app_context(), store.session() as db:
        assert db.get_bind().engine.hide_parameters is True
        challenge = store.find(id_of(page))
        assert challenge
        seed = store.seed_of(challenge)
    for hidden in (str(challenge.secret), SALTS["a"], str(seed)):
        assert hidden not in caplog.text
