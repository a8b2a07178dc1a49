"""The proof of a match: orders come after the dice are settled, and are no part of them."""

import json
from typing import Any

import pytest

from tests.webapp.challengers import API, Person, id_of
from tests.webapp.match_players import EVEN, SPEARS, Played, Player
from webapp.challenges import verifying

STEPS = 6
"""The secret, two armies, the seed, the battle file, and the battle played again."""


def proof_of(person: Person, played: Played, status: int = 200) -> Any:
    answer = person.client.get(f"{API}/{id_of(played.page)}/proof")
    assert answer.status_code == status, answer.text
    return answer.get_json()


def findings(proof: Any) -> list[tuple[bool | None, str]]:
    found = verifying.findings(verifying.read(json.dumps(proof).encode()), ())
    return [(finding.holds, str(finding.text)) for finding in found]


@pytest.mark.parametrize("end", ["the castle falls", "b resigns"])
def test_proof_of_match_holds(a: Player, b: Player, ann: Person, played: Played, end: str) -> None:
    """Ann's C walks into a castle that nobody guards: its 2 ATK are more than no DEF."""
    proof_of(ann, played, 409)
    if end == "b resigns":
        b.resign()
    else:
        a.order(1, C="attack", D="defend", E="defend")
        a.lock(1)
        b.lock(1)
    assert a.look()["winner"] == "a"
    proof = proof_of(ann, played)
    assert [proof["seats"][side]["army"] for side in "ab"] == [SPEARS, EVEN]
    found = findings(proof)
    assert [holds for holds, _text in found] == [True] * STEPS, found


def test_forged_orders_fail_the_proof(a: Player, b: Player, ann: Person, played: Played) -> None:
    a.order(1, C="attack", D="defend", E="defend")
    a.lock(1)
    b.lock(1)
    proof = proof_of(ann, played)
    proof["recording"][0]["battle"]["sides"][1]["orders"] = [{"A": "defend"}]
    failed = [text for holds, text in findings(proof) if holds is False]
    assert len(failed) == 1
    assert "again" in failed[0]
