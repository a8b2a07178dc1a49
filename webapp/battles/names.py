"""Names of a stored battle's sides in the reader's language."""

from collections.abc import Mapping
from typing import Final

from engine import SIDES, SideId
from webapp.base import display_names
from webapp.base.display_names import Called
from webapp.base.game import Game
from webapp.base.sides import distinct_names, side_name
from webapp.base.texts import N_
from webapp.store.models import Battle

CHOSEN: Final = N_("{a} against {b}, dice chosen")  # title of a battle with chosen dice
MADE: Final = (N_("{a} against {b}"), CHOSEN)  # titles that the application generates


def called_in(game: Game, battle: Battle) -> dict[SideId, Called]:
    """Return the name of each side and of its army; either can be empty."""
    return {
        "a": display_names.called(game, battle.name_a, battle.army_a),
        "b": display_names.called(game, battle.name_b, battle.army_b),
    }


def side_names(game: Game, battle: Battle) -> dict[str, str]:
    """Return each side's own name, its army's, or its colour; see `distinct`."""
    return distinct(called_in(game, battle))


def distinct(called: Mapping[SideId, Called]) -> dict[str, str]:
    """Return side names that differ without colours."""
    return distinct_names(*(side_name(side, *called[side]) for side in SIDES))
