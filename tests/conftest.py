"""What all tests share."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.present import absent, is_left_out

# No deadline: a busy machine, or a kernel that is being compiled, is not a failure.
settings.register_profile("battlereel", deadline=None)
settings.load_profile("battlereel")

_left_out: list[Path] = []


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leaves out the modules that need a game whose folders were removed."""
    if not collection_path.name.startswith("test_") or not is_left_out(collection_path):
        return None
    _left_out.append(collection_path)
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says which modules were left out, and for want of what."""
    if _left_out:
        names = ", ".join(sorted(path.name for path in _left_out))
        terminalreporter.write_line(f"left out, for want of {', '.join(absent())}: {names}")
