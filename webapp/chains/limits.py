"""Limits of chains of battles that an operator may want to know."""

from typing import Final

STATIONS_MOST: Final = 12  # opponents of a gauntlet
BLESSINGS_MOST: Final = 8  # units that a gauntlet may allow to bless between two battles
OWNED_MOST: Final = 20  # a visitor's latest gauntlets that the page lists
