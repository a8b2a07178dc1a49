"""What the sides of a battle are called."""

from collections.abc import Mapping
from typing import Final

from engine import SideId
from webapp.base.texts import N_, _

COLOURS: Final[Mapping[SideId, str]] = {"a": N_("Blue"), "b": N_("Orange")}
"""What both sides are called by, wherever nothing else tells them apart."""


def side_name(side: SideId, *names: str | None) -> str:
    """The first of these names that is not empty, or else its colour."""
    return next(filter(None, names), None) or _(COLOURS[side])


def distinct_names(a: str, b: str) -> dict[str, str]:
    """What sides are called in plain text: their names or letters, both where names are alike."""
    names = {"a": a or "a", "b": b or "b"}
    if names["a"] == names["b"]:
        return {side: f"{name} {side}" for side, name in names.items()}
    return names
