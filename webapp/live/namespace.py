"""The Socket.IO namespace /live: parses the messages of viewers and sends them what is due.

What is due of a battle follows from its recording, start time and clock; `airings` sends it. The
state of challenges is in the database. README.md documents the messages.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from engineio.packet import Packet
from flask import current_app, request
from flask_socketio import Namespace, SocketIO

from engine import shown
from webapp.base import games, metrics
from webapp.base.config import Clock
from webapp.base.errors import payload
from webapp.base.event_loop import LIVE
from webapp.base.texts import N_, _
from webapp.battles import store as battles
from webapp.battles.live import Airings
from webapp.challenges.live import ChallengeViewers
from webapp.guard.limits import Traffic
from webapp.live import wire
from webapp.matches import live as match_viewers
from webapp.matches.live import MatchViewers, Viewer

NAMESPACE: Final = "/live"
BATTLES: Final = "battles"
CHALLENGES: Final = "challenges"
MATCHES: Final = "matches"
WATCHES: Final = {
    "watch_battle": BATTLES,
    "watch_challenge": CHALLENGES,
    "watch_match": MATCHES,
}
"""Messages that may query the database, by what they ask for."""
IsNewest = Callable[[], bool]
Found = TypeVar("Found")
TOO_MANY: Final = N_("Too many messages in a short time. Wait a few seconds, then try again.")
TOO_MUCH: Final = N_("This address has been sent very much. Wait a few seconds, then try again.")
LATER: Final = N_("from_seq is {seq}; it must be 0 or more")
TAKES: Final = "watch_battle takes {battle: id, from_seq: number}"
TAKES_MATCH: Final = (
    "watch_match takes {match: id, from_seq: number, seat: token or null, spectator: true or false}"
)
TAKES_CHALLENGE: Final = "watch_challenge takes {challenge: id}"


class _TooManyError(Exception):
    """A viewer has had the database queried too often lately."""


class _WatchBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `watch_battle` carries."""

    battle: str
    from_seq: int


class _WatchChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `watch_challenge` carries."""

    challenge: str


class _WatchMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `watch_match` carries."""

    match: str
    from_seq: int = 0
    seat: str | None = None
    spectator: bool = False


class Live(Namespace):
    """The handlers, one `on_<message>` for each message."""

    socketio: SocketIO  # set when the namespace is registered

    def __init__(self, clock: Clock, traffic: Traffic | None = None) -> None:
        super().__init__(NAMESPACE)
        self.traffic = traffic
        self.clock = clock
        self.airings = Airings(clock, _Channel(self))
        self.challenges = ChallengeViewers(clock, self._send_challenge, self._send_challenge_gone)
        self.matches = MatchViewers(
            clock, self._send_match, self._send_match_events, self._send_match_gone
        )
        self.newest: dict[tuple[str, str], object] = {}

    def trigger_event(self, event: str, *args: Any) -> Any:
        """Routes a message; one over the limit or without a handler gets an error as its answer."""
        sid: str = args[0]
        if event in wire.CONNECTION:
            # Crowds come and go at once: skip the request context, which takes most of the time.
            return self.on_connect() if event == "connect" else self.on_disconnect(sid)
        if self.traffic and not self.traffic.take(sid, self._session(sid)):
            return payload(429, TOO_MANY)
        if what := WATCHES.get(event):
            return self._watch(event, self._newest(what, sid), *args)
        if hasattr(self, f"on_{event}"):
            return super().trigger_event(event, *args)
        return payload(404, _("no message '{given}'", given=shown(str(event))))

    def _watch(self, event: str, is_newest: IsNewest, sid: str, *args: Any) -> Any:
        """Handles a message that may query the database, in its turn.

        Meanwhile the viewer may leave or ask for something else.
        """
        handler = partial(_within_limits, getattr(self, f"on_{event}"), is_newest)
        LIVE.wait()
        return self.socketio._handle_event(  # type: ignore[attr-defined]
            handler, event, NAMESPACE, sid, *args
        )

    def on_watch_battle(
        self, is_newest: IsNewest, message: Any = None, *_args: Any
    ) -> dict[str, Any]:
        """Starts to send a battle from an event on, in place of an earlier one."""
        try:
            asked = msgspec.convert(message, _WatchBattle)
        except (msgspec.ValidationError, UnicodeError) as error:
            return payload(422, f"{TAKES}; {shown(str(error))}")
        if asked.from_seq < 0:
            return payload(422, _(LATER, seq=asked.from_seq))
        if not self._may_be_sent():
            return payload(429, TOO_MUCH)
        sid: str = request.sid  # type: ignore[attr-defined]  # set by Flask-SocketIO
        airing = self.airings.known(asked.battle)
        battle = airing.battle if airing else self._queried(sid, battles.find, asked.battle)
        if battle is None:
            return payload(404, _("no battle '{given}'", given=shown(asked.battle)))
        if airing is None:
            show = partial(battles.playback_of, games.game(battle.ruleset), battle)
            with self._turn():
                if is_newest():
                    airing = self.airings.found(battle, show)
        if airing and is_newest():
            self.airings.watch(airing, sid, self._session(sid), asked.from_seq)
        return {
            "ok": True,
            "clock_ms": self.clock.now_ms() - battle.starts_at_ms,
            "on_air": not battle.is_over(self.clock.now_ms()),
            "from_seq": asked.from_seq,
        }

    def on_leave_battle(self, *_args: Any) -> dict[str, Any]:
        """Stops sending a battle."""
        self._end(BATTLES, request.sid)  # type: ignore[attr-defined]
        return {"ok": True}

    def on_watch_challenge(
        self, is_newest: IsNewest, message: Any = None, *_args: Any
    ) -> dict[str, Any]:
        """Answers the state of a challenge, then sends its changes, in place of an earlier one."""
        try:
            asked = msgspec.convert(message, _WatchChallenge)
        except (msgspec.ValidationError, UnicodeError) as error:
            return payload(422, f"{TAKES_CHALLENGE}; {shown(str(error))}")
        sid: str = request.sid  # type: ignore[attr-defined]
        brief = self.challenges.known(asked.challenge)
        if brief is None:
            brief = self._queried(sid, self._brief, asked.challenge)
        if brief is None:
            return payload(404, _("no challenge '{given}'", given=shown(asked.challenge)))
        if is_newest() and self.challenges.join(sid, brief):
            app = current_app._get_current_object()  # type: ignore[attr-defined]
            self.socketio.start_background_task(self.challenges.tell_changes, app, brief)
        return {"ok": True, **brief}

    def on_leave_challenge(self, *_args: Any) -> dict[str, Any]:
        """Stops sending changes of a challenge."""
        self._end(CHALLENGES, request.sid)  # type: ignore[attr-defined]
        return {"ok": True}

    def on_watch_match(
        self, is_newest: IsNewest, message: Any = None, *_args: Any
    ) -> dict[str, Any]:
        """Sends the state of a match and its events, as far as the viewer may know them."""
        try:
            asked = msgspec.convert(message, _WatchMatch)
        except (msgspec.ValidationError, UnicodeError) as error:
            return payload(422, f"{TAKES_MATCH}; {shown(str(error))}")
        if asked.from_seq < 0:
            return payload(422, _(LATER, seq=asked.from_seq))
        if not self._may_be_sent():
            return payload(429, TOO_MUCH)
        sid: str = request.sid  # type: ignore[attr-defined]
        found = partial(match_viewers.find, spectator=asked.spectator)
        match, side = self._queried(sid, found, asked.match, asked.seat)
        if match is None:
            return payload(
                404, _("no match '{given}', or no such seat in it", given=shown(asked.match))
            )
        viewer = Viewer(match.id, side, asked.from_seq)
        if is_newest() and self.matches.join(sid, viewer):
            app = current_app._get_current_object()  # type: ignore[attr-defined]
            self.socketio.start_background_task(self.matches.tell_changes, app, match.id)
        return {"ok": True, "side": side, "clock_ms": self.clock.now_ms()}

    def on_leave_match(self, *_args: Any) -> dict[str, Any]:
        """Stops sending a match."""
        self._end(MATCHES, request.sid)  # type: ignore[attr-defined]
        return {"ok": True}

    def _send_match(self, sid: str, status: dict[str, Any]) -> None:
        self.emit("match_changed", status, room=sid)

    def _send_match_events(self, sid: str, piece: dict[str, Any]) -> None:
        self.emit("match_events", piece, room=sid)

    def _send_match_gone(self, sid: str, told: dict[str, Any]) -> None:
        self.emit("match_gone", told, room=sid)

    def _send_challenge(self, sid: str, brief: dict[str, Any]) -> None:
        self.emit("challenge_changed", brief, room=sid)

    def _send_challenge_gone(self, sid: str, told: dict[str, Any]) -> None:
        self.emit("challenge_gone", told, room=sid)

    def on_connect(self) -> None:
        """Counts the viewer."""
        metrics.VIEWERS.inc()

    def on_disconnect(self, sid: str) -> None:
        """Forgets the viewer."""
        metrics.VIEWERS.dec()
        for what in (BATTLES, CHALLENGES, MATCHES):
            self._end(what, sid)
        if self.traffic:
            self.traffic.forget(sid)

    def _session(self, sid: str) -> str:
        """The session that a viewer's messages come by."""
        return wire.session_of(self.socketio, sid, NAMESPACE)

    def _may_be_sent(self) -> bool:
        """Whether the address that asks has not been sent too much lately."""
        return not self.traffic or self.traffic.may_be_sent(request.remote_addr or "unknown")

    def _brief(self, challenge: str) -> dict[str, Any] | None:
        """The brief of a challenge, which another viewer of the address may have had read."""
        return self.challenges.known(challenge) or self.challenges.read(challenge)

    def _queried(self, sid: str, query: Callable[..., Found], *args: Any) -> Found:
        """What a query gives, made for one viewer of an address after the other.

        Raises _TooManyError for one over the limit.
        """
        session = self._session(sid)
        if self.traffic and not self.traffic.may_query(sid, session):
            raise _TooManyError
        with self.traffic.lane(session) if self.traffic else nullcontext():
            LIVE.wait()
            return query(*args)

    def _turn(self) -> AbstractContextManager[None]:
        """The turn of the address that asks to have a recording read."""
        here = request.remote_addr or "unknown"
        return self.traffic.turn(here) if self.traffic else nullcontext()

    def _newest(self, what: str, sid: str) -> IsNewest:
        """Makes this the viewer's newest request of a kind; the function tells whether it still is.

        The look-up takes time, in which the viewer may leave or ask for another one.
        """
        token = self.newest[what, sid] = object()
        return lambda: self.newest.get((what, sid)) is token

    def _end(self, what: str, sid: str) -> None:
        """Stops sending a viewer this kind of thing."""
        self.newest.pop((what, sid), None)
        rooms: dict[str, Airings | ChallengeViewers | MatchViewers]
        rooms = {BATTLES: self.airings, CHALLENGES: self.challenges, MATCHES: self.matches}
        rooms[what].leave(sid)


def _within_limits(handler: Callable[..., Any], *args: Any) -> Any:
    """What a handler answers, or the refusal of a query over the limit."""
    try:
        return handler(*args)
    except _TooManyError:
        return payload(429, TOO_MANY)


class _Channel:
    """Sends pieces of battles to viewers."""

    def __init__(self, live: Live) -> None:
        self.live = live

    def write(self, message: dict[str, Any]) -> Packet:
        """A piece of a battle, serialized once for all viewers."""
        return wire.shared(self.live.socketio, "battle_events", message, NAMESPACE)

    def send(self, session: str, packet: Packet) -> None:
        """Sends a viewer such a piece."""
        wire.send(self.live.socketio, session, packet)

    def outbox(self, session: str) -> wire.Outbox | None:
        """What is waiting to be sent to a viewer; None if they have gone."""
        return wire.outbox_of(self.live.socketio, session)

    def start(self, function: Callable[..., None], *arguments: Any) -> None:
        """Runs a function in the background."""
        self.live.socketio.start_background_task(function, *arguments)
