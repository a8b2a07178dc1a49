"""How long a round takes: the numbers that the clock goes by."""

from typing import Final

CLOCK_S: Final = 180
CLOCK_S_LEAST: Final = 10
CLOCK_S_MOST: Final = 86_400
LEAD_IN_MS: Final = 10_000
"""From the moment when both armies are sealed to the first round's clock."""
SHOW_MS: Final = 8_000
"""A round that was played is watched for so long before the next one's clock runs."""
