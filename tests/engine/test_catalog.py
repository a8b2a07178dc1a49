"""The catalog of Many Marios: its numbers, and what a careless edit of it runs into."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from engine import CatalogError
from engine.core.catalog import content_hash
from engine.rulesets.manymarios.catalog import ABILITIES, CATALOG_HASH, ENTRIES, FOLDER, load

# id, kind, origin, AP, energy, AE, DE, damage, abilities: typed from the source, not from the files
FACTS = """
goomba                unit            source   4   2  0  0  0
toad                  unit            source   8   4  0  0  0
koopa-troopa          unit            house    7   3  0  0  0  agility
shy-guy               unit            house    6   3  0  0  0
paratroopa            unit            house    9   3  0  0  0  flying
spiny                 unit            house    7   2  0  0  0  stun
boo                   unit            house   10   3  0  0  0  agility flying
bullet-bill           unit            house    6   1  2  0  0  flying
hammer-bro            unit            house   11   4  0  0  0  ballistics
thwomp                unit            house   16   3  0  4  0  defender stun
chain-chomp           unit            house   13   5  0  0  1
piranha-plant         building_unit   house    8   4  0  0  0  defender
fire-piranha-plant    building_unit   source  14   4  0  0  1  defender
giant-piranha-plant   building_unit   source  24   6  0  3  0  defender
jumping-piranha-plant building_unit   source  14   4  0  0  0  defender flying
cannon                building_unit   source   6   1  4  0  0  ballistics
cannon-pipe           building_unit   source  10   0  0  0  0  launch
airship               building_unit   source  40  15  0  0  1  flying air-strike
fire-flower           equipment       house    4   0  0  0  1
super-mushroom        equipment       house    4   0  1  3  0
parawings             equipment       house    3   0  0  0  0  flying
spike-helmet          equipment       house    3   0  0  0  0  stun
super-star            combat_item     house    5   0  2  2  0  agility
mega-mushroom         combat_item     house    7   0  2  0  2
frog-suit             combat_item     house    1   0  0  0  0  agility
training-hall         combat_building house    8   0  1  0  0
watchtower            combat_building house    8   0  0  1  0
"""
ROWS = [line.split() for line in FACTS.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_an_entry_has_the_numbers_of_its_source(row: list[str]) -> None:
    id_, kind, origin, *rest = row
    entry = ENTRIES[id_]
    assert (entry.kind, entry.origin) == (kind, origin)
    assert [entry.ap, entry.energy, entry.ae, entry.de, entry.damage] == list(map(int, rest[:5]))
    assert set(entry.abilities) == set(rest[5:])


def test_there_are_no_other_entries() -> None:
    assert ENTRIES.keys() == {row[0] for row in ROWS}
    assert {id_: row.custom_ap for id_, row in ABILITIES.items()} == {
        "agility": 1,
        "ballistics": 3,
        "defender": 0,
        "flying": 3,
        "stun": 3,
        "launch": None,
        "air-strike": 8,
    }
    assert [id_ for id_, row in ENTRIES.items() if not row.allows_combat_items] == ["airship"]
    for id_, row in ENTRIES.items():
        assert id_ == row.name.lower().replace(" ", "-")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copytree(FOLDER, tmp_path / "catalog")


def spoil(folder: Path, name: str, **members: Any) -> None:
    """Change a row of a file: the Goomba's, or the first one where there is none."""
    path = folder / name
    rows = {row["id"]: row for row in json.loads(path.read_bytes())}
    rows.get("goomba", next(iter(rows.values()))).update(members)
    path.write_text(json.dumps([*rows.values()]), "utf-8")


@pytest.mark.parametrize(
    ("name", "members", "complaint"),
    [
        ("units.json", {"enegry": 3}, "units.json: .*enegry"),
        ("units.json", {"id": "toad"}, "the catalog: given more than once: toad"),
        ("abilities.json", {"id": "stun"}, "abilities.json: given more than once: stun"),
        (
            "units.json",
            {"abilities": ["flyin"]},
            "goomba: no ability 'flyin'; did you mean 'flying'",
        ),
    ],
)
def test_a_spoilt_catalog_is_refused(
    folder: Path, name: str, members: dict[str, Any], complaint: str
) -> None:
    spoil(folder, name, **members)
    with pytest.raises(CatalogError, match=complaint):
        load(folder)


def test_a_file_that_is_missing_or_no_json_is_refused(folder: Path) -> None:
    (folder / "units.json").write_text("[", "utf-8")
    with pytest.raises(CatalogError, match=r"units\.json"):
        load(folder)


def test_the_hash_follows_the_content_and_not_the_white_space(folder: Path) -> None:
    path = folder / "units.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()), indent=4), "utf-8")
    assert content_hash(folder) == CATALOG_HASH
    spoil(folder, "units.json", ap=5)
    assert content_hash(folder) != CATALOG_HASH
