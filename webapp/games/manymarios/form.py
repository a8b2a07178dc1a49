"""The army of Many Marios: its form, normal shape, shelf and figures."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from engine import Text
from engine.rulesets.manymarios import army as rules
from engine.rulesets.manymarios.catalog import ABILITIES, Entry
from engine.rulesets.manymarios.events import ArmySnapshot, UnitSnapshot
from engine.rulesets.manymarios.state import Unit
from webapp.base.builder import (
    CUSTOM_ICON,
    ArmyContext,
    ArmyFigures,
    Figures,
    Filter,
    Meter,
    ShelfItem,
    Stat,
    custom_unit,
    parts_of,
    tags_in,
)
from webapp.base.figures import picture
from webapp.base.form import Field, Form, Kind, Option, Shape, look_fields
from webapp.base.texts import N_, listing
from webapp.base.wording import ORIGINS
from webapp.games.manymarios.words import FLYING_NOTE, thing_names

AP_PROPOSED: Final = 40  # in new terms, and for random armies without a limit


class Custom(Shape, kw_only=True):
    name: str
    energy: int
    ae: int = 0
    de: int = 0
    damage: int = 0
    abilities: list[str] = msgspec.field(default_factory=list)
    figure: str = ""
    tint: str = ""


class Row(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    unit: str | None = None
    custom: Custom | None = None
    equipment: list[str] = []
    combat_items: list[str] = []


class Army(Shape, kw_only=True):
    """An army, the leader first."""

    buildings: list[str] = msgspec.field(default_factory=list)
    lineup: list[Row]


def effects(entry: Entry) -> str:
    """Return what a thing adds: `+1 AE, +3 DE, Flying`."""
    bonuses = {
        N_("{amount:+} AE"): entry.ae,
        N_("{amount:+} DE"): entry.de,
        N_("{amount:+} damage"): entry.damage,
    }
    given = (Text(template, amount=amount) for template, amount in bonuses.items() if amount)
    return listing([*given, *(Text(ABILITIES[id_].name) for id_ in entry.abilities)])


def _abilities(entry: Entry | UnitSnapshot) -> tuple[str, ...]:
    return tuple(ABILITIES[id_].name.lower() for id_ in entry.abilities)


def _things(path: str, label: str, entries: Iterable[Entry], hint: str = "") -> Field:
    """Return the field of things that a unit or an army takes along."""
    options = tuple(
        Option(
            *(row.id, row.name, effects(row), row.ap, row.icon),
            # The abilities of a thing that gives nothing else, for the shelf.
            grants=() if row.ae or row.de or row.damage else _abilities(row),
        )
        for row in entries
    )
    return Field(path, label, "many", hint, options, most=rules.CARRIED_MOST, repeatable=True)


EQUIPPED: Final = _things("equipment", "Equipment", rules.EQUIPMENT.values())
CARRIES: Final = _things("combat_items", "Combat items", rules.COMBAT_ITEMS.values())
BUILDINGS: Final = _things(
    *("buildings", "Combat buildings", rules.BUILDINGS.values()),
    hint="serve every unit of the lineup",
)


def _energy(path: str, label: str, hint: str, least: int = -rules.ENERGY_MOST) -> Field:
    return Field(
        *(f"custom.{path}", label, "number", hint), least=least, most=rules.ENERGY_MOST, default=0
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
            Option(row.id, row.name, row.text, row.custom_ap)
            for row in rules.CUSTOM_ABILITIES.values()
        ),
    ),
    *look_fields(
        "manymarios",
        *(N_("Cat"), N_("Penguin"), N_("Snail"), N_("Pumpkin")),
        *(N_("Robot"), N_("Octopus"), N_("Rabbit"), N_("Frog")),
    ),
)

FORM: Final = Form(
    list="lineup",
    list_name="Lineup",
    unit_word="unit",
    least=1,
    most=rules.LINEUP_MOST,
    head=(Field("name", "Name of the army", "text", most=60), BUILDINGS),
    rows=(
        Kind("unit", "unit", "Unit", (EQUIPPED, CARRIES)),
        Kind("building_unit", "unit", "Building unit", (CARRIES,)),
        Kind("bare_unit", "unit", "Building unit", ()),
        Kind("custom", "custom", "Unit of your own", (*CUSTOM, EQUIPPED, CARRIES)),
    ),
    terms=(
        Field(
            *("ap_limit", "AP limit", "number", "blank: no limit"),
            least=1,
            most=rules.AP_LIMIT_MOST,
            proposed=AP_PROPOSED,
            none=N_("no limit"),
        ),
    ),
)


NO_ABILITY: Final = "no ability"


def _unit(entry: Entry) -> ShelfItem:
    is_launched = "launch" in entry.abilities
    note = FLYING_NOTE if "flying" in entry.abilities and not is_launched else ""
    return ShelfItem(
        id=entry.id,
        key="unit",
        kind=entry.kind if entry.allows_combat_items else "bare_unit",
        name=entry.name,
        icon=picture("manymarios", entry.id, entry.icon),
        cost=entry.ap,
        group="Units" if entry.kind == "unit" else "Building units",
        tags=(*(_abilities(entry) or (NO_ABILITY,)), ORIGINS[entry.origin]),
        stats=(
            Stat("AE", entry.energy + entry.ae),
            Stat("DE", entry.energy + entry.de),
            Stat("Damage", 0 if is_launched else 1 + entry.damage, note=note),
        ),
        lines=tuple(_lines(entry)),
        row={"unit": entry.id},
    )


def _lines(entry: Entry) -> Iterator[str]:
    for id_ in entry.abilities:
        yield Text("{name}: {text}", name=Text(ABILITIES[id_].name), text=Text(ABILITIES[id_].text))
    if entry.kind == "building_unit":
        yield N_("Carries no equipment: it is a building unit")
    if not entry.allows_combat_items:
        yield N_("Carries no combat items")
    if entry.note:
        yield Text("Note: {note}", note=Text(entry.note))


CUSTOM_UNIT: Final = custom_unit(
    N_("Name it, give it energy, damage and abilities; each of them costs AP"),
    {"name": "Custom", "energy": 2},
    picture("manymarios", None, None),
)

SHELF: Final = (*map(_unit, rules.UNITS.values()), CUSTOM_UNIT)
ABILITY_TAGS: Final = (*(row.name.lower() for row in ABILITIES.values()), NO_ABILITY)
FILTERS: Final = (
    Filter("Ability", tags_in(SHELF, ABILITY_TAGS)),
    Filter("Numbers", tags_in(SHELF, ORIGINS.values())),
)


def figures(context: ArmyContext) -> ArmyFigures:
    """Return Army Points, and each unit's energies and damage with their parts."""
    army: ArmySnapshot = context.army
    limit = context.terms.get("ap_limit")
    meters = (Meter("AP", army.ap, limit), Meter("units", len(army.lineup), rules.LINEUP_MOST))
    return ArmyFigures(army.ap, limit, meters, tuple(map(_figures, army.lineup)))


def emptied(army: ArmySnapshot) -> ArmySnapshot:
    """Return the army without units, which costs only its buildings."""
    return replace(army, lineup=(), ap=army.ap - sum(card.ap for card in army.lineup))


def _figures(card: UnitSnapshot) -> Figures:
    unit = Unit(card)
    # A Cannon Pipe deals no damage of its own (its ability says so).
    blow = () if unit.pipe else unit.blow
    flies = FLYING_NOTE if unit.flying and not unit.pipe else ""
    return Figures(
        id=card.id,
        name=card.name,
        icon=picture("manymarios", card.unit, card.icon) or CUSTOM_ICON,
        stats=(
            Stat("AP", card.ap),
            Stat("AE", card.ae, parts_of(card.ae_parts, thing_names())),
            Stat("DE", card.de, parts_of(card.de_parts, thing_names())),
            Stat("Damage", sum(p.amount for p in blow), parts_of(blow, thing_names()), flies),
        ),
        tags=_abilities(card),
    )
