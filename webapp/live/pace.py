"""The pace of each ruleset, from the file that its scene keeps."""

import functools

import msgspec

from webapp.config import HOUSE
from webapp.live.airing import Pace


@functools.cache
def of(ruleset: str) -> Pace:
    """The pace of a ruleset's airings."""
    path = HOUSE / "static" / "js" / "scenes" / ruleset / "pace.json"
    return msgspec.json.decode(path.read_bytes(), type=Pace)
