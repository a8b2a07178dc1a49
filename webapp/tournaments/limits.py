"""Limits of tournaments on the web that an operator may want to know."""

from typing import Final

ENTRANTS_MOST: Final = 16  # the command line plays larger ones
ENOUGH: Final = 2  # minimum of entrants
GAMES_MOST: Final = 600  # 16 entrants each against each, best of 5
SLOW_GAMES_MOST: Final = 60  # of slow bots: five minutes of the one thread that plays them
MORE_MOST: Final = 50  # rounds per request
UNFINISHED_MOST: Final = 12  # tournaments being played, of all users together
UNFINISHED_BY_ONE_MOST: Final = 3  # the same of one owner or client network
RETRY_SECONDS: Final = 30  # what a refusal for these asks for
OWNED_MOST: Final = 50  # latest ones in a visitor's list
