"""The shape of a stack as people write it; what it may hold is the engine's to judge."""

from typing import Any

import msgspec


class Custom(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A unit of one's own."""

    name: str
    strength: int
    hits: int
    flying: bool = False
    abilities: dict[str, int | bool] = {}
    terrain: dict[str, int] = {}
    banding: int = 0
    race: list[str] = []
    hero: bool = False

    def __post_init__(self) -> None:
        self.name = self.name.strip()
        self.abilities = {word: int(points) for word, points in self.abilities.items() if points}
        self.terrain = {word: points for word, points in self.terrain.items() if points}


class Row(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A unit of the stack: from the catalog, a hero, or one's own."""

    unit: str | None = None
    hero: str | None = None
    custom: Custom | None = None
    level: int = 1
    name: str = ""
    buys: dict[str, int] = {}
    spells: list[str] = []
    items: list[str] = []
    blessed: bool = False
    medals: int = 0
    poisoned: bool = False
    diseased: bool = False
    paralysed: bool = False

    def __post_init__(self) -> None:
        self.name = self.name.strip()
        self.buys = {word: times for word, times in self.buys.items() if times}


class Army(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A stack, the front unit first."""

    stack: list[Row]
    name: str = ""

    def __post_init__(self) -> None:
        self.name = self.name.strip()


def normal(document: Any) -> dict[str, Any]:
    """The army without what goes without saying. Raises msgspec.ValidationError."""
    army: dict[str, Any] = msgspec.to_builtins(msgspec.convert(document, Army))
    return {key: army[key] for key in ("name", "stack") if key in army}
