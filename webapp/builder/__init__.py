"""Armies built in forms: a builder for each ruleset, found through this registry."""

from collections.abc import Mapping
from typing import Final

from werkzeug.exceptions import NotFound

from webapp.builder import manymarios, warlords
from webapp.builder.parts import Builder

BUILDERS: Final[Mapping[str, Builder]] = {
    module.BUILDER.ruleset: module.BUILDER for module in (manymarios, warlords)
}


def of(ruleset: str) -> Builder:
    """The builder of a ruleset. Raises NotFound, listing those that there are."""
    if ruleset not in BUILDERS:
        raise NotFound(f"There is no ruleset '{ruleset[:60]}'; there are {', '.join(BUILDERS)}.")
    return BUILDERS[ruleset]
