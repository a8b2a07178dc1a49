"""By which terms a listed battle is found: those of its names, its game, its units, its result."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from webapp.base import samples
from webapp.base.game import Game
from webapp.base.sides import COLOURS, UNNAMED
from webapp.base.texts import N_, _, language
from webapp.battles import participants
from webapp.battles.names import MADE
from webapp.store.models import GAME_TITLE, Battle, Recording
from webapp.store.search import Alternatives, mark, words

UPSET: Final = 1 / 3
"""A victory is an upset if the winner's exact chance at the beginning was below this."""

WORDS_MOST: Final = 8

VALUE: Final = re.compile(r"\{\w+\}")
"""What stands in a title of ours where a name will stand."""

RESULTS: Final[Mapping[str, str]] = {
    "won": N_("somebody won"),
    "draw": N_("a draw"),
    "upset": N_("an upset"),
}
"""What to look for among results, in words."""


@dataclass(frozen=True)
class Search:
    """What is looked for; whatever is empty does not matter."""

    unit: str = ""
    ruleset: str = ""
    result: str = ""
    text: str = ""


def of_battle(battle: Battle, recording: Recording, units: Iterable[str]) -> set[str]:
    """The terms of a battle in which these units take part."""
    names = (battle.title, battle.name_a, battle.army_a, battle.name_b, battle.army_b)
    return {
        *(word for name in names for word in words(name)),
        *(mark("unit", unit) for unit in units),
        *(mark("result", result) for result in results(recording.winner, recording.chance_a)),
        mark("game", battle.ruleset),
    }


def results(winner: str | None, chance_a: float | None) -> Iterator[str]:
    """Which of RESULTS a battle has."""
    yield "won" if winner else "draw"
    if winner and chance_a is not None and (chance_a if winner == "a" else 1 - chance_a) < UPSET:
        yield "upset"


def needed(games: Collection[Game], search: Search) -> list[Alternatives] | None:
    """The terms that a battle needs to be found; None if none can be, since no word is asked for.

    A text is found by the beginnings of its words, also of those that its reader has in place of
    what is stored. Without a search, nothing is needed.
    """
    needed: list[Alternatives] = []
    if search.text.strip():
        said = _said(tuple(games), language())
        beginnings = [_begun(word, said) for word in words(search.text)[:WORDS_MOST]]
        if not beginnings:
            return None
        needed += beginnings
    if unit := search.unit.strip():
        called = participants.called(games, unit)
        needed.append([mark("unit", id_) for id_ in sorted(called)])
    if search.result:
        needed.append([mark("result", search.result)])
    if search.ruleset:
        needed.append([mark("game", search.ruleset)])
    return needed


def of_games(games: Collection[Game]) -> Alternatives:
    """The terms of which battles of these games have one."""
    return [mark("game", game.id) for game in games]


def _begun(word: str, said: Iterable[tuple[Iterable[str], str]]) -> Alternatives:
    """What a word stands for: all that is stored and begins so, and names that are read so."""
    read = {stored for own, stored in said if any(one.startswith(word) for one in own)}
    return [f"{word}*", *sorted(read)]


@lru_cache(16)
def _said(games: tuple[Game, ...], _language: str) -> list[tuple[list[str], str]]:
    """The words of what this language says of its own, and the terms of what is stored for them."""
    found = []
    for text, others in _stored_in_english(games):
        said, stored = (words(VALUE.sub("", one)) for one in (_(text), text))
        if stored and said != stored:
            found.append((said, " ".join(sorted({*stored, *others}))))
    return found


def _stored_in_english(games: Iterable[Game]) -> Iterator[tuple[str, Collection[str]]]:
    """Texts of ours in names of sides, armies and battles, and what else such a battle has."""
    for text in (*MADE, GAME_TITLE, *COLOURS.values(), *UNNAMED.values()):
        yield text, ()
    for game in games:
        of_game = mark("game", game.id)
        built_in = game.built_in()
        titles = (battle.title for battle in samples.load(game).battles.values())
        for name in (*built_in.armies, *titles):
            yield name, [of_game]
        for name, army in built_in.sides:
            yield name, [of_game, *words(army)]
