"""How a Many Marios army is filled in."""

from collections.abc import Iterable
from typing import Final

from engine.rulesets.manymarios.army import (
    AP_LIMIT_MOST,
    BUILDINGS,
    CARRIED_MOST,
    COMBAT_ITEMS,
    CUSTOM_ABILITIES,
    ENERGY_MOST,
    EQUIPMENT,
    LINEUP_MOST,
)
from engine.rulesets.manymarios.catalog import ABILITIES, Entry
from webapp.base.form import Field, Form, Kind, Option


def effects(entry: Entry) -> str:
    """What a thing adds, in words: `+1 AE, +3 DE, Flying`."""
    amounts = (("AE", entry.ae), ("DE", entry.de), ("damage", entry.damage))
    told = [f"{amount:+} {label}" for label, amount in amounts if amount]
    return ", ".join([*told, *(ABILITIES[id_].name for id_ in entry.abilities)])


def _options(entries: Iterable[Entry]) -> tuple[Option, ...]:
    return tuple(Option(row.id, row.name, effects(row), row.ap, row.icon) for row in entries)


EQUIPPED: Final = Field(
    *("equipment", "Equipment", "many"),
    options=_options(EQUIPMENT.values()),
    most=CARRIED_MOST,
    repeatable=True,
)
CARRIES: Final = Field(
    *("combat_items", "Combat items", "many"),
    options=_options(COMBAT_ITEMS.values()),
    most=CARRIED_MOST,
    repeatable=True,
)


def _energy(path: str, label: str, hint: str, least: int = -ENERGY_MOST) -> Field:
    return Field(
        *(f"custom.{path}", label, "number", hint), least=least, most=ENERGY_MOST, default=0
    )


CUSTOM: Final = (
    Field("custom.name", "Name", "text", most=60),
    _energy("energy", "Energy", "AE and DE to begin with", 0),
    _energy("ae", "AE", "on top of its energy"),
    _energy("de", "DE", "on top of its energy"),
    _energy("damage", "Damage", "on top of 1; 4 AP a point", 0),
    Field(
        *("custom.abilities", "Abilities", "many"),
        options=tuple(
            Option(row.id, row.name, row.text, row.custom_ap) for row in CUSTOM_ABILITIES.values()
        ),
    ),
)

FORM: Final = Form(
    list="lineup",
    list_name="Lineup",
    unit_word="unit",
    least=1,
    most=LINEUP_MOST,
    head=(
        Field("name", "Name of the army", "text", most=60),
        Field(
            *("buildings", "Combat buildings", "many", "serve every unit of the lineup"),
            options=_options(BUILDINGS.values()),
            most=CARRIED_MOST,
            repeatable=True,
        ),
    ),
    rows=(
        Kind("unit", "unit", "Unit", (EQUIPPED, CARRIES)),
        Kind("building_unit", "unit", "Building unit", (CARRIES,)),
        Kind("bare_unit", "unit", "Building unit", ()),
        Kind("custom", "custom", "Unit of your own", (*CUSTOM, EQUIPPED, CARRIES)),
    ),
    terms=(
        Field(
            *("ap_limit", "AP limit", "number", "blank: none"),
            least=1,
            most=AP_LIMIT_MOST,
        ),
    ),
)


def kind_of(entry: Entry) -> str:
    """The kind of row that a unit of the catalog makes."""
    if not entry.allows_combat_items:
        return "bare_unit"
    return entry.kind
