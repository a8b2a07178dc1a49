"""Armies built in forms: a builder for each ruleset, found through this registry."""

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from engine import Problem
from webapp.armies.builder import posted
from webapp.armies.builder.checking import inspect, judge
from webapp.armies.builder.draft import Draft
from webapp.armies.builder.editing import Opponent, Target, editor
from webapp.base.form import Builder, Json

__all__ = [
    "Builder",
    "Draft",
    "Opponent",
    "Target",
    "army_from_form",
    "editor",
    "empty",
    "inspect",
    "judge",
    "of",
    "over_limits",
]


def of(ruleset: str) -> Builder:
    """The builder of a ruleset. Raises NotFound, listing those that there are."""
    from webapp import games

    return games.of(ruleset).builder


def empty(ruleset: str) -> Json:
    """An army without anybody in it."""
    of_ruleset = of(ruleset)
    form = of_ruleset.form
    return of_ruleset.normal({form.list: {key: {} for key in form.fixed} if form.fixed else []})


def army_from_form(ruleset: str, form: MultiDict[str, str]) -> Json:
    """The army that the builder's plain form describes, right or wrong."""
    return posted.army_of(of(ruleset), form)


def over_limits(ruleset: str, army: Any, limits: Mapping[str, Any]) -> list[Problem]:
    """What is wrong with an army's card in a setup under these limits."""
    return list(of(ruleset).over_limits(army, limits))
