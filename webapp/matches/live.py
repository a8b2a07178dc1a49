"""Live viewers of matches; each match is read, and its finished rounds resolved, once for all."""

from dataclasses import dataclass
from functools import cache, partial
from typing import Final

import msgspec

from engine import SideId, shown
from webapp.base.errors import payload
from webapp.base.texts import N_, _
from webapp.live.namespace import LATER, TOO_MUCH, IsNewest, Message, PolledTopic
from webapp.matches import seats, store, views
from webapp.matches.limits import TICK_SECONDS
from webapp.store.models import Match

TIME: Final = "clock_ms"


@dataclass
class Viewer:
    """A viewer on one side, or a spectator: the number of events and the last status sent."""

    side: SideId | None
    next_seq: int
    status: Message | None = None


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
    match: str
    from_seq: int = 0
    seat: str | None = None
    spectator: bool = False


class MatchTopic(PolledTopic[Viewer]):
    name = "match"
    message = WatchMatch
    takes = (
        "watch_match takes {match: id, from_seq: number, seat: token or null, "
        "spectator: true or false}"
    )
    TICK_SECONDS = TICK_SECONDS

    def watch(self, asked: WatchMatch, sid: str, is_newest: IsNewest) -> Message:
        if asked.from_seq < 0:
            return payload(422, _(LATER, seq=asked.from_seq))
        if not self.live.may_be_sent():
            return payload(429, TOO_MUCH)
        found = partial(find, spectator=asked.spectator)
        match, side = self.live.query(sid, found, asked.match, asked.seat)
        if match is None:
            text = N_("no match '{given}', or no such seat in it")
            return payload(404, _(text, given=shown(asked.match)))
        if is_newest() and self.join(match.id, sid, Viewer(side, asked.from_seq)):
            self.live.start_with_app(self.poll, match.id)
        return {"ok": True, "side": side, "clock_ms": self.live.clock.now_ms()}

    def look(self, id_: str, last: store.Mark | None) -> store.Mark:
        """Send what is new since this mark, unless nothing can be; return the next mark."""
        now = store.mark(id_)
        is_over = self.live.clock.now_ms() >= now.deadline_ms
        if now == last and not is_over and all(one.status for one in self.viewers[id_].values()):
            return now
        position = store.position(store.settle(id_))
        events = cache(partial(views.events, position))
        status_for = cache(partial(views.status, position))
        # Each viewer gets what is new to them, and nothing for the other side's secret changes.
        for sid, viewer in [*self.viewers[id_].items()]:
            while (piece := events(viewer.side, viewer.next_seq))["events"]:
                viewer.next_seq += len(piece["events"])
                self.live.send_to("match_events", sid, piece)
            status = status_for(viewer.side)
            if viewer.status is None or status | {TIME: None} != viewer.status | {TIME: None}:
                viewer.status = status
                self.live.send_to("match_changed", sid, status)
            if position.match.battle_id:
                self.leave(sid)
        return now
