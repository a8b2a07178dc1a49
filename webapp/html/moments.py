"""Phrases with a time, such as "Ended 5 minutes ago"."""

from typing import NamedTuple


class Moment(NamedTuple):
    """An English phrase with `{when}` and its time; `is_exact` shows the time of day as well."""

    text: str
    at_ms: int
    is_exact: bool = False
