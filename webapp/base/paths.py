"""Paths of the product's files."""

from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[1]
# A wheel has templates and static inside the package, a checkout next to it.
HOUSE: Final = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent


def scene_folder(game: str) -> Path:
    return HOUSE / "static" / "js" / "games" / game


TRANSLATIONS = PACKAGE / "translations"  # a folder a language
