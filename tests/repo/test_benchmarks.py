"""Tables are written into BENCHMARKS.md by what measures them, where there is a place for each."""

import re
from pathlib import Path

import pytest

from tests.bench import report
from tests.load import archive

ROOT = Path(__file__).parents[2]


def test_every_table_has_a_place_and_every_place_a_table() -> None:
    benches = [
        path.read_text()
        for pattern in ("*/bench/bench_*.py", "tests/chaos/*.py", "tests/fuzz/conftest.py")
        for path in ROOT.glob(pattern)
    ]
    written = re.findall(r'report\.table\(\s*"([\w-]+)"', "".join(benches))
    written += archive.PLACES
    places = re.findall(r"<!-- ([\w-]+) -->", report.FILE.read_text())
    assert sorted(written) == sorted(places)


def test_a_table_takes_the_place_of_the_last_one_of_its_name(tmp_path: Path) -> None:
    file = tmp_path / "FIGURES.md"
    file.write_text("before\n<!-- speed -->\nold\n<!-- /speed -->\nafter\n")
    for figure in ("7", "8"):
        report.table("speed", ("what", "a second"), ("battles", figure), file=file)
    first, *rest = file.read_text().split("\n\n")
    assert first.startswith("before\n<!-- speed -->\n20")
    assert rest == ["| what | a second |\n|---|---|\n| battles | 8 |\n<!-- /speed -->\nafter\n"]
    with pytest.raises(ValueError, match=r"FIGURES.md has 0 places for weight; it needs one"):
        report.table("weight", ("what",), file=file)


def test_what_misses_its_goal_says_so() -> None:
    assert report.goal(9, "10", 10, at_least=True) == "10, **missed**"
    assert report.goal(10, "10", 10, at_least=True) == "10"
    assert report.goal(11, "10 ms", 10, at_least=False) == "10 ms, **missed**"
