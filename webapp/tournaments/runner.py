"""Background player of the web's tournaments, one game at a time.

A cluster plays all due games together. Each game is stored with its battle in one transaction under
a predictable id, so a restarted server continues, and two processes never store a game twice.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from datetime import timedelta
from itertools import repeat
from typing import Final

import msgspec
from flask import current_app
from gevent.lock import BoundedSemaphore
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from werkzeug.exceptions import ServiceUnavailable

import engine
from engine import search, tournament
from engine.tournament import Game
from webapp.base import games, jobs
from webapp.base.clock import now_ms
from webapp.base.jobs import in_thread
from webapp.battles import store as battles
from webapp.searches import limits
from webapp.store.database import session
from webapp.store.models import TITLE_LENGTH, Battle, Tournament, TournamentGame
from webapp.tournaments import store
from webapp.tournaments.folder import TOGETHER, recording_or_problems, together

KEY: Final = "battlereel.tournaments"


def go_on(row: Tournament) -> None:
    """Start to play the missing games of a tournament in the background."""
    if row.ended_at_ms is None and row.ruleset in games.games():
        jobs.start(f"tournament {row.id}", play, row.id)


def go_on_with_all(idle: timedelta = timedelta()) -> None:
    """Continue all unfinished tournaments of which no game was stored for the time `idle`."""
    for row in store.unfinished(idle):
        go_on(row)


def play(id_: str) -> None:
    # Tournaments take turns, game by game, so that they occupy one thread.
    turn = current_app.extensions.setdefault(KEY, BoundedSemaphore(1))
    try:
        while (row := store.find(id_)) is not None:
            played = store.as_it_stands(row)
            due = tournament.due([*played.matches])
            if not due and _end(row):
                return
            for first in range(0, len(due), TOGETHER):
                games_ = due[first : first + TOGETHER]
                with closing(recordings(played.cup, games_)) as made:
                    for game, recording in zip(games_, made, strict=True):
                        if store.find(id_) is None:
                            return
                        with turn, suppress(_DoneError):
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
    with session() as db, db.begin():
        db.execute(unended.values(ended_at_ms=now_ms(), household=None))
        return db.scalar(select(Tournament.id).where(*of_it)) is not None


def recordings(
    cup: tournament.Tournament, due: Sequence[Game]
) -> Generator[engine.Recording | None]:
    """Yield a cluster's recordings as they arrive; None for games that it does not play."""
    given = 0
    if address := limits.scheduler():
        try:
            with closing(_by_cluster(address, cup, due)) as played:
                for recording in played:
                    given += 1
                    yield recording
        except search.ClusterError as error:
            limits.note(error)
    yield from repeat(None, len(due) - given)


def _by_cluster(
    address: str, cup: tournament.Tournament, due: Sequence[Game]
) -> Generator[engine.Recording | None]:
    files = [msgspec.json.encode(cup.battle_file(game)) for game in due]
    workers = search.Workers(1, scheduler=address)
    in_thread(workers.__enter__)
    try:
        size = in_thread(together, cup, due)
        found = workers.each(recording_or_problems, files, by_kernel=False, together=size)
        with closing(found):
            for _ in due:
                yield in_thread(_next, found)
    finally:
        in_thread(workers.__exit__, None, None, None)


def _next(found: Iterator[bytes | tuple[engine.Problem, ...]]) -> engine.Recording | None:
    lines = next(found)
    # If a game is refused, playing it here raises the same error.
    return engine.load_recording(lines) if isinstance(lines, bytes) else None


def _play(played: store.Played, game: Game, recording: engine.Recording | None) -> None:
    if recording is None:
        recording = battles.play(engine.read(played.cup.battle_file(game)))
    id_, winner = played.row.id, recording.result.winner

    def claim(db: Session, battle: Battle) -> None:
        if db.get(Tournament, id_) is None or db.get(TournamentGame, (id_, game.id)) is not None:
            raise _DoneError
        db.add(TournamentGame(tournament_id=id_, game=game.id, winner=winner, battle_id=battle.id))

    title = battles.title(recording)
    if played.row.name:
        title = f"{played.row.name}: {title}"
    airing = battles.Airing(
        starts_at_ms=battles.NEVER_ON_AIR, title=title[:TITLE_LENGTH], within=claim
    )
    battles.put_on_air(games.game(recording.header.ruleset), recording, airing)


class _DoneError(Exception):
    """Another process has played the game, or the tournament has been removed."""
