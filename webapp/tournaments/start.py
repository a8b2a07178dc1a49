"""Start of tournaments with registration: when they close, or on their maker's request.

Entrants and tournament are written in one transaction, exactly once. A due tournament begins when
it is requested, otherwise within a minute.
"""

from datetime import timedelta
from typing import Final

import gevent
from flask import Flask, current_app
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import Conflict

from engine import InputError
from webapp.base import games, jobs
from webapp.base.clock import now_ms
from webapp.base.jobs import in_thread
from webapp.base.texts import N_, _
from webapp.store.database import session
from webapp.store.models import Gathering, Tournament
from webapp.tournaments import registration, runner, store

ROUND: Final = timedelta(minutes=1)  # interval of checks for due and stalled tournaments
TOO_FEW: Final = N_("At least two have to take part before it can begin.")


def gathering_begun_if_due(id_: str) -> Gathering | None:
    """Return the gathering with this id; begin a due one in the background."""
    row = registration.find(id_)
    if row is not None:
        begin_if_due(row)
    return row


def begun_if_due(id_: str) -> Tournament | Gathering | None:
    """Return the tournament or gathering with this id; begin a due one."""
    row = store.find(id_) or gathering_begun_if_due(id_)
    if isinstance(row, Gathering) and row.begun_at_ms:
        return store.find(id_)  # it has begun between the two queries
    return row


def begin_if_due(row: Gathering) -> None:
    """Begin it in the background if its game is installed and it is closed with enough entrants."""
    if row.ruleset not in games.games():
        return
    has_closed = row.begun_at_ms is None and now_ms() >= row.closes_at_ms
    if has_closed and registration.state_of(row, registration.count(row)) == "begins":
        jobs.start(f"beginning tournament {row.id}", begin, row.id)


def begin_all_due() -> None:
    """Begin all tournaments that have closed."""
    for row in registration.due():
        begin_if_due(row)


def keep_going(app: Flask) -> None:
    """Begin what is due every minute, and continue stalled tournaments.

    A process may have been killed, or its database too busy for a while.
    """
    idle = timedelta()
    with app.app_context():
        while True:
            try:
                begin_all_due()
                runner.go_on_with_all(idle)
            except SQLAlchemyError:
                app.logger.exception("tournaments could not be looked at")
            idle = ROUND
            gevent.sleep(ROUND.total_seconds())


def begin(id_: str) -> None:
    """Begin it with the current entrants, unless it has begun, and start to play it.

    Raises Conflict for too few entrants, ServiceUnavailable if too many are being played.
    """
    while (row := registration.find(id_)) is not None and row.begun_at_ms is None:
        store.refuse_if_crowded(row.owner, row.household)
        found = registration.entrants(row)
        if len(found) < registration.ENOUGH:
            raise Conflict(_(TOO_FEW))
        document = registration.document_of(row, found)
        unchanged = update(Gathering).where(
            Gathering.id == id_, Gathering.begun_at_ms.is_(None), Gathering.changes == row.changes
        )
        try:
            cup = in_thread(store.read, document)
        except InputError as error:
            # The armies followed the rules when sealed; newer rules may refuse one.
            current_app.logger.warning("tournament %s cannot begin: %s", id_, error)
            with session() as db, db.begin():
                db.execute(unchanged.values(begun_at_ms=0, household=None))
            continue
        made = store.row_of(id_, cup, document, row.owner)
        made.link, made.household = row.link, row.household
        with session() as db, db.begin():
            claimed = db.execute(unchanged.values(begun_at_ms=now_ms(), household=None))
            if claimed.rowcount:  # type: ignore[attr-defined]
                store.put(db, made)
    if begun := store.find(id_):
        runner.go_on(begun)
