"""The planted faults: reads `lists/*.toml`, and finds the lines that a fault changes."""

import ast
import tomllib
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from coverage.parser import PythonParser

ROOT = Path(__file__).parents[2]
LISTS = Path(__file__).with_name("lists")
CAUGHT = ("ordinary", "long", "never")  # the test that catches a fault; ordinary by default


@dataclass(frozen=True)
class Fault:
    """A small change of a product file that a user would notice."""

    name: str
    area: str
    file: str
    old: str
    new: str
    shows: str
    caught: str = "ordinary"

    def planted(self, source: str) -> str:
        """The source with the fault in it. Raises ValueError unless `old` is there exactly once."""
        if (count := source.count(self.old)) != 1:
            raise ValueError(f"{self.name}: `old` occurs {count} times in {self.file}")
        return source.replace(self.old, self.new)

    def changed(self, source: str) -> set[int]:
        """The numbers of the lines that differ; for lines that are only added, their neighbours."""
        first = source[: source.index(self.old)].count("\n") + 1
        old, new = self.old.split("\n"), self.new.split("\n")
        before = _common(old, new)
        after = _common(old[before:][::-1], new[before:][::-1])
        lines = range(first + before, first + len(old) - after)
        return {*lines} or {first + before - 1, first + before}


def _common(one: list[str], other: list[str]) -> int:
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def read_faults(folder: Path = LISTS) -> list[Fault]:
    """All faults, in the order of the lists."""
    return [
        Fault(**entry)
        for path in sorted(folder.glob("*.toml"))
        for entry in tomllib.loads(path.read_text("utf-8"))["fault"]
    ]


def chosen(faults: list[Fault], words: tuple[str, ...]) -> list[Fault]:
    """The faults with one of these names, or in an area or file that one of the words names."""
    return [
        fault
        for fault in faults
        if not words or any(word in (fault.name, fault.area, fault.file) for word in words)
    ]


def function_lines(source: str) -> set[int]:
    """The lines of Python that run when a function is called, and not on import."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines.update(range(node.body[0].lineno, (node.end_lineno or 0) + 1))
    return lines


def whole_statements(source: str, lines: set[int]) -> set[int]:
    """`lines` of Python, each with the first line of the statement that it is a part of."""
    parser = PythonParser(text=source)
    parser.parse_source()
    return lines | parser.first_lines(lines)
