"""Where challenges are written down: a new one, one by its id, all games of a series."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from flask import current_app
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from webapp.battles import store as battles
from webapp.challenges import commitment, opponents
from webapp.store.database import session
from webapp.store.models import TITLE_LENGTH, Challenge, Seat

Side = Literal["a", "b"]
SIDES: Final[tuple[Side, Side]] = ("a", "b")
BEST_OF: Final = (1, 3, 5, 7)
HOUR_MS: Final = 3_600_000
HOURS_MOST: Final = 720
TITLE_MOST: Final = TITLE_LENGTH - 20
"""A game's number has to fit behind it."""


@dataclass(frozen=True)
class New:
    """A challenge as its creator wants it; `holder` takes side a, `terms` have been read.

    `opponent` is the bot that takes side b, or '' for whoever follows the link.
    """

    ruleset: str
    terms: dict[str, Any]
    holder: str
    name: str = ""
    title: str = ""
    best_of: int = 1
    listed: bool = False
    hours: int = 168
    opponent: str = ""


def create(new: New) -> Challenge:
    """A new challenge, its second seat free or a bot's."""
    now = now_ms()
    bot = opponents.of(new.ruleset)[new.opponent] if new.opponent else None
    for tries_left in reversed(range(battles.TRIES)):
        id_ = battles.new_id()
        secret = commitment.draw()
        across = opponents.seated(bot, secret.seed, now)._asdict() if bot else {"name": ""}
        challenge = Challenge(
            id=id_,
            ruleset=new.ruleset,
            title=new.title,
            terms=json.dumps(new.terms),
            series_id=id_,
            number=1,
            best_of=new.best_of,
            swapped=False,
            listed=new.listed,
            created_at_ms=now,
            expires_at_ms=now + new.hours * HOUR_MS,
            seats=[Seat(side="a", name=new.name, holder=new.holder), Seat(side="b", **across)],
            **secret._asdict(),
        )
        try:
            return _added(challenge)
        except IntegrityError:  # the id is taken
            if not tries_left:
                raise
    raise AssertionError


def follow(before: Challenge) -> Challenge:
    """The next game of a series, its sides swapped; the same one whoever asks for it first."""
    now = now_ms()
    for tries_left in reversed(range(battles.TRIES)):
        if found := after(before):
            return found
        secret = commitment.draw()
        challenge = Challenge(
            id=battles.new_id(),
            number=before.number + 1,
            swapped=not before.swapped,
            created_at_ms=now,
            expires_at_ms=now + before.expires_at_ms - before.created_at_ms,
            seats=[_moved(seat_of(before, other(side)), side, secret.seed) for side in SIDES],
            **{key: getattr(before, key) for key in _CARRIED},
            **secret._asdict(),
        )
        try:
            return _added(challenge)
        except IntegrityError:  # the other player was faster, or the id is taken
            if not tries_left:
                raise
    raise AssertionError


_CARRIED: Final = ("ruleset", "title", "terms", "series_id", "best_of", "listed")


def _moved(seat: Seat, side: Side, seed: str) -> Seat:
    if bot := opponents.bot_of(seat):
        return Seat(side=side, **opponents.seated(bot, seed, now_ms())._asdict())
    return Seat(side=side, name=seat.name, holder=seat.holder)


def _added(challenge: Challenge) -> Challenge:
    with session() as db, db.begin():
        db.add(challenge)
    return challenge


def find(id_: str) -> Challenge | None:
    """The challenge with this id, its seats with it; anything may be asked for."""
    if not battles.is_id(id_):
        return None
    with session() as db:
        return db.get(Challenge, id_)


def games(series_id: str) -> Sequence[Challenge]:
    """All games of a series, the first one first."""
    query = select(Challenge).where(Challenge.series_id == series_id).order_by(Challenge.number)
    with session() as db:
        return db.scalars(query).all()


def after(before: Challenge) -> Challenge | None:
    """The next game of its series, if somebody has asked for it."""
    query = select(Challenge).filter_by(series_id=before.series_id, number=before.number + 1)
    with session() as db:
        return db.scalars(query).one_or_none()


def of_battle(battle_id: str) -> Challenge | None:
    """The challenge that led to this battle."""
    with session() as db:
        return db.scalars(select(Challenge).filter_by(battle_id=battle_id)).one_or_none()


def seat_of(challenge: Challenge, side: Side) -> Seat:
    """The seat on this side."""
    return challenge.seats[SIDES.index(side)]


def other(side: str) -> Side:
    """The side across."""
    return "a" if side == "b" else "b"


def now_ms() -> int:
    """The application's time."""
    now: int = current_app.config["CLOCK"].now_ms()
    return now
