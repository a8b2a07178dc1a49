"""Plays tournaments of the web in the background, one game of one of them at a time.

Each game is stored with its battle in one transaction, under an id that is known beforehand. So a
server that was stopped goes on with what is missing, and two processes never store a game twice.
"""

from contextlib import suppress
from typing import Final

from flask import current_app
from gevent.lock import BoundedSemaphore
from sqlalchemy import update
from sqlalchemy.orm import Session

import engine
from engine import tournament
from engine.tournament import Game
from webapp import games
from webapp.base import background
from webapp.base.clock import now_ms
from webapp.battles import store as battles
from webapp.store.database import session
from webapp.store.models import TITLE_LENGTH, Battle, Tournament, TournamentGame
from webapp.tournaments import store

KEY: Final = "battlereel.tournaments"


def go_on(row: Tournament) -> None:
    """Begins to play what is missing of a tournament in the background, if anything is."""
    if row.ended_at_ms is None and row.ruleset in games.games():
        background.start(f"tournament {row.id}", play, row.id)


def go_on_with_all() -> None:
    """Goes on with all tournaments that were not played to their ends."""
    for row in store.unfinished():
        go_on(row)


def play(id_: str) -> None:
    """Plays what is missing of a tournament."""
    # Tournaments take turns, game by game: together they hold up one thread, however many wait.
    turn = current_app.extensions.setdefault(KEY, BoundedSemaphore(1))
    try:
        while (row := store.find(id_)) is not None:
            played = store.as_it_stands(row)
            due = tournament.due([*played.matches])
            if not due:
                break
            for game in due:
                with turn, suppress(_DoneError):
                    _play(played, game)
    except engine.InputError as error:
        # The rules have changed since it was made, and one of its armies cannot fight any more.
        current_app.logger.warning("tournament %s cannot go on: %s", id_, error)
    _end(id_)


def _end(id_: str) -> None:
    ended = update(Tournament).where(Tournament.id == id_)
    with session() as db, db.begin():
        db.execute(ended.values(ended_at_ms=now_ms()))


def _play(played: store.Played, game: Game) -> None:
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
    """Somebody else has played the game, or has removed the tournament."""
