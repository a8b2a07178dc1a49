"""The pages of a list, as addresses name them."""

from flask import request

from webapp.store.paging import PageRequest

NUMBER, BEFORE, AFTER = "page", "before", "after"


def page_request() -> PageRequest:
    """The page that the current request asks for; the first one, unless it says so properly."""
    asked = request.args
    return PageRequest(asked.get(NUMBER, 1, type=int), asked.get(BEFORE, ""), asked.get(AFTER, ""))


def here() -> dict[str, str]:
    """What the address of the current request says of the page."""
    return {key: request.args[key] for key in (NUMBER, BEFORE, AFTER) if key in request.args}
