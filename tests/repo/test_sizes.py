"""Modules and functions stay small enough to be read in one go."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repo.files import ROOT, kept

MODULE_LINES = 500
FUNCTION_LINES = 70
FOLDERS = ("engine", "webapp", "static/js", "tests", "e2e")
SUFFIXES = {".py", ".pyi", ".js", ".mjs"}


def long_functions(source: str) -> Iterator[str]:
    """Names each function of `source` that has more than FUNCTION_LINES lines, decorators aside."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"line {node.lineno}: {node.name} has {lines} lines"


def modules() -> list[Path]:
    return [path for path in kept(*FOLDERS) if path.suffix in SUFFIXES]


@pytest.mark.parametrize("path", modules(), ids=str)
def test_module_is_short(path: Path) -> None:
    lines = len((ROOT / path).read_text("utf-8").splitlines())
    assert lines <= MODULE_LINES, f"{path} has {lines} lines, {MODULE_LINES} at most: split it"


@pytest.mark.parametrize("path", [path for path in modules() if path.suffix == ".py"], ids=str)
def test_functions_are_short(path: Path) -> None:
    assert list(long_functions((ROOT / path).read_text("utf-8"))) == []


def test_a_long_function_is_found() -> None:
    body = "    pass\n" * FUNCTION_LINES
    assert list(long_functions(f"def f():\n{body}")) == ["line 1: f has 71 lines"]
    assert list(long_functions(f"@cache\nasync def f():\n{body[9:]}")) == []
