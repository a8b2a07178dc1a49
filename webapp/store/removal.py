"""Removal of battles, armies, challenges, tournaments and gauntlets; of outdated ones hourly."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

import gevent
from flask import Flask
from sqlalchemy import Select, and_, delete, exists, func, or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from engine import SIDES, other_side
from webapp.base.clock import DAY_MS, now_ms
from webapp.base.config import Settings
from webapp.store import database, search
from webapp.store.models import (
    Army,
    Battle,
    Branch,
    Challenge,
    Entrant,
    Fight,
    Gathering,
    Gauntlet,
    Match,
    Orders,
    RecordedUnit,
    Recording,
    Seat,
    Tournament,
    TournamentGame,
)

AT_ONCE: Final = 100

Thing = Battle | Army | Challenge | Tournament | Gathering | Gauntlet


def things(db: Session, id_: str) -> list[Thing]:
    """Return everything with this id; for a match its challenge, for a begun one its tournament."""
    found: list[Thing | None] = [db.get(Battle, id_), db.get(Army, id_), db.get(Challenge, id_)]
    found.append(db.get(Tournament, id_) or db.get(Gathering, id_))
    found.append(db.get(Gauntlet, id_))
    if match := db.get(Match, id_):
        found.append(db.get(Challenge, match.challenge_id))
    return [thing for thing in found if thing is not None]


def belongings(db: Session, thing: Thing) -> tuple[Battle | None, Challenge | None]:
    """Return the battle and the challenge that belong to it, or None."""
    if isinstance(thing, Army | Tournament | Gathering | Gauntlet):
        return None, None
    if isinstance(thing, Battle):
        of_it = select(Challenge).where(Challenge.battle_id == thing.id)
        return thing, db.scalars(of_it).unique().one_or_none()
    return (db.get(Battle, thing.battle_id) if thing.battle_id else None), thing


def remove(db: Session, thing: Thing) -> None:
    """Remove it in the session's transaction.

    A battle goes with its challenge, and a challenge with its match and its battle: each would
    restore the other. Renewed links of its series stay valid, old ones invalid. A tournament goes
    with all its battles; one of its battles goes alone, and its result stays. A recording goes with
    its last battle; forks of an army, branches of a battle and battles of its survivors stay. A
    gauntlet goes with its battles; one of its battles goes alone, and how far it came stays.
    """
    if isinstance(thing, Tournament | Gathering):
        _remove_tournament(db, thing.id)
        return
    if isinstance(thing, Gauntlet):
        battles = [*db.scalars(select(Fight.battle_id).where(Fight.gauntlet_id == thing.id))]
        db.execute(delete(Fight).where(Fight.gauntlet_id == thing.id))
        db.execute(delete(Gauntlet).where(Gauntlet.id == thing.id))
        _remove_battles(db, battles)
        return
    if isinstance(thing, Army):
        db.execute(update(Army).where(Army.parent_id == thing.id).values(parent_id=None))
        db.execute(delete(Army).where(Army.id == thing.id))
        return
    battle, challenge = belongings(db, thing)
    if challenge is not None:
        of_it = select(Match.id).where(Match.challenge_id == challenge.id)
        db.execute(delete(Orders).where(Orders.match_id.in_(of_it)))
        db.execute(delete(Match).where(Match.challenge_id == challenge.id))
        _hand_over_links(db, challenge)
        db.delete(challenge)  # and its seats
        db.flush()
    if battle is not None:
        _remove_battle(db, battle)


def _hand_over_links(db: Session, challenge: Challenge) -> None:
    """Copy the counts of players' links to the next game if a series loses its oldest."""
    of_series = select(Challenge.id, Challenge.swapped).filter_by(series_id=challenge.series_id)
    oldest, *later = db.execute(of_series.order_by(Challenge.number)).all()
    if oldest.id != challenge.id or not later:
        return
    counted = select(Seat.side, Seat.link).filter_by(challenge_id=oldest.id).with_for_update()
    links = {row.side: row.link for row in db.execute(counted)}
    for side in SIDES:
        before = side if later[0].swapped == oldest.swapped else other_side(side)
        heir = update(Seat).filter_by(challenge_id=later[0].id, side=side)
        db.execute(heir.values(link=links[before]))


def _remove_tournament(db: Session, tournament: str) -> None:
    # A concurrent join or beginning is done before, or finds it gone.
    held = update(Gathering).where(Gathering.id == tournament)
    db.execute(held.values(changes=Gathering.changes + 1))
    of_it = TournamentGame.tournament_id == tournament
    battles = [*db.scalars(select(TournamentGame.battle_id).where(of_it))]
    db.execute(delete(TournamentGame).where(of_it))
    db.execute(delete(Tournament).where(Tournament.id == tournament))
    db.execute(delete(Entrant).where(Entrant.gathering_id == tournament))
    db.execute(delete(Gathering).where(Gathering.id == tournament))
    _remove_battles(db, battles)


def _remove_battles(db: Session, ids: Iterable[str | None]) -> None:
    for id_ in filter(None, ids):
        if battle := db.get(Battle, id_):
            _remove_battle(db, battle)


def _remove_battle(db: Session, battle: Battle) -> None:
    if battle.place is not None:
        search.remove(db, battle.place)
    of_it = TournamentGame.battle_id == battle.id
    db.execute(update(TournamentGame).where(of_it).values(battle_id=None))
    of_branch = or_(Branch.battle_id == battle.id, Branch.parent_id == battle.id)
    db.execute(delete(Branch).where(of_branch))
    db.execute(update(Fight).where(Fight.previous_id == battle.id).values(previous_id=None))
    own = Fight.battle_id == battle.id
    db.execute(delete(Fight).where(own, Fight.gauntlet_id.is_(None)))
    db.execute(update(Fight).where(own).values(battle_id=None))
    db.execute(delete(Battle).where(Battle.id == battle.id))
    if not db.scalar(select(exists().where(Battle.digest == battle.digest))):
        db.execute(delete(RecordedUnit).where(RecordedUnit.digest == battle.digest))
        db.execute(delete(Recording).where(Recording.digest == battle.digest))


def outdated(db: Session, before_ms: int) -> Iterator[Thing]:
    """Yield some unlisted things but armies that were over, or never happened, before this time."""
    # A battle that was never on air, such as one with chosen dice, is dated by its row.
    date = datetime.fromtimestamp(before_ms / 1000, UTC).replace(tzinfo=None)
    is_outdated = or_(
        and_(Battle.starts_at_ms > 0, Battle.ends_at_ms < before_ms),
        and_(Battle.starts_at_ms == 0, Battle.created_at < date),
    )
    of_tournament = exists().where(TournamentGame.battle_id == Battle.id)
    of_gauntlet = exists().where(Fight.battle_id == Battle.id, Fight.gauntlet_id.is_not(None))
    goes_alone = and_(~of_tournament, ~of_gauntlet)
    battles = select(Battle).where(~Battle.listed, ~Battle.sample, is_outdated, goes_alone)
    challenges = (
        select(Challenge)
        .outerjoin(Match, Match.challenge_id == Challenge.id)
        .where(
            ~Challenge.listed,
            Challenge.battle_id.is_(None),
            Challenge.expires_at_ms < before_ms,
            Challenge.created_at_ms < before_ms,
            func.coalesce(Challenge.start_ms, 0) < before_ms,
            or_(Match.id.is_(None), Match.deadline_ms < before_ms),
        )
    )
    # A ladder continues long after it was made.
    is_over = func.coalesce(Tournament.ended_at_ms, Tournament.created_at_ms) < before_ms
    of_it = and_(
        TournamentGame.tournament_id == Tournament.id, TournamentGame.battle_id == Battle.id
    )
    is_played = exists().where(of_it, Battle.created_at >= date)
    tournaments = select(Tournament).where(is_over, ~is_played)
    station = and_(Fight.gauntlet_id == Gauntlet.id, Fight.battle_id == Battle.id)
    is_fought = exists().where(station, Battle.created_at >= date)
    gauntlets = select(Gauntlet).where(Gauntlet.created_at_ms < before_ms, ~is_fought)
    # One that has begun goes with its tournament.
    has_begun = exists().where(Tournament.id == Gathering.id)
    gatherings = select(Gathering).where(Gathering.closes_at_ms < before_ms, ~has_begun)
    queries: tuple[Select[Any], ...] = (battles, challenges, tournaments, gauntlets, gatherings)
    for query in queries:
        yield from db.scalars(query.limit(AT_ONCE)).unique()


def remove_outdated(db: Session, before_ms: int) -> int:
    """Remove some outdated things in a transaction, and return their number."""
    found = [*outdated(db, before_ms)]
    for thing in found:
        remove(db, thing)
    db.commit()
    return len(found)


ROUND_SECONDS: Final = 3_600
PAUSE_SECONDS: Final = 1.0


def forget_unlisted(app: Flask) -> None:
    """Remove what is unlisted and outdated, now and every hour; without the setting, nothing."""
    settings: Settings = app.config["SETTINGS"]
    if settings.unlisted_days is None:
        return
    with app.app_context():
        while True:
            before = now_ms() - settings.unlisted_days * DAY_MS
            try:
                removed = database.looked_up(lambda db: remove_outdated(db, before))  # noqa: B023
            except SQLAlchemyError:
                app.logger.exception("what is outdated could not be removed")
                removed = 0
            if removed:
                app.logger.info("removed what is outdated", extra={"removed": removed})
            gevent.sleep(PAUSE_SECONDS if removed else ROUND_SECONDS)
