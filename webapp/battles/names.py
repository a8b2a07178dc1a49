"""What the sides of a stored battle are called, in the language of whoever reads it."""

from collections.abc import Mapping
from typing import Final

from engine import SIDES, SideId
from webapp.base import display_names
from webapp.base.display_names import Called
from webapp.base.game import Game
from webapp.base.sides import distinct_names, side_name
from webapp.base.texts import N_
from webapp.store.models import Battle

CHOSEN: Final = N_("{a} against {b}, dice chosen")
"""A battle whose dice were chosen for how it ends."""
MADE: Final = (N_("{a} against {b}"), CHOSEN)
"""The titles that we make up ourselves."""


def called_in(game: Game, battle: Battle) -> dict[SideId, Called]:
    """The name of each side and that of its army, each of which may be empty."""
    return {
        "a": display_names.called(game, battle.name_a, battle.army_a),
        "b": display_names.called(game, battle.name_b, battle.army_b),
    }


def side_names(game: Game, battle: Battle) -> dict[str, str]:
    """What each side is called: by its own name, its army's, or its colour; see `distinct`."""
    return distinct(called_in(game, battle))


def distinct(called: Mapping[SideId, Called]) -> dict[str, str]:
    """What sides are called so that each can be told from the other without colours."""
    return distinct_names(*(side_name(side, *called[side]) for side in SIDES))
