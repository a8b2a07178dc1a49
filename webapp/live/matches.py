"""Who watches which match: one look at each, however many watch it, and to each what they may see.

A look plays the rounds that are over, so a match goes on as long as anybody watches it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from flask import Flask, current_app
from sqlalchemy.exc import SQLAlchemyError

from engine.core.events import SideId
from webapp.challenges import book as challenges
from webapp.challenges import seats
from webapp.config import Clock
from webapp.matches import book, views
from webapp.matches.views import Look
from webapp.models import Match

TICK_SECONDS: Final = 0.5
Told = dict[str, Any]
Send = Callable[[str, Told], None]


@dataclass
class Viewer:
    """Somebody who watches a match as a side, or with None as a spectator.

    next_seq: how many of their events they have. stamp: which state they have been told of.
    """

    match: str
    side: SideId | None
    next_seq: int
    stamp: object = None


class Matches:
    """The viewers of matches in this process; what there is to tell is in the database.

    `tell` sends how a match stands, `show` what has happened in it.
    """

    def __init__(self, clock: Clock, tell: Send, show: Send) -> None:
        self.clock = clock
        self.tell = tell
        self.show = show
        self.viewers: dict[str, Viewer] = {}
        self.looked_at: set[str] = set()

    def join(self, sid: str, viewer: Viewer) -> bool:
        """Notes that somebody watches; whether somebody has to begin to look at the match."""
        self.viewers[sid] = viewer
        if viewer.match in self.looked_at:
            return False
        self.looked_at.add(viewer.match)
        return True

    def leave(self, sid: str) -> None:
        """Forgets a viewer."""
        self.viewers.pop(sid, None)

    def look(self, app: Flask, match: str) -> None:
        """Tells all viewers of a match of each change, until none is left or it is over."""
        try:
            while any(viewer.match == match for viewer in self.viewers.values()):
                if self._tell(app, match):
                    break
                self.clock.sleep(TICK_SECONDS)
        finally:
            self.looked_at.discard(match)

    def _tell(self, app: Flask, match: str) -> bool:
        """Tells everybody what is new to them; whether that was the last of all."""
        with app.app_context():
            try:
                found = book.find(match)
                assert found is not None
                seen = views.look(found)
                self._tell_all(seen)
                return seen.match.battle_id is not None
            except SQLAlchemyError:
                # A database that was busy or away for a moment: the next look may tell.
                current_app.logger.exception("match %s could not be looked at", match)
                return False

    def _tell_all(self, seen: Look) -> None:
        stamp = (seen.match.changes, seen.match.round, seen.match.battle_id)
        for sid, viewer in [*self.viewers.items()]:
            if viewer.match != seen.match.id or viewer.stamp == stamp:
                continue
            viewer.stamp = stamp
            while not views.is_whole(seen, viewer.side, viewer.next_seq):
                piece = views.events(seen, viewer.side, viewer.next_seq)
                viewer.next_seq += len(piece["events"])
                self.show(sid, piece)
            self.tell(sid, views.told(seen, viewer.side))


def find(id_: str, seat: str | None) -> tuple[Match | None, SideId | None]:
    """The match with this id, and the side of whoever holds this seat, or has it in this browser.

    With a token that is no seat's of the match there is no such match.
    """
    match = book.find(id_)
    challenge = challenges.find(match.challenge_id) if match else None
    if match is None or challenge is None:
        return None, None
    if seat is None:
        return match, seats.side_here(challenge)
    side = seats.side_by(challenge, seat)
    return (match, side) if side else (None, None)
