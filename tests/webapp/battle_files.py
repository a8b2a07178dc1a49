"""Battle files that the tests of the web application share."""

from typing import Any


def side(name: str, *units: str) -> dict[str, Any]:
    return {"name": name, "army": {"name": f"{name}'s", "lineup": [{"unit": u} for u in units]}}


BATTLE: dict[str, Any] = {
    "ruleset": "manymarios",
    "seed": 7,
    "sides": [side("Ann", "goomba", "toad"), side("Bo", "toad")],
}

UNKNOWN_UNIT: dict[str, Any] = {
    "ruleset": "manymarios",
    "sides": [side("Ann", "gomba"), side("Bo", "toad", "koopa")],
}

STACKS: dict[str, Any] = {
    "ruleset": "warlords",
    "seed": 7,
    "field": {"terrain": ["hills"]},
    "sides": [
        {"name": "Ann", "army": {"stack": [{"unit": "ogres"}, {"unit": "archers"}]}},
        {"name": "Bo", "army": {"stack": [{"unit": "trolls"}]}},
    ],
}
"""A battle of a ruleset that has exact odds."""
