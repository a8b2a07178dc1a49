"""Watching without spoilers: whether a visitor may be told how a battle ends before watching it."""

from typing import Final

from flask import request

NAME: Final = "spoilers"
"""Of the cookie that remembers the visitor's choice, and of what an address may say instead."""

HIDDEN: Final = "0"
SHOWN: Final = "1"


def are_hidden() -> bool:
    """Whether results are hidden until they were watched; they are by default.

    `?spoilers=0` or `1` in the address overrides the visitor's own choice, a cookie.
    """
    asked = request.args.get(NAME)
    if asked in (HIDDEN, SHOWN):
        return asked == HIDDEN
    return request.cookies.get(NAME) != SHOWN
