"""`battlereel tournament` with a ladder: it goes on, armies come and go, a kill changes nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_tournament import ARMIES, folder_of, play, recordings, refused, stamps
from tests.stacks import unit
from webapp.tournaments import tables
from webapp.tournaments.tables import report


def ladder(path: Path, **more: Any) -> Path:
    """A folder with a ladder of five armies."""
    return folder_of(path, **{"kind": "ladder", "best_of": 1, "rounds": 3, **more})


def change(folder: Path, **more: Any) -> None:
    file = folder / "tournament.json"
    file.write_text(json.dumps(json.loads(file.read_bytes()) | more), "utf-8")


def write(folder: Path, name: str, strength: int) -> None:
    folder.joinpath(f"{name}.json").write_text(json.dumps({"stack": [unit(strength, 1)] * 3}))


def told(folder: Path) -> dict[str, Any]:
    """Return the command's report of a played ladder."""
    found = play(folder)
    return report(found.tournament, found.matches(), lambda game: game)


def who_plays(found: dict[str, Any], round_: int) -> set[str]:
    """Return the armies of a round, also resting ones."""
    names = {(m["a"], m["b"]) for m in found["matches"] if m["round"] == round_}
    return {name for pair in names for name in pair if name}


def test_rounds_that_are_asked_for_later_are_those_of_a_longer_ladder(tmp_path: Path) -> None:
    long, short = ladder(tmp_path / "long", rounds=6), ladder(tmp_path / "short", rounds=2)
    expected = told(long)
    first = told(short)
    kept = stamps(short)
    assert first["matches"] == expected["matches"][: len(first["matches"])]
    change(short, rounds=6)
    assert told(short) == expected
    assert recordings(short) == recordings(long)
    assert kept.items() <= stamps(short).items()
    # Fewer rounds than were played take none of them away.
    change(short, rounds=1)
    assert told(short) == expected


def test_an_army_that_is_added_to_a_half_played_round_waits(tmp_path: Path) -> None:
    folder = ladder(tmp_path / "ladder")
    told(folder)
    third = sorted(folder.glob("recordings/R3-*.jsonl"))
    assert len(third) == 2
    third[0].unlink()  # as if it had been killed before this game
    write(folder, "foxes", 7)
    change(folder, rounds=4)
    found = told(folder)
    assert [who_plays(found, n) for n in (3, 4)] == [{*ARMIES}, {*ARMIES, "foxes"}]


def test_what_it_has_become_is_a_file_from_which_it_is_played_again(tmp_path: Path) -> None:
    """One army comes, one goes, and one is changed, which makes it another one."""
    folder = ladder(tmp_path / "ladder")
    told(folder)
    write(folder, "aardvarks", 7)  # the first of all by its name
    write(folder, "cats", 9)
    folder.joinpath("dogs.json").unlink()
    change(folder, rounds=6)
    found = told(folder)
    assert who_plays(found, 4) == {*ARMIES, "aardvarks", "cats (2)"} - {"cats", "dogs"}
    assert {row["name"]: row["takes_part"] for row in found["standings"]}["cats"] is False
    copy = tmp_path / "copy"
    copy.mkdir()
    became = folder.joinpath("recordings", "ladder.json").read_bytes()
    copy.joinpath("tournament.json").write_bytes(became)
    assert told(copy) == found
    assert recordings(copy) == recordings(folder)


def test_what_may_not_change_is_refused_by_name(tmp_path: Path) -> None:
    folder = ladder(tmp_path / "ladder")
    play(folder)
    file = folder / "tournament.json"
    change(folder, best_of=3, seed=8)
    why = "is not that of the rounds that were played; remove the folder 'recordings' to begin anew"
    assert refused(folder) == f"{file}: best_of: {why}\n{file}: seed: {why}"
    change(folder, best_of=1, seed=7)
    kept = folder / "recordings" / "ladder.json"
    for spoil in (lambda: kept.write_text("{"), kept.unlink):
        spoil()
        assert refused(folder).startswith(f"{kept}: is missing or broken: it says who took part")


def test_too_few_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    folder = ladder(tmp_path / "ladder")
    play(folder)
    for name in ("ants", "bears", "cats"):
        folder.joinpath(f"{name}.json").unlink()
    change(folder, rounds=4)
    assert who_plays(told(folder), 4) == {"dogs", "elks"}
    change(folder, rounds=5, entrants=["dogs.json"])
    assert "has 1 entrants; it must have 2 to 256" in refused(folder)


def test_table_has_rating_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ladder(tmp_path / "ladder", rounds=1)
    play(folder)
    folder.joinpath("cats.json").unlink()
    found = play(folder)
    tables.print_standings(found.tournament, found.matches())
    text = capsys.readouterr().out
    assert text.startswith("Ladder\n")
    rows = [line.split() for line in text.splitlines() if line.strip()[:1].isdigit()]
    assert len(rows) == 5
    assert "cats (taken out)" in text
    # Of the one who rests as much is known as of anybody new: 1500, and 1.96 deviations of twice
    # 122.8 to either side, after no match.
    new = ["1500", "1018", "to", "1982", "0", "0", "0", "0"]
    assert [row[-8:] for row in rows].count(new) == 1
