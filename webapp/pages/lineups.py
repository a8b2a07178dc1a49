"""The units of an army as a row of icons, as cards and lists show it."""

from functools import lru_cache
from typing import Final

from markupsafe import Markup

from webapp.base import icons
from webapp.base.game import ArmyCard
from webapp.base.texts import _

KEPT_MOST: Final = 1000
"""So many rows are kept drawn: pages show the samples again and again."""
FACELESS: Final = "shield"


def lineup(card: ArmyCard, most: int = 10) -> Markup:
    """The first units of an army as icons, all by name on pointing; then how many more."""
    faces = tuple((_(unit.name), unit.icon or FACELESS) for unit in card.units)
    return _drawn(faces, most, icons.url())


@lru_cache(KEPT_MOST)
def _drawn(faces: tuple[tuple[str, str], ...], most: int, address: str) -> Markup:
    icon = Markup(
        '<svg class="icon" role="img" aria-label="{name}"><use href="{address}#{icon}"></use></svg>'
    )
    shown = Markup().join(
        icon.format(name=name, address=address, icon=icon_) for name, icon_ in faces[:most]
    )
    more = Markup('<span class="more">+{}</span>').format(len(faces) - most)
    return Markup('<span class="lineup" title="{names}">{shown}{more}</span>').format(
        names=", ".join(name for name, _icon in faces),
        shown=shown,
        more=more if len(faces) > most else "",
    )
