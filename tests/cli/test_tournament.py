"""`battlereel tournament`: what it prints, and that no interruption changes anything."""

import fcntl
import json
import re
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import InputError, Seeded, search
from tests.cli.command import COMMAND, battlereel
from tests.stacks import battle_file, unit
from webapp.tournaments.folder import Folder

ARMIES = {
    "ants": [unit(3, 1)] * 4,
    "bears": [unit(7, 2)] * 2,
    "cats": [unit(5, 1)] * 3,
    "dogs": [unit(6, 1)] * 3,
    "elks": [unit(8, 1)] * 2,
}
PLAN = {"kind": "round-robin", "ruleset": "warlords", "seed": 7, "best_of": 7}


def folder_of(path: Path, **more: Any) -> Path:
    path.mkdir()
    for name, stack in ARMIES.items():
        path.joinpath(f"{name}.json").write_text(json.dumps({"stack": stack}), "utf-8")
    path.joinpath("tournament.json").write_text(json.dumps(PLAN | more), "utf-8")
    return path


def play(folder: Path) -> Folder:
    """The folder, played in this process."""
    found = Folder(folder)
    with search.Workers(1) as workers:
        found.play(workers, lambda _: None)
    return found


def refused(folder: Path) -> str:
    """The error of a folder that is refused."""
    with pytest.raises(InputError) as caught:
        play(folder)
    return str(caught.value)


def recordings(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("recordings/*.jsonl")}


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """What tells a file that was written again from one that was not."""
    found = {path.name: path.stat() for path in folder.glob("recordings/*.jsonl")}
    return {name: (stat.st_ino, stat.st_mtime_ns) for name, stat in found.items()}


def interrupted(folder: Path, with_: signal.Signals, games: int, workers: int) -> tuple[int, str]:
    """Interrupts the command as soon as so many games are there: its status, and what it said."""
    args = [COMMAND, "tournament", folder, "--workers", str(workers)]
    with subprocess.Popen(
        args,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Whoever runs the tests in the background ignores it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        deadline = time.monotonic() + 60
        while len(stamps(folder)) < games and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        process.send_signal(with_)
        out, told = process.communicate(timeout=60)
    assert out == b""
    return process.returncode, told.decode()


def test_the_standings_are_those_of_the_recordings(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "cup", best_of=1, name="Farm cup")
    answer = battlereel("tournament", folder, "--json", "--workers=1")
    assert (answer.returncode, answer.stderr) == (0, "")
    found = json.loads(answer.stdout)
    assert {key: found[key] for key in ("name", "kind", "ruleset", "seed", "finished")} == {
        "name": "Farm cup",
        "kind": "round-robin",
        "ruleset": "warlords",
        "seed": 7,
        "finished": True,
    }
    points: Counter[str] = Counter()
    files = [game["file"] for match in found["matches"] for game in match.get("games", [])]
    assert len(set(files)) == 10  # five meet each other once
    for file in files:
        recording = engine.load_recording((folder / file).read_bytes())
        names = [side["name"] for side in recording.header.battle["sides"]]
        winner = recording.result.winner
        for side, name in zip(engine.SIDES, names, strict=True):
            points[name] += 2 * (side == winner) + (winner is None)
    standings = found["standings"]
    assert {row["name"]: 2 * row["points"] for row in standings} == {
        name: points[name] for name in ARMIES
    }
    assert [row["rank"] for row in standings] == [1, 2, 3, 4, 5]
    assert all(row["interval"][0] < row["rating"] < row["interval"][1] for row in standings)


@pytest.mark.parametrize(
    "more",
    [
        {"best_of": 31},
        pytest.param({"kind": "ladder", "best_of": 5, "rounds": 30}, marks=pytest.mark.long),
    ],
    ids=["round-robin", "ladder"],
)
def test_kill_and_stop_lose_nothing_and_repeat_none(more: dict[str, Any], tmp_path: Path) -> None:
    """Killed at any moment, then interrupted with a hint how to resume."""
    whole, folder = (folder_of(tmp_path / name, **more) for name in ("whole", "killed"))
    expected = battlereel("tournament", whole, "--workers=1").stdout
    dice = Seeded(3)
    games = 0
    kept: dict[str, tuple[int, int]] = {}
    for workers, number in enumerate((signal.SIGKILL, signal.SIGINT), start=1):
        games += 1 + dice.below(8, "games", str(workers))
        status, told = interrupted(folder, number, games, workers)
        now = stamps(folder)
        assert kept.items() <= now.items()
        kept, games = now, len(now)
        assert status == (-number if number == signal.SIGKILL else 1)
    assert re.match(r"Stopped after \d+ of \d+ matches; the same command continues\.\n", told)
    assert "Traceback" not in told
    assert all(data.endswith(b"}\n") for data in recordings(folder).values())
    for _ in range(2):  # it goes on, and then has nothing left to play
        assert battlereel("tournament", folder, "--workers=1").stdout == expected
        ended = stamps(folder)
        assert kept.items() <= ended.items()
        kept = ended
    assert recordings(folder) == recordings(whole)
    assert games < len(ended)
    assert not list(folder.glob("recordings/*.tmp"))


def test_recordings_of_something_else_are_refused_by_name(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "cup", best_of=1)
    play(folder)
    first = folder / "recordings" / "R1-1-1.jsonl"
    whole = first.read_bytes()

    first.write_bytes(whole[:-20])
    assert (
        refused(folder)
        == f"{first}: is not a complete recording; remove it, and the game is played again"
    )

    first.unlink()
    stray = folder / "recordings" / "R9-1-1.jsonl"
    stray.write_bytes(whole)
    assert play(folder).strays() == [stray]
    assert first.read_bytes() == whole

    folder.joinpath("tournament.json").write_text(json.dumps(PLAN | {"seed": 8, "best_of": 1}))
    assert refused(folder).endswith(
        "is of another game: the tournament, an army or the rules have changed since; "
        "remove the folder 'recordings' to begin anew"
    )


def test_battle_files_bring_their_terms_and_names(tmp_path: Path) -> None:
    field = {"terrain": ["hills"]}
    one = battle_file([unit(5, 1)], [unit(6, 1)], **field)
    one["sides"][0]["name"] = "Ann"
    one["changes"] = [{"at": 2, "seed": 5}]  # dice of a branch, no terms
    plan = {
        "kind": "single-elimination",
        "seed": 1,
        "entrants": ["one.json", {"file": "two.json", "name": "Bo"}],
    }
    for name, content in (("one", one), ("two", {"stack": [unit(7, 1)]}), ("tournament", plan)):
        tmp_path.joinpath(f"{name}.json").write_text(json.dumps(content), "utf-8")
    assert play(tmp_path).tournament.names == ("Ann", "Bo")
    (lines,) = [*recordings(tmp_path).values()][:1]
    assert engine.load_recording(lines).header.battle["field"] == field


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        ("{", "tournament.json: is not JSON: "),
        ("[]", "tournament.json: a tournament is a JSON object"),
        ({"ruleset": "warlord"}, "tournament.json: ruleset: no ruleset 'warlord'"),
        (
            {"entrants": ["ants.json", "bees.json"]},
            "bees.json: No such file or directory; name a file",
        ),
        ({"entrants": ["ants.json", "../x.json"]}, "entrants[1].file: must be the name of a file"),
        ({"entrants": ["ants.json", "bad.json"]}, "bad.json: stack[0].unit: no unit 'rat'"),
        (
            {"entrants": ["ants.json", {"army": {"stack": [{"unit": "rat"}]}}]},
            "tournament.json: entrants[1].army.stack[0].unit: no unit 'rat'",
        ),
        (
            {"entrants": ["ants.json", "battle.json"], "field": {"terrain": ["woods"]}},
            "battle.json: field: is not that of the tournament",
        ),
    ],
)
def test_bad_input_names_file_place_and_remedy(tmp_path: Path, plan: Any, told: str) -> None:
    folder = folder_of(tmp_path / "cup")
    folder.joinpath("bad.json").write_text(json.dumps({"stack": [{"unit": "rat"}]}), "utf-8")
    battle = battle_file([unit(5, 1)], [unit(5, 1)], terrain=["hills"])
    folder.joinpath("battle.json").write_text(json.dumps(battle), "utf-8")
    text = plan if isinstance(plan, str) else json.dumps(PLAN | plan)
    folder.joinpath("tournament.json").write_text(text, "utf-8")
    assert told in refused(folder)
    assert not folder.joinpath("recordings").exists()


def test_a_folder_that_cannot_be_played_is_refused(tmp_path: Path) -> None:
    answer = battlereel("tournament", tmp_path)
    missing = "tournament.json: No such file or directory; give a folder with a tournament.json\n"
    assert (answer.returncode, answer.stderr) == (2, f"{tmp_path}/{missing}")
    folder = folder_of(tmp_path / "cup")
    folder.joinpath("recordings").mkdir()
    with folder.joinpath("recordings", ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        answer = battlereel("tournament", folder)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == f"{folder}: is being played by another process; wait until it ends\n"
