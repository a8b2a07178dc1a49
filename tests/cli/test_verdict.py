"""`battlereel verdict`: armies, orders and dice over several battles, on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import search
from tests.cli.command import battlereel
from tests.present import require
from tests.stacks import battle_file, unit
from webapp.base.wording import MINUS

DUEL = battle_file([unit(8, 1)], [unit(5, 1)])  # a wins 2 of 3


@pytest.fixture(autouse=True)
def game() -> None:
    require("warlords")


def named(a: str, b: str, seed: int | None) -> dict[str, Any]:
    sides = [{**side, "name": name} for side, name in zip(DUEL["sides"], (a, b), strict=True)]
    return {**DUEL, "sides": sides} | ({} if seed is None else {"seed": seed})


def test_a_player_is_followed_from_side_to_side(tmp_path: Path) -> None:
    """A battle file that is played, and a recording that the command itself has printed."""
    first, second = tmp_path / "first.json", tmp_path / "second.jsonl"
    first.write_text(json.dumps(named("Ann", "Bo", 1)), "utf-8")
    recording = engine.play(named("Bo", "Ann", 2))
    second.write_bytes(recording.lines())
    answer = battlereel("verdict", first, second, "--player", "Ann", "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    both = [search.judge(named("Ann", "Bo", 1)), search.judge(recording, "b")]
    told = search.series_verdict(both)
    # 2/3 and 1/3 are owed; the armies of the one make up for those of the other.
    assert (told.armies, told.won - told.dice) == pytest.approx((0, 1))
    assert json.loads(answer.stdout) == {
        "battles": 2,
        "won": told.won,
        "armies": told.armies,
        "order": told.order,
        "dice": told.dice,
        "interval": [*told.interval],
        "spread": 0,
    }


def test_people_read_a_sentence_that_adds_up(tmp_path: Path) -> None:
    """2 of 3 are owed; one duel was won or lost."""
    lines = json.dumps(named("Ann", "Bo", 1))
    won = engine.play(named("Ann", "Bo", 1)).result.winner == "a"
    answer = battlereel("verdict", "-", "--player", "Ann", stdin=lines)
    wins, dice = ("1.0", "+0.3") if won else ("0.0", f"{MINUS}0.7")
    assert answer.stdout.splitlines() == [
        f"Ann: {wins} wins of 1. Half of them would be 0.5; the armies gave +0.2, "
        f"the order of the units 0.0, the dice {dice}.",
        f"Luck alone, 95%: {MINUS}0.7 to +0.3",
    ]
    assert battlereel("verdict", "-", stdin=lines).stdout.startswith(f"Side A: {wins} wins of 1.")


@pytest.mark.parametrize(
    ("file", "options", "error"),
    [
        (named("Ann", "Bo", None), [], "seed: is missing; give a whole number"),
        (named("Ann", "Bo", 1), ["--player", "Cem"], "are called 'Ann' and 'Bo', so 'Cem' is not"),
        (named("Ann", "Ann", 1), ["--player", "Ann"], "choose one by --side"),
        (named("Ann", "Bo", 1), ["--player", "Ann", "--side", "a"], "give only one of them"),
        (None, [], "breaks off before the battle's end"),
    ],
)
def test_refusals(
    file: dict[str, Any] | None, options: list[str], error: str, tmp_path: Path
) -> None:
    path = tmp_path / "one.json"
    lines = engine.play(named("Ann", "Bo", 1)).lines().splitlines()[:-1]
    path.write_bytes(json.dumps(file).encode() if file else b"\n".join(lines))
    answer = battlereel("verdict", path, *options)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert error in answer.stderr


def test_its_battles_are_jobs_and_a_refused_one_is_named(tmp_path: Path) -> None:
    """By two workers the same as by one; the second file has no dice to be played with."""
    recording, bad = tmp_path / "one.jsonl", tmp_path / "bad.json"
    recording.write_bytes(engine.play(named("Ann", "Bo", 1)).lines())
    files = (recording, recording, recording)
    one, two = (battlereel("verdict", *files, "--json", "--workers", n) for n in ("1", "2"))
    assert (one.returncode, one.stdout) == (0, two.stdout)
    bad.write_text(json.dumps(named("Ann", "Bo", None)), "utf-8")
    for options, error in ((("--scheduler", "tcp://127.0.0.1:9"), "tcp:"), ((), f"{bad}: ")):
        answer = battlereel("verdict", recording, bad, *options)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert answer.stderr.startswith(error)
