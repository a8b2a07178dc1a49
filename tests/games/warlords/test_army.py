"""Battle files of stacks: what is refused, with path and remedy (W13, W14)."""

from typing import Any

import pytest

import engine
from tests.stacks import Row, battle_file, hero, named, problems, unit

ROW = "sides[0].army.stack[0]"
KINDS = "takes one of 'unit' (a catalog id), 'hero' (a class) and 'custom' (your own)"


def first(row: Row, **field: Any) -> list[str]:
    return problems(battle_file([row], [unit(1, 1)], **field))


@pytest.mark.parametrize("affliction", ["poisoned", "diseased", "paralysed"])
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
        (hero("monk", 9, spells=["blss"]), ".spells[0]: no spell 'blss'; did you mean 'bless'?"),
        (hero("monk", 9, buys={"leadrship": 1}),
         ".buys.leadrship: no key 'leadrship'; did you mean 'leadership'?"),
        (unit(5, 1, acis=1), ".custom.abilities.acis: no key 'acis'; did you mean 'acid'?"),
        (unit(5, 1, race=["elv"]), ".custom.race[0]: no race 'elv'; did you mean 'elf'?"),
        (unit(5, 1, terrain={"hils": 1}),
         ".custom.terrain.hils: no key 'hils'; did you mean 'hills'?"),
        (unit(5, 1, flying=1), ".custom.flying: must be true or false"),
        (named("trolls", blessed="yes"), ".blessed: must be true or false"),
        (named("trolls", level=3),
         ".level: is for heroes only; leave it out, or make the row a 'hero', no unit"),
        ({"unit": "trolls", "hero": "monk"}, f": {KINDS}"),
        ({}, f": {KINDS}"),
        (unit(5, 1, name=" "), ".custom.name: is empty; name the unit"),
    ],
)  # fmt: skip
def test_a_bad_row_is_refused_with_path_and_remedy(row: Row, problem: str) -> None:
    assert first(row) == [f"{ROW}{problem}"]


def test_nine_units_in_the_field_are_refused() -> None:
    nine = [unit(1, 1)] * 9
    assert problems(battle_file([unit(1, 1)], nine)) == [
        "sides[1].army.stack: holds 9 units; it takes 1 to 8"
    ]
    assert problems(battle_file(nine, [unit(1, 1)], city="town")) == [
        "sides[0].army.stack: holds 9 units; it takes 1 to 8"
    ]


def test_the_defender_of_a_city_fields_up_to_32() -> None:
    assert problems(battle_file([unit(1, 1)], [unit(1, 1)] * 32, city="village")) == []
    assert problems(battle_file([unit(1, 1)], [unit(1, 1)] * 33, city="village")) == [
        "sides[1].army.stack: holds 33 units; it takes 1 to 32"
    ]


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        ({"terrain": ["swamp"]}, "field.terrain[0]: no terrain 'swamp'; there are desert, forest, "
         "hills, ice, marsh, open"),
        ({"terrain": ["hills", "hills"]},
         "field.terrain[1]: 'hills' is there already; name it once"),
        ({"city": "castle"}, "field.city: no city 'castle'; there are citadel, town, village"),
        ({"die": 17}, "field.die: is 17; it must be from 18 to 26"),
        ({"die": 27}, "field.die: is 27; it must be from 18 to 26"),
        ({"dice": 20}, "field.dice: no key 'dice'; did you mean 'die'?"),
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


def test_all_problems_are_listed_at_once() -> None:
    stack = [named("trols"), unit(0, 1), hero("monk", 1, buys={"leadership": 1})]
    listed = problems(battle_file(stack, [], terrain=["moon"]))
    assert [problem.split(":")[0] for problem in listed] == [
        "field.terrain[0]",
        "sides[0].army.stack[0].unit",
        "sides[0].army.stack[1].custom.strength",
        "sides[0].army.stack[2].buys",
        "sides[1].army.stack",
    ]
