"""Armies apart from a battle: whether one could take the field under given terms."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import engine

SIDE = re.compile(r"sides\[([01])\]\.army\.?")


def check(
    ruleset: str, army: Any, terms: Mapping[str, Any] | None = None
) -> tuple[engine.Battle | None, list[engine.Problem]]:
    """The battle of this army against itself, or all that is wrong with the army.

    `terms` are members of the battle file, such as `ap_limit` or `field`. Paths of problems
    begin at the army: `lineup[2].unit`.
    """
    sides = [{"army": army}, {"army": army}]
    try:
        return engine.read({"ruleset": ruleset, "sides": sides, **(terms or {})}), []
    except engine.InputError as error:
        return None, list(_of_one_side(error.problems))


def _of_one_side(problems: Sequence[engine.Problem]) -> dict[engine.Problem, None]:
    """Both sides have the same problems: those of the first, and what is wrong with the terms."""
    kept: dict[engine.Problem, None] = {}
    for problem in problems:
        match = SIDE.match(problem.path)
        if match is None:
            kept[problem] = None
        elif match[1] == "0":
            kept[engine.Problem(problem.path[match.end() :], problem.message)] = None
    return kept
