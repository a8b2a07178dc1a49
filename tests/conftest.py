"""What all tests share."""

import gc
from pathlib import Path

import pytest
from hypothesis import settings

from tests.present import absent, is_left_out

# No deadline: a busy machine, or a kernel that is being compiled, is not a failure.
settings.register_profile("short", deadline=None, derandomize=True, max_examples=15)
settings.register_profile("long", deadline=None, derandomize=True, max_examples=100)


def pytest_configure(config: pytest.Config) -> None:
    """Choose few random examples, or many where the long tests run too."""
    settings.load_profile("short" if config.getoption("markexpr") else "long")


gc.set_threshold(50_000, 20, 100)


def pytest_collection_finish() -> None:
    """Keeps what is imported out of all garbage collections, which take a tenth of the time."""
    gc.collect()
    gc.freeze()


LONGEST = {"test_loop.py", "test_pace.py"}
"""Run first, so that none of them runs alone in the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the tests into the order in which they run."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leaves out the modules that need a game whose folders were removed."""
    is_test = collection_path.name.startswith("test_")
    return True if is_test and is_left_out(collection_path) else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says which modules are left out, and for want of what."""
    tests = Path(__file__).parent
    if names := [
        str(path.relative_to(tests))
        for path in sorted(tests.rglob("test_*.py"))
        if is_left_out(path)
    ]:
        terminalreporter.write_line(f"left out, for want of {', '.join(absent())}:")
        terminalreporter.write_line(", ".join(names))
