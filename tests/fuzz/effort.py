"""How much is tried: little in each run of the tests, much by `make fuzz`, drawn anew there."""

import os
from collections import Counter
from typing import Final

from hypothesis import HealthCheck, settings

FACTOR: Final = int(os.environ.get("FUZZ", "1"))

THROWN: Final[Counter[str]] = Counter()  # counts by kind in the running test


def tries(count: int, **more: int) -> settings:
    """Settings for so many tries, many times as many by `make fuzz`."""
    return settings(
        derandomize=FACTOR == 1,
        max_examples=count * FACTOR,
        deadline=None,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
        **more,
    )
