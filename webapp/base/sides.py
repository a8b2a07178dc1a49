"""Display names of a battle's sides."""

import unicodedata
from collections.abc import Mapping
from typing import Final

from engine import SideId
from webapp.base.texts import N_, _, isolated

COLOURS: Final[Mapping[SideId, str]] = {"a": N_("Blue"), "b": N_("Orange")}  # default names


# Default names of a challenge's players. Battle files have them in English; pages translate them.
UNNAMED: Final[Mapping[SideId, str]] = {"a": N_("Challenger"), "b": N_("Opponent")}


def side_name(side: SideId, *names: str | None) -> str:
    """Return the first non-empty name, or else the side's colour."""
    name = next(filter(None, names), None) or COLOURS[side]
    return _(name) if name in (COLOURS[side], *UNNAMED.values()) else name


def distinct_names(a: str, b: str) -> dict[str, str]:
    """Return both sides' names, with letters if they are equal or one is the other's colour."""
    names = {"a": side_name("a", a), "b": side_name("b", b)}
    alike = {side: _folded(name) for side, name in names.items()}
    colours = {side: _folded(_(name)) for side, name in COLOURS.items()}
    if alike["a"] in (alike["b"], colours["b"]) or alike["b"] == colours["a"]:
        names = {side: f"{name} {side}" for side, name in names.items()}
    return {side: isolated(name) for side, name in names.items()}


def are_alike(one: str, other: str) -> bool:
    return _folded(one) == _folded(other)


def _folded(name: str) -> str:
    """Fold case, accents and joiners, in which names that read alike may differ."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(one for one in plain if unicodedata.category(one) not in ("Mn", "Me", "Cf"))
