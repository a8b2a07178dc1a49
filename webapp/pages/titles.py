"""What a battle is called, in the language of whoever reads it."""

from typing import Final

from webapp import games
from webapp.base.sides import side_name
from webapp.base.texts import N_, _
from webapp.battles import samples
from webapp.battles import store as battles
from webapp.store.models import Battle

CHOSEN: Final = N_("{a} against {b}, dice chosen")
"""A battle whose dice were chosen for how it ends."""
MADE: Final = (N_("{a} against {b}"), CHOSEN)
"""The titles that we make up ourselves."""


def title_of(battle: Battle) -> str:
    """The title of a battle: as it was given, or translated if it is one of ours."""
    plain = battles.plain_names(battle)
    for made in MADE:
        if battle.title == made.format(**plain):
            names = {
                "a": side_name("a", battle.name_a, battle.army_a),
                "b": side_name("b", battle.name_b, battle.army_b),
            }
            return _(made, **names)
    ours = samples.load(games.game(battle.ruleset)).battles.values()
    return _(battle.title) if battle.title in {sample.title for sample in ours} else battle.title
