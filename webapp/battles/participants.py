"""Who takes part in a battle, by the ids that the gallery searches for."""

import difflib
import functools
from collections.abc import Collection, Mapping
from typing import Any, Final

from webapp.base.builder import CUSTOM
from webapp.base.form import rows_of
from webapp.base.game import Game
from webapp.base.texts import _
from webapp.store.models import NAME_LENGTH

CLOSE: Final = 0.6
PART_LEAST: Final = 3
"""A search for a part of a name needs so many letters: shorter parts are in too many names."""


def units(game: Game, battle: Mapping[str, Any]) -> set[str]:
    """The units in a battle file: catalog ids, and the names of custom units in small letters."""
    form = game.builder.form
    found = set()
    for side in battle["sides"]:
        for row in rows_of(form, side["army"]):
            for key in form.keys & row.keys():
                custom = row[key]
                found.add(_folded(custom["name"]) if isinstance(custom, dict) else custom)
    return found


def names(games: Collection[Game]) -> Mapping[str, str]:
    """The units of these games: names by id, in the order of the names."""
    return _names(tuple(games))


@functools.cache
def _names(games: tuple[Game, ...]) -> Mapping[str, str]:
    shelves = (game.builder.shelf for game in games)
    rows = {item.id: item.name for shelf in shelves for item in shelf if item.key != CUSTOM}
    return dict(sorted(rows.items(), key=lambda row: row[1]))


def called(games: Collection[Game], text: str) -> set[str]:
    """The ids of the units that these words may name: by id, by name, by a custom unit's name.

    Names are those in English and those of the reader's language. Where no unit is called just so,
    those whose names hold the words: `dragon` is every dragon.
    """
    wanted = _folded(text)
    folded = {id_: {_folded(name), _folded(_(name))} for id_, name in names(games).items()}
    exact = {id_ for id_, either in folded.items() if wanted in {id_, *either}}
    if exact or len(wanted) < PART_LEAST:
        return exact | {wanted}
    return {wanted} | {
        id_ for id_, either in folded.items() if any(wanted in one for one in either)
    }


def nearest(games: Collection[Game], text: str) -> str | None:
    """The name of the unit that is spelt most alike, as its reader has it."""
    said = [(name, _(name)) for name in names(games).values()]
    by_fold = {_folded(one): own for name, own in said for one in (name, own)}
    found = difflib.get_close_matches(_folded(text)[:NAME_LENGTH], by_fold, 1, CLOSE)
    return by_fold[found[0]] if found else None


def _folded(name: str) -> str:
    return name.strip().casefold()[:NAME_LENGTH]
