"""The gallery: listed battles by participants, game, result and names."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, false, func, select, true
from sqlalchemy.orm import Session

from webapp.base import samples
from webapp.base.game import Game
from webapp.base.texts import COLOURS, N_, UNNAMED, _, language
from webapp.battles import participants
from webapp.store import database, search
from webapp.store.models import GAME_TITLE, Battle, Recording
from webapp.store.paging import FIRST, Page, PageRequest, below, page_of
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


def search_terms_of(battle: Battle, recording: Recording, units: Iterable[str]) -> set[str]:
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
        for word in words(search.text)[:WORDS_MOST]:
            read = {stored for own, stored in said if any(one.startswith(word) for one in own)}
            needed.append([f"{word}*", *sorted(read)])
        if not needed:
            return None
    if unit := search.unit.strip():
        needed.append([mark("unit", id_) for id_ in sorted(participants.ids_of(games, unit))])
    if search.result:
        needed.append([mark("result", search.result)])
    if search.ruleset:
        needed.append([mark("game", search.ruleset)])
    return needed


@lru_cache(16)
def _said(games: tuple[Game, ...], _language: str) -> list[tuple[list[str], str]]:
    """Return pairs of translated words and the English terms stored for them."""
    # English texts that battles store, and further terms of the same battle
    texts = (*participants.MADE, GAME_TITLE, *COLOURS.values(), *UNNAMED.values())
    known: list[tuple[str, Sequence[str]]] = [(text, ()) for text in texts]
    for game in games:
        of_game = mark("game", game.id)
        built_in = game.built_in
        titles = (battle.title for battle in samples.load(game).battles.values())
        known += [(name, [of_game]) for name in (*built_in.armies, *titles)]
        known += [(name, [of_game, *words(army)]) for name, army in built_in.sides]
    found = []
    for text, others in known:
        said, stored = (words(VALUE.sub("", one)) for one in (_(text), text))
        if stored and said != stored:
            found.append((said, " ".join(sorted({*stored, *others}))))
    return found


def find(
    games: Collection[Game], wanted: Search, now_ms: int, asked: PageRequest = FIRST
) -> Page[Battle]:
    """Return a page of the listed battles that match a search, the newest first.

    A search by result finds only battles that are over; participants are secret until a battle
    begins.
    """

    def ask(db: Session) -> Page[Battle]:
        page = page_of(db, _places(db, games, wanted, now_ms), asked)
        rows = select(Battle).where(Battle.place.in_(page.rows)).order_by(Battle.place.desc())
        return page.with_rows(db.scalars(rows).all())

    return database.looked_up(ask)


def _places(db: Session, games: Collection[Game], wanted: Search, now_ms: int) -> Select[Any]:
    terms = needed(games, wanted)
    if not terms:
        listed = Battle.place.is_not(None) & _is_of(db, {game.id for game in games})
        return select(Battle.place).where(listed if terms is not None else false())
    if not wanted.ruleset and _others(db, {game.id for game in games}):
        # Only if needed: it is the slowest term, since nearly every battle matches.
        terms.append([mark("game", game.id) for game in games])
    places = search.found(db, terms)
    (key,) = places.selected_columns
    if wanted.unit.strip() or wanted.result:
        places = places.where(key < below(now_ms))
    if wanted.result:
        on_air = select(Battle.place).where(Battle.listed, Battle.ends_at_ms > now_ms)
        places = places.where(key.not_in(db.scalars(on_air).all()))
    return places


def _is_of(db: Session, games: Collection[str]) -> ColumnElement[bool]:
    """Return the condition that a battle is of one of these games.

    It excludes the other games: SQLite takes `IN` for rare, reads all battles of each game, and
    sorts them.
    """
    if len(games) == 1:
        return Battle.ruleset == next(iter(games))
    others = _others(db, games)
    return Battle.ruleset.not_in(others) if others else true()


def _others(db: Session, games: Collection[str]) -> set[str]:
    """Return all other games with battles, looking each up after the previous one."""
    first = select(func.min(Battle.ruleset).label("id")).cte(recursive=True)
    above = select(func.min(Battle.ruleset)).where(Battle.ruleset > first.c.id).scalar_subquery()
    known = first.union_all(select(above).where(first.c.id.is_not(None)))
    return {*db.scalars(select(known.c.id).where(known.c.id.is_not(None)))} - {*games}


class Lately(NamedTuple):
    """Listed battles on air and listed battles that are over, the newest first."""

    on_air: Sequence[Battle]
    recent: Sequence[Battle]


def count_on_air(games: Collection[str], now_ms: int) -> int:
    on_air = select(func.count()).where(Battle.listed, Battle.ends_at_ms > now_ms)
    return database.looked_up(lambda db: db.scalar(on_air.where(_is_of(db, games))) or 0)


def lately(games: Collection[str], now_ms: int, most: int = 12) -> Lately:
    """Return the newest battles of these games but no samples, `most` of each kind."""
    is_on_air = Battle.listed & (Battle.ends_at_ms > now_ms)
    is_over = Battle.place.is_not(None) & (Battle.ends_at_ms <= now_ms) & ~Battle.sample

    def ask(db: Session) -> Lately:
        newest = select(Battle).where(_is_of(db, games)).order_by(Battle.place.desc())
        both = (db.scalars(newest.where(which).limit(most)).all() for which in (is_on_air, is_over))
        return Lately(*both)

    return database.looked_up(ask)
