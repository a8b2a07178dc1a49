"""Limits and times of matches that an operator may want to know."""

from typing import Final

CLOCK_S: Final = 180  # time for a round, by default
CLOCK_S_LEAST: Final = 10
CLOCK_S_MOST: Final = 86_400
LEAD_IN_MS: Final = 10_000  # from both seals to the first round's clock
SHOW_MS: Final = 8_000  # time to watch a round before the next clock starts
LATELY_MS: Final = 600_000  # a match without a new round for longer counts as abandoned
TICK_SECONDS: Final = 0.5  # between two looks for changes that viewers are sent
