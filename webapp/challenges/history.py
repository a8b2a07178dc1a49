"""Battles that somebody has fought in challenges and that are over, with the side they were on."""

from typing import Any, Final

from sqlalchemy import Select, select

from engine import SIDES, SideId
from webapp.base.clock import now_ms
from webapp.matches.seats import player_on
from webapp.store.database import session
from webapp.store.models import Battle, Challenge, Seat

BATTLES_MOST: Final = 100
"""Of one player, or of a series: the latest."""

BattleOnSide = tuple[Battle, SideId]


def of_series(challenge: Challenge) -> dict[SideId, list[BattleOnSide]]:
    """By player, the latest battles of the series, rematches included, the first one first."""
    of_it = Challenge.series_id == challenge.series_id
    found = _over(select(Challenge).where(of_it).order_by(Challenge.number.desc()))
    return {
        player: [
            (game.battle, player_on(player, swapped=game.swapped)) for (game,) in reversed(found)
        ]
        for player in SIDES
    }


def of_visitor(visitor: str) -> list[BattleOnSide]:
    """The latest battles in which a visitor took a seat, in whichever challenge."""
    sides: dict[str, SideId] = {side: side for side in SIDES}
    held = select(Challenge, Seat.side).join(Seat, Seat.challenge_id == Challenge.id)
    found = _over(held.where(Seat.holder == visitor).order_by(Challenge.created_at_ms.desc()))
    return [(game.battle, sides[side]) for game, side in found]


def _over(games: Select[*tuple[Any, ...]]) -> list[Any]:
    """Of these rows, which begin with a challenge, the first ones whose battle is over."""
    now = now_ms()
    with session() as db:
        found = db.execute(games.where(Challenge.battle_id.is_not(None)).limit(BATTLES_MOST + 1))
        rows = [row for row in found.unique() if row[0].battle.is_over(now)]
    return rows[:BATTLES_MOST]
