"""The units that take part in a battle, as the gallery searches for them."""

import difflib
from collections.abc import Collection, Mapping
from typing import Any, Final

from engine import SIDES, SideId
from webapp.base import display_names, games
from webapp.base.builder import CUSTOM
from webapp.base.form import rows_of
from webapp.base.game import Game
from webapp.base.texts import N_, _, distinct_names, side_name
from webapp.store.models import NAME_LENGTH, Battle

CLOSE: Final = 0.6
PART_LEAST: Final = 3  # shorter parts are in too many names


def units(game: Game, battle: Mapping[str, Any]) -> set[str]:
    """Return the unit ids of a battle file; custom units count by lower-case name."""
    form = game.builder.form
    rows = (row for side in battle["sides"] for row in rows_of(form, side["army"]))
    held = (row[key] for row in rows for key in form.keys & row.keys())
    return {_folded(one["name"]) if isinstance(one, dict) else one for one in held}


def names(games: Collection[Game]) -> Mapping[str, str]:
    """Return the names of units by id, in order."""
    shelves = (game.builder.shelf for game in games)
    rows = {item.id: item.name for shelf in shelves for item in shelf if item.key != CUSTOM}
    return dict(sorted(rows.items(), key=lambda row: row[1]))


def ids_of(games: Collection[Game], text: str) -> set[str]:
    """Return the ids of units of this name, or else of those whose names contain it."""
    wanted = _folded(text)
    folded = {id_: {_folded(name), _folded(_(name))} for id_, name in names(games).items()}
    found = {id_ for id_, either in folded.items() if wanted in {id_, *either}}
    if not found and len(wanted) >= PART_LEAST:
        found = {id_ for id_, either in folded.items() if any(wanted in one for one in either)}
    return found | {wanted}


def nearest(games: Collection[Game], text: str) -> str | None:
    """Return the unit name spelt most alike, in the reader's language."""
    said = [(name, _(name)) for name in names(games).values()]
    by_fold = {_folded(one): own for name, own in said for one in (name, own)}
    found = difflib.get_close_matches(_folded(text)[:NAME_LENGTH], by_fold, 1, CLOSE)
    return by_fold[found[0]] if found else None


def _folded(name: str) -> str:
    return name.strip().casefold()[:NAME_LENGTH]


CHOSEN: Final = N_("{a} against {b}, dice chosen")  # title of a battle with chosen dice
MADE: Final = (N_("{a} against {b}"), CHOSEN)  # titles that the application generates


def names_in(battle: Battle) -> dict[SideId, display_names.DisplayNames]:
    """Return the name of each side and of its army; either can be empty."""
    game = games.game(battle.ruleset)
    return {
        "a": display_names.translated(game, battle.name_a, battle.army_a),
        "b": display_names.translated(game, battle.name_b, battle.army_b),
    }


def side_names(battle: Battle) -> dict[str, str]:
    """Return each side's own name, its army's, or its colour; see `distinct`."""
    return distinct(names_in(battle))


def distinct(called: Mapping[SideId, display_names.DisplayNames]) -> dict[str, str]:
    """Return side names that differ without colours."""
    return distinct_names(*(side_name(side, *called[side]) for side in SIDES))
