"""Limits of armies, their texts and lists that an operator may want to know."""

from typing import Final

TEXT_MOST: Final = 20_000  # characters of an army as compact text
JSON_MOST: Final = 200_000  # characters of an army as JSON
COUNT_MOST: Final = 99  # equal units of a line
LISTED_MOST: Final = 200  # names after `+` in a text and after @ in a line; no game takes as many
PROBLEMS_MOST: Final = 50  # reported problems; after these no further army is read
MENDED_MOST: Final = 50  # corrected names, and notes, per text; further misspellings are refused
ENTERED_MOST: Final = 300  # armies read from a text; more need the command line
FILED_MOST: Final = 500  # armies read from an exported file
UNDO_MOST: Final = 10  # steps that the plain form can undo
UNDO_CHARACTERS_MOST: Final = 200_000  # of its hidden field for them
RULES_MOST: Final = 4_000  # characters of an inventory's rules
NAMES_MOST: Final = 200  # names in a list of an inventory
OF_EACH_MOST: Final = 99  # equal things that an inventory can allow
SHOWN_NAMES_MOST: Final = 12  # names in a sentence about an inventory
