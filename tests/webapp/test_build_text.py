"""Armies as compact text: what is written is read back exactly, what people write is forgiven."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from tests.webapp.army_strategies import OF_RULESETS
from webapp import games
from webapp.armies.builder import importing
from webapp.base.paths import PACKAGE
from webapp.battles import samples


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
@given(data=st.data())
def test_what_is_written_is_read_back_exactly(ruleset: str, data: Any) -> None:
    army = data.draw(OF_RULESETS[ruleset])
    of_ruleset = games.game(ruleset).builder
    normal = of_ruleset.normal(army)
    assert read(ruleset, of_ruleset.write(normal)) == normal
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


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_sample_survives_text_and_json(ruleset: str) -> None:
    of_ruleset = games.game(ruleset).builder
    for sample in samples.load(games.game(ruleset)).armies.values():
        assert read(ruleset, of_ruleset.write(of_ruleset.normal(sample.army))) == sample.army
        assert read(ruleset, json.dumps(sample.army, indent=2)) == sample.army


def test_the_examples_of_the_readme_are_what_they_say() -> None:
    text = (PACKAGE / "armies/builder" / "README.md").read_text("utf-8")
    examples = re.findall(r"(?s)```text\n(.*?)```", text)
    for ruleset, example in zip(("manymarios", "warlords", "siege"), examples, strict=True):
        army = read(ruleset, example)
        assert setup_of(ruleset, army).a.army == army["name"]
        assert games.game(ruleset).builder.write(army) == example


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Barbarian 2\nBarbarians", [{"hero": "barbarian", "level": 2}, {"unit": "barbarians"}]),
        (
            "Monk “Wu” level 7 @ orb of balance: Wrath of Kali; 2x leadership; blessed; manslayer",
            [
                {
                    "hero": "monk",
                    "level": 7,
                    "name": "Wu",
                    "buys": {"leadership": 2, "manslayer": 1},
                    "spells": ["wrath-of-kali"],
                    "items": ["orb-of-balance"],
                    "blessed": True,
                }
            ],
        ),
        # A word that is a purchase and a spell is told apart by `casts`.
        (
            "Bard 10: fortify x2, casts Song of Stone\nPriest 5: casts fortify",
            [
                {"hero": "bard", "level": 10, "buys": {"fortify": 2}, "spells": ["song-of-stone"]},
                {"hero": "priest", "level": 5, "spells": ["fortify"]},
            ],
        ),
        (
            "Thief 9: assassin+1 x4, city-income+5",
            [{"hero": "thief", "level": 9, "buys": {"assassin+1": 4, "city-income+5": 1}}],
        ),
        # It breaks a rule, and may be read to be mended.
        (
            '{"stack": [{"hero": "monk", "buys": {"leadership": 9}}]}',
            [{"hero": "monk", "buys": {"leadership": 9}}],
        ),
    ],
)
def test_a_stack_is_read(text: str, expected: list[Any]) -> None:
    assert stack(text) == expected


def test_every_wrong_line_is_told_with_its_number_and_the_nearest_name() -> None:
    text = "= Wrong\nGoomba\n\nBanana\nToad @ wings\n+ Tower"
    assert refused("warlords", "Ogres\nMonk 3: casts soup")[0].startswith(
        "line 2: no purchase or spell of a Monk 'soup'"
    )
    assert refused("warlords", 'Ogres 3 "Bob"')[0].startswith("line 1: only a hero has a level")
    assert refused("manymarios", text) == [
        "line 6: no combat building 'Tower'; did you mean Watchtower?",
        "line 4: no unit 'Banana'",
        "line 5: no equipment or combat item 'wings'; did you mean Parawings?",
    ]


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


TWO = (
    *("2x Goomba", "2 goombas", "- 2 \u00d7 goomba", "* GOOMBA x2", "1. 2x goomba", "> 2x Goomba"),
    *("`2x goomba`", "```\n2x goomba\n```", "# front\n\n  Goomba  \n// and another\nGoomba"),
)
WRITTEN = {
    **dict.fromkeys(TWO, "2x Goomba"),
    "Boo [Fire Flower]": "Boo @ Fire Flower",
    "Boo [Fire Flower, Frog Suit]": "Boo @ Fire Flower, Frog Suit",
    "Boo (Fire Flower)": "Boo @ Fire Flower",
    "3 Goombas [Parawings]": "3x Goomba @ Parawings",
    'Custom "Boo [Fire Flower]": energy 2': 'Custom "Boo [Fire Flower]": energy 2',
    **dict.fromkeys(("koopa-troopa", "KOOPA_TROOPA", "koopa troopas"), "Koopa Troopa"),
}


def test_what_people_write_is_understood() -> None:
    builder = games.game("manymarios").builder
    read = {line: builder.write(builder.normal(builder.read(line).army)) for line in WRITTEN}
    assert read == {line: f"{written}\n" for line, written in WRITTEN.items()}
