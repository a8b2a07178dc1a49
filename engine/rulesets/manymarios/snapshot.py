"""Armies as the first event shows them, with the sources of every value."""

from typing import Annotated, Literal

import msgspec

from engine.core.events import SideId


class Part(msgspec.Struct, frozen=True, gc=False):
    """One contribution to a value."""

    source: Annotated[
        str, "`energy`, `own`, `base`, or the id of the ability, item or building it comes from"
    ]
    amount: Annotated[int, "the points it adds"]


class UnitSnapshot(msgspec.Struct, frozen=True):
    """A unit as it enters the battle."""

    id: Annotated[str, "side letter and place in the army, from 1: `a1`"]
    side: Annotated[SideId, "the side it fights for"]
    unit: Annotated[str | None, "its catalog id, or null for a custom unit"]
    name: Annotated[str, "its name"]
    kind: Annotated[Literal["unit", "building_unit", "custom"], "unit, building_unit or custom"]
    origin: Annotated[
        Literal["source", "house", "custom"],
        "source of its numbers: source (the wiki), house (ours) or custom",
    ]
    icon: Annotated[str | None, "name of its icon, or null for a custom unit that chose none"]
    ap: Annotated[int, "Army Points, including what it carries"]
    ae: Annotated[int, "attack energy at the start"]
    de: Annotated[int, "defense energy at the start"]
    abilities: Annotated[
        tuple[str, ...], "ids of its abilities, its own and those from equipment and items"
    ]
    equipment: Annotated[tuple[str, ...], "ids of its equipment"]
    combat_items: Annotated[tuple[str, ...], "ids of its combat items"]
    ae_parts: Annotated[tuple[Part, ...], "contributions to its attack energy"]
    de_parts: Annotated[tuple[Part, ...], "contributions to its defense energy"]
    damage_parts: Annotated[
        tuple[Part, ...], "its flat damage bonuses; the AE cap ignores the last one first"
    ]


class ArmySnapshot(msgspec.Struct, frozen=True):
    """One side's army as it enters the battle."""

    name: Annotated[str, "the side's name, or empty"]
    army: Annotated[str, "the army's name, or empty"]
    ap: Annotated[int, "its Army Points"]
    buildings: Annotated[tuple[str, ...], "ids of its combat buildings"]
    lineup: Annotated[tuple[UnitSnapshot, ...], "its units, the leader first"]


class Replaced(msgspec.Struct, frozen=True):
    """A replaced unit."""

    unit: Annotated[str, "id of the unit that leaves"]
    by: Annotated[
        UnitSnapshot, "the unit that takes its place, as it would have entered the battle"
    ]
