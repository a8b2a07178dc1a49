"""Battle files that the tests of the web application share."""

from typing import Any


def side(name: str, *units: str) -> dict[str, Any]:
    return {"name": name, "army": {"name": f"{name}'s", "lineup": [{"unit": u} for u in units]}}


TOAD = {"unit": "toad"}

BATTLE: dict[str, Any] = {
    "ruleset": "manymarios",
    "seed": 7,
    "sides": [side("Ann", "goomba", "toad"), side("Bo", "toad")],
}

ONE_SIDED: dict[str, Any] = {
    "ruleset": "manymarios",
    "seed": 7,
    "sides": [
        {"name": "Ann", "army": {"lineup": [{"custom": {"name": "Giant", "energy": 9}}, TOAD]}},
        {"name": "Bo", "army": {"name": "Bo's", "lineup": [{"unit": "goomba"}]}},
    ],
}
"""The Goomba (2 DE) loses 1 each round and takes 2 of the Giant's 9, so both of a stay."""

UNKNOWN_UNIT: dict[str, Any] = {
    "ruleset": "manymarios",
    "sides": [side("Ann", "gomba"), side("Bo", "toad", "koopa")],
}
