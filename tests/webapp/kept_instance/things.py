"""What there is in the kept instance, by name; beside each thing stands what was told of it."""

from typing import Any

import pytest

from tests.kept import files

Things = dict[str, Any]

ANSWERS = files.answers()
ARMIES: Things = ANSWERS["armies"]
CHALLENGES: Things = ANSWERS["challenges"]
GAMES: Things = {name: ANSWERS["series"][name] for name in ("first", "second")}
MATCHES: Things = ANSWERS["matches"]
BATTLES: Things = {
    **ANSWERS["battles"],
    **{f"series-{name}": row for name, row in ANSWERS["series"]["battles"].items()},
    **{f"match-{name}": row["replay"] for name, row in MATCHES.items() if "replay" in row},
}
RULESETS = ("manymarios", "warlords", "siege")


def each(things: Things) -> pytest.MarkDecorator:
    """Runs a test with each of these as its `row`, all but the first in long runs."""
    first, *others = (pytest.param(row, id=name) for name, row in things.items())
    long = [pytest.param(*one.values, id=one.id, marks=pytest.mark.long) for one in others]
    return pytest.mark.parametrize("row", [first, *long])
