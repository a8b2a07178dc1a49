"""`battlereel battle`: the log, the JSON Lines, the seed."""

import json
from pathlib import Path

import pytest

import engine
from tests.cli.command import battlereel
from tests.dsl import battle_file

FILE = battle_file("toad | goomba", first="b")
FILE["sides"][0]["name"], FILE["sides"][1]["name"] = "Ann", "Bo"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(FILE), "utf-8")
    return path


def test_the_log_tells_a_battle_in_words(path: Path) -> None:
    """goomba 2/2 against toad 4/4, 1 damage each a round: the Goomba falls in round 2."""
    answer = battlereel("battle", path, "--seed", "7")
    assert answer.returncode == 0
    assert answer.stderr == ""
    assert answer.stdout.splitlines() == [
        "Many Marios 0, --seed 7",
        "",
        "Ann and Bo face each other",
        "Ann, 8 AP",
        "  a1 Toad: AE 4, DE 4",
        "Bo, 4 AP",
        "  b1 Goomba: AE 2, DE 2",
        "",
        "Bo begins on the offense, as was set beforehand",
        "",
        "Round 1: Bo is on the offense",
        "  Goomba (Bo) hits Toad (Ann) for 1 · target: 3 DE left · attacker: 1 AE left",
        "  Toad (Ann) hits Goomba (Bo) for 1 · target: 1 DE left · attacker: 3 AE left",
        "",
        "Round 2: Ann is on the offense",
        "  Toad (Ann) hits Goomba (Bo) for 1 · target: 0 DE left · attacker: 2 AE left",
        "  Goomba (Bo) hits Toad (Ann) for 1 · target: 2 DE left · attacker: 0 AE left",
        "  Goomba (Bo) is exhausted: no AE left",
        "  Goomba (Bo) is defeated",
        "",
        "Ann wins after 2 rounds",
        "  Toad (Ann): AE 2, DE 2",
    ]


def test_json_is_the_recording(path: Path) -> None:
    answer = battlereel("battle", path, "--seed", "7", "--json")
    assert answer.stdout.encode() == engine.play(FILE, seed=7).lines()


def test_a_seed_that_nobody_gave_is_drawn_and_printed(path: Path) -> None:
    first, second = (battlereel("battle", path, "--json").stdout for _ in range(2))
    seeds = [json.loads(text.splitlines()[0])["seed"] for text in (first, second)]
    assert seeds[0] != seeds[1]
    assert battlereel("battle", path, "--json", "--seed", seeds[0]).stdout == first
    assert battlereel("battle", path).stdout.startswith("Many Marios 0, --seed ")


def test_standard_input_gets_the_last_event_of_each_battle() -> None:
    other = battle_file("goomba | toad toad", first="a")
    lines = f"{json.dumps(FILE)}\n{json.dumps(other)}\r\n{json.dumps(FILE)}"
    answer = battlereel("battle", "-", stdin=lines)
    events = [json.loads(line) for line in answer.stdout.splitlines()]
    assert [(event["type"], event["winner"], event["rounds"]) for event in events] == [
        ("battle_ended", "a", 2),
        ("battle_ended", "b", 2),
        ("battle_ended", "a", 2),
    ]
    assert events[0]["survivors"] == {
        "a": [{"id": "a1", "name": "Toad", "ae": 2, "de": 2}],
        "b": [],
    }
    assert answer.returncode == 0


def test_a_bad_line_is_answered_in_its_place_and_the_rest_goes_on() -> None:
    bad = json.dumps(battle_file("tod | gomba"))
    stdin = "\n".join([bad, "", "[" * 10_000_000, json.dumps(FILE)])
    answer = battlereel("battle", "-", stdin=stdin)
    *errors, last = (json.loads(line) for line in answer.stdout.splitlines())
    assert [row["error"]["line"] for row in errors] == [1, 2, 3]
    assert errors[0]["error"]["problems"] == [
        {"path": f"sides[{side}].army.lineup[0].unit", "message": message}
        for side, message in enumerate(
            ("no unit 'tod'; did you mean 'toad'?", "no unit 'gomba'; did you mean 'goomba'?")
        )
    ]
    assert "longer than 1,000,000 bytes" in errors[2]["error"]["message"]
    assert last["winner"] == "a"
    assert answer.returncode == 2


def test_nothing_on_standard_input_gets_no_answer() -> None:
    answer = battlereel("battle", "-")
    assert (answer.stdout, answer.stderr, answer.returncode) == ("", "", 0)
