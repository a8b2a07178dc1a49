"""Reading Many Marios armies from a battle file."""

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import msgspec

from engine.core.battlefile import read_sides
from engine.core.errors import Text
from engine.core.events import SIDES, SideId, side_of
from engine.core.reading import LOOK_KEYS, Members, Reader, read_icon
from engine.rulesets.manymarios.catalog import ABILITIES, Entry, of_kind
from engine.rulesets.manymarios.events import ArmySnapshot, Part, UnitSnapshot

LINEUP_MOST: Final = 40
CARRIED_MOST: Final = 99
ENERGY_MOST: Final = 99
AP_LIMIT_MOST: Final = 100_000
DAMAGE_AP: Final = 4
CUSTOM: Final = "custom"  # the id of the entry of a custom unit, and its kind
Entries: TypeAlias = tuple[Entry, ...]

UNITS: Final = of_kind("unit", "building_unit")
EQUIPMENT: Final = of_kind("equipment")
COMBAT_ITEMS: Final = of_kind("combat_item")
BUILDINGS: Final = of_kind("combat_building")
FIGURES: Final = ("cat", "penguin", "snail", "pumpkin", "robot", "octopus", "rabbit", "frog")
CUSTOM_ABILITIES: Final = {id_: row for id_, row in ABILITIES.items() if row.custom_ap is not None}


class Setup(msgspec.Struct, frozen=True):
    """Both armies, the AP limit if any, and the side that begins if the file fixes it."""

    a: ArmySnapshot
    b: ArmySnapshot
    ap_limit: int | None
    first: SideId | None


def read(fields: Members) -> Setup:
    limit = _read_limit(fields["ap_limit"]) if "ap_limit" in fields else None
    first = fields["options"].mapping(("first",))["first"].word(SIDES, "side")
    a, b = (
        _read_army(members["army"], side, name, limit)
        for side, (name, members) in zip(SIDES, read_sides(fields), strict=True)
    )
    return Setup(a, b, limit, first)


def sizes(setup: Setup) -> tuple[int, int]:
    return len(setup.a.lineup), len(setup.b.lineup)


def _read_limit(reader: Reader) -> int | None:
    noted = len(reader.problems)
    limit = reader.integer(1, AP_LIMIT_MOST)
    return limit if len(reader.problems) == noted else None


def _read_army(reader: Reader, side: SideId, name: str, limit: int | None) -> ArmySnapshot:
    noted = len(reader.problems)
    fields = reader.mapping(("name", "buildings", "lineup"), required=("lineup",))
    army = fields["name"].text()
    buildings = _carried(fields, "buildings", "combat building", BUILDINGS)
    rows = fields["lineup"].sequence(1, LINEUP_MOST, "units")
    units = [_read_unit(row, f"{side}{n}", buildings) for n, row in enumerate(rows, start=1)]
    lineup = tuple(unit for unit in units if unit)
    ap = sum(b.ap for b in buildings) + sum(unit.ap for unit in lineup)
    if limit is not None and ap > limit and len(reader.problems) == noted:
        reader.fail(
            "costs {ap} AP, {over} over the limit of {limit}: "
            "leave something out or raise the limit",
            ap=ap,
            over=ap - limit,
            limit=limit,
        )
    return ArmySnapshot(name, army, ap, tuple(b.id for b in buildings), lineup)


def _read_unit(reader: Reader, id_: str, buildings: Entries) -> UnitSnapshot | None:
    fields = reader.mapping(("unit", "custom", "equipment", "combat_items"))
    entry: Entry | None = None
    if "unit" in fields and "custom" not in fields:
        entry = fields["unit"].choice(UNITS, "unit")
    elif "custom" in fields and "unit" not in fields:
        entry = _read_custom(fields["custom"])
    elif isinstance(reader.value, dict):
        reader.fail("takes either 'unit' (a catalog id) or 'custom' (a unit of your own)")
    noted = len(reader.problems)
    equipment = _carried(fields, "equipment", "equipment", EQUIPMENT)
    items = _carried(fields, "combat_items", "combat item", COMBAT_ITEMS)
    if entry is None:
        return None
    if equipment and entry.kind == "building_unit":
        fields["equipment"].fail(
            "{unit} is a building unit, which carries no equipment", unit=Text(entry.name)
        )
    if items and not entry.allows_combat_items:
        fields["combat_items"].fail("{unit} carries no combat items", unit=Text(entry.name))
    unit = _unit_of(entry, id_, equipment, items, buildings)
    if len(reader.problems) == noted:
        _refuse_energy(reader, unit)
    return unit


def _refuse_energy(reader: Reader, unit: UnitSnapshot) -> None:
    if unit.de <= 0 and "launch" not in unit.abilities:
        reader.fail(
            "{unit} would start with {de} DE; give it at least 1", unit=Text(unit.name), de=unit.de
        )
    for label, value in (("AE", unit.ae), ("DE", unit.de)):
        if value > ENERGY_MOST:
            reader.fail(
                "{unit} would start with {value} {label}; at most {most}",
                unit=Text(unit.name),
                value=value,
                label=label,
                most=ENERGY_MOST,
            )


def _read_custom(reader: Reader) -> Entry | None:
    known = ("name", "energy", "ae", "de", "damage", "abilities", *LOOK_KEYS)
    noted = len(reader.problems)
    fields = reader.mapping(known, required=("name", "energy"))
    name = fields["name"].text()
    if name == "" and "name" in fields and len(reader.problems) == noted:
        fields["name"].fail("is empty; name the unit")
    energy, damage = (fields[key].integer(0, ENERGY_MOST) for key in ("energy", "damage"))
    ae, de = (fields[key].integer(-ENERGY_MOST, ENERGY_MOST, 0) for key in ("ae", "de"))
    abilities = []
    for row in fields["abilities"].sequence(0, len(ABILITIES), "abilities"):
        if row.value == "launch":
            row.fail("a custom unit cannot have launch; only the Cannon Pipe has it")
        elif ability := row.choice(CUSTOM_ABILITIES, "ability"):
            abilities.append(ability)
    icon = read_icon(fields, "manymarios", FIGURES)
    if len(reader.problems) > noted:
        return None
    price = max(energy + ae, 0) + max(energy + de, 0) + DAMAGE_AP * damage
    price += sum(a.custom_ap or 0 for a in {a.id: a for a in abilities}.values())
    return Entry(
        id=CUSTOM,
        name=name,
        kind="unit",
        origin="house",
        ap=max(price, 1),
        icon=icon or "",
        energy=energy,
        ae=ae,
        de=de,
        damage=damage,
        abilities=tuple(a.id for a in abilities),
    )


def _carried(fields: Members, key: str, what: str, table: dict[str, Entry]) -> Entries:
    rows = fields[key].sequence(0, CARRIED_MOST, key.replace("_", " "))
    return tuple(entry for row in rows if (entry := row.choice(table, what)))


def _unit_of(
    entry: Entry, id_: str, equipment: Entries, items: Entries, buildings: Entries
) -> UnitSnapshot:
    carried = (*equipment, *items)
    # Combat buildings affect every unit except Cannon Pipes (see the catalog's notes).
    boosts = () if "launch" in entry.abilities else buildings
    modifiers = (*carried, *boosts)
    energy = Part("energy", entry.energy)
    ae = [energy, *_parts([("own", entry.ae), *((m.id, m.ae) for m in modifiers)])]
    de = [energy, *_parts([("own", entry.de), *((m.id, m.de) for m in modifiers)])]
    damage = _parts([("own", entry.damage), *((m.id, m.damage) for m in carried)])
    abilities = dict.fromkeys(a for e in (entry, *carried) for a in e.abilities)
    custom = entry.id == CUSTOM
    kind: Any = CUSTOM if custom else entry.kind
    return UnitSnapshot(
        id=id_,
        side=side_of(id_),
        unit=None if custom else entry.id,
        name=entry.name,
        kind=kind,
        origin="custom" if custom else entry.origin,
        icon=entry.icon or None,
        ap=entry.ap + sum(m.ap for m in carried),
        ae=max(0, sum(part.amount for part in ae)),
        de=sum(part.amount for part in de),
        abilities=tuple(abilities),
        equipment=tuple(m.id for m in equipment),
        combat_items=tuple(m.id for m in items),
        ae_parts=tuple(ae),
        de_parts=tuple(de),
        damage_parts=tuple(damage),
    )


def _parts(amounts: Iterable[tuple[str, int]]) -> list[Part]:
    return [Part(source, amount) for source, amount in amounts if amount]
