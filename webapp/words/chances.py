"""Chances in words."""

from typing import Final

from webapp.base import texts
from webapp.base.texts import _

RARE: Final = 0.0001
"""Below this, `1 in 25,000` says more than a percentage."""


def chance_text(chance: float) -> str:
    """A chance as people read it; never 0 or 100% unless it is."""
    if chance in (0, 1):
        return texts.percent(chance)
    if chance < RARE:
        return _("1 in {count}", count=texts.number(1 / chance))
    if chance > 1 - RARE:
        return _("all but 1 in {count}", count=texts.number(1 / (1 - chance)))
    return texts.percent(chance, 2)
