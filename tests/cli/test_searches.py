"""`battlereel best-order` and `battlereel matchups`: what programs read, and what people see."""

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

import engine
from tests.cli.command import battlereel
from tests.sieges import EVEN, units
from tests.stacks import battle_file, unit

BATTLE = battle_file([unit(5, 1), unit(5, 1, trample=1)], [unit(5, 2), unit(5, 1)])
"""The second unit first: 7/16; as it is: 6/16 (tests/search/test_best_order.py)."""


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """A command that finds no compiled kernel says so on standard error."""
    engine.warm("warlords")


def written(folder: Path, *contents: Any) -> list[Path]:
    paths = [folder / f"{number}.json" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_text(json.dumps(content), "utf-8")
    return paths


def test_best_order_prints_one_object(tmp_path: Path) -> None:
    path, army = written(tmp_path, BATTLE, {"stack": [unit(5, 1)]})
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
    other = json.loads(battlereel("best-order", path, "--side", "b", "--top=1", "--json").stdout)
    assert (other["side"], len(other["orders"]), other["own"]["win"]) == ("b", 1, 0.625)
    several = json.loads(battlereel("best-order", path, "--against", army, "--json").stdout)
    assert several["orders"][0]["wins"] == [0.4375, 0.75]
    # People read names of units, and what changes.
    lines = battlereel("best-order", path).stdout.splitlines()
    assert lines[:2] == ["exact", "All 2 orders were compared: none is better than the first."]
    rows = {" ".join(line.split()) for line in lines}
    assert {"37.50% now 5/1 1, 5/1 2", "43.75% +6.25 5/1 2, 5/1 1"} <= rows


def test_each_line_of_standard_input_is_a_battle_file() -> None:
    lines = f"{json.dumps(BATTLE)}\n{{}}\n{json.dumps(BATTLE)}\n"
    answer = battlereel("best-order", "-", "--top", "1", stdin=lines)
    one, two, three = map(json.loads, answer.stdout.splitlines())
    assert one == three
    assert one["orders"] == [{"order": [1, 0], "win": 0.4375}]
    assert two["error"]["line"] == 2
    assert answer.returncode == 2


ORCS = battle_file([{"unit": "orc-mobs"}], [unit(5, 1)])
"""Orc mobs: 10 gold, strength 2, two hits. Against strength 5 they hit with 2 * 15 of 2 * 15 + 5 *
18 (1/4) and win with 1 - (3/4)**2 = 7/16."""
PEASANTS = {"stack": [{"unit": "peasants"}]}
"""The only unit for 1 gold. Strength 1, two hits: 1 * 15 of 1 * 15 + 5 * 19, 3/22 a blow."""


def test_best_armies_print_one_object(tmp_path: Path) -> None:
    path, other = written(tmp_path, ORCS, {"stack": [unit(8, 1)]})
    asked = ("--budget", "1", "--starts", "1", "--json")
    answer = battlereel("best-armies", path, *asked)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert json.loads(answer.stdout) == {
        "method": "exact",
        "side": "a",
        "budget": 1,
        "money": "gold",
        "tried": 1,
        "armies": [
            {"army": PEASANTS, "cost": 1, "win": pytest.approx(1 - (19 / 22) ** 2, abs=1e-11)}
        ],
        "search": "local",
        "starts": 1,
        "own": {"army": {"stack": [{"unit": "orc-mobs"}]}, "cost": 10, "win": 7 / 16},
    }
    # Against strength 8 peasants have 12 of 12 + 8 * 19 a blow.
    found = json.loads(battlereel("best-armies", path, "--against", other, *asked).stdout)
    wins = [1 - (19 / 22) ** 2, 1 - (38 / 41) ** 2]
    assert found["armies"][0]["wins"] == pytest.approx(wins, abs=1e-11)


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
    assert "1 Strong 50.0% 66.7%" in rows
    assert rows[-2:] == ["No other choice beats this mixture on average:", "100.0% Strong"]


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
    with path.open(newline="", encoding="utf-8-sig") as stream:
        return [*csv.DictReader(stream)] if path.suffix == ".csv" else [*map(json.loads, stream)]


def test_tables_are_only_written_where_nothing_is(tmp_path: Path) -> None:
    (army,) = written(tmp_path, {"stack": [unit(5, 1)]})
    answer = battlereel("matchups", army, "--out", tmp_path)
    assert answer.returncode == 1
    assert "is not empty; name an empty or a new folder" in answer.stderr
    nowhere = battlereel("matchups", army, "--format", "csv")
    assert (nowhere.returncode, "--out FOLDER" in nowhere.stderr) == (2, True)
    beneath = battlereel("matchups", army, "--out", army / "table")
    assert (beneath.returncode, "cannot be written" in beneath.stderr) == (1, True)


def test_what_is_wrong_is_told_with_file_place_and_remedy(tmp_path: Path) -> None:
    good, bad = written(tmp_path, BATTLE, {"stack": [{"unit": "archerz"}]})
    misspelt = "stack[0].unit: no unit 'archerz'; did you mean 'archers'?"
    answer = battlereel("matchups", good, bad)
    assert answer.returncode == 2
    assert answer.stderr == f"{bad}: {misspelt}\n"
    answer = battlereel("best-order", good, "--against", bad)
    assert (answer.returncode, answer.stderr) == (2, f"{bad}: {misspelt}\n")
    answer = battlereel("matchups", tmp_path / "nowhere.json")
    assert "No such file or directory" in answer.stderr


ORDERED = {"ruleset": "siege", "sides": [{"army": {"units": units(EVEN)}, "orders": []}] * 2}
THIRTEEN = battle_file([unit(5, 1)], [unit(1, hits) for hits in range(1, 14)], city="town")


@pytest.mark.parametrize(
    ("file", "options", "told"),
    [
        (
            *(THIRTEEN, ["--side", "b", "--search", "all"]),
            "sides[1].army: has 6,227,020,800 orders, so 6,227,020,800 battles; a search of "
            "all plays at most 5,000,000; use the search 'local'\n",
        ),
        (
            *(ORDERED, []),
            "ruleset: Castle siege has no order of units to search; compare whole armies instead\n",
        ),
    ],
)
def test_bad_order_is_refused(tmp_path: Path, file: Any, options: list[str], told: str) -> None:
    (path,) = written(tmp_path, file)
    answer = battlereel("best-order", path, *options)
    assert (answer.returncode, answer.stderr) == (2, told)


def test_who_plays_is_asked_for_by_the_option(tmp_path: Path) -> None:
    (path,) = written(tmp_path, ORDERED)
    refused = battlereel("best-armies", path)
    assert refused.returncode == 2
    assert "--played-by: is missing; choose a bot for side a, whose orders" in refused.stderr
    assert "--bot: is missing; choose a bot for side b" in refused.stderr
    refused = battlereel("best-armies", path, "--played-by=random", "--bot=ramm")
    assert "--bot: no bot 'ramm'" in refused.stderr
