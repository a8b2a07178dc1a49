"""Titles of battles in the reader's language."""

import re
from typing import Final

from webapp.base import games, samples
from webapp.base.texts import _
from webapp.battles import participants
from webapp.battles import store as battles
from webapp.store.models import GAME_TITLE, Army, Battle

# title of a further game in a challenge
FURTHER: Final = re.compile(GAME_TITLE.format(title="(?P<title>.*)", number=r"(?P<number>\d+)"))


def title_of(battle: Battle) -> str:
    """Return the title as given, or translated if the application made it."""
    further = FURTHER.fullmatch(battle.title)
    if further:
        first = _before(battle, further["title"])
        return _(GAME_TITLE, title=first, number=further["number"])
    return _before(battle, battle.title)


def army_name(army: Army) -> str:
    """Return a saved army's name, translated if it is a built-in one."""
    return games.game(army.ruleset).army_called(army.name)


def _before(battle: Battle, title: str) -> str:
    """Translate a title without its game number; a tournament's name can precede it."""
    game, plain = games.game(battle.ruleset), battles.plain_names(battle)
    for made in participants.MADE:
        lead, who, rest = title.rpartition(made.format(**plain))
        if who and not rest and (not lead or lead.endswith(": ")):
            return lead + _(made, **participants.side_names(game, battle))
    ours = samples.load(game).battles.values()
    return _(title) if title in {sample.title for sample in ours} else title
