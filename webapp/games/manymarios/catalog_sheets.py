"""The catalog of Many Marios as tables, for terminal and page."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from webapp.base.texts import N_, _
from webapp.base.wording import ORIGINS, Cell, Link, Sheet, Style, listed

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
        (row["id"], row["name"], row["text"], N_("not to be had") if ap is None else str(ap))
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
