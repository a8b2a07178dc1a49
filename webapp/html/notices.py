"""What a page says once after something was done that cannot be undone."""

from typing import Final

from flask import flash, redirect
from flask.typing import ResponseReturnValue

SAID: Final = "said"
"""In the address of a page that is to say it: any other does not look at the session for it."""


def redirected(text: str, address: str) -> ResponseReturnValue:
    """Lead to a page of ours, which says this once."""
    flash(text)
    mark = "&" if "?" in address else "?"
    return redirect(f"{address}{mark}{SAID}=1", 303)
