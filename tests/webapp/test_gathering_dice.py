"""The dice of a tournament that people joined, as FAIR.md has them, and the proof of that."""

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.present import require
from tests.webapp.challengers import Person
from tests.webapp.gathered import GOOMBA, KOOPA, TOAD, begin, join, make, told
from webapp.cli import main


@pytest.fixture(autouse=True)
def game() -> None:
    require("manymarios")


def test_the_seed_and_the_order_follow_from_the_secret_and_all_seals(
    ann: Person, bo: Person, cem: Person, tmp_path: Path
) -> None:
    page = make(ann, best_of="3", kind="swiss", rounds="9")
    commitment = told(cem, page)["commitment"]
    join(ann, page, "Ann", salt="11" * 32)
    join(bo, page, "Bo", TOAD)
    join(cem, page, "Cem", KOOPA, salt="33" * 32)
    seals = {one["name"]: one["seal"] for one in told(cem, page)["entrants"]}
    by = {one["name"]: one["salted_by"] for one in told(cem, page)["entrants"]}
    assert by == {"Ann": "player", "Bo": "server", "Cem": "player"}
    begin(ann, page)
    answer = cem.client.get(f"/api/v1/tournaments/{page[3:]}/proof")
    proof = answer.get_json()
    assert proof["commitment"] == commitment
    assert {one["name"]: one["seal"] for one in proof["entrants"]} == seals

    # The bytes of FAIR.md, by hand.
    def hashed(*lines: str) -> str:
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    compact = {"sort_keys": True, "separators": (",", ":")}
    terms = {"best_of": 3, "kind": "swiss", "rounds": 9, "ruleset": "manymarios", "side": {}}
    agreed = {"limits": {}, "ruleset": "manymarios", "terms": terms}
    terms_hash = hashed("battlereel/1 terms", json.dumps(agreed, **compact))  # type: ignore[arg-type]
    army = json.dumps(GOOMBA, **compact)  # type: ignore[arg-type]
    id_ = page[3:]
    seal = hashed("battlereel/1 entrant", id_, terms_hash, "1", "11" * 32, army)
    assert seal == seals["Ann"]
    assert hashed("battlereel/1 secret", id_, proof["secret"]) == commitment
    in_order = [seals[name] for name in ("Ann", "Bo", "Cem")]
    drawn = hashed("battlereel/1 tournament", id_, terms_hash, proof["secret"], *in_order)
    assert int(drawn[:16], 16) == int(proof["seed"]) == proof["file"]["seed"]
    lots = {name: hashed("battlereel/1 lot", id_, proof["seed"], s) for name, s in seals.items()}
    order = [one["name"] for one in proof["file"]["entrants"]]
    assert order == sorted(lots, key=lambda name: lots[name])
    assert proof["file"]["rounds"] == 3, "three can play no more"

    file = tmp_path / "proof.json"
    file.write_bytes(answer.data)
    checked = CliRunner().invoke(main, ["verify", str(file), "--noted", commitment])
    assert checked.exit_code == 0, checked.output
    assert "FAILS" not in checked.output
    for spoilt in (
        answer.data.replace(b'"unit":"toad"', b'"unit":"goomba"', 1),
        answer.data.replace(b'"best_of":3', b'"best_of":1', 1),
        answer.data.replace(b'"rounds":9', b'"rounds":"x"'),
        answer.data.replace(seals["Bo"].encode(), b"0" * 64),
        answer.data.replace(f'"seed":"{proof["seed"]}"'.encode(), b'"seed":"1"'),
    ):
        assert spoilt != answer.data
        file.write_bytes(spoilt)
        checked = CliRunner().invoke(main, ["verify", str(file)])
        assert "FAILS" in checked.output
        assert isinstance(checked.exception, SystemExit), checked.exception
