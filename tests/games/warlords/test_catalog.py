"""The catalog of Warlords: what is in it, and what a careless edit of it runs into."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from engine import CatalogError
from engine.rulesets.warlords.catalog import CATALOG, FOLDER, SLAYERS, load


def test_the_game_has_so_many_of_each() -> None:
    counts = {name: len(getattr(CATALOG, name)) for name in ("units", "heroes", "items", "spells")}
    assert counts == {"units": 95, "heroes": 15, "items": 40, "spells": 43}
    assert {city.id: city.fortify for city in CATALOG.cities.values()} == {
        "village": 1,
        "town": 2,
        "citadel": 3,
    }
    assert len(SLAYERS) == 8


# id, strength, hits, flies, abilities, ground: typed from the source, not from the files
FACTS = """
mummies        3 4 no   poison=3         desert=2
black-dragons  9 3 yes  acid=5           -
dwarf-runners  1 4 no   -                hills=1
minotaurs      5 3 no   chaos=2          city=2
knights        5 2 no   group-warding=1  open=2
moonguard      6 2 no   missile=4        forest=1
gnoll-cavalry  5 2 no   assassin=4       -
iron-golem     6 3 no   trample=3        city=1
knight-lords   6 3 no   dragonslayer=2   open=2
"""


@pytest.mark.parametrize("line", FACTS.strip().splitlines())
def test_units_of_the_worked_cases_have_their_numbers(line: str) -> None:
    id_, strength, hits, flies, *points = line.split()
    unit = CATALOG.units[id_]
    assert (unit.strength, unit.hits, unit.flying) == (int(strength), int(hits), flies == "yes")
    for text, found in zip(points, (unit.abilities, unit.terrain), strict=True):
        word, _, amount = text.partition("=")
        assert found == ({} if text == "-" else {word: int(amount)})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the catalog, to be spoilt."""
    return copytree(FOLDER, tmp_path / "catalog")


@pytest.mark.parametrize(
    ("name", "members", "complaint"),
    [
        ("units", {"sstrength": 3}, "units.json: .*sstrength"),
        ("units", {"strength": "3"}, "units.json: .*strength"),
        ("units", {"id": "trolls"}, "units.json: given more than once: trolls"),
        ("units", {"id": "monk"}, "the catalog: given more than once: monk"),
        ("units", {"abilities": {"acit": 1}}, "no ability 'acit'; did you mean 'acid'"),
        ("units", {"terrain": {"hils": 1}}, "no terrain 'hils'; did you mean 'hills'"),
        ("units", {"race": ["elv"]}, "no race 'elv'; did you mean 'elf'"),
        ("heroes", {"spells": {"blss": 1}}, "no spell 'blss'; did you mean 'bless'"),
        ("heroes", {"special_buy": {"misssile+3": 1}}, "no purchase 'misssile'; did you mean"),
        ("items", {"effects": {"fligt": 1}}, "no effect 'fligt'; did you mean 'flight'"),
        ("spells", {"classes": ["munk"]}, "no class 'munk'; did you mean 'monk'"),
        ("spells", {"summons": [{"unit": "imp", "least": 1, "most": 2}]}, "no unit 'imp'"),
        ("effects", {"id": "acid"}, "abilities.json and effects.json: given more than once: acid"),
    ],
)
def test_a_spoilt_catalog_is_refused(
    folder: Path, name: str, members: dict[str, Any], complaint: str
) -> None:
    path = folder / f"{name}.json"
    first, *rest = json.loads(path.read_bytes())
    path.write_text(json.dumps([first | members, *rest]), "utf-8")
    with pytest.raises(CatalogError, match=complaint):
        load(folder)
