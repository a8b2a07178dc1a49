"""The pace of each ruleset, from the file that its scene keeps."""

import functools

import msgspec

from webapp.base.paths import scene_file
from webapp.battles.airing import Pace


@functools.cache
def of(ruleset: str) -> Pace:
    """The pace of a ruleset's airings."""
    return msgspec.json.decode(scene_file(ruleset, "pace.json").read_bytes(), type=Pace)
