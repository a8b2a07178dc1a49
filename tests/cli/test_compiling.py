"""The command line compiles what a search needs if that was never done, and says so."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import engine
from engine.kernels import loading
from tests.present import require
from tests.sieges import EVEN, units
from tests.stacks import battle_file, unit
from webapp.cli import main

DUEL = battle_file([unit(8, 1)], [unit(5, 1)]) | {"seed": 1}
TOLD = (
    "Warlords III stacks: the search is being compiled for its first use; "
    "that takes up to a minute.\n"
)


@pytest.mark.parametrize("command", ["best-order", "best-armies", "matchups", "verdict"])
def test_compiling_says_so(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first time; side a wins 2 of 3."""
    require("warlords")
    compiled: list[str] = []
    monkeypatch.setattr(loading, "is_compiled", lambda ruleset: ruleset.id in compiled)
    monkeypatch.setattr(engine, "warm", compiled.append)
    path = tmp_path / "duel.json"
    path.write_text(json.dumps(DUEL), "utf-8")
    more = {"best-armies": ["--budget", "4", "--starts", "1"], "matchups": [str(path)]}
    call = [command, str(path), *more.get(command, []), "--workers", "1", "--json"]
    first, second = (CliRunner().invoke(main, call, prog_name="battlereel") for _ in range(2))
    assert (first.exit_code, first.stderr) == (0, TOLD)
    assert (second.exit_code, second.stderr, second.stdout) == (0, "", first.stdout)
    assert compiled == ["warlords"]
    if command == "best-order":
        assert json.loads(first.stdout)["own"]["win"] == pytest.approx(2 / 3)


def test_only_needed_kernels_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that thinks for a bot weighs no armies."""
    require("siege")
    monkeypatch.setattr(loading, "is_compiled", lambda _ruleset: False)
    path = tmp_path / "siege.json"
    side = {"army": {"units": units(EVEN)}, "bot": "random"}
    path.write_text(json.dumps({"ruleset": "siege", "sides": [side] * 2}), "utf-8")
    call = ["matchups", str(path), "--samples", "1", "--workers", "1", "--json"]
    answer = CliRunner().invoke(main, call, prog_name="battlereel")
    assert (answer.exit_code, answer.stderr) == (0, "")
