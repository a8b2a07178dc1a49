"""What a game's samples call armies and sides: names that every language says in its own words."""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec


class BuiltIn(NamedTuple):
    """Names in English, as recordings have them; a side's stands with that of its army.

    So a player who is called as a side of a sample is, but leads another army, keeps the name.
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
    """The names in a game's file of samples."""
    samples = msgspec.json.decode(file.read_bytes(), type=_Samples) if file else _Samples()
    armies = {one.id: one.army.get("name", "") for one in samples.armies}
    sides = (
        (name, armies.get(army, ""))
        for battle in samples.battles
        for name, army in ((battle.name_a, battle.a), (battle.name_b, battle.b))
    )
    return BuiltIn(frozenset(armies.values()) - {""}, frozenset(sides))
