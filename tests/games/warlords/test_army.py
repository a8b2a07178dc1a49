"""Stacks in battle files, heroes and what they carry (W10 to W14), and the catalog."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

import engine
from engine import CatalogError
from engine.rulesets.warlords.catalog import CATALOG, FOLDER, SLAYERS, load
from tests.battle_log import problems
from tests.stacks import Row, battle_file, hero, named, opening, ready, unit

ROW = "sides[0].army.stack[0]"
KINDS = "takes one of 'unit' (a catalog id), 'hero' (a class) and 'custom' (your own)"


def first(row: Row, **field: Any) -> list[str]:
    return problems(battle_file([row], [unit(1, 1)], **field))


@pytest.mark.parametrize("affliction", ["poisoned", "diseased", "paralysed", "cursed"])
def test_w13_blessed_and_afflicted_at_once_is_refused(affliction: str) -> None:
    assert first(unit(5, 1, blessed=True, **{affliction: True})) == [
        f"{ROW}: is blessed and {affliction} at once; a blessing lifts it, so name one of them"
    ]
    assert first(unit(5, 1, blessed=False, **{affliction: True})) == []


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (unit(0, 1), ".custom.strength: is 0; it must be from 1 to 15"),
        (unit(16, 1), ".custom.strength: is 16; it must be from 1 to 15"),
        (unit(5, 0), ".custom.hits: is 0; it must be from 1 to 20"),
        (unit(5, 1, acid=21), ".custom.abilities.acid: is 21; it must be from 0 to 20"),
        (unit(5, 1, banding=-1), ".custom.banding: is -1; it must be from 0 to 20"),
        (hero("bard", 11), ".level: is 11; it must be from 1 to 10"),
        (unit(5, 1, medals=5), ".medals: is 5; it must be from 0 to 4"),
    ],
)
def test_w14_numbers_have_bounds(row: Row, problem: str) -> None:
    assert first(row) == [f"{ROW}{problem}"]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (named("trols"), ".unit: no unit 'trols'; did you mean 'trolls'?"),
        (hero("munk"), ".hero: no hero class 'munk'; did you mean 'monk'?"),
        (hero("bard", items=["elvenring"]),
         ".items[0]: no item 'elvenring'; did you mean 'elven-ring'?"),
        (hero("monk", 9, buys={"leadrship": 1}),
         ".buys.leadrship: no key 'leadrship'; did you mean 'leadership'?"),
        (unit(5, 1, acis=1), ".custom.abilities.acis: no key 'acis'; did you mean 'acid'?"),
        (unit(5, 1, terrain={"hils": 1}),
         ".custom.terrain.hils: no key 'hils'; did you mean 'hills'?"),
        (named("trolls", blessed="yes"), ".blessed: must be true or false"),
        (named("trolls", level=3),
         ".level: is for heroes only; leave it out, or make the row a 'hero' instead of 'unit'"),
        ({"unit": "trolls", "hero": "monk"}, f": {KINDS}"),
        (unit(5, 1, name=" "), ".custom.name: is empty; name the unit"),
    ],
)  # fmt: skip
def test_a_bad_row_is_refused_with_path_and_remedy(row: Row, problem: str) -> None:
    assert first(row) == [f"{ROW}{problem}"]


def test_a_stack_has_8_units_and_a_city_s_defender_32() -> None:
    nine = [unit(1, 1)] * 9
    assert problems(battle_file(nine, [unit(1, 1)], city="town")) == [
        "sides[0].army.stack: has 9 units; it must have 1 to 8"
    ]
    # The defender of a city fields up to 32.
    assert problems(battle_file([unit(1, 1)], [unit(1, 1)] * 32, city="village")) == []
    assert problems(battle_file([unit(1, 1)], [unit(1, 1)] * 33, city="village")) == [
        "sides[1].army.stack: has 33 units; it must have 1 to 32"
    ]


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        ({"terrain": ["swamp"]}, "field.terrain[0]: no terrain 'swamp'; there are desert, forest, "
         "hills, ice, marsh, open"),
        ({"terrain": ["hills", "hills"]},
         "field.terrain[1]: 'hills' is there already; name it once"),
        ({"die": 27}, "field.die: is 27; it must be from 18 to 26"),
    ],
)  # fmt: skip
def test_a_bad_field_is_refused(field: Row, problem: str) -> None:
    assert first(unit(1, 1), **field) == [problem]


@pytest.mark.parametrize(
    ("field", "terrain"),
    [({}, ("open",)), ({"city": "town"}, ()), ({"city": "town", "terrain": ["ice"]}, ("ice",))],
)
def test_without_city_and_words_the_ground_is_open(field: Row, terrain: tuple[str, ...]) -> None:
    setup = engine.read(battle_file([unit(1, 1)], [unit(1, 1)], **field)).setup
    assert (setup.field.terrain, setup.field.die) == (terrain, 20)


def card(row: Row, *others: Row) -> object:
    return opening([row, *others], [unit(1, 1)]).only("battle_started").a.stack[0]


def test_w10_points_and_purchases() -> None:
    # Barbarian 6 + 3; hits 2 + 2; leadership 1 + 1.
    row = ready([hero("barbarian", 7, buys={"strength": 1, "hits": 2})], [unit(1, 1, chaos=1)])[
        "a1"
    ]
    assert (row.strength, row.hits) == (9, 4)
    ranger = card(hero("ranger", 6, buys={"missile+3": 2}))
    assert ranger.power("missile") == 6  # type: ignore[attr-defined]


def test_w10_whoever_overspends_is_refused() -> None:
    # Leadership twice 4 + Wrath of Kali 4 = 8 points; a monk of level 5 has 7.
    row = hero("monk", 5, buys={"leadership": 2}, spells=["wrath-of-kali"])
    assert first(row) == [
        "sides[0].army.stack[0].buys: costs 8 ability points with its spells, but a level 5 Monk "
        "has 7: 1 too many; leave something out or raise the level"
    ]
    assert first({**row, "level": 6}) == []
    # What has no step is bought once.
    assert first(hero("monk", 10, buys={"manslayer": 2})) == [
        "sides[0].army.stack[0].buys.manslayer: is 2; it must be from 1 to 1"
    ]


@pytest.mark.parametrize(("level", "points"), [(4, 1), (5, 2), (7, 2), (8, 3), (9, 3), (10, 4)])
def test_w10_a_slayer_is_worth_more_at_higher_levels(level: int, points: int) -> None:
    monk = card(hero("monk", level, buys={"manslayer": 1}))
    assert monk.abilities["manslayer"] == points  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "row", [unit(5, 1, items=["elven-ring"]), named("trolls", items=["elven-ring"])]
)
def test_w11_items_are_for_heroes_only(row: Row) -> None:
    (problem,) = first(row)
    assert problem.startswith("sides[0].army.stack[0].items: are for heroes only")


def test_w11_an_item_is_carried_once_and_serves_wearer_or_stack() -> None:
    assert first(hero("bard", items=["elven-ring", "elven-ring"])) == [
        "sides[0].army.stack[0].items[1]: Elven Ring is carried already; name it once"
    ]
    # Bane's Crown: fear 3 for the stack, assassin 3 for the wearer.
    started = opening([hero("bard", items=["banes-crown"]), unit(5, 1)], [unit(1, 1)])
    army = started.only("battle_started").a
    assert [u.power("assassin") for u in army.stack] == [3, 0]
    assert [p.amount for p in army.totals["fear"]] == [3]


def test_w12_a_spell_counts_more_at_higher_levels() -> None:
    fortify, drain = (CATALOG.spells[id_] for id_ in ("fortify", "life-drain"))
    assert [fortify.at(n)["fortify"] for n in (5, 6, 8, 9, 10)] == [1, 2, 2, 3, 3]
    assert [drain.at(n)["life-drain"] for n in (1, 8, 9)] == [1, 1, 2]


def test_w12_spells_serve_the_caster_or_the_stack() -> None:
    # Berserker gives medals to all and 4 are the most.
    shaman = hero("shaman", 6, spells=["berserker"])
    started = opening([shaman, unit(5, 1, medals=3)], [unit(1, 1)])
    assert [u.medals for u in started.only("battle_started").a.stack] == [2, 4]
    # Bless blesses the stack and lifts its afflictions.
    priest = hero("priest", 3, spells=["bless"])
    sick = unit(5, 2, poisoned=True, diseased=True, paralysed=True)
    started = opening([priest, sick], [unit(1, 1, chaos=1)]).only("battle_started").a.stack[1]
    assert started.blessed
    assert (started.poisoned, started.diseased, started.paralysed) == (False,) * 3
    assert (started.strength, started.hits) == (6, 2)
    # A spell of another class is refused.
    assert first(hero("monk", 10, spells=["bless"])) == [
        "sides[0].army.stack[0].spells[0]: the Monk cannot learn Bless; its spells are "
        "mighty-blow, body-control, mind-control, critical-strike, wrath-of-kali"
    ]


def test_the_game_has_so_many_of_each() -> None:
    counts = {name: len(getattr(CATALOG, name)) for name in ("units", "heroes", "items", "spells")}
    assert counts == {"units": 95, "heroes": 15, "items": 40, "spells": 43}
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


def test_units_have_their_numbers() -> None:
    for id_, strength, hits, flies, *points in map(str.split, FACTS.strip().splitlines()):
        unit = CATALOG.units[id_]
        assert (unit.strength, unit.hits, unit.flying) == (int(strength), int(hits), flies == "yes")
        for text, found in zip(points, (unit.abilities, unit.terrain), strict=True):
            word, _, amount = text.partition("=")
            assert found == ({} if text == "-" else {word: int(amount)}), id_


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copytree(FOLDER, tmp_path / "catalog")


@pytest.mark.parametrize(
    ("name", "members", "complaint"),
    [
        ("units", {"strength": "3"}, r"units.json: .*\$\[barge\].strength"),
        ("units", {"origin": "ours"}, r"\$\[barge\].origin"),
        ("units", {"id": "trolls"}, "units.json: given more than once: trolls"),
        ("units", {"abilities": {"acit": 1}}, "no ability 'acit'; did you mean 'acid'"),
        ("heroes", {"spells": {"blss": 1}}, "no spell 'blss'; did you mean 'bless'"),
        ("heroes", {"special_buy": {"misssile+3": 1}}, "no purchase 'misssile'; did you mean"),
        ("spells", {"classes": ["munk"]}, "no class 'munk'; did you mean 'monk'"),
        ("spells", {"summons": [{"unit": "imp", "least": 1, "most": 2}]}, "no unit 'imp'"),
        ("effects", {"id": "acid"}, "abilities.json and effects.json: given more than once: acid"),
    ],
)
def test_a_spoilt_catalog_is_refused(
    folder: Path, name: str, members: dict[str, Any], complaint: str
) -> None:
    path = folder / f"{name}.json"
    rows = {row["id"]: row for row in json.loads(path.read_bytes())}
    rows.get("barge", next(iter(rows.values()))).update(members)
    path.write_text(json.dumps([*rows.values()]), "utf-8")
    with pytest.raises(CatalogError, match=complaint):
        load(folder)
