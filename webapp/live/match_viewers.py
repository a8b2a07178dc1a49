"""Who watches which match: one look at each, however many watch it, and to each what they may see.

A look plays the rounds that are over, so a match goes on as long as anybody watches it.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from flask import Flask, current_app
from sqlalchemy.exc import SQLAlchemyError

from engine import SideId
from webapp.base.config import Clock
from webapp.challenges import seats
from webapp.challenges import store as challenges
from webapp.matches import store, views
from webapp.matches.store import Mark
from webapp.store.models import Match

TICK_SECONDS: Final = 0.5
TIME: Final = "clock_ms"
Told = dict[str, Any]
Send = Callable[[str, Told], None]


@dataclass
class Viewer:
    """Somebody who watches a match as a side, or with None as a spectator.

    next_seq: how many of their events they have. told: how the match stood when they were told.
    """

    match: str
    side: SideId | None
    next_seq: int
    told: Told | None = None


class Matches:
    """The viewers of matches in this process; what there is to tell is in the database.

    `tell` sends how a match stands, `show` what has happened in it.
    """

    def __init__(self, clock: Clock, tell: Send, show: Send) -> None:
        self.clock = clock
        self.tell = tell
        self.show = show
        self.viewers: dict[str, dict[str, Viewer]] = {}
        self.watched: dict[str, str] = {}

    def join(self, sid: str, viewer: Viewer) -> bool:
        """Notes that somebody watches; whether somebody has to begin to look at the match."""
        self.leave(sid)
        is_new = viewer.match not in self.viewers
        self.viewers.setdefault(viewer.match, {})[sid] = viewer
        self.watched[sid] = viewer.match
        return is_new

    def leave(self, sid: str) -> None:
        """Forgets a viewer."""
        match = self.watched.pop(sid, None)
        if match in self.viewers:
            self.viewers[match].pop(sid, None)

    def look(self, app: Flask, match: str) -> None:
        """Tells all viewers of a match of each change, until none is left or has more to see."""
        mark: Mark | None = None
        try:
            while self.viewers[match]:
                mark = self._tell_news(app, match, mark)
                self.clock.sleep(TICK_SECONDS)
        finally:
            del self.viewers[match]

    def _tell_news(self, app: Flask, match: str, mark: Mark | None) -> Mark | None:
        """Tells everybody what is new since this mark; gives the next one.

        As long as the mark is the same, nobody is new and the round's time is not up, there is
        nothing to tell: the match is not even folded.
        """
        with app.app_context():
            try:
                now = store.mark(match)
                is_over = self.clock.now_ms() >= now.deadline_ms
                everybody_knows = all(viewer.told for viewer in self.viewers[match].values())
                if now != mark or is_over or not everybody_knows:
                    self._tell_all(match)
                return now
            except SQLAlchemyError:
                # A database that was busy or away for a moment: the next look may tell.
                current_app.logger.exception("match %s could not be looked at", match)
                return None

    def _tell_all(self, match: str) -> None:
        """Tells each viewer what is new to them.

        What nobody may know is nothing new either: that the other side has changed its orders
        shows in no message, not even in an empty one.
        """
        found = store.find(match)
        assert found is not None
        seen = views.look(found)
        pieces = functools.cache(functools.partial(views.events, seen))
        standing = functools.cache(functools.partial(views.told, seen))
        for sid, viewer in [*self.viewers[match].items()]:
            while (piece := pieces(viewer.side, viewer.next_seq))["events"]:
                viewer.next_seq += len(piece["events"])
                self.show(sid, piece)
            told = standing(viewer.side)
            if viewer.told is None or told | {TIME: None} != viewer.told | {TIME: None}:
                viewer.told = told
                self.tell(sid, told)
            if seen.match.battle_id:
                self.leave(sid)


def find(id_: str, seat: str | None) -> tuple[Match | None, SideId | None]:
    """The match with this id, and the side of whoever holds this seat, or has it in this browser.

    With a token that is no seat's of the match there is no such match.
    """
    match = store.find(id_)
    challenge = challenges.find(match.challenge_id) if match else None
    if match is None or challenge is None:
        return None, None
    if seat is None:
        return match, seats.side_here(challenge)
    side = seats.side_by(challenge, seat)
    return (match, side) if side else (None, None)
