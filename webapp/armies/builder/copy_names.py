"""Names that distinguish an army made from another one."""

from collections.abc import Iterator, Set
from itertools import count

from engine import NAME_MOST
from webapp.base import display_names
from webapp.base.form import Json
from webapp.base.game import Game
from webapp.base.texts import _


def ready_made(game: Game) -> list[str]:
    """Return the names of a game's own armies, in English and the reader's language."""
    names = sorted(game.built_in().armies)
    return [*names, *map(game.army_called, names)]


def to_edit(game: Game, army: Json, taken: Set[str] | None) -> Json:
    """Return an army to edit, with a translated name that is not `taken`.

    With None it keeps its name, since it will not be in lists.
    """
    read = display_names.army(game, army)
    name = read.get("name", "")
    if taken is None or name not in taken:
        return read
    of_game = [one for one in ready_made(game) if name == one or name.startswith(f"{one} (")]
    marks = _marks_of_own() if of_game else (f" ({number})" for number in count(2))
    stem = of_game[0] if of_game else name
    proposed = (stem[: NAME_MOST - len(mark)].rstrip() + mark for mark in marks)
    return {**read, "name": next(one for one in proposed if one not in taken)}


def _marks_of_own() -> Iterator[str]:
    yield " " + _("(mine)")
    for number in count(2):
        yield " " + _("(mine {number})", number=number)
