"""Units of an army as a row of icons."""

from functools import lru_cache
from itertools import groupby
from typing import Final, cast

from flask import current_app
from markupsafe import Markup

from webapp.base import icons
from webapp.base.game import ArmyCard
from webapp.base.texts import _

KEPT_MOST: Final = 1000  # cached rows: pages show the samples again and again
FACELESS: Final = "shield"


def lineup(card: ArmyCard, most: int = 10) -> Markup:
    """Return the first units as icons, named in hover text, and the number of others."""
    faces = tuple((_(unit.name), unit.icon or FACELESS) for unit in card.units)
    return _drawn(faces, most, icons.url())


@lru_cache(KEPT_MOST)
def _drawn(faces: tuple[tuple[str, str], ...], most: int, _address: str) -> Markup:
    runs = [(name, len(list(run))) for name, run in groupby(name for name, _icon in faces)]
    names = ", ".join(name if count == 1 else f"{name} \u00d7{count}" for name, count in runs)
    parts = current_app.jinja_env.get_template("parts.html").module
    return cast("Markup", parts.units(faces, most, names))  # type: ignore[attr-defined]
