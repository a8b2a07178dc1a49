"""Bad battle files: each is refused with exact paths and remedies, all problems together, and
oversized ones before parsing."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

import engine
from tests.dsl import battle_file
from tests.odds.stacks import DUEL


def problems(source: Any) -> list[str]:
    with pytest.raises(engine.InputError) as caught:
        engine.read(source)
    return [str(problem) for problem in caught.value.problems]


def changed(path: list[str | int], value: Any) -> dict[str, Any]:
    """A good battle file with the value at `path` replaced."""
    file: Any = json.loads(json.dumps(battle_file("goomba | toad")))
    inner = file
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return file  # type: ignore[no-any-return]


UNIT: list[str | int] = ["sides", 0, "army", "lineup", 0]


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        (["ruleset"], "manymario", "ruleset: no ruleset 'manymario'; did you mean 'manymarios'?"),
        (["ruleset"], 7, "ruleset: must be the id of one ruleset, not a number"),
        (["seed"], -1, "seed: is -1; it must be from 0 to 2**64 - 1"),
        (["seed"], 10**30, "seed: is far too large; it must be from 0 to 2**64 - 1"),
        (["seed"], True, "seed: must be a whole number, not true"),
        (["seed"], None, "seed: must be a whole number, not nothing"),
        (["sede"], 7, "sede: no key 'sede'; did you mean 'seed'?"),
        (["ap_limit"], False, "ap_limit: must be a whole number, not false"),
        (["options"], {"first": "c"}, "options.first: no side 'c'; there are a, b"),
        (["options"], [], "options: must be an object with 'first', not a list"),
        (["sides"], [], "sides: has 0 sides; it must have 2"),
        (["sides", 1], {}, "sides[1].army: is missing"),
        (["sides", 1, "name"], 5, "sides[1].name: must be text, not a number"),
        (
            ["sides", 1, "name"],
            "a\nb",
            "sides[1].name: contains a character that cannot be shown, U+000A; remove it",
        ),
        (["sides", 1, "name"], "Z" + "\u0301" * 4,
         "sides[1].name: has more than three accents on one letter; remove some"),
        ([*UNIT[:-2], "name"], "\u2800 \u0301",
         "sides[0].army.name: has no visible character; use at least one"),
        ([*UNIT, "unit"], "gomba", "sides[0].army.lineup[0].unit: no unit 'gomba'; "
         "did you mean 'goomba'?"),
        ([*UNIT, "unit"], ["goomba"], "sides[0].army.lineup[0].unit: "
         "must be the id of one unit, not a list"),
        (["sides", 0, "army", "buildings"], ["tower"], "sides[0].army.buildings[0]: "
         "no combat building 'tower'; did you mean 'watchtower'?"),
        (UNIT, {"custom": {"name": " ", "energy": 1}},
         "sides[0].army.lineup[0].custom.name: is empty; name the unit"),
        (UNIT, {"custom": {"name": "x", "energy": 1, "abilities": ["flyin"]}},
         "sides[0].army.lineup[0].custom.abilities[0]: no ability 'flyin'; "
         "did you mean 'flying'?"),
    ],
)  # fmt: skip
def test_bad_value_gets_path_and_remedy(path: list[str | int], value: Any, problem: str) -> None:
    assert problems(changed(path, value)) == [problem]


MAGE = "\U0001f9d9\u200d\u2642\ufe0f"
POINTED = "\u05e9\u05c1\u05b8\u05bc\u0591"  # a shin with its dot, a vowel, a dagesh and an accent


@pytest.mark.parametrize(
    "name",
    [
        MAGE,
        "\U0001f468\u200d\U0001f469\u200d\U0001f466",
        "\U0001f469\U0001f3fd\u200d\U0001f692",
        "\u2764\ufe0f\u200d\U0001f525",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "\u09b0\u200d\u09cd\u09af\u09be\u09ae",
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        POINTED,
    ],
)
def test_names_of_all_scripts_and_emoji_are_taken(name: str) -> None:
    assert engine.read(changed(["sides", 1, "name"], f"{name} 1")).setup.b.name == f"{name} 1"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a\u200bb", "U+200B"),
        ("a\u202eb", "U+202E"),
        ("a\u2066b", "U+2066"),
        ("a\ufeffb", "U+FEFF"),
        ("a\u200d", "U+200D"),
        ("\u200ca", "U+200C"),
        ("a \u200db", "U+200D"),
        ("1\u200d2", "U+200D"),
        ("\U0001f9d9\u200da", "U+200D"),
        ("a\u200d\u0301", "U+200D"),
        ("a\U000e0067", "U+E0067"),
        ("a\u0600", "U+0600"),
    ],
)
def test_a_character_that_cannot_be_shown_is_named(name: str, code: str) -> None:
    told = f"contains a character that cannot be shown, {code}; remove it"
    assert problems(changed(["sides", 1, "name"], name)) == [f"sides[1].name: {told}"]


@pytest.mark.parametrize("source", [b"null", b"7", b"[]", b'"text"', b"true", None, 7, []])
def test_what_is_no_object_is_refused(source: Any) -> None:
    assert problems(source) == ["a battle file is a JSON object with 'ruleset' and 'sides'"]


def test_problems_are_listed_at_once_up_to_50() -> None:
    file = battle_file("gomba toad | goomba", seed=-1, ap_limit="40")
    file["sides"][1]["army"]["lineup"][0]["combat_items"] = ["frogsuit"]
    assert problems(file) == [
        "seed: is -1; it must be from 0 to 2**64 - 1",
        "ap_limit: must be a whole number, not text",
        "sides[0].army.lineup[0].unit: no unit 'gomba'; did you mean 'goomba'?",
        "sides[1].army.lineup[0].combat_items[0]: no combat item 'frogsuit'; "
        "did you mean 'frog-suit'?",
    ]
    # With two Toads read out of three units its 16 AP would be no more than a guess.
    assert problems(battle_file("toad toad tod | goomba", ap_limit=5)) == [
        "sides[0].army.lineup[2].unit: no unit 'tod'; did you mean 'toad'?"
    ]
    file = battle_file("gomba*40 | gomba*40")
    listed = problems(file)
    assert len(listed) == 51
    assert listed[49].startswith("sides[1].army.lineup[9].unit:")
    assert listed[50] == "there are more problems; fix these first"


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (b"", "is not JSON: Expecting value (line 1, column 1)"),
        (b'{"ruleset":\n  manymarios}', "is not JSON: Expecting value (line 2, column 3)"),
        (b'{"a": "\xff"}', "is not UTF-8 at byte 7; save it as UTF-8"),
        (b'{"seed": NaN}', "NaN is not a JSON number; write a whole number"),
        (b'{"seed": 1, "seed": 2}', "key 'seed' is given twice in one object; keep one"),
        (b'{"seed": ' + b"1" * 5000 + b"}", "contains a number with too many digits"),
        (b"[" * 900_000, "is nested too deeply to be a battle file"),
        (b"[" * 10_000_000, "is longer than 1,000,000 bytes, the limit for a battle file"),
    ],
    ids=lambda value: repr(value[:24]),
)
def test_what_is_no_document_is_refused_as_a_whole(source: bytes, problem: str) -> None:
    assert problems(source) == [problem]


def test_text_and_a_byte_order_mark_are_read_too() -> None:
    text = json.dumps(battle_file("goomba | toad", seed=7))
    assert engine.read(text).seed == 7
    assert engine.read(b"\xef\xbb\xbf" + text.encode()).seed == 7
    assert engine.read(changed(["sides", 0, "name"], "  Ann ")).setup.a.name == "Ann"


def test_what_is_too_large_is_refused_unread() -> None:
    # An object of 60000 keys is refused without a look at them.
    file = battle_file("goomba | goomba") | {f"rule{n}": 0 for n in range(60_000)}
    (problem,) = problems(file)
    assert problem.startswith("has 60,003 keys; it takes 'ruleset', 'seed', 'rolls', 'changes'")
    (problem,) = problems(json.dumps(file)[:200_000].rpartition(",")[0] + "}")
    assert re.fullmatch(r"contains an object with [\d,]+ keys; the limit is 200", problem)
    # Counted by the commas between them: one more than 20,000.
    (problem,) = problems(f"[{'7,' * 20_001}7]")
    assert problem == "has more than 20,000 commas, the limit for a battle file"


def test_an_id_is_repeated_in_short_and_on_one_line() -> None:
    """60 characters at most, and nothing in it that a terminal could take for a command."""
    (long,) = problems(changed([*UNIT, "unit"], "g" * 1000))
    assert f"no unit '{'g' * 57}…'; there are" in long
    (wild,) = problems(changed(["\x1b[2J\n\ud800"], 1))
    assert wild.startswith("\\x1b[2J\\n\\ud800: no key '\\x1b[2J\\n\\ud800'; there are")


def test_a_seed_that_is_passed_goes_before_the_files_own_and_one_is_needed() -> None:
    file = battle_file("goomba | toad", seed=7)
    assert engine.play(file, seed=8).header.seed == "8"
    assert engine.play(file).header.seed == "7"
    with pytest.raises(engine.InputError, match="seed: is missing"):
        engine.play(battle_file("goomba | toad"))
    for seed in (-1, 2**64):
        with pytest.raises(engine.InputError, match="seed: must be a whole number from 0 to 2"):
            engine.play(file, seed=seed)


@pytest.mark.parametrize(
    "refused",
    [
        lambda: engine.read(b"{" * 100_000),
        lambda: engine.read(b'{"' + b"k" * 9_999 + b'": 1, "' + b"k" * 9_999 + b'": 2}'),
        lambda: engine.play({**DUEL, "rolls": [7, 19] * 5_000}, 1),
        lambda: engine.conditioned(DUEL, "x" * 9_999),
    ],
)
def test_what_is_refused_as_a_whole_is_not_all_repeated(refused: Callable[[], object]) -> None:
    with pytest.raises(engine.InputError) as caught:
        refused()
    assert len(str(caught.value)) < 300
