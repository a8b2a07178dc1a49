"""`battlereel branch`: the recording that goes on otherwise, or what is wrong and what to do."""

import json
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import search
from tests.cli.command import battlereel
from tests.search.test_branches import EQUALS, FOUR, SIEGE, all_of
from tests.stacks import battle_file, unit


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "four.json"
    path.write_text(json.dumps(FOUR))
    return path


def test_without_a_change_it_prints_the_battle_itself(file: Path) -> None:
    answer = battlereel("branch", file, "--at", "3")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout == battlereel("battle", file, "--json").stdout


def test_dice_are_changed_and_a_recording_is_branched_again(file: Path, tmp_path: Path) -> None:
    """Both dice of the first blow are named, counted from 0: 2 hits and 20 misses."""
    at = all_of(engine.play(FOUR), "melee_rolled")[0].seq
    answer = battlereel("branch", file, "--at", str(at), "--rolls", "1,19")
    made = engine.load_recording(answer.stdout.encode())
    blow: Any = made.events[at]
    assert [die.result for roll in (blow.a, blow.b) for die in roll.dice] == [2, 20]
    recording = tmp_path / "made.jsonl"
    recording.write_text(answer.stdout)
    again = battlereel("branch", recording, "--at", str(at + 2), "--seed", "7")
    changes = json.loads(again.stdout.splitlines()[0])["battle"]["changes"]
    assert changes == [{"at": at, "rolls": [1, 19]}, {"at": at + 2, "seed": 7}]
    kept = battlereel("branch", file, "--at", str(at), "--rolls", "-,19")
    assert engine.load_recording(kept.stdout.encode()) == search.branch(
        FOUR, at, {"rolls": [None, 19]}
    )


def test_an_order_an_army_and_orders(file: Path, tmp_path: Path) -> None:
    answer = battlereel("branch", file, "--side", "b", "--order", "2,0")
    names = [row["name"] for row in json.loads(answer.stdout.splitlines()[1])["b"]["stack"]]
    assert names == ["3/4", "5/2"]
    # Before the first pairing (the third line) no unit is fixed in front.
    answer = battlereel("branch", file, "--at", "3", "--side", "b", "--order", "2,0,1")
    told = json.loads(answer.stdout.splitlines()[4])
    assert (told["type"], told["seq"], told["stack"]) == ("stack_reordered", 3, ["b3", "b1", "b2"])
    army, siege = tmp_path / "army.json", tmp_path / "siege.json"
    army.write_text(json.dumps({"stack": [FOUR["sides"][0]["army"]["stack"][0]]}))
    answer = battlereel("branch", file, "--side", "b", "--army", army)
    assert json.loads(answer.stdout.splitlines()[1])["b"]["stack"][0]["name"] == "6/2"
    siege.write_text(json.dumps(SIEGE))
    answer = battlereel("branch", siege, "--side", "a", "--orders", '{"B": "recover"}')
    header = json.loads(answer.stdout.splitlines()[0])
    assert header["battle"]["sides"][0]["orders"][0] == {"B": "recover"}


def test_each_line_of_standard_input_gets_its_recording() -> None:
    lines = "\n".join(map(json.dumps, (EQUALS, {"ruleset": "chess"}, FOUR)))
    answer = battlereel("branch", "-", "--at", "2", stdin=lines)
    assert answer.returncode == 2
    told = [json.loads(line) for line in answer.stdout.splitlines()]
    kinds = [row.get("type", "error") for row in told]
    ends = ("header", "battle_ended")
    assert [kind for kind in kinds if kind in (*ends, "error")] == [*ends, "error", *ends]
    assert told[kinds.index("error")]["error"]["line"] == 2


def test_an_order_that_wins_with_the_same_dice_is_found(tmp_path: Path) -> None:
    """The same order as on the page; none for the winner, or with another change."""
    file = battle_file([unit(6, 1), unit(3, 1)], [unit(5, 1), unit(5, 1)]) | {"seed": 158}
    path = tmp_path / "lost.json"
    path.write_text(json.dumps(file))
    answer = battlereel("branch", path, "--winning-order", "--side", "a")
    assert (answer.returncode, answer.stderr) == (0, "order: 1,0\n")
    made = engine.load_recording(answer.stdout.encode())
    assert made == search.branch(file, 0, {"side": "a", "order": [1, 0]})
    assert made.result.winner == "a"
    path.write_text(json.dumps({**file, "seed": 1}))
    sure = battle_file([unit(1, 1), unit(1, 2)], [unit(9, 9)]) | {"seed": 1}
    answer = battlereel("branch", "-", "--winning-order", stdin=json.dumps(sure))
    assert answer.returncode == 2
    told = json.loads(answer.stdout)["error"]["message"]
    assert told.startswith("side: 'a' wins in none of the 1 orders that were tried, of 1")
    both = battlereel("branch", path, "--winning-order", "--seed", "1")
    assert (both.returncode, "give only --side" in both.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--side", "a", "--order", "0,x"], "'0,x' is not a list of whole numbers, such as 2,0,1"),
        (["--side", "a", "--orders", "{"], "--orders: is not JSON"),
        (["--side", "a", "--army", "/nowhere"], "--army /nowhere: No such file or directory"),
        (["--rolls", "1", "--seed", "2"], "takes one change: 'seed', 'rolls'"),
    ],
)
def test_refusals_name_place_and_remedy(file: Path, arguments: list[str], message: str) -> None:
    answer = battlereel("branch", file, "--at", "0", *arguments)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert message in answer.stderr
