"""Limits and times of challenges that an operator may want to know."""

from typing import Final

HOURS_MOST: Final = 720  # until it expires, also for tournaments with registration
GAMES_MOST: Final = 100  # games of a series, rematches included: each request reads all
BATTLES_MOST: Final = 100  # latest battles of a player or a series
COUNTDOWN_MS: Final = 10_000  # time for all pages to load the battle
GRACE_MS: Final = 15_000  # after this time, the request that sealed last must have failed
TICK_SECONDS: Final = 1.0  # between two looks for changes that viewers are sent
PROOF_BYTES_MOST: Final = 50_000_000  # that `battlereel verify` reads
HELD_MOST: Final = 100  # latest games that a visitor's own page lists
