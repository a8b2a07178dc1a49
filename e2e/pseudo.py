"""A language that nobody speaks: each sentence of ours stands in brackets, accented and longer.

What is read outside of brackets on a page was not said through the catalog; what does not fit
would not fit a language with longer words. Only tests serve it, to whoever asks for Esperanto.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tests.repo.files import ROOT
from webapp.translations.extracting import extracted

CODE: Final = "eo"
BEGIN, END = "⟦", "⟧"
PLACEHOLDER: Final = re.compile(r"(\{[^{}]*\})")
FORM: Final = re.compile(r"(?<=[:|])[^{}|]+(?=\|)|(?<=\|)[^{}|]+")
LONGER: Final = str.maketrans(
    {
        **{plain: f"{plain}{accented}" for plain, accented in zip("aeou", "áéóú", strict=True)},
        **dict(zip("iyAEIOU", "íýÁÉÍÓÚ", strict=True)),
    }
)
"""Doubles most vowels, which makes words about 40 % longer, as German ones are."""


def pseudo(text: str) -> str:
    """A sentence in brackets, its placeholders outside of them, as they are.

    But for the words of `{unit:hits|hit}`.
    """
    parts = PLACEHOLDER.split(text)
    return "".join(
        FORM.sub(lambda form: _longer(form[0]), part) if k % 2 else _longer(part)
        for k, part in enumerate(parts)
    )


def _longer(part: str) -> str:
    return f"{BEGIN}{part.translate(LONGER)}{END}" if part else ""


@cache
def sentences() -> tuple[str | tuple[str, str], ...]:
    """All sentences of the source; a pair where there is one for several."""
    found = (message.id for message in extracted(ROOT) if message.id)
    return tuple((str(m[0]), str(m[1])) if isinstance(m, tuple | list) else str(m) for m in found)


def write(folder: Path) -> None:
    """Puts the catalog of the server into a folder as `webapp/translations` is one."""
    catalog = Catalog(locale=CODE)
    for one in sentences():
        said = pseudo(one) if isinstance(one, str) else tuple(map(pseudo, one))
        catalog.add(one, said)
    path = folder / CODE / "LC_MESSAGES" / "messages.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalog)


def script() -> str:
    """The page's own catalog, as `build.mjs` makes one of a translation."""
    of = {
        (one if isinstance(one, str) else one[0]): (
            pseudo(one) if isinstance(one, str) else [*map(pseudo, one)]
        )
        for one in sentences()
    }
    return f"globalThis.battlereelTexts={{plural:(n)=>(n!=1),of:{json.dumps(of)}}};"
