"""Search terms of listed battles: names, game, units, result."""

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
from webapp.battles.participants import MADE
from webapp.store.models import GAME_TITLE, Battle, Recording
from webapp.store.search import Alternatives, mark, words

UPSET: Final = 1 / 3  # a win is an upset if the winner's initial chance was lower

WORDS_MOST: Final = 8

VALUE: Final = re.compile(r"\{\w+\}")  # placeholder of a name in a title

RESULTS: Final[Mapping[str, str]] = {  # results to search for, with labels
    "won": N_("one side won"),
    "draw": N_("a draw"),
    "upset": N_("an upset"),
}


@dataclass(frozen=True)
class Search:
    """A search; empty fields match everything."""

    unit: str = ""
    ruleset: str = ""
    result: str = ""
    text: str = ""


def of_battle(battle: Battle, recording: Recording, units: Iterable[str]) -> set[str]:
    names = (battle.title, battle.name_a, battle.army_a, battle.name_b, battle.army_b)
    return {
        *(word for name in names for word in words(name)),
        *(mark("unit", unit) for unit in units),
        *(mark("result", result) for result in results(recording.winner, recording.chance_a)),
        mark("game", battle.ruleset),
    }


def results(winner: str | None, chance_a: float | None) -> Iterator[str]:
    yield "won" if winner else "draw"
    if winner and chance_a is not None and (chance_a if winner == "a" else 1 - chance_a) < UPSET:
        yield "upset"


def needed(games: Collection[Game], search: Search) -> list[Alternatives] | None:
    """Return the terms that a battle must have, or None if the text has no searchable word.

    A text matches beginnings of words, also of translations of stored English.
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
    return [mark("game", game.id) for game in games]


def _begun(word: str, said: Iterable[tuple[Iterable[str], str]]) -> Alternatives:
    """Return a prefix term, and the stored terms whose translation begins with this word."""
    read = {stored for own, stored in said if any(one.startswith(word) for one in own)}
    return [f"{word}*", *sorted(read)]


@lru_cache(16)
def _said(games: tuple[Game, ...], _language: str) -> list[tuple[list[str], str]]:
    """Return pairs of translated words and the English terms stored for them."""
    found = []
    for text, others in _stored_in_english(games):
        said, stored = (words(VALUE.sub("", one)) for one in (_(text), text))
        if stored and said != stored:
            found.append((said, " ".join(sorted({*stored, *others}))))
    return found


def _stored_in_english(games: Iterable[Game]) -> Iterator[tuple[str, Collection[str]]]:
    """Yield English texts that battles store, and further terms of the same battle."""
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
