"""By which terms a listed battle is found: those of its names, its game, its units, its result."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from webapp.base.game import Game
from webapp.base.texts import N_
from webapp.battles import participants
from webapp.store.models import Battle, Recording
from webapp.store.search import Alternatives, mark, words

UPSET: Final = 1 / 3
"""A victory is an upset if the winner's exact chance at the beginning was below this."""

WORDS_MOST: Final = 8

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

    A text is found by the beginnings of its words. Without a search, nothing is needed.
    """
    needed: list[Alternatives] = []
    if search.text.strip():
        beginnings = [f"{word}*" for word in words(search.text)[:WORDS_MOST]]
        if not beginnings:
            return None
        needed += [[beginning] for beginning in beginnings]
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
