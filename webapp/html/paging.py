"""Paging of lists by query parameters."""

from flask import request

from webapp.store.paging import PageRequest

NUMBER, BEFORE, AFTER = "page", "before", "after"


def page_request() -> PageRequest:
    asked = request.args
    return PageRequest(asked.get(NUMBER, 1, type=int), asked.get(BEFORE, ""), asked.get(AFTER, ""))


def here() -> dict[str, str]:
    return {key: request.args[key] for key in (NUMBER, BEFORE, AFTER) if key in request.args}
