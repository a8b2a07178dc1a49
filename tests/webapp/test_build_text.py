"""Armies as compact text: what is written is read back exactly, what people write is forgiven."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from tests.webapp.army_strategies import OF_RULESETS
from webapp import games
from webapp.armies.builder import importing
from webapp.base.paths import PACKAGE
from webapp.battles import samples

EXAMPLES = settings(derandomize=True, max_examples=100)
OF_SAMPLES = [
    (r, s.army) for r in engine.rulesets() for s in samples.load(games.game(r)).armies.values()
]


def read(ruleset: str, text: str) -> dict[str, Any]:
    told = importing.read(games.game(ruleset), text)
    assert told.notes == ()
    return told.army


def lineup(text: str) -> list[Any]:
    rows: list[Any] = read("manymarios", text)["lineup"]
    return rows


def stack(text: str) -> list[Any]:
    rows: list[Any] = read("warlords", text)["stack"]
    return rows


def refused(ruleset: str, text: str) -> list[str]:
    with pytest.raises(engine.InputError) as caught:
        importing.read(games.game(ruleset), text)
    return [str(problem) for problem in caught.value.problems]


def setup_of(ruleset: str, army: Any) -> Any:
    side = samples.side_of(games.game(ruleset), army)
    battle = engine.read({"ruleset": ruleset, "sides": [side, side]})
    return battle.setup


@pytest.mark.parametrize("ruleset", OF_RULESETS)
@EXAMPLES
@given(data=st.data())
def test_what_is_written_is_read_back_exactly(ruleset: str, data: Any) -> None:
    army = data.draw(OF_RULESETS[ruleset])
    of_ruleset = games.game(ruleset).builder
    normal = of_ruleset.normal(army)
    assert read(ruleset, of_ruleset.write(normal)) == normal


@pytest.mark.parametrize("ruleset", OF_RULESETS)
@EXAMPLES
@given(data=st.data())
def test_the_normal_form_is_the_same_army(ruleset: str, data: Any) -> None:
    army = data.draw(OF_RULESETS[ruleset])
    of_ruleset = games.game(ruleset).builder
    normal = of_ruleset.normal(army)
    assert of_ruleset.normal(normal) == normal
    try:
        meant = setup_of(ruleset, army)
    except engine.InputError:
        return
    assert setup_of(ruleset, normal) == meant


def test_what_goes_without_saying_is_left_out() -> None:
    custom = {"name": " Beast ", "strength": 1, "hits": 1, "abilities": {"acid": 0}, "hero": False}
    army = {"name": "", "stack": [{"custom": custom, "medals": 0}, {"hero": "monk", "level": 1}]}
    assert games.game("warlords").builder.normal(army) == {
        "stack": [{"custom": {"name": "Beast", "strength": 1, "hits": 1}}, {"hero": "monk"}]
    }


@pytest.mark.parametrize(("ruleset", "army"), OF_SAMPLES)
def test_every_sample_survives_text_and_json(ruleset: str, army: Any) -> None:
    of_ruleset = games.game(ruleset).builder
    assert read(ruleset, of_ruleset.write(of_ruleset.normal(army))) == army
    assert read(ruleset, json.dumps(army, indent=2)) == army


def test_the_examples_of_the_readme_are_what_they_say() -> None:
    text = (PACKAGE / "armies/builder" / "README.md").read_text("utf-8")
    examples = re.findall(r"(?s)```text\n(.*?)```", text)
    for ruleset, example in zip(("manymarios", "warlords", "siege"), examples, strict=True):
        army = read(ruleset, example)
        assert setup_of(ruleset, army).a.army == army["name"]
        assert games.game(ruleset).builder.write(army) == example


def test_an_army_is_written_in_words() -> None:
    army = {
        "name": "Sky fleet",
        "buildings": ["watchtower"],
        "lineup": [
            {"unit": "airship"},
            *[{"unit": "goomba", "equipment": ["parawings"], "combat_items": ["frog-suit"]}] * 2,
            {"custom": {"name": 'The "Eye"', "energy": 2, "ae": 3, "abilities": ["ballistics"]}},
        ],
    }
    assert games.game("manymarios").builder.write(army) == (
        "= Sky fleet\n"
        "+ Watchtower\n"
        "Airship\n"
        "2x Goomba @ Parawings, Frog Suit\n"
        'Custom "The \\"Eye\\"": energy 2, ae 3, ballistics\n'
    )


def test_a_stack_is_written_in_words() -> None:
    hero = {"hero": "monk", "level": 7, "name": "Wu", "buys": {"leadership": 2, "manslayer": 1}}
    hero |= {"spells": ["wrath-of-kali"], "items": ["orb-of-balance"]}
    custom = {"name": "Beast", "strength": 6, "hits": 3, "terrain": {"city": 2}, "race": ["undead"]}
    army = {"stack": [hero, {"custom": custom, "medals": 1}]}
    assert games.game("warlords").builder.write(army) == (
        'Monk 7 "Wu": leadership x2, manslayer, casts Wrath of Kali @ Orb of Balance\n'
        'Custom "Beast": strength 6, hits 3, city +2, undead, medals 1\n'
    )


@pytest.mark.parametrize(
    "line",
    [
        "2x Goomba",
        "2 goombas",
        "- 2 \u00d7 goomba",
        "* GOOMBA x2",
        "1. 2x goomba",
        "> 2x Goomba",
        "`2x goomba`",
        "```\n2x goomba\n```",
        "# the front\n\n  Goomba  \n// and another\nGoomba",
    ],
)
def test_a_line_may_be_decorated_as_chats_do(line: str) -> None:
    assert lineup(line) == [{"unit": "goomba"}] * 2


@pytest.mark.parametrize("name", ["Koopa Troopa", "koopa-troopa", "KOOPA_TROOPA", "koopa troopas"])
def test_a_name_may_be_written_in_any_way(name: str) -> None:
    assert lineup(name) == [{"unit": "koopa-troopa"}]


def test_a_hero_and_a_unit_of_nearly_one_name_are_told_apart() -> None:
    assert stack("Barbarian 2\nBarbarians") == [
        {"hero": "barbarian", "level": 2},
        {"unit": "barbarians"},
    ]


def test_details_may_come_in_any_order_and_with_semicolons() -> None:
    text = "Monk “Wu” level 7 @ orb of balance: Wrath of Kali; 2x leadership; blessed; manslayer"
    (monk,) = stack(text)
    assert monk == {
        "hero": "monk",
        "level": 7,
        "name": "Wu",
        "buys": {"leadership": 2, "manslayer": 1},
        "spells": ["wrath-of-kali"],
        "items": ["orb-of-balance"],
        "blessed": True,
    }


def test_a_word_that_is_a_purchase_and_a_spell_is_told_apart_by_casts() -> None:
    (bard,) = stack("Bard 10: fortify x2, casts Song of Stone")
    assert bard["buys"] == {"fortify": 2}
    (priest,) = stack("Priest 5: casts fortify")
    assert priest["spells"] == ["fortify"]


def test_a_special_purchase_keeps_its_number() -> None:
    (thief,) = stack("Thief 9: assassin+1 x4, city-income+5")
    assert thief["buys"] == {"assassin+1": 4, "city-income+5": 1}


def test_a_slip_of_the_pen_is_mended_and_told() -> None:
    told = importing.read(games.game("manymarios"), "Goomba\nHamer Bro")
    assert told.army["lineup"] == [{"unit": "goomba"}, {"unit": "hammer-bro"}]
    assert [str(note) for note in told.notes] == ["line 2: 'Hamer Bro' was taken for Hammer Bro"]


def test_every_wrong_line_is_told_with_its_number_and_the_nearest_name() -> None:
    text = "= Wrong\nGoomba\n\nBanana\nToad @ wings\n+ Tower"
    assert refused("manymarios", text) == [
        "line 6: no combat building 'Tower'; did you mean Watchtower?",
        "line 4: no unit 'Banana'",
        "line 5: no equipment or combat item 'wings'; did you mean Parawings?",
    ]


def test_a_spell_that_is_none_is_refused_by_its_line() -> None:
    (problem,) = refused("warlords", "Ogres\nMonk 3: casts soup")
    assert problem.startswith("line 2: no purchase or spell of a Monk 'soup'")


def test_only_heroes_have_levels_and_names() -> None:
    (problem,) = refused("warlords", 'Ogres 3 "Bob"')
    assert problem.startswith("line 1: only a hero has a level")


def test_too_many_units_and_too_much_text_are_refused() -> None:
    assert "at most 40" in refused("manymarios", "999x Goomba")[0]
    assert "at most 32" in refused("warlords", "Ogres\n" * 33)[0]
    assert "at most 20,000" in refused("warlords", "#" * 20_001)[0]


def test_json_is_read_and_judged_by_path() -> None:
    assert lineup('{"name": " A ", "lineup": [{"unit": "toad", "equipment": []}]}') == [
        {"unit": "toad"}
    ]
    assert lineup('```json\n{"army": {"lineup": [{"unit": "toad"}]}}\n```') == [{"unit": "toad"}]
    (problem,) = refused("manymarios", '{"lineup": [{"unit": 7}]}')
    assert problem.startswith("lineup[0].unit: must be the id of one unit")
    assert "line 1" in refused("manymarios", "{")[0]
    assert "battle file" in refused("manymarios", '{"sides": []}')[0]
    # Armies of some game may have such a member.
    assert "battle file" not in refused("manymarios", '{"sides": 6}')[0]


def test_an_army_that_breaks_a_rule_may_be_read_to_be_mended() -> None:
    (monk,) = stack('{"stack": [{"hero": "monk", "buys": {"leadership": 9}}]}')
    assert monk == {"hero": "monk", "buys": {"leadership": 9}}


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("Boo [Fire Flower]", "Boo @ Fire Flower"),
        ("Boo [Fire Flower, Frog Suit]", "Boo @ Fire Flower, Frog Suit"),
        ("Boo (Fire Flower)", "Boo @ Fire Flower"),
        ("3x Goomba", "3x Goomba"),
        ("3 Goombas [Parawings]", "3x Goomba @ Parawings"),
        ('Custom "Boo [Fire Flower]": energy 2', 'Custom "Boo [Fire Flower]": energy 2'),
    ],
)
def test_what_people_write_is_understood(line: str, written: str) -> None:
    builder = games.game("manymarios").builder
    assert builder.write(builder.normal(builder.read(line).army)) == f"{written}\n"
