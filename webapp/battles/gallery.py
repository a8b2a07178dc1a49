"""The gallery: battles that lists may show, found by who takes part, game, result and names."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, false, func, select, true
from sqlalchemy.orm import Session

from webapp.base.game import Game
from webapp.battles import search_terms
from webapp.battles.search_terms import Search
from webapp.store import database, search
from webapp.store.models import Battle
from webapp.store.paging import FIRST, SIZE, Page, PageRequest, below, page_of


def find(
    games: Collection[Game],
    wanted: Search,
    now_ms: int,
    asked: PageRequest = FIRST,
    size: int = SIZE,
) -> Page[Battle]:
    """The listed battles of these games that a search finds, the newest first.

    Whoever looks for a result finds only battles that are over: of others it is a secret. Nor is
    it told who takes part before a battle begins.
    """

    def ask(db: Session) -> Page[Battle]:
        page = page_of(db, _places(db, games, wanted, now_ms), asked, size)
        rows = select(Battle).where(Battle.place.in_(page.rows)).order_by(Battle.place.desc())
        return page.with_rows(db.scalars(rows).all())

    return database.looked_up(ask)


def _places(db: Session, games: Collection[Game], wanted: Search, now_ms: int) -> Select[Any]:
    needed = search_terms.needed(games, wanted)
    if not needed:
        listed = Battle.place.is_not(None) & _is_of(db, {game.id for game in games})
        return select(Battle.place).where(listed if needed is not None else false())
    if not wanted.ruleset and _others(db, {game.id for game in games}):
        # Only then: it takes longer than all else, since nearly every battle has such a term.
        needed.append(search_terms.of_games(games))
    places = search.found(db, needed)
    (key,) = places.selected_columns
    if wanted.unit.strip() or wanted.result:
        places = places.where(key < below(now_ms))
    if wanted.result:
        on_air = select(Battle.place).where(Battle.listed, Battle.ends_at_ms > now_ms)
        places = places.where(key.not_in(db.scalars(on_air).all()))
    return places


def _is_of(db: Session, games: Collection[str]) -> ColumnElement[bool]:
    """That a battle is of one of these games.

    What is known of several is which games it is not of: SQLite takes `IN` for rare, reads all
    battles of each game, and sorts them.
    """
    if len(games) == 1:
        return Battle.ruleset == next(iter(games))
    others = _others(db, games)
    return Battle.ruleset.not_in(others) if others else true()


def _others(db: Session, games: Collection[str]) -> set[str]:
    """The games besides these that there are battles of: each is looked up after the one before."""
    first = select(func.min(Battle.ruleset).label("id")).cte(recursive=True)
    above = select(func.min(Battle.ruleset)).where(Battle.ruleset > first.c.id).scalar_subquery()
    known = first.union_all(select(above).where(first.c.id.is_not(None)))
    return {*db.scalars(select(known.c.id).where(known.c.id.is_not(None)))} - {*games}


class Lately(NamedTuple):
    """The listed battles that are not over, and those that are, the newest first."""

    on_air: Sequence[Battle]
    recent: Sequence[Battle]


def count_on_air(games: Collection[str], now_ms: int) -> int:
    """How many listed battles of these games are on air."""
    on_air = select(func.count()).where(Battle.listed, Battle.ends_at_ms > now_ms)
    return database.looked_up(lambda db: db.scalar(on_air.where(_is_of(db, games))) or 0)


def lately(games: Collection[str], now_ms: int, most: int = 12) -> Lately:
    """The newest battles of these games, `most` of each kind."""
    is_on_air = Battle.listed & (Battle.ends_at_ms > now_ms)
    is_over = Battle.place.is_not(None) & (Battle.ends_at_ms <= now_ms)

    def ask(db: Session) -> Lately:
        newest = select(Battle).where(_is_of(db, games)).order_by(Battle.place.desc())
        both = (db.scalars(newest.where(which).limit(most)).all() for which in (is_on_air, is_over))
        return Lately(*both)

    return database.looked_up(ask)
