"""Stored matches: their positions, what players and bots order, and how rounds are resolved.

Rows and clock decide when a round is over; any process may resolve it, even much later. Resolving
is one transaction, and so is a player's action, in the named round and before its deadline.
"""

import functools
import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

import gevent
from flask import current_app
from sqlalchemy import Row, select, update
from sqlalchemy.orm import Session
from werkzeug.exceptions import Conflict, Gone

import engine
from engine import SIDES, InputError, Reader, Seeded, SideId
from webapp.base import games, jobs
from webapp.base.clock import now_ms
from webapp.base.form import Field, Option
from webapp.base.game import Game, MatchRules, Pace, RunningMatch, pace_of
from webapp.base.game import Orders as Given
from webapp.base.texts import N_, _
from webapp.battles import playback
from webapp.battles import store as battles
from webapp.matches import limits
from webapp.store import database
from webapp.store.models import Battle, Challenge, Match, Orders
from webapp.words.templates import tag

Mark = Row[int, int, str | None, int]


def begin(challenge_id: str, battle_file: Mapping[str, Any], clock_s: int) -> None:
    """Begin the match of a challenge once. Raises InputError for armies that the rules refuse."""
    now = now_ms()

    def add(id_: str) -> None:
        if database.one(select(Match.id).filter_by(challenge_id=challenge_id)) is not None:
            return
        engine.read(battle_file)
        match = Match(
            id=id_,
            challenge_id=challenge_id,
            battle=json.dumps(battle_file),
            clock_s=clock_s,
            round=1,
            started_at_ms=now,
            deadline_ms=now + limits.LEAD_IN_MS + clock_s * 1000,
            ends="[]",
            changes=0,
            ended=False,
        )
        database.add(match)

    battles.stored_under_new_id(add)  # if another process is faster, its match has begun


def find(id_: str) -> Match | None:
    return database.by_id(Match, id_)


def being_played(games: Collection[str], most: int) -> Sequence[Match]:
    """Return listed matches that do not wait for absent players, the last begun first."""
    lately = now_ms() - limits.LATELY_MS
    # Only the deadline has an index: it excludes abandoned matches.
    query = (
        select(Match)
        .join(Challenge, Challenge.id == Match.challenge_id)
        .where(~Match.ended, Match.deadline_ms > lately)
        .where(Match.deadline_ms - Match.clock_s * 1000 > lately)
        .where(Challenge.listed, Challenge.ruleset.in_(games))
        .order_by(Match.started_at_ms.desc(), Match.id)
    )
    return database.rows(query.limit(most))


def mark(id_: str) -> Mark:
    """Return how far a match has come, cheaply: equal marks mean no action in between."""
    columns = (Match.round, Match.changes, Match.battle_id, Match.deadline_ms)
    with database.session() as db:
        return db.execute(select(*columns).where(Match.id == id_)).one()


def read(id_: str) -> tuple[Match, Sequence[Orders]]:
    with database.session() as db:
        match = db.get_one(Match, id_)
        return match, orders_in(db, id_)


def orders_in(db: Session, id_: str) -> Sequence[Orders]:
    return db.scalars(select(Orders).filter_by(match_id=id_).order_by(Orders.round)).all()


OUTDATED: Final = N_("The rules have changed since this match began, so it cannot go on.")


class Position(NamedTuple):
    match: Match
    orders: Sequence[Orders]
    running: RunningMatch


def rules_of(match: Match) -> MatchRules[Any]:
    """Return a game's match rules. Raises Gone if it has none any more."""
    rules = games.game(match.challenge.ruleset).match
    if rules is None:
        raise Gone(OUTDATED)
    return rules


def play(match: Match, orders: Sequence[Orders]) -> RunningMatch:
    """Play a match from its rows of orders. Raises Gone if current rules cannot continue it."""
    given = {(row.round, row.side): json.loads(row.orders) for row in orders}
    rules = rules_of(match)
    try:
        battle = engine.read(match.battle)
    except engine.InputError:
        # The error itself would reveal the armies.
        current_app.logger.exception("match %s cannot be played any more", match.id)
        raise Gone(OUTDATED) from None
    running: RunningMatch = rules.begin(battle)
    for number in range(1, match.round):
        running.resolve(given.get((number, "a"), {}), given.get((number, "b"), {}))
    if match.resigned:
        running.resign(match.resigned)
    return running


def cues(ruleset: str, events: Sequence[engine.Event]) -> playback.Schedule:
    """Return when each event is shown on the viewer's own time axis, whatever events follow."""
    pace = _pace(games.game(ruleset))
    kinds = [playback.kind(pace, tag(event), functools.partial(getattr, event)) for event in events]
    return playback.schedule([*zip(kinds, [event.beat for event in events], strict=True)], pace)


@functools.cache
def _pace(game: Game) -> Pace:
    # No limits on the length of the show: each round has its own time.
    return replace(pace_of(game), airing_most=10**9, quiet_most=None, opening_most=None)


SUGGESTED: Final = (
    *(N_("30 seconds"), N_("1 minute"), N_("3 minutes")),
    *(N_("10 minutes"), N_("1 hour"), N_("1 day")),
)
FIELD: Final = Field(  # the time per round that players agree on
    *("clock_s", N_("Time for a round"), "span", N_("10 seconds to 1 day; blank: 3 minutes")),
    options=tuple(Option(text, text) for text in SUGGESTED),
    least=limits.CLOCK_S_LEAST,
    most=limits.CLOCK_S_MOST,
    default=limits.CLOCK_S,
)


def bots_of(match: Match) -> dict[SideId, str]:
    sides = json.loads(match.battle)["sides"]
    return {side: row["bot"] for side, row in zip(SIDES, sides, strict=True) if "bot" in row}


def lack_of(match: Match) -> engine.Lack | None:
    """Return why a bot cannot think yet: its compiled code is not ready. None if all can."""
    game = games.game(match.challenge.ruleset)
    asked = {*bots_of(match).values()}
    is_slow = any(bot.slow for id_, bot in game.opponents.items() if id_ in asked)
    # In a thread: the first call imports the compiler.
    return jobs.in_thread(engine.lack_of, game.ruleset) if is_slow else None


def decide(match: Match, running: RunningMatch) -> dict[SideId, Given]:
    """Return the bots' orders for the current round; a failing bot misses the round."""
    bots = bots_of(match)

    def ask() -> dict[SideId, Given]:
        try:
            if lack_of(match) is not None:
                raise engine.KernelError("what it thinks with could not be compiled")
            return jobs.in_thread(_orders_now, match, running)
        except Exception:
            text = "a bot failed in round %s of match %s"
            current_app.logger.exception(text, match.round, match.id)
            return {side: {} for side in bots}

    return jobs.single_flight(("bots", match.id, match.round), ask) if bots else {}


def _orders_now(match: Match, running: RunningMatch) -> dict[SideId, Given]:
    decide_for = rules_of(match).decide
    assert decide_for is not None, "a game with bots says what they decide"
    seed = json.loads(match.battle)["seed"]
    decided: dict[SideId, Given] = {}
    for side, bot in bots_of(match).items():
        drawn = hashlib.sha256(f"{seed} {side} {match.round}".encode()).digest()
        decided[side] = decide_for(running, side, bot, Seeded(int.from_bytes(drawn[:8])))
    return decided


LOOK_SECONDS: Final = 0.5  # poll interval for bots being compiled


def position(match: Match) -> Position:
    """Return a match's position by its rows, and start resolving what is due.

    A finished round becomes visible once stored: an order in time may still be on its way to the
    database, and a bot can think for a while. Raises Gone if current rules cannot continue the
    match.
    """
    with database.session() as db:
        orders = orders_in(db, match.id)
    running = play(match, orders)
    if _needs_replay(match) or _over_at_ms(match, orders) is not None:
        settle_soon(match)
    return Position(match, orders, running)


def settle_soon(match: Match) -> None:
    """Resolve a match in the background, unless that is running."""
    jobs.start(f"settling match {match.id}", settle, match.id)


def is_due(match: Match) -> bool:
    """Return whether there can be something to resolve, judging without the orders."""
    return _needs_replay(match) or (not match.ended and now_ms() >= match.deadline_ms)


def settle(id_: str) -> Match:
    """Resolve all finished rounds, except of bots being compiled; store the replay at the end."""
    while True:
        match, orders = read(id_)
        if match.ended:
            return match if match.battle_id else _store_replay(match, orders)
        over_at_ms = _over_at_ms(match, orders)
        if over_at_ms is None:
            return match
        if lack_of(match) == "compiling":
            jobs.start(f"preparing a bot of match {id_}", _settle_when_prepared, match)
            return match
        _play(match, orders, over_at_ms)


def _settle_when_prepared(match: Match) -> None:
    while lack_of(match) == "compiling":
        gevent.sleep(LOOK_SECONDS)
    settle(match.id)


def locked(match: Match, orders: Sequence[Orders]) -> dict[SideId, bool]:
    """Return the sides with locked orders; bots always are."""
    waiting = {row.side for row in orders if row.round == match.round and row.locked_at_ms}
    return {side: side in waiting or side in bots_of(match) for side in SIDES}


def _needs_replay(match: Match) -> bool:
    return match.ended and match.battle_id is None


def _over_at_ms(match: Match, orders: Sequence[Orders]) -> int | None:
    if match.ended:
        return None
    since = [row.locked_at_ms or 0 for row in orders if row.round == match.round]
    if since and all(locked(match, orders).values()):
        return max(since)
    return match.deadline_ms if now_ms() >= match.deadline_ms else None


def _play(match: Match, orders: Sequence[Orders], over_at_ms: int) -> None:
    running = play(match, orders)
    decided = decide(match, running)
    now = [row for row in orders if row.round == match.round]
    given = {row.side: json.loads(row.orders) for row in now} | decided
    running.resolve(given.get("a", {}), given.get("b", {}))
    as_read = update(Match).filter_by(
        id=match.id, round=match.round, changes=match.changes, ended=False
    )
    values = {
        "round": match.round + 1,
        "changes": match.changes + 1,
        "deadline_ms": over_at_ms + limits.SHOW_MS + match.clock_s * 1000,
        "ends": json.dumps([*json.loads(match.ends), over_at_ms]),
        "ended": running.ended,
    }
    with database.session() as db, db.begin():
        if not database.changed(db, as_read.values(values)):
            return
        for side, orders_of_bot in decided.items():
            text = json.dumps(orders_of_bot)
            db.add(Orders(match_id=match.id, round=match.round, side=side, orders=text))


def _store_replay(match: Match, orders: Sequence[Orders]) -> Match:
    """Store the replay of an ended match once and link its challenge to it."""
    # It replays the same events.
    recording = engine.play(engine.read(play(match, orders).document()))
    challenge = match.challenge

    def claim(db: Session, battle: Battle) -> None:
        free = update(Match).filter_by(id=match.id, battle_id=None)
        if not database.changed(db, free.values(battle_id=battle.id)):
            raise battles.TakenError
        db.execute(update(Challenge).filter_by(id=challenge.id).values(battle_id=battle.id))

    game = games.game(recording.header.ruleset)
    duration_ms = playback.read(game, recording.lines()).schedule.duration_ms
    # The players have seen the match already, so its replay is stored as over.
    starts_at_ms = min(match.started_at_ms, now_ms() - duration_ms)
    title = challenge.battle_title(battles.title(recording.header.battle))
    airing = battles.Airing(starts_at_ms, title=title, listed=challenge.listed, within=claim)
    with suppress(battles.TakenError):
        battles.put_on_air(game, recording, airing)
    return database.fresh(match)


def order(match: Match, side: SideId, number: int, orders: Any) -> Match:
    """Store a side's orders for a round. Raises InputError for forbidden orders, and Conflict."""
    rules = rules_of(match)
    reader = Reader(orders, "orders")
    given = rules.read_orders(reader)
    reader.finish()
    with _open(match, side, number) as (db, match, own):
        if own is not None and own.locked_at_ms is not None:
            text = N_("Your orders for round {number} are locked: unlock them to change them.")
            raise Conflict(_(text, number=number))
        running = play(match, orders_in(db, match.id))
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
    """Open a write transaction on the current round. Raises InputError or Conflict if it is not."""
    rounds = rules_of(match).rounds
    if not 1 <= number <= rounds:
        text = N_("is {number}; it must be from 1 to {rounds}")
        raise InputError.single("round", text, number=number, rounds=rounds)
    settle(match.id)
    with database.session() as db, db.begin():
        in_round = update(Match).filter_by(id=match.id, round=number, ended=False)
        going_on = in_round.where(Match.deadline_ms > now_ms())
        is_open = database.changed(db, going_on.values(changes=Match.changes + 1))
        match = db.get_one(Match, match.id)
        if not is_open:
            raise Conflict(_why_not(match, number))
        if all(locked(match, orders_in(db, match.id)).values()):
            text = N_("Both sides have locked their orders for round {number}.")
            raise Conflict(_(text, number=number))
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
