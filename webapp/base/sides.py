"""What the sides of a battle are called."""

from collections.abc import Mapping
from typing import Final

from engine import SideId
from webapp.base.texts import N_, _

COLOURS: Final[Mapping[SideId, str]] = {"a": N_("Blue"), "b": N_("Orange")}
"""What both sides are called by, wherever nothing else tells them apart."""


UNNAMED: Final[Mapping[SideId, str]] = {"a": N_("Challenger"), "b": N_("Opponent")}
"""What players of a challenge are called, by player, who have not said it.

Battle files have it in English, whoever sealed last, and each reader's language says it.
"""


def side_name(side: SideId, *names: str | None) -> str:
    """The first of these names that is not empty, or else its colour."""
    name = next(filter(None, names), None) or COLOURS[side]
    return _(name) if name in (COLOURS[side], *UNNAMED.values()) else name


def distinct_names(a: str, b: str) -> dict[str, str]:
    """What sides are called in plain text; where their names are alike, each with its letter."""
    names = {"a": side_name("a", a), "b": side_name("b", b)}
    if names["a"] == names["b"]:
        return {side: f"{name} {side}" for side, name in names.items()}
    return names
