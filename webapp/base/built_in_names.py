"""Names of armies and sides in a game's samples, which are translated."""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec


class BuiltIn(NamedTuple):
    """Built-in names in English; a side's name is paired with that of its army.

    So a player who shares a sample side's name but leads another army keeps the name.
    """

    armies: frozenset[str]
    sides: frozenset[tuple[str, str]]


class _Army(msgspec.Struct):
    id: str
    army: dict[str, Any]


class _Battle(msgspec.Struct):
    a: str
    b: str
    name_a: str
    name_b: str


class _Samples(msgspec.Struct):
    armies: tuple[_Army, ...] = ()
    battles: tuple[_Battle, ...] = ()


@cache
def of_samples(file: Path | None) -> BuiltIn:
    samples = msgspec.json.decode(file.read_bytes(), type=_Samples) if file else _Samples()
    armies = {one.id: one.army.get("name", "") for one in samples.armies}
    sides = (
        (name, armies.get(army, ""))
        for battle in samples.battles
        for name, army in ((battle.name_a, battle.a), (battle.name_b, battle.b))
    )
    return BuiltIn(frozenset(armies.values()) - {""}, frozenset(sides))
