"""The shape of an allotment as people write it; what it may hold is the engine's to judge."""

from typing import Any

import msgspec

from engine.rulesets.siege.snapshot import LETTERS, Letter


class Unit(msgspec.Struct, forbid_unknown_fields=True):
    """A unit's points."""

    atk: int = 0
    def_: int = msgspec.field(default=0, name="def")
    hp: int = 0


class Army(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An allotment."""

    units: dict[Letter, Unit]
    name: str = ""

    def __post_init__(self) -> None:
        self.name = self.name.strip()
        self.units = {letter: self.units.get(letter, Unit()) for letter in LETTERS}


def normal(document: Any) -> dict[str, Any]:
    """The allotment with its five units in order. Raises msgspec.ValidationError."""
    army: dict[str, Any] = msgspec.to_builtins(msgspec.convert(document, Army))
    return {key: army[key] for key in ("name", "units") if key in army}
