from typing import Final

from webapp.base import texts
from webapp.base.texts import _

RARE: Final = 0.0001  # rarer chances read as `1 in 25,000`


def chance_text(chance: float) -> str:
    """Return a chance as text; 0 or 100% only if it is certain."""
    if chance in (0, 1):
        return texts.percent(chance)
    if chance < RARE:
        return _("1 in {count}", count=texts.number(1 / chance))
    if chance > 1 - RARE:
        return _("all but 1 in {count}", count=texts.number(1 / (1 - chance)))
    return texts.percent(chance, 2)
