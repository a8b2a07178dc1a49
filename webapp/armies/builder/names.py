"""Names in compact text, English and in the reader's language; names of copied armies."""

import re
from collections.abc import Iterator, Mapping, Set
from difflib import SequenceMatcher, get_close_matches
from itertools import chain, count
from typing import Final, NamedTuple

from engine import NAME_MOST
from webapp.base import display_names
from webapp.base.form import Json
from webapp.base.game import Game
from webapp.base.texts import ENGLISH, _, language

CLOSE: Final = 0.86  # least ratio at which a misspelling is corrected; below it is only suggested
LIKE: Final = 0.6
BEGINNING_LEAST: Final = 3  # letters of a name that is cut short
PLAIN: Final = re.compile(r"[\w+][\w '+-]*")


def fold(text: str) -> str:
    """Normalize a name for comparison: lower case, hyphens as separators."""
    letters = re.sub(r"['\u2019`]", "", text.casefold())
    return re.sub(r"[^\w+]+|_+", "-", letters).strip("-")


def _singular(folded: str) -> str:
    if folded.endswith("ies"):
        return folded[:-3] + "y"
    return folded[:-1] if folded.endswith("s") else folded


class Near(NamedTuple):
    """Suggestions for a misspelt name: `meant` if almost certain, `likes` for a hint."""

    meant: str | None
    likes: tuple[str, ...]


class NameIndex:
    """Index of ids by name; `rows` are their English names by id, which `may_be_cut` short."""

    def __init__(self, rows: Mapping[str, str], *, may_be_cut: bool = False) -> None:
        self.rows = rows
        self.may_be_cut = may_be_cut
        self._exact = {fold(name): id_ for id_, name in rows.items()}
        self._exact |= {fold(id_): id_ for id_ in rows}
        self._loose: dict[str, str | None] = {}
        for folded, id_ in self._exact.items():
            loose = _singular(folded)
            # None if ambiguous: these names are found only exactly.
            self._loose[loose] = id_ if self._loose.get(loose, id_) == id_ else None
        self._spoken: dict[str, Mapping[str, str]] = {ENGLISH: {}}

    def find(self, name: str) -> str | None:
        """Return the id of a name in any case or number, or None; English names take precedence."""
        folded = fold(name)
        english = self._exact.get(folded) or self._loose.get(_singular(folded))
        return english or self._translated().get(folded)

    def near(self, name: str) -> Near:
        folded = fold(name)[:60]
        known = {**self._translated(), **self._exact}
        found = [
            (SequenceMatcher(None, like, word).ratio(), like)
            for word in dict.fromkeys((_singular(folded), folded))
            for like in get_close_matches(word, known, 2, LIKE)
        ]
        close = {known[like] for ratio, like in found if ratio >= CLOSE}
        likes = (known[found[0][1]],) if found else ()
        if len(close) == 1:
            return Near(close.pop(), likes)
        if begun := self._begun(folded, known) or self._begun(_singular(folded), known):
            return Near(begun[0] if len(begun) == 1 else None, begun)
        return Near(None, likes)

    def _begun(self, beginning: str, known: Mapping[str, str]) -> tuple[str, ...]:
        """Return the ids whose names begin like this."""
        if not self.may_be_cut or len(beginning) < BEGINNING_LEAST:
            return ()
        begun = (id_ for name, id_ in known.items() if name.startswith(beginning))
        return tuple(dict.fromkeys(begun))

    def spelling(self, id_: str) -> str:
        """Return a text that `find` maps to this id: its name if possible, else the id."""
        name = self.rows[id_]
        return name if PLAIN.fullmatch(name) and self.find(name) == id_ else id_

    def _translated(self) -> Mapping[str, str]:
        spoken = language()
        if spoken not in self._spoken:
            # Some tables use lower case where the catalog has a capital.
            self._spoken[spoken] = {
                fold(_(written)): id_
                for id_, name in self.rows.items()
                for written in (name[:1].upper() + name[1:], name)
            }
        return self._spoken[spoken]


def ready_made(game: Game) -> list[str]:
    """Return the names of a game's own armies, in English and the reader's language."""
    names = sorted(game.built_in.armies)
    return [*names, *map(game.army_name, names)]


def to_edit(game: Game, army: Json, taken: Set[str] | None) -> Json:
    """Return an army to edit; its translated name is not one of `taken`, unless that is None."""
    read = display_names.army(game, army)
    name = read.get("name", "")
    if not name or taken is None or name not in taken:
        return read
    of_game = [one for one in ready_made(game) if name == one or name.startswith(f"{one} (")]
    marks: Iterator[str] = (f" ({number})" for number in count(2))
    if of_game:
        numbered = (" " + _("(mine {number})", number=number) for number in count(2))
        marks = chain([" " + _("(mine)")], numbered)
    stem = of_game[0] if of_game else name
    proposed = (stem[: NAME_MOST - len(mark)].rstrip() + mark for mark in marks)
    return {**read, "name": next(one for one in proposed if one not in taken)}
