"""What the sides of a battle are called."""

from typing import Final

from engine import SideId

_UNNAMED: Final[dict[SideId, str]] = {"a": "Side A", "b": "Side B"}


def side_name(side: SideId, *names: str | None) -> str:
    """The first of these names that is not empty, or else `Side A` or `Side B`."""
    return next(filter(None, names), _UNNAMED[side])


def distinct_names(a: str, b: str) -> dict[str, str]:
    """What sides are called in plain text: their names or letters, both where names are alike."""
    names = {"a": a or "a", "b": b or "b"}
    if names["a"] == names["b"]:
        return {side: f"{name} {side}" for side, name in names.items()}
    return names
