"""Which games a test module needs: those of a game that is not there are left out by name."""

import ast
import functools
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = ("manymarios", "siege", "warlords")  # games of this repository, usable as examples


@functools.cache
def absent() -> tuple[str, ...]:
    """Those of ours whose folder has been removed."""
    return tuple(id_ for id_ in OURS if not (ROOT / "webapp/games" / id_).is_dir())


@functools.cache
def needed_by(path: Path) -> frozenset[str]:
    """The games that a test module, or a helper that it imports, names."""
    source = path.read_text("utf-8")
    named = {id_ for id_ in OURS if re.search(rf"""["'`/.]{id_}["'`/.]""", source)}
    return frozenset(named).union(*map(needed_by, _helpers(source)))


def _helpers(source: str) -> list[Path]:
    """The modules of tests and e2e that a module imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    paths = (ROOT.joinpath(*name.split(".")).with_suffix(".py") for name in names)
    # This module names all games, and needs none.
    own = Path(__file__)
    return [
        path
        for path in paths
        if path != own and path.parts[len(ROOT.parts)] in ("tests", "e2e") and path.is_file()
    ]


def require(*ids: str) -> None:
    """Skips the test that runs, or that asks for a fixture, if one of these games is not there."""
    if missing := {*ids} & {*absent()}:
        pytest.skip(f"for want of {', '.join(sorted(missing))}")


def is_left_out(path: Path) -> bool:
    """Whether a test module cannot run, for want of a game."""
    return path.suffix == ".py" and bool(absent()) and bool(needed_by(path) & {*absent()})
