"""One-time notices after actions that cannot be undone."""

from typing import Final

from flask import flash, redirect
from flask.typing import ResponseReturnValue

SAID: Final = "said"  # query parameter; other requests do not read the session for notices


def redirected(text: str, address: str) -> ResponseReturnValue:
    """Redirect to a local page with this notice."""
    flash(text)
    mark = "&" if "?" in address else "?"
    return redirect(f"{address}{mark}{SAID}=1", 303)
