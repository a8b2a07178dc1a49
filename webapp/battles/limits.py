"""Limits and times of battles that an operator may want to know."""

from typing import Final

LEAD_IN_MS: Final = 3000  # from creation to the first event: time for the page to load
LEAD_MS: Final = 1500  # events are sent this early, to cover TICK_MS and network delay
TICK_MS: Final = 1000  # between two pieces that followers are sent
PIECE_MOST: Final = 500  # events of a piece
BRANCHES_MOST: Final = 50  # the latest branches of a visitor that a page lists
EVENTS_MOST: Final = 1_000_000  # total events replayed, about half of what one request may take
OPENING_EVENTS_MOST: Final = 5_000  # played for odds before the first die while a page waits
OPENINGS_KEPT: Final = 4_096  # cached ones of these odds
VERDICTS_KEPT: Final = 512  # cached verdicts
OFFERED_MOST: Final = 8  # recent battles of the same game on offer
EVENT_MOST: Final = 9_999_999  # largest number of an event in an address
