"""Names by which an army that is made of another one can be told from it in lists."""

from collections.abc import Iterator, Set
from itertools import count

from engine import NAME_MOST
from webapp.base import display_names
from webapp.base.form import Json
from webapp.base.game import Game
from webapp.base.texts import _


def ready_made(game: Game) -> list[str]:
    """The names of a game's own armies, in English and as their reader calls them."""
    names = sorted(game.built_in().armies)
    return [*names, *map(game.army_called, names)]


def to_edit(game: Game, army: Json, taken: Set[str] | None) -> Json:
    """An army to be edited: its name can be read, and is not one of those `taken`.

    None is for an army that is not going to be in lists: it keeps its name.
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
