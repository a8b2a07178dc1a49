"""Modules and functions stay small enough to be read in one go."""

import ast
from collections.abc import Iterator

from tests.repo.files import ROOT, kept

MODULE_LINES = 500
FUNCTION_LINES = 70
FOLDERS = ("engine", "webapp", "static/js", "tests", "e2e")
SUFFIXES = {".py", ".pyi", ".js", ".mjs", ".css"}


def long_functions(source: str) -> Iterator[str]:
    """Names each function of `source` that has more than FUNCTION_LINES lines, decorators aside."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"line {node.lineno}: {node.name} has {lines} lines"


def test_modules_and_functions_are_short() -> None:
    found = []
    for path in kept(*FOLDERS):
        if path.suffix in SUFFIXES:
            source = (ROOT / path).read_text("utf-8")
            if (lines := len(source.splitlines())) > MODULE_LINES:
                found.append(f"{path} has {lines} lines, {MODULE_LINES} at most: split it")
            if path.suffix == ".py":
                found += [f"{path}, {one}" for one in long_functions(source)]
    assert found == []


def test_a_long_function_is_found() -> None:
    body = "    pass\n" * FUNCTION_LINES
    assert list(long_functions(f"def f():\n{body}")) == ["line 1: f has 71 lines"]
    assert list(long_functions(f"@cache\nasync def f():\n{body[9:]}")) == []
