"""The gallery: battles that lists may show, found by who takes part, game, result and names."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import contains_eager

from webapp.base.game import Game
from webapp.battles import participants
from webapp.store.models import Battle, Fielded, Recording
from webapp.store.paging import Page, page_of

UPSET: Final = 1 / 3
"""A victory is an upset if the winner's exact chance at the beginning was below this."""

WORDS_MOST: Final = 8

RESULTS: Final[Mapping[str, tuple[str, ColumnElement[bool]]]] = {
    "won": ("somebody won", Recording.winner.is_not(None)),
    "draw": ("a draw", Recording.winner.is_(None)),
    "upset": (
        "an upset",
        or_(
            and_(Recording.winner == "a", Recording.chance_a < UPSET),
            and_(Recording.winner == "b", Recording.chance_a > 1 - UPSET),
        ),
    ),
}
"""What to look for among results: in words, and as the database is asked."""


@dataclass(frozen=True)
class Search:
    """What is looked for; whatever is empty does not matter."""

    unit: str = ""
    ruleset: str = ""
    result: str = ""
    text: str = ""


def find(
    games: Collection[Game], search: Search, now_ms: int, page: int = 1, size: int = 20
) -> Page[Battle]:
    """The listed battles of these games that a search finds, the newest first.

    Whoever looks for a result finds only battles that are over: of others it is a secret.
    """
    query = (
        select(Battle)
        .join(Battle.recording)
        .options(contains_eager(Battle.recording))
        .where(Battle.listed, *_conditions(games, search, now_ms))
        .order_by(Battle.starts_at_ms.desc(), Battle.id)
    )
    return page_of(query, page, size)


def _conditions(games: Collection[Game], search: Search, now_ms: int) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [Recording.ruleset.in_([game.id for game in games])]
    if unit := search.unit.strip():
        digests = select(Fielded.digest).where(Fielded.unit.in_(participants.called(games, unit)))
        conditions.append(Battle.digest.in_(digests))
        # Who takes part is told when a battle begins.
        conditions.append(Battle.starts_at_ms <= now_ms)
    if search.ruleset:
        conditions.append(Recording.ruleset == search.ruleset)
    if search.result:
        conditions += [RESULTS[search.result][1], Battle.ends_at_ms <= now_ms]
    for word in search.text.split()[:WORDS_MOST]:
        columns = (Battle.title, Battle.name_a, Battle.army_a, Battle.name_b, Battle.army_b)
        conditions.append(or_(*(column.icontains(word, autoescape=True) for column in columns)))
    return conditions
