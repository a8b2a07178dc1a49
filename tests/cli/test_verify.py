"""`battlereel verify`: the proof of a challenge, checked without a server."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

import engine
from tests.cli.command import battlereel
from tests.present import require
from webapp.challenges import fairness

ID, SECRET = "abcd2345", "5e" * 32
SALTS = {"a": "1a" * 32, "b": "2b" * 32}
ARMIES = {"a": {"lineup": [{"unit": "goomba"}]}, "b": {"lineup": [{"unit": "toad"}]}}


def sha(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@pytest.fixture
def proof() -> dict[str, Any]:
    """A true one, its hashes made by hashlib."""
    require("manymarios")
    terms = sha("battlereel/1 terms", '{"limits":{},"ruleset":"manymarios","terms":{}}')
    seals = {
        side: sha(
            *("battlereel/1 army", ID, terms, side, SALTS[side]),
            json.dumps(army, separators=(",", ":")),
        )
        for side, army in ARMIES.items()
    }
    seed = int(sha("battlereel/1 seed", ID, terms, SECRET, seals["a"], seals["b"])[:16], 16)
    names = {"a": "Ann", "b": "Bo"}
    sides = [{"name": names[side], "army": ARMIES[side]} for side in "ab"]
    played = engine.play({"ruleset": "manymarios", "seed": seed, "sides": sides})
    return {
        "ok": True,
        "format": "battlereel/1",
        "challenge": ID,
        "ruleset": "manymarios",
        "terms": {},
        "limits": {},
        "commitment": sha("battlereel/1 secret", ID, SECRET),
        "secret": SECRET,
        "seed": str(seed),
        "seats": {
            side: {"name": names[side], "seal": seals[side], "salt": SALTS[side]}
            | {"army": ARMIES[side], "salted_by": "player"}
            for side in "ab"
        },
        "recording": [json.loads(line) for line in played.lines().splitlines()],
    }


def test_a_true_proof_holds(proof: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof, indent=2))
    told = battlereel("verify", str(file), "--noted", proof["seats"]["a"]["seal"])
    assert (told.returncode, told.stderr) == (0, "")
    lines = told.stdout.splitlines()
    assert len(lines) == 7
    assert {line.split()[0] for line in lines} == {"holds"}
    assert "Played again, it gives the same" in lines[-1]


def test_a_tampered_one_fails_and_names_what_does_not_match(proof: dict[str, Any]) -> None:
    proof["seats"]["b"]["army"]["lineup"].append({"unit": "toad"})
    told = battlereel("verify", "-", "--workers", "2", stdin=json.dumps(proof))
    assert told.returncode == 1
    for name, words in (
        ("FAIR.md", r"exit\s+status is (\d) [^.]*, (\d) if [^.]* and (\d) if"),
        ("FAIR.de.md", r"mit dem Status (\d), mit (\d), [^.]* und mit (\d),"),
    ):
        page = (Path(fairness.__file__).parent / name).read_text("utf-8")
        assert re.findall(words, page) == [("1", "2", "3")], name
    assert [line for line in told.stdout.splitlines() if line.startswith("FAILS")] == [
        "FAILS        Bo's army, salt or terms are not those that were sealed.",
        "FAILS        In the battle shown, Bo has another army.",
    ]
    assert told.stderr == "Do not trust this battle.\n"


def test_battle_that_cannot_be_replayed_has_its_own_status(proof: dict[str, Any]) -> None:
    """Whatever its events say: here the last ones are cut, and the other side has won."""
    header, *events = proof["recording"]
    header["ruleset_version"] = 999
    events[-1]["winner"] = {"a": "b", "b": "a"}.get(events[-1]["winner"], "a")
    proof["recording"] = [header, *events[:3], events[-1]]
    told = battlereel("verify", "-", stdin=json.dumps(proof))
    assert (told.returncode, told.stderr) == (3, "Not everything was checked.\n")
    assert told.stdout.splitlines()[-1].startswith("not checked  It was not played again")
    proof["seats"]["a"]["name"] = "Eve"
    told = battlereel("verify", "-", stdin=json.dumps(proof))
    assert told.returncode == 1
    assert "FAILS        In the battle shown, Eve is called Ann." in told.stdout


def test_names_cannot_write_on_the_terminal(proof: dict[str, Any]) -> None:
    proof["seats"]["b"]["name"] = "\x1b[2J\nholds"
    told = battlereel("verify", "-", stdin=json.dumps(proof))
    assert "\x1b" not in told.stdout
    assert len(told.stdout.splitlines()) == 6


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{}", "-: is not the proof of a challenge: Object missing required field `format`"),
        ("{", "-: is not the proof of a challenge: Input data was truncated"),
        ('"' + "x" * 100, "-: is not the proof of a challenge"),
        ("[" * 100_000, "-: is not the proof of a challenge"),
        (None, "none.json: No such file or directory\n"),
    ],
)
def test_invalid_proof_is_refused_in_a_line(text: str | None, error: str, tmp_path: Path) -> None:
    file = "-" if text else tmp_path / "none.json"
    told = battlereel("verify", file, stdin=text or "")
    assert (told.returncode, told.stdout) == (2, "")
    assert error in told.stderr
    assert len(told.stderr.splitlines()) == 1


def test_hashes_have_no_line_ends_that_would_move_what_is_hashed(proof: dict[str, Any]) -> None:
    proof["commitment"] += "\n"
    told = battlereel("verify", "-", stdin=json.dumps(proof))
    assert told.returncode == 2
    assert "commitment" in told.stderr
