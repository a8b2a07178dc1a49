"""`battlereel best-order` and `battlereel matchups`: what programs read, and what people see."""

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from tests.cli.command import battlereel
from tests.sieges import EVEN, units
from tests.stacks import battle_file, unit

BATTLE = battle_file([unit(5, 1), unit(5, 1, trample=1)], [unit(5, 2), unit(5, 1)])
"""The second unit first: 7/16, as it is: 6/16 (worked out in tests/search/test_best_order.py)."""


def written(folder: Path, *contents: Any) -> list[Path]:
    paths = [folder / f"{number}.json" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_text(json.dumps(content), "utf-8")
    return paths


def test_best_order_prints_one_object(tmp_path: Path) -> None:
    (path,) = written(tmp_path, BATTLE)
    answer = battlereel("best-order", path, "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert json.loads(answer.stdout) == {
        "method": "exact",
        "side": "a",
        "tried": 2,
        "orders": [{"order": [1, 0], "win": 0.4375}, {"order": [0, 1], "win": 0.375}],
        "search": "all",
        "weighed": 2,
        "own": {"order": [0, 1], "win": 0.375},
        "better": 1,
    }


def test_best_order_of_the_other_side_and_only_the_first(tmp_path: Path) -> None:
    (path,) = written(tmp_path, BATTLE)
    found = json.loads(battlereel("best-order", path, "--side", "b", "--top=1", "--json").stdout)
    assert (found["side"], len(found["orders"])) == ("b", 1)
    assert found["own"]["win"] == 0.625


def test_best_order_for_people_names_units_and_the_change(tmp_path: Path) -> None:
    (path,) = written(tmp_path, BATTLE)
    answer = battlereel("best-order", path)
    assert answer.stdout.splitlines()[:2] == [
        "exact",
        "All 2 orders were compared: none is better than the first.",
    ]
    rows = [" ".join(line.split()) for line in answer.stdout.splitlines()]
    assert "37.50 % now 5/1 1, 5/1 2" in rows
    assert "43.75 % +6.25 5/1 2, 5/1 1" in rows


def test_best_order_against_several(tmp_path: Path) -> None:
    path, army = written(tmp_path, BATTLE, {"stack": [unit(5, 1)]})
    answer = battlereel("best-order", path, "--against", army, "--json")
    assert json.loads(answer.stdout)["orders"][0]["wins"] == [0.4375, 0.75]


def test_each_line_of_standard_input_is_a_battle_file() -> None:
    lines = f"{json.dumps(BATTLE)}\n{{}}\n{json.dumps(BATTLE)}\n"
    answer = battlereel("best-order", "-", "--top", "1", stdin=lines)
    one, two, three = map(json.loads, answer.stdout.splitlines())
    assert one == three
    assert one["orders"] == [{"order": [1, 0], "win": 0.4375}]
    assert two["error"]["line"] == 2
    assert answer.returncode == 2


def test_matchups_print_a_table(tmp_path: Path) -> None:
    duel = battle_file([unit(8, 1)], [unit(1, 1)])
    duel["sides"][0]["army"]["name"] = "Strong"
    paths = written(tmp_path, duel, {"stack": [unit(5, 1)]})
    answer = battlereel("matchups", *paths, "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    found = json.loads(answer.stdout)
    assert found["method"] == "exact"
    assert found["armies"] == ["Strong", "1"]
    assert found["win"] == [
        [0.5, pytest.approx(2 / 3, abs=1e-11)],
        [pytest.approx(1 / 3, abs=1e-11), 0.5],
    ]
    assert found["strategy"] == [1.0, 0.0]
    assert "interval" not in found


def test_matchups_for_people_and_from_standard_input() -> None:
    armies = [{"name": "Strong", "stack": [unit(8, 1)]}, {"name": "Weak", "stack": [unit(5, 1)]}]
    answer = battlereel("matchups", "-", stdin="\n".join(map(json.dumps, armies)))
    rows = [" ".join(line.split()) for line in answer.stdout.splitlines()]
    assert "1 Strong 50.0 % 66.7 %" in rows
    assert rows[-2:] == ["Brought so often, no other choice beats it on average:", "100.0 % Strong"]


@pytest.mark.parametrize("kind", ["csv", "json", "parquet"])
def test_matchups_are_written_as_tables(tmp_path: Path, kind: str) -> None:
    armies = [{"name": "Strong", "stack": [unit(8, 1)]}, {"name": "Weak", "stack": [unit(5, 1)]}]
    out = tmp_path / "table"
    lines = "\n".join(map(json.dumps, armies))
    answer = battlereel("matchups", "-", "--format", kind, "--out", out, stdin=lines)
    assert (answer.returncode, answer.stderr) == (0, "")
    manifest = json.loads((out / "manifest.json").read_text())
    paths = [out / file["file"] for file in manifest["files"]]
    assert answer.stdout.splitlines()[-1] == str(out / "manifest.json")
    assert [file["rows"] for file in manifest["files"]] == [2, 4]
    for path, file in zip(paths, manifest["files"], strict=True):
        assert hashlib.sha256(path.read_bytes()).hexdigest() == file["sha256"]
    shares = rows_of(paths[1])
    assert [(row["name_a"], row["name_b"]) for row in shares][1:3] == [
        ("Strong", "Weak"),
        ("Weak", "Strong"),
    ]
    assert [float(row["share"]) for row in shares] == pytest.approx([1 / 2, 2 / 3, 1 / 3, 1 / 2])
    assert [*shares[0]] == [column["name"] for column in manifest["files"][1]["columns"]]


def rows_of(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        return parquet.read_table(path).to_pylist()
    with path.open(newline="") as stream:
        return [*csv.DictReader(stream)] if path.suffix == ".csv" else [*map(json.loads, stream)]


def test_tables_are_only_written_where_nothing_is(tmp_path: Path) -> None:
    (army,) = written(tmp_path, {"stack": [unit(5, 1)]})
    answer = battlereel("matchups", army, "--out", tmp_path)
    assert answer.returncode == 1
    assert "is not empty; name one that is, or a new one" in answer.stderr
    nowhere = battlereel("matchups", army, "--format", "csv")
    assert (nowhere.returncode, "--out FOLDER" in nowhere.stderr) == (2, True)
    beneath = battlereel("matchups", army, "--out", army / "table")
    assert (beneath.returncode, "cannot be written" in beneath.stderr) == (1, True)


def test_bots_are_sampled_with_intervals(tmp_path: Path) -> None:
    side = {"army": {"units": units(EVEN)}, "bot": "random"}
    (path,) = written(tmp_path, {"ruleset": "siege", "sides": [side, side]})
    answer = battlereel("matchups", path, path, "--samples", "10", "--workers", "1", "--json")
    found = json.loads(answer.stdout)
    assert (found["method"], found["samples"], found["armies"]) == ("sample", 10, ["0", "0 (2)"])
    for wins, intervals in zip(found["win"], found["interval"], strict=True):
        for win, (low, high) in zip(wins, intervals, strict=True):
            assert low <= win <= high


def test_what_is_wrong_is_told_with_file_place_and_remedy(tmp_path: Path) -> None:
    good, bad = written(tmp_path, BATTLE, {"stack": [{"unit": "archerz"}]})
    answer = battlereel("matchups", good, bad)
    assert answer.returncode == 2
    assert answer.stderr == f"{bad}: stack[0].unit: no unit 'archerz'; did you mean 'archers'?\n"
    answer = battlereel("best-order", bad)
    assert answer.returncode == 2
    assert answer.stderr.startswith("ruleset: is missing; there are ")
    answer = battlereel("matchups", tmp_path / "nowhere.json")
    assert "No such file or directory" in answer.stderr


def test_a_search_that_is_too_large_says_what_it_comes_to(tmp_path: Path) -> None:
    stack = [unit(1, hits) for hits in range(1, 14)]
    (path,) = written(tmp_path, battle_file([unit(5, 1)], stack, city="town"))
    answer = battlereel("best-order", path, "--side", "b", "--search", "all")
    assert answer.returncode == 2
    assert answer.stderr == (
        "sides[1].army: has 6,227,020,800 orders, which are 6,227,020,800 battles, and a search of "
        "all weighs at most 5,000,000; the search 'local' finds good ones\n"
    )


def test_a_game_without_an_order_is_refused(tmp_path: Path) -> None:
    side = {"army": {"units": units(EVEN)}, "orders": []}
    (path,) = written(tmp_path, {"ruleset": "siege", "sides": [side, side]})
    answer = battlereel("best-order", path)
    assert answer.returncode == 2
    assert answer.stderr == (
        "ruleset: Castle siege has no order of units that could be searched; `battlereel matchups` "
        "compares whole armies\n"
    )
