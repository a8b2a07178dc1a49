"""Hidden results until a visitor has watched a battle."""

from typing import Final

from flask import request

NAME: Final = "spoilers"  # of the cookie and the query parameter

HIDDEN: Final = "0"
SHOWN: Final = "1"


def are_hidden() -> bool:
    """Return whether results are hidden until watched, by `?spoilers=0` or `1`, or the cookie."""
    asked = request.args.get(NAME)
    if asked in (HIDDEN, SHOWN):
        return asked == HIDDEN
    return request.cookies.get(NAME) != SHOWN
