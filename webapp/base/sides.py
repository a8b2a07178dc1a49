"""What the sides of a battle are called."""

import unicodedata
from collections.abc import Mapping
from typing import Final

from engine import SideId
from webapp.base.texts import N_, _, isolated

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
    """Return what both sides are called, each with its letter where only colour tells them apart.

    That is where the names are equal, case and accents apart, or one is the other side's colour.
    """
    names = {"a": side_name("a", a), "b": side_name("b", b)}
    alike = {side: _folded(name) for side, name in names.items()}
    colours = {side: _folded(_(name)) for side, name in COLOURS.items()}
    if alike["a"] in (alike["b"], colours["b"]) or alike["b"] == colours["a"]:
        names = {side: f"{name} {side}" for side, name in names.items()}
    return {side: isolated(name) for side, name in names.items()}


def _folded(name: str) -> str:
    """A name without what two names may differ in and still read alike: case, accents, joiners."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(one for one in plain if unicodedata.category(one) not in ("Mn", "Me", "Cf"))
