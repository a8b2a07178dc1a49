"""Where the files of the product are on this machine."""

from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[1]
# A wheel carries templates and static inside the package, a checkout beside it.
HOUSE: Final = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent


def scene_folder(game: str) -> Path:
    """The folder of a scene of ours, which the server reads two files of."""
    return HOUSE / "static" / "js" / "games" / game


TRANSLATIONS = PACKAGE / "translations"
"""A folder a language, with its catalog of sentences."""
