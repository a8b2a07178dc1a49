"""Armies as the first event shows them, with the sources of every value."""

from typing import Literal

import msgspec

from engine.core.events import SideId


class Part(msgspec.Struct, frozen=True, gc=False):
    """One contribution to a value.

    source: `energy`, `own`, `base`, or the id of the ability, item or building it comes from.
    amount: the points it adds.
    """

    source: str
    amount: int


class UnitSnapshot(msgspec.Struct, frozen=True):
    """A unit as it enters the battle.

    id: side letter and place in the army, from 1: `a1`.
    side: the side it fights for.
    unit: its catalog id, or null for a custom unit.
    name: its name.
    kind: unit, building_unit or custom.
    origin: source of its numbers: source (the wiki), house (ours) or custom.
    icon: name of its icon, or null for a custom unit.
    ap: Army Points, including what it carries.
    ae: attack energy at the start.
    de: defense energy at the start.
    abilities: ids of its abilities, its own and those from equipment and items.
    equipment: ids of its equipment.
    combat_items: ids of its combat items.
    ae_parts: contributions to its attack energy.
    de_parts: contributions to its defense energy.
    damage_parts: its flat damage bonuses; the AE cap ignores the last one first.
    """

    id: str
    side: SideId
    unit: str | None
    name: str
    kind: Literal["unit", "building_unit", "custom"]
    origin: Literal["source", "house", "custom"]
    icon: str | None
    ap: int
    ae: int
    de: int
    abilities: tuple[str, ...]
    equipment: tuple[str, ...]
    combat_items: tuple[str, ...]
    ae_parts: tuple[Part, ...]
    de_parts: tuple[Part, ...]
    damage_parts: tuple[Part, ...]


class ArmySnapshot(msgspec.Struct, frozen=True):
    """One side's army as it enters the battle.

    name: the side's name, or empty.
    army: the army's name, or empty.
    ap: its Army Points.
    buildings: ids of its combat buildings.
    lineup: its units, the leader first.
    """

    name: str
    army: str
    ap: int
    buildings: tuple[str, ...]
    lineup: tuple[UnitSnapshot, ...]


class Replaced(msgspec.Struct, frozen=True):
    """A replaced unit.

    unit: id of the unit that leaves.
    by: the unit that takes its place, as it would have entered the battle.
    """

    unit: str
    by: UnitSnapshot
