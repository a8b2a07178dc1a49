"""Live viewers of matches; each match is read, and its finished rounds resolved, once for all."""

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
from webapp.matches.limits import TICK_SECONDS
from webapp.matches.store import Mark
from webapp.store.models import Match

TIME: Final = "clock_ms"
Message = dict[str, Any]
Send = Callable[[str, Message], None]


@dataclass
class Viewer:
    """A viewer on one side, or a spectator: the number of events and the last status sent."""

    match: str
    side: SideId | None
    next_seq: int
    status: Message | None = None


class MatchViewers:
    """The viewers of matches in this process; messages carry states, events and the end."""

    def __init__(self, clock: Clock, send_status: Send, send_events: Send, send_gone: Send) -> None:
        self.clock = clock
        self.send_status = send_status
        self.send_events = send_events
        self.send_gone = send_gone
        self.viewers: dict[str, dict[str, Viewer]] = {}
        self.watched: dict[str, str] = {}

    def join(self, sid: str, viewer: Viewer) -> bool:
        """Add a viewer; return True if the match must be polled from now on."""
        self.leave(sid)
        is_new = viewer.match not in self.viewers
        self.viewers.setdefault(viewer.match, {})[sid] = viewer
        self.watched[sid] = viewer.match
        return is_new

    def leave(self, sid: str) -> None:
        match = self.watched.pop(sid, None)
        if match in self.viewers:
            self.viewers[match].pop(sid, None)

    def tell_changes(self, app: Flask, match: str) -> None:
        """Send every change of a match until no viewer is left or it has ended."""
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
        """Send what is new since this mark, unless nothing can be; return the next mark."""
        with app.app_context():
            try:
                now = store.mark(match)
                is_over = self.clock.now_ms() >= now.deadline_ms
                all_sent = all(viewer.status for viewer in self.viewers[match].values())
                if now != mark or is_over or not all_sent:
                    self._tell_all(match)
                return now
            except NoResultFound:
                raise
            except SQLAlchemyError:
                # The database was busy or unreachable: try again at the next tick.
                current_app.logger.exception("match %s could not be looked at", match)
                return None

    def _tell_all(self, match: str) -> None:
        """Send each viewer what is new to them, and nothing for the other side's secret changes."""
        position = resolution.position(resolution.settle(match))
        events = functools.cache(partial(views.events, position))
        status_for = functools.cache(partial(views.status, position))
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
    """Return a match and the side of this seat token or session; a wrong token finds none."""
    match = store.find(id_)
    if match is None or spectator:
        return match, None
    if seat is None:
        return match, seats.side_here(match.challenge)
    side = seats.side_by(match.challenge, seat)
    return (match, side) if side else (None, None)


class WatchMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Payload of `watch_match`."""

    match: str
    from_seq: int = 0
    seat: str | None = None
    spectator: bool = False


class MatchTopic(MatchViewers):
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
        if asked.from_seq < 0:
            return payload(422, _(LATER, seq=asked.from_seq))
        if not self.live.may_be_sent():
            return payload(429, TOO_MUCH)
        found = partial(find, spectator=asked.spectator)
        match, side = self.live.query(sid, found, asked.match, asked.seat)
        if match is None:
            return payload(
                404, _("no match '{given}', or no such seat in it", given=shown(asked.match))
            )
        viewer = Viewer(match.id, side, asked.from_seq)
        if is_newest() and self.join(sid, viewer):
            self.live.start_with_app(self.tell_changes, match.id)
        return {"ok": True, "side": side, "clock_ms": self.clock.now_ms()}
