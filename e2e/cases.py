"""Cases of parametrized tests."""

from typing import Any

import pytest


def further(*cases: Any) -> list[Any]:
    """Cases that only `make test-all` runs; a tuple has one value for each name."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long)
        for case in cases
    ]
