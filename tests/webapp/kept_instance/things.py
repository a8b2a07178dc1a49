"""What there is in the kept instance, by name; beside each thing stands what was told of it."""

from collections.abc import Callable
from typing import Any

import gevent
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
LOOKS_MOST = 10_000


def each(things: Things) -> pytest.MarkDecorator:
    """Runs a test with each of these as its `row`."""
    return pytest.mark.parametrize("row", things.values(), ids=list(things))


def messages(viewer: Any, is_last: Callable[[Any], bool]) -> list[Any]:
    """The live messages to a test client, up to one that is the last."""
    found: list[Any] = []
    for _ in range(LOOKS_MOST):
        gevent.sleep(0)
        found += viewer.get_received("/live")
        if any(map(is_last, found)):
            return found
    raise AssertionError(f"the last message never came: {found}")
