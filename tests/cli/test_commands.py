"""The other commands, and that the quick ones stay quick."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import engine
from tests.cli.command import COMMAND, battlereel
from tests.dsl import COIN_FLIP, battle_file
from tests.repo.files import ROOT
from tests.sieges import EVEN, side, siege_file
from webapp.base import games
from webapp.commands import odds as odds_command


@pytest.fixture
def long_path(tmp_path: Path) -> Path:
    """A siege between a bot that thinks long and one that does not."""
    sides = [side(EVEN, bot="strong"), side(EVEN, bot="random")]
    path = tmp_path / "siege.json"
    path.write_text(json.dumps(siege_file(*sides, seed=3)), "utf-8")
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = battle_file(COIN_FLIP, first=None)
    file["sides"][0]["name"], file["sides"][1]["name"] = "Ann", "Bo"
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(file), "utf-8")
    return path


def test_odds_are_a_table_under_the_name_of_their_method(path: Path) -> None:
    lines = [" ".join(line.split()) for line in battlereel("odds", path).stdout.splitlines()]
    assert lines[0] == "exact: the only chance is who begins"
    rows = {"Ann wins 50.00%", "Bo wins 50.00%", "draw 0.00%", "Ann has 1 unit left 50.00%"}
    assert rows <= {*lines}
    file = json.loads(path.read_text("utf-8")) | {"options": {"first": "a"}}
    path.write_text(json.dumps(file), "utf-8")
    assert battlereel("odds", path).stdout.startswith("exact: the file says who begins")


def test_sampled_odds_name_their_number_and_interval(path: Path) -> None:
    answer = battlereel("odds", path, "--method", "sample", "--samples", "1000")
    low, high = engine.odds(path.read_bytes(), "sample", 1000).interval or (0, 0)
    assert answer.stdout.startswith("sampled: 1,000 battles")
    assert f"{low * 100:.0f}% to {high * 100:.0f}%" in answer.stdout


def test_odds_as_json_are_one_line(path: Path) -> None:
    answer = battlereel("odds", path, "--json")
    assert answer.stdout.count("\n") == 1
    assert json.loads(answer.stdout) == {
        "method": "exact",
        "a": 0.5,
        "b": 0.5,
        "draw": 0.0,
        "samples": None,
        "interval": None,
        "survivors": {"a": [0.5, 0.5, 0.0], "b": [0.5, 0.5, 0.0]},
    }


def test_odds_of_standard_input_are_a_line_each() -> None:
    lines = [json.dumps(battle_file(armies, None)) for armies in (COIN_FLIP, "toad | goomba")]
    answer = battlereel("odds", "-", "--json", stdin="\n".join(lines))
    assert [json.loads(line)["a"] for line in answer.stdout.splitlines()] == [0.5, 1.0]


def test_odds_of_who_thinks_long_are_those_that_the_engine_samples(long_path: Path) -> None:
    """Played in several processes, a few battles each, they are the same battles."""
    args: list[str | Path] = [COMMAND, "odds", long_path, "--samples", "1", "--json"]
    answer = subprocess.run(args, capture_output=True, check=True)
    expected = engine.odds(long_path.read_bytes(), "sample", 1)
    assert answer.stdout == msgspec.json.encode(expected) + b"\n"
    assert answer.stderr == b""


def test_odds_of_who_thinks_long_are_sampled_by_fewer_battles(long_path: Path) -> None:
    answer = battlereel("odds", long_path, "--method", "exact")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "can only be sampled" in answer.stderr
    said = " ".join(battlereel("odds", "--help").stdout.split())
    assert "[default: 10000, or 400 if a player thinks long]" in said


def test_cluster_gets_parts_for_kernels_and_few_slow_battles(path: Path, long_path: Path) -> None:
    """Fewer than 100 at a time are played by the rules, hundreds of times as slowly."""
    for file, sizes in ((path, [1000, 1000, 500]), (long_path, [4] * 625)):
        parts = odds_command.parts_of(engine.read(file.read_bytes()), 2_500)
        assert [len(part) for part in parts] == sizes
        assert [number for part in parts for number in part] == [*range(2_500)]


def test_a_good_file_validates_in_silence(path: Path) -> None:
    answer = battlereel("validate", path)
    assert (answer.stdout, answer.stderr, answer.returncode) == ("", "", 0)


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_the_catalog_lists_every_entry_with_its_id(ruleset: str) -> None:
    data = engine.rulesets()[ruleset].catalog()
    printed = json.loads(battlereel("catalog", ruleset, "--json").stdout)
    assert printed == json.loads(json.dumps(data))
    words = battlereel("catalog", ruleset).stdout.split()
    shelves = [rows for rows in data.values() if isinstance(rows, dict)]
    assert len(shelves) >= 2
    assert set().union(*shelves) <= set(words)


def test_a_catalog_explains_origins_and_leaves_out_what_needs_a_page() -> None:
    sheets = [*games.game("siege").wording.sheets(engine.rulesets()["siege"].catalog())]
    assert sheets[0].page_only == ("why",)
    printed = battlereel("catalog", "siege").stdout
    assert "what it does" in printed
    assert "why" not in printed
    printed = battlereel("catalog", "manymarios").stdout
    assert "origin: official" in printed
    assert "our estimate" in printed
    assert not re.search(r"\b(house|source)\b", printed)
    assert "origin" not in battlereel("catalog", "warlords").stdout


def test_docs_are_written_into_a_checkout_only(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__")
    for package in ("engine", "webapp"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)

    def docs() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from webapp.cli import main; main()", "docs"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    refused = docs()
    assert refused.returncode == 2
    assert "writes into a checkout" in refused.stderr
    (tmp_path / "Makefile").touch()
    written = docs().stdout.splitlines()
    assert {"engine/PROTOCOL.md", "static/js/player/engine/protocol.d.ts"} <= {*written}
    assert all((tmp_path / path).is_file() for path in written)


def test_every_command_explains_itself() -> None:
    """`docs` is for those who work on Battlereel, and hidden."""
    assert battlereel("--version").stdout.startswith("battlereel, version ")
    listed = battlereel("--help").stdout
    assert "  docs " not in listed
    for command in ("battle", "odds", "validate", "catalog", "serve"):
        assert battlereel(command, "--help").stdout.startswith(f"Usage: battlereel {command}")
        assert f"  {command} " in listed


@pytest.mark.parametrize("command", ["battle", "odds"])
def test_a_battle_starts_without_the_web_and_the_compiler(command: str, path: Path) -> None:
    """Flask and numba take a second to load, and a battle on the command line needs neither."""
    script = (
        "import sys; from webapp.cli import main; main(standalone_mode=False);"
        "print(sorted({'flask', 'numba', 'numpy', 'sqlalchemy', 'gevent'} & sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, command, path], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
