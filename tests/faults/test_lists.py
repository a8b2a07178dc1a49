from dataclasses import fields
from pathlib import Path

import pytest

from tests.faults.lists import CAUGHT, ROOT, Fault, function_lines, read_faults, whole_statements


@pytest.fixture(scope="module")
def faults() -> list[Fault]:
    return read_faults()


def test_there_are_enough_faults_and_each_has_its_name(faults: list[Fault]) -> None:
    assert len(faults) >= 60
    assert len({fault.name for fault in faults}) == len(faults)


def test_each_fault_can_be_planted(faults: list[Fault]) -> None:
    for fault in faults:
        assert all(getattr(fault, field.name).strip() for field in fields(fault)[:4]), fault.name
        assert fault.shows, fault.name
        assert fault.caught in CAUGHT, fault.name
        assert not Path(fault.file).parts[0].startswith(("tests", "e2e")), fault.name
        source = (ROOT / fault.file).read_text("utf-8")
        assert fault.planted(source) != source, fault.name
        assert fault.changed(source), fault.name


def test_at_most_three_faults_are_left_to_the_long_tests(faults: list[Fault]) -> None:
    assert sum(fault.caught != "ordinary" for fault in faults) <= 3


def test_changed_lines_are_those_that_differ() -> None:
    fault = Fault("n", "a", "f.py", "b\nc\nd", "b\nX\nd", "s")
    assert fault.changed("a\nb\nc\nd\ne") == {3}
    assert Fault("n", "a", "f.py", "b\nc", "b\nX\nc", "s").changed("a\nb\nc") == {2, 3}
    with pytest.raises(ValueError, match="2 times"):
        Fault("n", "a", "f.py", "b", "c", "s").planted("b b")


SOURCE = """\
TABLE = {
    1: 2,
}
@cache
def f(a,
      b=3):
    if (a and
            b):
        return a
"""


def test_lines_of_functions_are_told_from_those_that_run_on_import() -> None:
    assert function_lines(SOURCE) == {7, 8, 9}


@pytest.mark.parametrize(("line", "lines"), [(2, {1, 2}), (6, {5, 6}), (8, {7, 8}), (9, {9})])
def test_a_line_stands_for_its_whole_statement(line: int, lines: set[int]) -> None:
    assert whole_statements(SOURCE, {line}) == lines
