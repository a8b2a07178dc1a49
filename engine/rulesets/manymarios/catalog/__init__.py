"""The catalog of Many Marios: abilities and everything that costs Army Points."""

from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from engine.core import catalog

FOLDER: Final = Path(__file__).parent

Kind = Literal["unit", "building_unit", "equipment", "combat_item", "combat_building"]


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A combat ability; `custom_ap` is its price for custom units, None if they cannot have it."""

    id: str
    name: str
    text: str
    custom_ap: int | None


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A catalog row; `origin` tells whether the numbers are the wiki's (source) or ours (house)."""

    id: str
    name: str
    kind: Kind
    origin: Literal["source", "house"]
    ap: int
    icon: str
    energy: int = 0
    ae: int = 0
    de: int = 0
    damage: int = 0
    abilities: tuple[str, ...] = ()
    allows_combat_items: bool = True
    note: str | None = None


def load(folder: Path = FOLDER) -> tuple[dict[str, Ability], dict[str, Entry]]:
    """Load the abilities and entries by id. Raises CatalogError."""
    abilities = catalog.load_rows(folder / "abilities.json", Ability)
    rows: list[Entry] = []
    for path in sorted(folder.glob("*.json")):
        if path.name != "abilities.json":
            rows.extend(catalog.load(path, tuple[Entry, ...]))
    catalog.refuse_duplicates("the catalog", (row.id for row in rows))
    for row in rows:
        catalog.refuse_dangling(row.id, "ability", row.abilities, abilities)
    return abilities, {row.id: row for row in rows}


ABILITIES, ENTRIES = load()
CATALOG_HASH: Final = catalog.content_hash(FOLDER)


def of_kind(*kinds: Kind) -> dict[str, Entry]:
    return {id_: entry for id_, entry in ENTRIES.items() if entry.kind in kinds}


def as_data() -> dict[str, Any]:
    return {
        "ruleset": "manymarios",
        "abilities": {id_: msgspec.to_builtins(row) for id_, row in ABILITIES.items()},
        "entries": {id_: msgspec.to_builtins(row) for id_, row in ENTRIES.items()},
    }
