"""Limits and times of challenges that an operator may want to know."""

from typing import Final

from webapp.base.clock import DAY_MS

HOURS_MOST: Final = 720  # until it expires, also for tournaments with registration
GAMES_MOST: Final = 100  # games of a series, rematches included: each request reads all
BATTLES_MOST: Final = 100  # latest battles of a player or a series
COUNTDOWN_MS: Final = 10_000  # time for all pages to load the battle
GRACE_MS: Final = 15_000  # after this time, the request that sealed last must have failed
LEAD_S: Final = 3_600  # time between deadline and start, unless the challenger chooses another
LEAD_LEAST_S: Final = 60
LEAD_MOST_S: Final = 7 * 24 * 3_600
AHEAD_MOST_MS: Final = 90 * DAY_MS  # until an appointment
BUILD_LEAST_MS: Final = 60_000  # until the deadline of a new appointment
LOOK_MOST_S: Final = 20.0  # between two looks for due appointments
LOOK_LEAST_S: Final = 0.5
APPOINTED_MOST: Final = 200  # due appointments of one look
TICK_SECONDS: Final = 1.0  # between two looks for changes that viewers are sent
PROOF_BYTES_MOST: Final = 50_000_000  # that `battlereel verify` reads
HELD_MOST: Final = 100  # latest games that a visitor's own page lists
