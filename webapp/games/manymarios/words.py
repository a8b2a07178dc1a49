"""Many Marios in words: armies, arrivals, survivors, names, and the catalog as tables."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from engine import Battle, BattleEnded
from engine.rulesets.manymarios.catalog import ABILITIES, ENTRIES
from engine.rulesets.manymarios.events import BattleStarted, UnitSnapshot, UnitsReplaced
from webapp.base.game import load_words
from webapp.base.paths import scene_folder
from webapp.base.texts import N_, _
from webapp.base.wording import ORIGINS, Cell, Link, Names, Sheet, Style, Wording, listed
from webapp.words import templates

Row = Mapping[str, Any]

KINDS: Final = {
    "unit": "Units",
    "building_unit": "Building units",
    "equipment": "Equipment",
    "combat_item": "Combat items",
    "combat_building": "Combat buildings",
}
ENTRY: Final = ("id", "name", "origin", "AP", "AE", "DE", "damage", "abilities", "note")
ABILITY: Final = ("id", "name", "what it does", "AP on a custom unit")
STYLES: Final[Mapping[str, Style]] = {
    "origin": "tag",
    **dict.fromkeys(("AP", "AE", "DE", "damage", ABILITY[-1]), "number"),
}
NOTE: Final = N_("""\
AE and DE are what a unit starts with, or what the thing adds. Numbers of origin *official* are the
wiki's; *our estimate* is made because the wiki's pages can no longer be read. All AP are ours.
""")


def lay_out(catalog: Mapping[str, Any]) -> Iterator[Sheet]:
    """Return one table per kind of thing, the abilities last."""
    for kind, title in KINDS.items():
        rows = [row for row in catalog["entries"].values() if row["kind"] == kind]
        icons = {row["id"]: row["icon"] for row in rows}
        cells = [_entry(catalog, row) for row in rows]
        yield Sheet(title, ENTRY, cells, icons=icons, styles=STYLES, page_only=("note",))
    abilities = [
        (row["id"], row["name"], row["text"], N_("not available") if ap is None else str(ap))
        for row in catalog["abilities"].values()
        for ap in [row["custom_ap"]]
    ]
    yield Sheet("Abilities", ABILITY, abilities, prefix="ability-", styles=STYLES)


def _entry(catalog: Mapping[str, Any], row: Row) -> tuple[Cell, ...]:
    is_unit = row["kind"] in ("unit", "building_unit")
    energies = (row["energy"] + row["ae"], row["energy"] + row["de"])
    numbers = [str(energy) if is_unit else _added(energy) for energy in energies]
    abilities = listed(
        Link(catalog["abilities"][id_]["name"], f"ability-{id_}") for id_ in row["abilities"]
    )
    notes = [row["note"], None if row["allows_combat_items"] else N_("carries no combat items")]
    return (
        *(row["id"], row["name"], ORIGINS[row["origin"]], str(row["ap"])),
        *(*numbers, _added(row["damage"])),
        *(abilities, " ".join(_(note) for note in notes if note)),
    )


def _added(amount: int) -> str:
    return f"{amount:+}" if amount else ""


FLYING_NOTE: Final = N_("+1 on the offense, not against flyers")


@cache
def thing_names() -> dict[str, str]:
    """Return names of abilities, things and other sources of values by id."""
    things = {id_: row.name for id_, row in (ABILITIES | ENTRIES).items()}
    return things | load_words(scene_folder("manymarios")).things


def name_everybody(started: BattleStarted) -> Names:
    """Name sides by name or letter, units as `Toad (Ann)`, numbered if two are alike."""
    armies = {"a": (started.a.name, started.a.lineup), "b": (started.b.name, started.b.lineup)}
    return templates.name_everybody(armies, thing_names())


def list_armies(names: Names, event: BattleStarted) -> Iterator[str]:
    """Return each army with its cost, buildings and units."""
    for side, army in (("a", event.a), ("b", event.b)):
        cost = _("{ap} AP", ap=army.ap)
        if event.ap_limit is not None:
            cost = _("{ap} of {limit} AP", ap=army.ap, limit=event.ap_limit)
        yield ", ".join(filter(None, (names.sides[side], army.army, cost)))
        yield from (f"  {_(names.things[id_])}" for id_ in army.buildings)
        yield from (f"  {_unit(names, card)}" for card in army.lineup)


def _unit(names: Names, card: UnitSnapshot) -> str:
    extra = [_(names.things[id_]) for id_ in card.abilities]
    carried = (*card.equipment, *card.combat_items)
    extra += [_("with {thing}", thing=_(names.things[id_])) for id_ in carried]
    return ", ".join([f"{card.id} {_(card.name)}: AE {card.ae}, DE {card.de}", *extra])


def list_replacements(names: Names, event: UnitsReplaced) -> Iterator[str]:
    yield from (f"  {_unit(names, one.by)}" for one in event.replaced)


def list_survivors(names: Names, event: BattleEnded) -> Iterator[str]:
    for rows in event.survivors.values():
        for row in rows:
            yield f"  {names.units[str(row['id'])]}: AE {row['ae']}, DE {row['de']}"


def name_exact(battle: Battle) -> str:
    if battle.setup.first is None:
        return _("exact: the only chance is who begins")
    return _("exact: the file says who begins, so nothing is left to chance")


WORDS: Final[Wording[BattleStarted]] = Wording(
    names=name_everybody,
    details={
        BattleStarted: list_armies,
        UnitsReplaced: list_replacements,
        BattleEnded: list_survivors,
    },
    names_after={UnitsReplaced: templates.with_replacements},
    exact=name_exact,
    sheets=lay_out,
    catalog_note=NOTE,
)
