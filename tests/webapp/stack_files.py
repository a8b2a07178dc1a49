"""A battle file of stacks that the tests of the web application share."""

from typing import Any

STACKS: dict[str, Any] = {
    "ruleset": "warlords",
    "seed": 7,
    "field": {"terrain": ["hills"]},
    "sides": [
        {"name": "Ann", "army": {"stack": [{"unit": "ogres"}, {"unit": "archers"}]}},
        {"name": "Bo", "army": {"stack": [{"unit": "trolls"}]}},
    ],
}
"""A battle with exact odds."""
