"""The units that take part in a battle, as the gallery searches for them."""

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
PART_LEAST: Final = 3  # shorter parts are in too many names


def units(game: Game, battle: Mapping[str, Any]) -> set[str]:
    """Return the unit ids of a battle file; custom units count by lower-case name."""
    form = game.builder.form
    found = set()
    for side in battle["sides"]:
        for row in rows_of(form, side["army"]):
            for key in form.keys & row.keys():
                custom = row[key]
                found.add(_folded(custom["name"]) if isinstance(custom, dict) else custom)
    return found


def names(games: Collection[Game]) -> Mapping[str, str]:
    """Return the unit names of these games by id, sorted by name."""
    return _names(tuple(games))


@functools.cache
def _names(games: tuple[Game, ...]) -> Mapping[str, str]:
    shelves = (game.builder.shelf for game in games)
    rows = {item.id: item.name for shelf in shelves for item in shelf if item.key != CUSTOM}
    return dict(sorted(rows.items(), key=lambda row: row[1]))


def called(games: Collection[Game], text: str) -> set[str]:
    """Return the ids of units by id, name or custom name, in English or the reader's language.

    If no unit has exactly this name, those whose names contain it: `dragon` is every dragon.
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
    """Return the unit name spelt most alike, in the reader's language."""
    said = [(name, _(name)) for name in names(games).values()]
    by_fold = {_folded(one): own for name, own in said for one in (name, own)}
    found = difflib.get_close_matches(_folded(text)[:NAME_LENGTH], by_fold, 1, CLOSE)
    return by_fold[found[0]] if found else None


def _folded(name: str) -> str:
    return name.strip().casefold()[:NAME_LENGTH]
