"""Players' actions in a match: each is one transaction in the named round, before its deadline."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import update
from sqlalchemy.orm import Session
from werkzeug.exceptions import Conflict

from engine import InputError, Reader, SideId
from webapp.base.clock import now_ms
from webapp.base.texts import N_, _
from webapp.matches import store
from webapp.matches.resolution import locked, settle
from webapp.store import database
from webapp.store.models import Match, Orders


def order(match: Match, side: SideId, number: int, orders: Any) -> Match:
    """Store a side's orders for a round. Raises InputError for forbidden orders, and Conflict."""
    rules = store.rules_of(match)
    reader = Reader(orders, "orders")
    given = rules.read_orders(reader)
    reader.finish()
    with _open(match, side, number) as (db, match, own):
        if own is not None and own.locked_at_ms is not None:
            text = N_("Your orders for round {number} are locked: unlock them to change them.")
            raise Conflict(_(text, number=number))
        running = store.play(match, store.orders_in(db, match.id))
        reader = Reader(given, "orders")
        rules.judge(running, side, given, reader)
        reader.finish()
        if own is not None and json.loads(own.orders) == given:
            text = N_("You have already given these orders for round {number}: nothing changed.")
            raise Conflict(_(text, number=number))
        if own is None:
            own = Orders(match_id=match.id, round=number, side=side)
            db.add(own)
        own.orders = json.dumps(given)
    return database.fresh(match)


def lock(match: Match, side: SideId, number: int) -> Match:
    """Lock a side's orders; the second lock plays the round. Raises Conflict if too late."""
    with _open(match, side, number) as (db, match, own):
        if own is None:
            own = Orders(match_id=match.id, round=number, side=side, orders="{}")
            db.add(own)
        if own.locked_at_ms is not None:
            raise Conflict(_("Your orders for round {number} are locked already.", number=number))
        own.locked_at_ms = now_ms()
    return settle(match.id)


def unlock(match: Match, side: SideId, number: int) -> Match:
    """Unlock a side's orders. Raises Conflict unless only this side has locked."""
    with _open(match, side, number) as (_db, match, own):
        if own is None or own.locked_at_ms is None:
            raise Conflict(_("Your orders for round {number} are not locked.", number=number))
        own.locked_at_ms = None
    return database.fresh(match)


def resign(match: Match, side: SideId) -> Match:
    """Resign. Raises Conflict if the match is over."""
    match = settle(match.id)
    with _open(match, side, match.round) as (db, _, _own):
        db.execute(update(Match).filter_by(id=match.id).values(resigned=side, ended=True))
    return settle(match.id)


@contextmanager
def _open(
    match: Match, side: SideId, number: int
) -> Iterator[tuple[Session, Match, Orders | None]]:
    """Open a write transaction on this round, with the side's orders.

    Raises InputError without such a round, and Conflict if it is over or has not begun.
    """
    rounds = store.rules_of(match).rounds
    if not 1 <= number <= rounds:
        text = N_("is {number}; it must be from 1 to {rounds}")
        raise InputError.single("round", text, number=number, rounds=rounds)
    settle(match.id)
    with database.session() as db, db.begin():
        going_on = update(Match).where(
            Match.id == match.id,
            Match.round == number,
            Match.ended.is_(False),
            Match.deadline_ms > now_ms(),
        )
        bumped = going_on.values(changes=Match.changes + 1)
        if not database.changed(db, bumped):
            raise Conflict(_why_not(db.get_one(Match, match.id), number))
        match = db.get_one(Match, match.id)
        if all(locked(match, store.orders_in(db, match.id)).values()):
            raise Conflict(
                _("Both sides have locked their orders for round {number}.", number=number)
            )
        yield db, match, db.get(Orders, (match.id, number, side))


def _why_not(match: Match, number: int) -> str:
    if match.ended:
        return _("The match is over: no more orders or resignations are possible.")
    if number > match.round:
        text = N_("Round {number} has not begun: the match is in round {now}.")
    elif number < match.round:
        text = N_("Round {number} has been played: the match is in round {now}.")
    else:
        text = N_("The time for round {number} is up.")
    return _(text, number=number, now=match.round)
