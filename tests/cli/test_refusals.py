"""Whatever is wrong: exit status 2, every problem on a line of standard error, no traceback."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

import engine
from tests.cli.command import COMMAND, battlereel
from tests.dsl import battle_file
from webapp.base import file_kinds, games, samples

COMMANDS = ["battle", "odds", "validate"]


@pytest.mark.parametrize("command", COMMANDS)
def test_all_problems_are_listed_with_path_and_remedy(command: str, tmp_path: Path) -> None:
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(battle_file("toad toad gomba | 3/0", ap_limit=0)), "utf-8")
    answer = battlereel(command, path)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr.splitlines() == [
        "ap_limit: is 0; it must be from 1 to 100000",
        "sides[0].army.lineup[2].unit: no unit 'gomba'; did you mean 'goomba'?",
        "sides[1].army.lineup[0]: 3/0 would start with 0 DE; give it at least 1",
    ]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_no_battle_file_is_named(command: str, tmp_path: Path) -> None:
    path = tmp_path / "battle.json"
    cases = {
        b"": "is not JSON: Expecting value (line 1, column 1)",
        b"\x89PNG\r\n\x1a\n": "is not UTF-8 at byte 0; save it as UTF-8",
        b"[" * 500_000: "is nested too deeply to be a battle file",
        b"[" * 10_000_000: "is longer than 1,000,000 bytes, the limit for a battle file",
    }
    for content, complaint in cases.items():
        path.write_bytes(content)
        answer = battlereel(command, path)
        assert (answer.returncode, answer.stderr) == (2, f"{path}: {complaint}\n")
    remedy = "give the path of a battle file, or -\n"
    for name, complaint in ((".", "Is a directory"), ("no.json", "No such file or directory")):
        answer = battlereel(command, tmp_path / name)
        said = f"{tmp_path / name}: {complaint}; {remedy}"
        assert (answer.returncode, answer.stderr) == (2, said)


def test_a_file_of_another_kind_is_named_with_the_kind_that_is_needed(tmp_path: Path) -> None:
    battle = battle_file("toad | goomba")
    contents = {
        "a battle file": json.dumps(battle),
        "a tournament file": json.dumps({"kind": "swiss", "entrants": battle["sides"]}),
        "a recording": engine.play(battle, 1).lines().decode(),
        "a proof": json.dumps({"commitment": "5e", "seats": {}}),
        "an export of armies": json.dumps({"armies": []}),
        "a table of matchups": json.dumps({"armies": [], "win": [], "strategy": []}),
        "an army": json.dumps(battle["sides"][0]["army"]),
    }
    either = "a battle file or {}".format
    needed = {
        "odds": "a battle file",
        "gauntlet": "a battle file",
        "matchups": either("an army"),
        "verdict": either("a recording"),
        "verify": "a proof, from the page of a challenge or tournament",
    }
    path = tmp_path / "file"
    for command, kinds in needed.items():
        for kind, content in contents.items():
            if kind not in kinds:
                path.write_text(content, "utf-8")
                answer = battlereel(command, path)
                said = f"{path}: is {kind}; give {kinds}\n"
                assert (answer.returncode, answer.stderr) == (2, said)


def test_an_army_of_any_game_is_known_as_one() -> None:
    for game in games.games().values():
        sample = next(iter(samples.load(game).armies.values()))
        assert file_kinds.kind_of(json.dumps(sample.army).encode()) == file_kinds.ARMY


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["battle"],
        ["battle", "a.json", "--seed", "-1"],
        ["battle", "a.json", "--seed", "18446744073709551616"],
        ["odds", "a.json", "--samples", "0"],
        ["catalog", "chess"],
    ],
    ids=" ".join,
)
def test_a_mistake_on_the_command_line_is_explained(args: list[str]) -> None:
    answer = battlereel(*args)
    assert answer.returncode == 2
    assert answer.stderr.startswith("Usage: battlereel")


@pytest.mark.parametrize("command", [["validate"], ["battle"], ["odds", "--json"]])
def test_every_line_of_standard_input_is_answered_for(command: list[str]) -> None:
    good = json.dumps(battle_file("toad | goomba"))
    lines = [good.encode(), b"\xff\xfe", b'{"\\ud800": 1}', b"[[[[", good.encode()]
    answer = battlereel(*command, "-", stdin=b"\n".join(lines))
    assert answer.returncode == 2
    if command == ["validate"]:
        bad = [line[:7] for line in answer.stderr.splitlines()]
        assert bad == ["line 2:", "line 3:", "line 4:"]
    else:
        answers = [json.loads(line) for line in answer.stdout.splitlines()]
        assert ["error" in row for row in answers] == [False, True, True, True, False]


def test_a_reader_that_goes_away_ends_the_command_quietly(tmp_path: Path) -> None:
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(battle_file("99/99 | 99/99")), "utf-8")
    for args in (["battle", path], ["battle", path, "--json"], ["catalog", "manymarios"]):
        read_end, write_end = os.pipe()
        os.close(read_end)
        done = subprocess.run([COMMAND, *args], stdout=write_end, stderr=subprocess.PIPE)
        os.close(write_end)
        assert done.returncode == 1
        assert done.stderr == b""


def test_an_interruption_ends_the_command_without_a_traceback() -> None:
    line = json.dumps(battle_file("toad | goomba")).encode() + b"\n"
    running = subprocess.Popen(
        [COMMAND, "battle", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A test run in the background is started with the signal ignored, and hands that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(line)
    running.stdin.flush()
    assert b"battle_ended" in running.stdout.readline()  # answered before the input has ended
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=30)
    assert b"Traceback" not in errors
    assert running.returncode == 1


def test_a_terminal_that_knows_ascii_only_gets_the_battle_all_the_same(tmp_path: Path) -> None:
    file = battle_file("toad | goomba")
    file["sides"][0]["name"] = "Änne 🌱"
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(file), "utf-8")
    done = subprocess.run(
        [COMMAND, "battle", path],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
    )
    assert done.returncode == 0
    assert b"\\xc4nne \\U0001f331 wins after 2 rounds" in done.stdout
