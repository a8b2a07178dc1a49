"""The shape of a Many Marios army as people write it; what it may hold is the engine's to judge."""

from typing import Any

import msgspec


class Custom(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A unit of one's own."""

    name: str
    energy: int
    ae: int = 0
    de: int = 0
    damage: int = 0
    abilities: list[str] = []

    def __post_init__(self) -> None:
        self.name = self.name.strip()


class Row(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A unit of the lineup, from the catalog or one's own, with what it carries."""

    unit: str | None = None
    custom: Custom | None = None
    equipment: list[str] = []
    combat_items: list[str] = []


class Army(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An army, the leader first."""

    lineup: list[Row]
    name: str = ""
    buildings: list[str] = []

    def __post_init__(self) -> None:
        self.name = self.name.strip()


def normal(document: Any) -> dict[str, Any]:
    """The army without what goes without saying. Raises msgspec.ValidationError."""
    army: dict[str, Any] = msgspec.to_builtins(msgspec.convert(document, Army))
    return {key: army[key] for key in ("name", "buildings", "lineup") if key in army}
