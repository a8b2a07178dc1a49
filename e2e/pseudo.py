"""A pseudo-language (served to tests as Esperanto): sentences in brackets, accented and longer.
Text outside of brackets is missing in the catalog."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo

from tests.present import OURS
from tests.repo.files import ROOT
from webapp.base import games, samples

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
"""Doubles most vowels: words get about 40 % longer, like German ones."""

NAMES: Final = ("Battlereel", "Many Marios 0", "Ann", "Bo", "Gooba", "English", "Esperanto")
"""Our own names, languages and examples of user input."""
SIGNS: Final = (
    *("AE", "DE", "AP", "ATK", "DEF", "HP", "EXH", "AU", "EU"),  # no language changes them
    *("UTC", "JSON", "cost", "atk", "def", "hp"),  # what programs and battle files call so
)
LETTERS: Final = re.compile(r"[^\W\d_]{2,}")
DATE: Final = re.compile(r"\d+ \w+ \d{4}")  # Babel's format
BRACKETED: Final = re.compile(rf"{BEGIN}[^{END}]*{END}")


def pseudo(text: str) -> str:
    """Return a sentence in brackets, with all placeholders but `{unit:hits|hit}` unchanged."""
    parts = PLACEHOLDER.split(text)
    return "".join(
        FORM.sub(lambda form: _longer(form[0]), part) if k % 2 else _longer(part)
        for k, part in enumerate(parts)
    )


def _longer(part: str) -> str:
    return f"{BEGIN}{part.translate(LONGER)}{END}" if part else ""


@cache
def sentences() -> tuple[str | tuple[str, str], ...]:
    """All sentences that are translated; a pair where there is one for several."""
    with (ROOT / "webapp/translations/de/LC_MESSAGES/messages.mo").open("rb") as file:
        found = [message.id for message in read_mo(file) if message.id]
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


def names_of_samples() -> Iterator[str]:
    """What sides, armies and their own units are called: it is in battle files, as people write."""
    for id_ in OURS:
        found = samples.load(games.game(id_))
        for battle in found.battles.values():
            yield from (battle.name_a, battle.name_b)
        for army in found.armies.values():
            yield from _names(army.army)


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "name" and isinstance(inner, str):
                yield inner
            else:
                yield from _names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner)


def said_outside(texts: list[str]) -> list[str]:
    """The texts that have words outside of brackets, names and signs aside."""
    known = sorted({*NAMES, *SIGNS, *names_of_samples()}, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in known))
    left = {text: pattern.sub("", DATE.sub("", BRACKETED.sub(" ", text))) for text in texts}
    return sorted({text for text, rest in left.items() if LETTERS.search(rest)})
