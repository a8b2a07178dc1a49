"""Tiny Warlords battles for tests whose numbers are worked out by hand."""

from typing import Any


def custom(strength: int, hits: int, **more: Any) -> dict[str, Any]:
    """A row of a stack: a custom unit; `more` goes into it."""
    return {"custom": {"name": "Unit", "strength": strength, "hits": hits, **more}}


def stacks(a: list[Any], b: list[Any], **more: Any) -> dict[str, Any]:
    sides = [{"army": {"stack": rows}} for rows in (a, b)]
    return {"ruleset": "warlords", "seed": 0, "sides": sides, **more}


DUEL = stacks([custom(8, 1)], [custom(5, 1)])
"""Strength 8 against 5, one hit each: a alone succeeds in 8/20 x 15/20, 120 of 400 rounds, b alone
in 5/20 x 12/20, 60. So a wins 2 of 3."""

LADDER = stacks([custom(9, 1)], [custom(9, 1)] * 2)
"""One against two, all alike: each duel is 1/2; b keeps 2, 1, 0 in 1/2, 1/4, 1/4."""
