"""Who watches which match; each is read once for all viewers, who are sent what they may see.

Rounds that are over are resolved before viewers are told, so that they need not wait another tick.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import msgspec
from flask import Flask, current_app
from sqlalchemy.exc import NoResultFound, SQLAlchemyError
from werkzeug.exceptions import Gone

from engine import SideId, shown
from webapp.base.config import Clock
from webapp.base.errors import payload
from webapp.base.texts import _
from webapp.live.namespace import LATER, TOO_MUCH, IsNewest, Live
from webapp.matches import resolution, seats, store, views
from webapp.matches.store import Mark
from webapp.store.models import Match

TICK_SECONDS: Final = 0.5
TIME: Final = "clock_ms"
Message = dict[str, Any]
Send = Callable[[str, Message], None]


@dataclass
class Viewer:
    """Somebody who watches a match as a side, or as a spectator if `side` is None.

    next_seq: how many of their events they have.
    status: the last status that they were sent.
    """

    match: str
    side: SideId | None
    next_seq: int
    status: Message | None = None


class MatchViewers:
    """The viewers of matches in this process; the state of matches is in the database.

    `send_status` sends the state of a match, `send_events` its events, and `send_gone` that no more
    will be sent of it.
    """

    def __init__(self, clock: Clock, send_status: Send, send_events: Send, send_gone: Send) -> None:
        self.clock = clock
        self.send_status = send_status
        self.send_events = send_events
        self.send_gone = send_gone
        self.viewers: dict[str, dict[str, Viewer]] = {}
        self.watched: dict[str, str] = {}

    def join(self, sid: str, viewer: Viewer) -> bool:
        """Adds a viewer; True if the match's changes must be watched from now on."""
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

    def tell_changes(self, app: Flask, match: str) -> None:
        """Sends all viewers of a match each change, until none is left or has more to see."""
        mark: Mark | None = None
        try:
            while self.viewers[match]:
                mark = self._tell_news(app, match, mark)
                self.clock.sleep(TICK_SECONDS)
        except (Gone, NoResultFound):
            # The installed rules refuse it (logged), or it was removed.
            for sid in [*self.viewers[match]]:
                self.send_gone(sid, {"match": match})
        finally:
            # Also after an error, so that the next viewer starts it again.
            for sid in self.viewers.pop(match):
                del self.watched[sid]

    def _tell_news(self, app: Flask, match: str, mark: Mark | None) -> Mark | None:
        """Sends everybody what is new since this mark; gives the next mark.

        While the mark is the same, there are no new viewers and the round's time is not up, nothing
        is new: the match is not even computed.
        """
        with app.app_context():
            try:
                now = store.mark(match)
                is_over = self.clock.now_ms() >= now.deadline_ms
                everybody_knows = all(viewer.status for viewer in self.viewers[match].values())
                if now != mark or is_over or not everybody_knows:
                    self._tell_all(match)
                return now
            except NoResultFound:
                raise
            except SQLAlchemyError:
                # The database was busy or unreachable: try again at the next tick.
                current_app.logger.exception("match %s could not be looked at", match)
                return None

    def _tell_all(self, match: str) -> None:
        """Sends each viewer what is new to them.

        A change that a viewer may not know, such as new orders of the other side, sends no message
        at all, not even an empty one.
        """
        position = resolution.position(resolution.settle(match))
        events = functools.cache(functools.partial(views.events, position))
        status_for = functools.cache(functools.partial(views.status, position))
        for sid, viewer in [*self.viewers[match].items()]:
            while (piece := events(viewer.side, viewer.next_seq))["events"]:
                viewer.next_seq += len(piece["events"])
                self.send_events(sid, piece)
            status = status_for(viewer.side)
            if viewer.status is None or status | {TIME: None} != viewer.status | {TIME: None}:
                viewer.status = status
                self.send_status(sid, status)
            if position.match.battle_id:
                self.leave(sid)


def find(
    id_: str, seat: str | None, *, spectator: bool = False
) -> tuple[Match | None, SideId | None]:
    """The match with this id, and the side of whoever holds this seat token, or has the seat here.

    A spectator has no side, whoever they are. With an invalid token there is no such match.
    """
    match = store.find(id_)
    if match is None or spectator:
        return match, None
    if seat is None:
        return match, seats.side_here(match.challenge)
    side = seats.side_by(match.challenge, seat)
    return (match, side) if side else (None, None)


class WatchMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `watch_match` carries."""

    match: str
    from_seq: int = 0
    seat: str | None = None
    spectator: bool = False


class MatchTopic(MatchViewers):
    """The viewers of matches: each is sent what they may know of one."""

    name = "match"
    message = WatchMatch
    takes = (
        "watch_match takes {match: id, from_seq: number, seat: token or null, "
        "spectator: true or false}"
    )

    def __init__(self, live: Live) -> None:
        changed, events = (
            partial(live.send_to, "match_changed"),
            partial(live.send_to, "match_events"),
        )
        super().__init__(live.clock, changed, events, partial(live.send_to, "match_gone"))
        self.live = live

    def watch(self, asked: WatchMatch, sid: str, is_newest: IsNewest) -> dict[str, Any]:
        """Send the state of a match and its events, as far as the viewer may know them."""
        if asked.from_seq < 0:
            return payload(422, _(LATER, seq=asked.from_seq))
        if not self.live.may_be_sent():
            return payload(429, TOO_MUCH)
        found = partial(find, spectator=asked.spectator)
        match, side = self.live.queried(sid, found, asked.match, asked.seat)
        if match is None:
            return payload(
                404, _("no match '{given}', or no such seat in it", given=shown(asked.match))
            )
        viewer = Viewer(match.id, side, asked.from_seq)
        if is_newest() and self.join(sid, viewer):
            self.live.start_with_app(self.tell_changes, match.id)
        return {"ok": True, "side": side, "clock_ms": self.clock.now_ms()}
