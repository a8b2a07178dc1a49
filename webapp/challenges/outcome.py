"""Sealing of armies, and the outcome of two sealed ones, with its proof.

In a game played in rounds it is a match; otherwise a battle, played immediately and on air after a
countdown. A state follows from rows and clock: reads write nothing, but start what is due.
"""

import json
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple

import gevent
from flask import Flask, current_app
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from werkzeug.exceptions import Conflict, Gone, NotFound

import engine
from engine import SIDES, SideId
from webapp.base import games, jobs
from webapp.base.clock import now_ms
from webapp.base.errors import required
from webapp.base.texts import N_, UNNAMED
from webapp.battles import store as battles
from webapp.challenges import appointments, fairness, store, terms
from webapp.challenges.limits import COUNTDOWN_MS, GRACE_MS, LOOK_LEAST_S, LOOK_MOST_S
from webapp.matches import seats
from webapp.matches import store as matches
from webapp.matches.limits import CLOCK_S
from webapp.store import database
from webapp.store.models import Battle, Challenge, Seat

SaltedBy = Literal["player", "server", "bot"]
NONE: Final = N_("No challenge has this link. A letter may be wrong or missing, or it was deleted.")
IS_DRAFT: Final = N_(
    "This challenge has an appointment: your army is a draft, which is sealed at the deadline."
)
SEALED: Final = N_("Your army is already sealed and cannot be changed: this one was not accepted.")
NO_PROOF: Final = N_(
    "This challenge was made before fingerprints were published. Its dice cannot be checked."
)
NOT_YET: Final = N_(
    "The proof is available when the battle is over: before, it would reveal the result."
)


def seal(challenge: Challenge, side: SideId, army: Any, salt: str = "", expected: str = "") -> None:
    """Seal an army; the second one creates the battle. The same army again changes nothing.

    Raises InputError for an invalid army, salt or expected seal; Conflict if another army is sealed
    already, or if the challenge has an appointment; Gone if it is too late.
    """
    if challenge.start_ms is not None:
        raise Conflict(IS_DRAFT)
    was_open = seats.seat_of(challenge, side).army is None
    if was_open:
        if now_ms() >= challenge.expires_at_ms:
            raise Gone(seats.EXPIRED)
        terms.refuse_army(challenge, side, army)
        _write(challenge, side, army, salt, expected)
    challenge = database.fresh(challenge)
    if store.army_of(challenge, side) != army:
        raise Conflict(SEALED)
    if was_open and store.both_sealed(challenge):
        reveal(challenge)


def _write(
    challenge: Challenge, side: SideId, army: Any, salt: str = "", expected: str = ""
) -> None:
    """Store a sealed army unless there is one: two tabs may send at the same moment."""
    values = store.seal_values(challenge, side, army, salt, expected)
    empty = store.unsealed(challenge, side)
    database.execute(empty.values(army=json.dumps(army), sealed_at_ms=now_ms(), **values))


def salted_by(challenge: Challenge, seat: Seat) -> SaltedBy | None:
    if seat.seal is None:
        return None
    if store.bot_of(challenge, seat):
        return "bot"
    return "player" if seat.own_salt else "server"


def proof_of(challenge: Challenge) -> dict[str, Any]:
    """Return the proof described in FAIR.md. Raise Conflict if there is none (yet)."""
    if challenge.secret is None:  # it is older than published seals
        raise Conflict(NO_PROOF)
    if challenge.battle is None or not challenge.battle.is_over(now_ms()):
        raise Conflict(NOT_YET)
    playback = battles.playback_of(challenge.battle)
    return {
        "format": fairness.FORMAT,
        "challenge": challenge.id,
        **terms.public(challenge),
        "commitment": challenge.commitment,
        "secret": challenge.secret,
        "seed": str(store.seed_of(challenge)),
        "seats": {side: _seat(challenge, side) for side in SIDES},
        "recording": [playback.header, *playback.events],
    }


def _seat(challenge: Challenge, side: SideId) -> dict[str, Any]:
    seat = seats.seat_of(challenge, side)
    return {
        "name": seat.name or UNNAMED[seats.player(challenge, side)],
        "seal": seat.seal,
        "salt": seat.salt,
        "salted_by": salted_by(challenge, seat),
        "army": json.loads(seat.army or "null"),
    }


class Outcome(NamedTuple):
    """The outcome of a challenge: where and when to watch; `winner` is secret until the end."""

    id: str
    address: str  # the path of its page
    starts_at_ms: int
    ends_at_ms: int | None  # None while unknown
    winner: SideId | None

    def is_over(self, now_ms: int) -> bool:
        """Whether nothing about it is secret any more."""
        return self.ends_at_ms is not None and now_ms >= self.ends_at_ms


def outcome_of(challenge: Challenge) -> Outcome | None:
    """Return a challenge's outcome by its rows, without a query; of a match, its replay."""
    battle, match = challenge.battle, challenge.match
    if battle is not None:
        return Outcome(
            battle.id,
            _path("watch.watch", battle.id),
            match.started_at_ms if match else battle.starts_at_ms,
            battle.ends_at_ms,
            battle.recording.winner,
        )
    if match is not None:
        page = _path("match.show", match.id)
        return Outcome(match.id, page, match.started_at_ms, None, None)
    return None


def reveal(challenge: Challenge) -> None:
    """Create the outcome once for all processes, and what an interrupted call left out."""
    try:
        if games.game(challenge.ruleset).match is None:
            _put_on_air(challenge)
        else:
            clock_s = json.loads(challenge.terms)["limits"].get("clock_s", CLOCK_S)
            matches.begin(challenge.id, _battle_file(challenge), clock_s)
    except engine.InputError:
        # Both were valid when sealed; the installed rules may refuse them.
        current_app.logger.exception("challenge %s cannot be played", challenge.id)
        database.execute(update(Challenge).filter_by(id=challenge.id).values(expires_at_ms=0))


def _put_on_air(challenge: Challenge) -> None:
    """Play the battle of both armies with the seed of both seals, on air after a countdown."""
    recording = battles.play(engine.read(_battle_file(challenge)))

    def claim(db: Session, battle: Battle) -> None:
        """Assign the battle to the challenge, or store nothing if it has one."""
        free = update(Challenge).where(Challenge.id == challenge.id, Challenge.battle_id.is_(None))
        if not database.changed(db, free.values(battle_id=battle.id)):
            raise battles.TakenError

    start_ms = challenge.start_ms
    airing = battles.Airing(
        starts_at_ms=start_ms if start_ms and start_ms > now_ms() else None,
        lead_in_ms=COUNTDOWN_MS,
        title=challenge.battle_title(battles.title(recording.header.battle)),
        listed=challenge.listed,
        within=claim,
    )
    with suppress(battles.TakenError):
        battles.put_on_air(games.game(challenge.ruleset), recording, airing)


def _battle_file(challenge: Challenge) -> dict[str, Any]:
    game = games.game(challenge.ruleset)
    sides = []
    for side in SIDES:
        seat = seats.seat_of(challenge, side)
        bot = store.bot_of(challenge, seat) if game.match else None
        decided = {"bot": bot.id} if bot else game.undecided
        name = seat.name or UNNAMED[seats.player(challenge, side)]
        sides.append({"name": name, "army": json.loads(seat.army or "null"), **decided})
    terms = json.loads(challenge.terms)["battle"]
    return {"ruleset": game.id, "seed": store.seed_of(challenge), **terms, "sides": sides}


def _path(endpoint: str, id_: str) -> str:
    """Return the path of a page, also outside of requests."""
    return current_app.url_map.bind("localhost").build(endpoint, {"id_": id_})


def current(id_: str) -> Challenge | None:
    """Return the challenge with this id, starting what is due in the background."""
    challenge = store.find(id_)
    if challenge is None:
        return None
    if appointments.is_due(challenge):
        jobs.start(f"sealing challenge {id_}", _settle, challenge)
    elif _reveal_is_due(challenge):
        jobs.start(f"revealing challenge {id_}", reveal, challenge)
    elif challenge.match and matches.is_due(challenge.match):
        matches.settle_soon(challenge.match)
    return challenge


def found(id_: str) -> Challenge:
    """Return the challenge as `current` does. Raise NotFound without one."""
    return required(current(id_), NotFound(NONE))


def catch_up(challenge: Challenge) -> Challenge:
    if appointments.is_due(challenge):
        _settle(challenge)
    elif _reveal_is_due(challenge):
        reveal(challenge)
    elif challenge.match and matches.is_due(challenge.match):
        matches.settle(challenge.match.id)
    return database.fresh(challenge)


def _settle(challenge: Challenge) -> None:
    appointments.settle(challenge)
    challenge = database.fresh(challenge)
    if _reveal_is_due(challenge):
        reveal(challenge)


def _reveal_is_due(challenge: Challenge) -> bool:
    """Whether both have sealed, and it is time to reveal what no request has revealed."""
    is_made = challenge.battle or challenge.match or store.is_void(challenge)
    is_ready = not is_made and store.both_sealed(challenge)
    return is_ready and now_ms() >= _reveals_at_ms(challenge)


def _reveals_at_ms(challenge: Challenge) -> int:
    """Return when two sealed armies are revealed if nothing has revealed them yet."""
    if made := appointments.of(challenge):
        is_match = games.game(challenge.ruleset).match is not None
        return made.start_ms - (0 if is_match else COUNTDOWN_MS)
    return max(seat.sealed_at_ms or 0 for seat in challenge.seats) + GRACE_MS


def keep_appointments(app: Flask) -> None:
    """Seal drafts and begin battles when they are due, for ever; any process may do it."""
    while True:
        pause = LOOK_MOST_S
        try:
            with app.app_context():
                pause = keep_due_appointments()
        except SQLAlchemyError:
            app.logger.exception("appointments could not be looked at")
        gevent.sleep(pause)


def keep_due_appointments() -> float:
    """Do what is due in appointments, and return the seconds until the next look."""
    pause = LOOK_MOST_S
    for challenge in store.appointed([*games.games()]):
        due_ms = challenge.lock_ms if challenge.forfeit is None else _reveals_at_ms(challenge)
        if now_ms() >= (due_ms or 0):
            current(challenge.id)
        else:
            pause = min(pause, ((due_ms or 0) - now_ms()) / 1000)
    return max(pause, LOOK_LEAST_S)
