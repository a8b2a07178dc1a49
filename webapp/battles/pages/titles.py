"""What a battle is called, in the language of whoever reads it."""

import re
from typing import Final

from webapp.base import games, samples
from webapp.base.texts import _
from webapp.battles import names
from webapp.battles import store as battles
from webapp.store.models import GAME_TITLE, Army, Battle

FURTHER: Final = re.compile(GAME_TITLE.format(title="(?P<title>.*)", number=r"(?P<number>\d+)"))
"""A further game of a challenge, which has another title before that."""


def title_of(battle: Battle) -> str:
    """The title of a battle: as it was given, or translated as far as it is one of ours."""
    further = FURTHER.fullmatch(battle.title)
    if further:
        first = _before(battle, further["title"])
        return _(GAME_TITLE, title=first, number=further["number"])
    return _before(battle, battle.title)


def army_name(army: Army) -> str:
    """What a saved army is called: as its maker has it, or translated if it is a built-in name."""
    return games.game(army.ruleset).army_called(army.name)


def _before(battle: Battle, title: str) -> str:
    """The title without the number of a further game; a tournament's name may lead it."""
    game, plain = games.game(battle.ruleset), battles.plain_names(battle)
    for made in names.MADE:
        lead, who, rest = title.rpartition(made.format(**plain))
        if who and not rest and (not lead or lead.endswith(": ")):
            return lead + _(made, **names.side_names(game, battle))
    ours = samples.load(game).battles.values()
    return _(title) if title in {sample.title for sample in ours} else title
