"""Takes out what should not be there: battles, armies, challenges, tournaments, with the rest."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import and_, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from engine import SIDES, other_side
from webapp.store import search
from webapp.store.models import (
    Army,
    Battle,
    Branch,
    Challenge,
    Entrant,
    Gathering,
    Match,
    Orders,
    RecordedUnit,
    Recording,
    Seat,
    Tournament,
    TournamentGame,
)

AT_ONCE: Final = 100

Thing = Battle | Army | Challenge | Tournament | Gathering


def things(db: Session, id_: str) -> list[Thing]:
    """What has this id; of a match it is the challenge, which it is a part of.

    Of a tournament that people joined it is the tournament, once it has begun.
    """
    found: list[Thing | None] = [db.get(Battle, id_), db.get(Army, id_), db.get(Challenge, id_)]
    found.append(db.get(Tournament, id_) or db.get(Gathering, id_))
    if match := db.get(Match, id_):
        found.append(db.get(Challenge, match.challenge_id))
    return [thing for thing in found if thing is not None]


def belongings(db: Session, thing: Thing) -> tuple[Battle | None, Challenge | None]:
    """The battle and the challenge that go together with this one; neither of anything else."""
    if isinstance(thing, Army | Tournament | Gathering):
        return None, None
    if isinstance(thing, Battle):
        of_it = select(Challenge).where(Challenge.battle_id == thing.id)
        return thing, db.scalars(of_it).unique().one_or_none()
    return (db.get(Battle, thing.battle_id) if thing.battle_id else None), thing


def remove(db: Session, thing: Thing) -> None:
    """Takes it out, in the session's transaction.

    A battle goes with the challenge that led to it, and a challenge with its match and its battle:
    each would bring the other back. Links of its series that were made anew stay good, and the old
    ones ended. A tournament goes with all its battles; one of these goes
    alone, and its result stays. A recording goes with its last battle; what was forked from an army
    stays, and so do branches of a battle.
    """
    if isinstance(thing, Tournament | Gathering):
        _remove_tournament(db, thing.id)
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
    """Has the next game of a series keep count of its players' links if the oldest one goes."""
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
    # Whoever joins or begins it at this moment is done before, or finds it gone.
    held = update(Gathering).where(Gathering.id == tournament)
    db.execute(held.values(changes=Gathering.changes + 1))
    of_it = TournamentGame.tournament_id == tournament
    battles = [*db.scalars(select(TournamentGame.battle_id).where(of_it))]
    db.execute(delete(TournamentGame).where(of_it))
    db.execute(delete(Tournament).where(Tournament.id == tournament))
    db.execute(delete(Entrant).where(Entrant.gathering_id == tournament))
    db.execute(delete(Gathering).where(Gathering.id == tournament))
    for id_ in filter(None, battles):
        if battle := db.get(Battle, id_):
            _remove_battle(db, battle)


def _remove_battle(db: Session, battle: Battle) -> None:
    if battle.place is not None:
        search.remove(db, battle.place)
    of_it = TournamentGame.battle_id == battle.id
    db.execute(update(TournamentGame).where(of_it).values(battle_id=None))
    db.execute(
        delete(Branch).where(or_(Branch.battle_id == battle.id, Branch.parent_id == battle.id))
    )
    db.execute(delete(Battle).where(Battle.id == battle.id))
    if not db.scalar(select(exists().where(Battle.digest == battle.digest))):
        db.execute(delete(RecordedUnit).where(RecordedUnit.digest == battle.digest))
        db.execute(delete(Recording).where(Recording.digest == battle.digest))


def outdated(db: Session, before_ms: int) -> Iterator[Thing]:
    """Some of what nobody lists and what was over before this time; nothing if there is none.

    Battles with all that led to them, tournaments as a whole, and challenges and
    tournaments that came to nothing.
    Armies are kept: they are somebody's.
    """
    # A battle that was never on air, such as one with chosen dice, is as old as its row.
    date = datetime.fromtimestamp(before_ms / 1000, UTC).replace(tzinfo=None)
    is_outdated = or_(
        and_(Battle.starts_at_ms > 0, Battle.ends_at_ms < before_ms),
        and_(Battle.starts_at_ms == 0, Battle.created_at < date),
    )
    of_tournament = exists().where(TournamentGame.battle_id == Battle.id)
    battles = select(Battle).where(~Battle.listed, ~Battle.sample, is_outdated, ~of_tournament)
    yield from db.scalars(battles.limit(AT_ONCE))
    challenges = (
        select(Challenge)
        .outerjoin(Match, Match.challenge_id == Challenge.id)
        .where(
            ~Challenge.listed,
            Challenge.battle_id.is_(None),
            Challenge.expires_at_ms < before_ms,
            Challenge.created_at_ms < before_ms,
            or_(Match.id.is_(None), Match.deadline_ms < before_ms),
        )
    )
    yield from db.scalars(challenges.limit(AT_ONCE)).unique()
    # A ladder goes on long after it was made; while it does, it is not over.
    is_over = func.coalesce(Tournament.ended_at_ms, Tournament.created_at_ms) < before_ms
    of_it = and_(
        TournamentGame.tournament_id == Tournament.id, TournamentGame.battle_id == Battle.id
    )
    is_played = exists().where(of_it, Battle.created_at >= date)
    tournaments = select(Tournament).where(is_over, ~is_played)
    yield from db.scalars(tournaments.limit(AT_ONCE))
    # One that has begun goes with its tournament.
    has_begun = exists().where(Tournament.id == Gathering.id)
    gatherings = select(Gathering).where(Gathering.closes_at_ms < before_ms, ~has_begun)
    yield from db.scalars(gatherings.limit(AT_ONCE))


def remove_outdated(db: Session, before_ms: int) -> int:
    """Takes out some of what is outdated, in a transaction; how much it was."""
    count = 0
    for thing in [*outdated(db, before_ms)]:
        remove(db, thing)
        count += 1
    db.commit()
    return count
