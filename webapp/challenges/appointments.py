"""Appointments: challenges that begin at an agreed time.

Until the deadline each army is a draft, which only its player can read and change. At the deadline
both are sealed with the salts that came with them.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from flask import current_app
from sqlalchemy import exists, update
from sqlalchemy.orm import Session
from werkzeug.exceptions import Conflict, Gone

from engine import SIDES, InputError, SideId
from webapp.armies.builder import importing
from webapp.base import durations, games
from webapp.base.clock import DAY_MS, now_ms
from webapp.base.errors import required
from webapp.base.texts import N_, _
from webapp.challenges import store, terms
from webapp.challenges.limits import AHEAD_MOST_MS, BUILD_LEAST_MS
from webapp.challenges.store import Appointment
from webapp.matches.seats import seat_of
from webapp.store import database
from webapp.store.models import Challenge, Seat

NONE: Final = N_("This challenge has no appointment.")
PAST: Final = N_("The deadline has passed: the armies are sealed.")
NOT_BOTS: Final = N_("leave it out: a bot plays as soon as you have sealed")


class _ChangedError(Exception):
    """A draft was saved after it was judged."""


def read(start_ms: int, lead_s: int) -> Appointment:
    """Return the appointment of a start and its lead. Raise InputError if it cannot be kept."""
    made = Appointment(start_ms, start_ms - lead_s * 1000)
    now = now_ms()
    if start_ms > now + AHEAD_MOST_MS:
        days = AHEAD_MOST_MS // DAY_MS
        raise InputError.single("starts_at_ms", "is more than {days} days ahead", days=days)
    if made.lock_ms < now + BUILD_LEAST_MS:
        text = N_("is too soon: armies are sealed {lead} before, and have to be built by then")
        raise InputError.single("starts_at_ms", text, lead=durations.in_words(lead_s))
    return made


def of(challenge: Challenge) -> Appointment | None:
    if challenge.start_ms is None or challenge.lock_ms is None:
        return None
    return Appointment(challenge.start_ms, challenge.lock_ms)


def _required(challenge: Challenge) -> Appointment:
    return required(of(challenge), Conflict(_(NONE)))


def takes_drafts(challenge: Challenge) -> bool:
    """Whether its armies are drafts that can be changed."""
    made = of(challenge)
    return made is not None and challenge.forfeit is None and now_ms() < made.lock_ms


def public(challenge: Challenge) -> dict[str, Any] | None:
    """Return what everybody may know about the appointment, or None."""
    made = of(challenge)
    if made is None:
        return None
    return {
        "starts_at_ms": made.start_ms,
        "seals_at_ms": made.lock_ms,
        "proposed_at_ms": challenge.proposed_ms,
        "proposed_by": challenge.proposed_by,
    }


def draft_of(challenge: Challenge, side: SideId) -> Any:
    """Return the draft of a side, or None. Only its holder may see it."""
    return json.loads(seat_of(challenge, side).draft or "null")


def save_draft(
    challenge: Challenge, side: SideId, army: Any, salt: str, expected: str = ""
) -> None:
    """Store a draft, also an unfinished one, with the salt for its seal.

    Raises InputError for an army of the wrong shape, a wrong salt or seal; Conflict without an
    appointment; Gone after the deadline.
    """
    _required(challenge)
    importing.normal(games.game(challenge.ruleset), army)
    sealed = store.seal_values(challenge, side, army, salt, expected)
    is_open = exists().where(
        Challenge.id == Seat.challenge_id,
        Challenge.lock_ms > now_ms(),
        Challenge.forfeit.is_(None),
    )
    draft = store.unsealed(challenge, side).where(is_open)
    salts = {"draft_salt": sealed["salt"], "draft_own_salt": sealed["own_salt"]}
    if not database.execute(draft.values(draft=json.dumps(army), **salts)):
        raise Gone(_(PAST))


def propose(challenge: Challenge, side: SideId, start_ms: int) -> None:
    """Propose another start, with the same time between deadline and start.

    While the other seat is free, or if the other player has proposed the same, it is agreed.
    Raises InputError, Conflict without an appointment, Gone after the deadline.
    """
    made = _required(challenge)
    wanted = read(start_ms, (made.start_ms - made.lock_ms) // 1000)
    is_alone = any(seat.holder is None for seat in challenge.seats)
    is_answer = challenge.proposed_ms == start_ms and challenge.proposed_by not in (None, side)
    if is_alone or is_answer:
        values: Mapping[str, Any] = {
            **wanted._asdict(),
            "expires_at_ms": wanted.lock_ms,
            "moves": Challenge.moves + 1,
            "proposed_ms": None,
            "proposed_by": None,
        }
    else:
        values = {"proposed_ms": start_ms, "proposed_by": side}
    _agree(challenge, values)


def withdraw(challenge: Challenge) -> None:
    """Take back or decline the proposal of another start."""
    _required(challenge)
    _agree(challenge, {"proposed_ms": None, "proposed_by": None})


def _agree(challenge: Challenge, values: Mapping[str, Any]) -> None:
    """Change an appointment before its deadline, unless it or its proposal has changed."""
    columns = ("id", "start_ms", "proposed_ms", "proposed_by")
    known = {key: getattr(challenge, key) for key in columns}
    same = update(Challenge).filter_by(forfeit=None, **known).where(Challenge.lock_ms > now_ms())
    if database.execute(same.values(**values)):
        return
    if takes_drafts(database.fresh(challenge)):
        raise Conflict(_("The proposal has changed in the meantime. Look at it again."))
    raise Gone(_(PAST))


def is_due(challenge: Challenge) -> bool:
    """Whether the deadline has passed and the drafts are not sealed yet."""
    made = of(challenge)
    return made is not None and challenge.forfeit is None and now_ms() >= made.lock_ms


def settle(challenge: Challenge) -> None:
    """Seal the drafts after the deadline, once for all processes, or note who forfeits."""
    while is_due(challenge := database.fresh(challenge)):
        drafts = {side: draft_of(challenge, side) for side in SIDES}
        has_both = all(seat.holder for seat in challenge.seats)
        late = [
            side
            for side, army in drafts.items()
            if not has_both or army is None or terms.judge(challenge, side, army)[1]
        ]
        try:
            with database.session() as db, db.begin():
                _settle(db, challenge, "".join(late))
        except _ChangedError:
            current_app.logger.info("challenge %s changed at its deadline", challenge.id)


def _settle(db: Session, challenge: Challenge, forfeit: str) -> None:
    claim = update(Challenge).filter_by(id=challenge.id, forfeit=None, lock_ms=challenge.lock_ms)
    if not database.changed(db, claim.values(forfeit=forfeit, proposed_ms=None, proposed_by=None)):
        return
    for side in SIDES:
        seat = seat_of(challenge, side)
        judged = {"draft_salt": seat.draft_salt, "draft": seat.draft}
        same = store.unsealed(challenge, side).filter_by(**judged)
        values: dict[str, Any] = {}
        if not forfeit:  # without an opponent's army it stays secret for good
            army = json.loads(seat.draft or "null")
            values = store.seal_values(challenge, side, army, seat.draft_salt or "") | {
                "army": seat.draft,
                "own_salt": seat.draft_own_salt,
                "sealed_at_ms": challenge.lock_ms,
            }
        if not database.changed(db, same.values(draft=seat.draft, **values)):
            raise _ChangedError
