"""Tournaments on the web: stored under a link, changed by the edit link, played in the background.

A cluster plays all due games together, a server one at a time. Each game is stored with its battle
in one transaction under a predictable id, so a restarted server continues, and two processes never
store a game twice.
"""

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import repeat
from typing import Any, Final, NamedTuple

import msgspec
from flask import current_app, has_request_context, request
from gevent.lock import BoundedSemaphore
from sqlalchemy import exists, func, or_, select, update
from sqlalchemy.orm import Session, defer
from werkzeug.exceptions import Conflict, ServiceUnavailable

import engine
from engine import InputError, Text, search, tournament
from webapp.base import games, jobs
from webapp.base.clock import now_ms
from webapp.base.errors import by_command
from webapp.base.texts import N_
from webapp.battles import store as battles
from webapp.guard import keys
from webapp.guard.admission import SLOW_SECONDS
from webapp.guard.limits import client_network
from webapp.searches import limits as search_limits
from webapp.store import database, removal
from webapp.store.models import (
    NAME_LENGTH,
    TITLE_LENGTH,
    Battle,
    Gathering,
    Tournament,
    TournamentGame,
    opaque,
)
from webapp.tournaments import limits
from webapp.tournaments.folder import TOGETHER, recording_or_problems, together

STAYS: Final = N_(
    "This tournament has begun, so it cannot be removed: others may have its link. You can hide it "
    "from your list."
)
PURPOSE: Final = "tournament"  # signed for edit links
COMMAND: Final = "battlereel tournament FOLDER"  # plays tournaments that are too large for the web
BEST_OF: Final = (1, 3, 5)
SEED_BITS: Final = 64
READ_KEPT: Final = 32  # cached tournament files: viewers poll every second


class _Kind(msgspec.Struct):
    kind: str


class Played(NamedTuple):
    """A stored tournament's state: its matches, and the battle ids of its games."""

    row: Tournament
    cup: tournament.Tournament
    matches: Sequence[tournament.Match]
    battles: Mapping[str, str | None]

    @property
    def done(self) -> int:
        return sum(match.state == "done" for match in self.matches)


def read(file: Mapping[str, Any]) -> tournament.Tournament:
    """Read a tournament file. Raise InputError for one that cannot be played here."""
    count = len(file["entrants"])
    if count > limits.ENTRANTS_MOST:  # before all of them are read
        plan = tournament.plan_of(file, count)
        text = Text(
            "are {count}, which is {games:,} games; at most {most} can play here",
            count=count,
            games=plan.matches * plan.best_of,
            most=limits.ENTRANTS_MOST,
        )
        raise InputError.single("entrants", by_command(text, COMMAND))
    cup = tournament.read(file)
    refuse_games(cup.plan)
    first = tournament.due(tournament.matches(cup.plan, {}))[0]
    if engine.read(cup.battle_file(first)).slow_bots():
        refuse_games(cup.plan, "entrants")
    return cup


def refuse_games(plan: tournament.Plan, *slow: str) -> None:
    """Raise InputError for more games than are played here; `slow` are the paths of slow bots."""
    games = plan.matches * plan.best_of
    if games > limits.GAMES_MOST:
        text = N_("are {count:,} games; at most {most} are played here")
        refusal = Text(text, count=games, most=limits.GAMES_MOST)
        path = "rounds" if plan.kind == "ladder" else "best_of"
        raise InputError.single(path, by_command(refusal, COMMAND))
    if slow and games > limits.SLOW_GAMES_MOST:
        text = Text(
            "would take too long here: {count:,} games with bots that think long, up to "
            "{seconds:,} CPU seconds; at most {most} such games are played here",
            count=games,
            seconds=games * SLOW_SECONDS,
            most=limits.SLOW_GAMES_MOST,
        )
        raise InputError(engine.Problem(path, by_command(text, COMMAND)) for path in slow)


def household_here() -> str | None:
    """Return the hashed client network of the current request; None outside of requests."""
    # An API client is a new owner with each request, so owners alone would limit nothing.
    if not has_request_context():
        return None
    return opaque(f"household {client_network(request.remote_addr or 'unknown')}")


def put(db: Session, new: Tournament) -> None:
    """Add an unfinished tournament within a transaction. Raise as `refuse_if_crowded` does."""
    db.add(new)
    db.flush()
    refuse_alone(db, new.id, new.owner, new.household)


def refuse_alone(db: Session, id_: str, owner: str, household: str | None) -> None:
    """Raise as `refuse_if_crowded` does, counting others under a lock of all processes."""
    database.take_turns(db)
    refuse_if_crowded(db, owner, household, but=id_)


def refuse_if_crowded(db: Session, owner: str, household: str | None, but: str = "") -> None:
    """Raise ServiceUnavailable if too many tournaments are played, in total or of this maker."""
    makers = select(Tournament.id, Tournament.owner, Tournament.household)
    unended = db.execute(makers.where(Tournament.ended_at_ms.is_(None)))
    waiting = [one for one in unended if one.id != but]
    own = [one for one in waiting if one.owner == owner or one.household == (household or "")]
    if len(own) >= limits.UNFINISHED_BY_ONE_MOST:
        text = Text("Too many of your tournaments are being played. Try again when one has ended.")
    elif len(waiting) >= limits.UNFINISHED_MOST:
        text = Text("Too many tournaments are being played. Try again in half a minute.")
    else:
        return
    raise ServiceUnavailable(text, retry_after=limits.RETRY_SECONDS)


def create(file: Mapping[str, Any], owner: str) -> Tournament:
    """Create a tournament from its file, not started. Raises InputError and ServiceUnavailable."""
    here = household_here()
    with database.session() as db:
        refuse_if_crowded(db, owner, here)
    cup = jobs.in_thread(read, file)

    def add(id_: str) -> Tournament:
        row = row_of(id_, cup, file, owner)
        row.household = here
        with database.session() as db, db.begin():
            put(db, row)
        return row

    return battles.stored_under_new_id(add)


def row_of(id_: str, cup: tournament.Tournament, file: Mapping[str, Any], owner: str) -> Tournament:
    return Tournament(
        id=id_,
        ruleset=cup.ruleset,
        name=cup.name[:NAME_LENGTH],
        document=as_text(file),
        owner=owner,
        created_at_ms=now_ms(),
    )


def as_text(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def find(id_: str) -> Tournament | None:
    return database.by_id(Tournament, id_)


def document(row: Tournament) -> dict[str, Any]:
    """Return its tournament file, with the seed, which is secret until the end."""
    found: dict[str, Any] = json.loads(row.document)
    return found


def kind_of(row: Tournament) -> str:
    """Return its kind without reading the rest of its file: lists have many."""
    return msgspec.json.decode(row.document, type=_Kind).kind


def cup_of(row: Tournament) -> tournament.Tournament:
    """Return its parsed file. Raise InputError if the installed rules refuse it."""
    # In a thread, once for all callers: reading all armies takes long.
    key = ("cup", row.document)
    return jobs.single_flight(key, lambda: jobs.in_thread(read_again, row.document))


def as_it_stands(row: Tournament) -> Played:
    cup = cup_of(row)
    games = select(TournamentGame.game, TournamentGame.winner, TournamentGame.battle_id)
    with database.session() as db:
        rows = db.execute(games.where(TournamentGame.tournament_id == row.id)).all()
    results: dict[str, tournament.Winner] = {game: winner for game, winner, _ in rows}
    # In a thread: rating and pairing a ladder takes long.
    matches = jobs.in_thread(tournament.matches, cup.plan, results)
    return Played(row, cup, matches, {game: battle for game, _, battle in rows})


@lru_cache(READ_KEPT)
def read_again(document: str) -> tournament.Tournament:
    return tournament.read(document)


def unfinished(idle: timedelta = timedelta()) -> Sequence[Tournament]:
    """Return tournaments with games to play and none stored within `idle`, oldest first."""
    of_it = TournamentGame.tournament_id == Tournament.id
    last = select(func.max(Battle.created_at)).join(TournamentGame).where(of_it).scalar_subquery()
    rests = or_(last.is_(None), last <= datetime.now(UTC).replace(tzinfo=None) - idle)
    unended = select(Tournament).where(Tournament.ended_at_ms.is_(None), rests)
    return database.rows(unended.order_by(Tournament.created_at_ms))


def owned(owner: str, rulesets: Iterable[str]) -> Sequence[Tournament]:
    """Return a visitor's latest tournaments, except hidden ones, without files, newest first."""
    mine = select(Tournament).where(Tournament.owner == owner, Tournament.ruleset.in_([*rulesets]))
    mine = mine.where(~Tournament.hidden)
    latest = mine.order_by(Tournament.created_at_ms.desc()).limit(limits.OWNED_MOST)
    return database.rows(latest.options(defer(Tournament.document)))


def edit_token(row: Tournament | Gathering) -> str:
    return keys.sign(PURPOSE, [row.id, row.link])


def may_edit(row: Tournament | Gathering, token: str) -> bool:
    return bool(keys.signed(PURPOSE, token) == [row.id, row.link])


def rename(row: Tournament | Gathering, name: str) -> None:
    _change(row, lambda _kind: {"name": name[:NAME_LENGTH]})


def renew(row: Tournament | Gathering) -> None:
    _change(row, lambda kind: {"link": kind.link + 1})


def hide(row: Tournament, *, hidden: bool) -> None:
    database.execute(update(Tournament).where(Tournament.id == row.id).values(hidden=hidden))


def remove(row: Tournament | Gathering) -> None:
    """Delete a tournament that has not begun. Raise Conflict for one that has."""
    with database.session() as db, db.begin():
        # A concurrent beginning is done before, or finds it gone.
        held = update(Gathering).where(Gathering.id == row.id)
        db.execute(held.values(changes=Gathering.changes + 1))
        if db.scalar(select(exists().where(Tournament.id == row.id))):
            raise Conflict(STAYS)
        removal.remove(db, row)


def _change(
    row: Tournament | Gathering, values: Callable[[type[Tournament | Gathering]], dict[str, Any]]
) -> None:
    with database.session() as db, db.begin():
        if isinstance(row, Gathering):
            # A concurrent beginning and the pages notice; or it has begun by now.
            changed = values(Gathering) | {"changes": Gathering.changes + 1}
            db.execute(update(Gathering).where(Gathering.id == row.id).values(**changed))
        db.execute(update(Tournament).where(Tournament.id == row.id).values(**values(Tournament)))


KEY: Final = "battlereel.tournaments"


def go_on(row: Tournament) -> None:
    """Start to play the missing games of a tournament in the background."""
    if row.ended_at_ms is None and row.ruleset in games.games():
        jobs.start(f"tournament {row.id}", play, row.id)


def go_on_with_all(idle: timedelta = timedelta()) -> None:
    """Continue all unfinished tournaments of which no game was stored for the time `idle`."""
    for row in unfinished(idle):
        go_on(row)


def play(id_: str) -> None:
    # Tournaments take turns, game by game, so that they occupy one thread.
    turn = current_app.extensions.setdefault(KEY, BoundedSemaphore(1))
    try:
        while (row := find(id_)) is not None:
            played = as_it_stands(row)
            due = tournament.due([*played.matches])
            if not due and _end(row):
                return
            for first in range(0, len(due), TOGETHER):
                games_ = due[first : first + TOGETHER]
                with closing(recordings(played.cup, games_)) as made:
                    for game, recording in zip(games_, made, strict=True):
                        if find(id_) is None:
                            return
                        with turn, suppress(battles.TakenError):
                            _play(played, game, recording)
    except ServiceUnavailable as lack:
        # The next look at it goes on with it.
        current_app.logger.warning("tournament %s waits for its bots: %s", id_, lack.description)
    except engine.InputError as error:
        # The rules have changed and refuse one of its armies.
        current_app.logger.warning("tournament %s cannot go on: %s", id_, error)
        if row is not None:
            _end(row)


def _end(row: Tournament) -> bool:
    """Note that all games are played; return False for a ladder with new rounds."""
    of_it = (Tournament.id == row.id, Tournament.document == row.document)
    # Only the first process that has nothing left to play ends it.
    unended = update(Tournament).where(*of_it, Tournament.ended_at_ms.is_(None))
    with database.session() as db, db.begin():
        db.execute(unended.values(ended_at_ms=now_ms(), household=None))
        return db.scalar(select(Tournament.id).where(*of_it)) is not None


def recordings(
    cup: tournament.Tournament, due: Sequence[tournament.Game]
) -> Generator[engine.Recording | None]:
    """Yield a cluster's recordings as they arrive; None for games that it does not play."""
    given = 0
    if address := search_limits.scheduler():
        try:
            with closing(_by_cluster(address, cup, due)) as played:
                for recording in played:
                    given += 1
                    yield recording
        except search.ClusterError as error:
            search_limits.note(error)
    yield from repeat(None, len(due) - given)


def _by_cluster(
    address: str, cup: tournament.Tournament, due: Sequence[tournament.Game]
) -> Generator[engine.Recording | None]:
    files = [msgspec.json.encode(cup.battle_file(game)) for game in due]
    workers = search.Workers(1, scheduler=address)
    jobs.in_thread(workers.__enter__)
    try:
        size = jobs.in_thread(together, cup, due)
        found = workers.each(recording_or_problems, files, by_kernel=False, together=size)
        with closing(found):
            for _ in due:
                yield jobs.in_thread(_next, found)
    finally:
        jobs.in_thread(workers.__exit__, None, None, None)


def _next(found: Iterator[bytes | tuple[engine.Problem, ...]]) -> engine.Recording | None:
    lines = next(found)
    # If a game is refused, playing it here raises the same error.
    return engine.load_recording(lines) if isinstance(lines, bytes) else None


def _play(played: Played, game: tournament.Game, recording: engine.Recording | None) -> None:
    if recording is None:
        recording = battles.play(engine.read(played.cup.battle_file(game)))
    id_, winner = played.row.id, recording.result.winner

    def claim(db: Session, battle: Battle) -> None:
        if db.get(Tournament, id_) is None or db.get(TournamentGame, (id_, game.id)) is not None:
            raise battles.TakenError
        db.add(TournamentGame(tournament_id=id_, game=game.id, winner=winner, battle_id=battle.id))

    title = battles.title(recording.header.battle)
    if played.row.name:
        title = f"{played.row.name}: {title}"
    airing = battles.Airing(
        starts_at_ms=battles.NEVER_ON_AIR, title=title[:TITLE_LENGTH], within=claim
    )
    battles.put_on_air(games.game(recording.header.ruleset), recording, airing)
