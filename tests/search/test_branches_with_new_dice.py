"""Branches that change something of a side and go on with new dice."""

from typing import Any

import pytest

import engine
from engine import search
from tests.search.test_branches import FOUR, SIEGE
from tests.stacks import Row


def test_a_change_of_a_side_goes_on_with_new_dice_if_they_are_asked_for() -> None:
    """As if new dice had been asked for after the change; of those left, from where they stand."""
    army = {"stack": [FOUR["sides"][1]["army"]["stack"][0]]}
    asked: list[tuple[Row, int, Any]] = [
        (FOUR, 0, {"side": "b", "order": [2, 0]}),
        (FOUR, 3, {"side": "b", "order": [2, 0, 1]}),
        (FOUR, 0, {"side": "b", "army": army}),
    ]
    for file, at, change in asked:
        same = search.branch(file, at, change)
        made = search.branch(file, at, {**change, "seed": 99})
        assert made.header.battle["changes"][-1] == {"at": at, "seed": 99}
        whole = same.header.battle
        changes = [*whole.get("changes", ()), {"at": at, "seed": 99}]
        assert made == engine.play({**whole, "changes": changes})
        assert made.events[: at + 1] == same.events[: at + 1]
    with pytest.raises(engine.InputError, match="nothing is rolled from event 0 on"):
        search.branch(SIEGE, 0, {"side": "a", "orders": {"B": "recover"}, "seed": 99})
    with pytest.raises(engine.InputError, match="seed: "):
        search.branch(FOUR, 0, {"side": "b", "order": [2, 0], "seed": -1})
