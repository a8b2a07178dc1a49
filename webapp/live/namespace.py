"""The Socket.IO namespace /live: routes the messages of viewers to the topics of the features.

A viewer watches one battle, one challenge and one match at a time. The README has the messages.
"""

from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, Final, Protocol, TypeVar

import msgspec
from engineio.packet import Packet
from flask import current_app, request
from flask_socketio import Namespace, SocketIO

from engine import shown
from webapp.base import metrics
from webapp.base.config import Clock
from webapp.base.errors import payload
from webapp.base.event_loop import LIVE
from webapp.base.texts import N_, _
from webapp.guard.limits import Traffic
from webapp.live import wire

NAMESPACE: Final = "/live"
IsNewest = Callable[[], bool]
Found = TypeVar("Found")
TOO_MANY: Final = N_("Too many messages in a short time. Wait a few seconds, then try again.")
TOO_MUCH: Final = N_("This address has been sent very much. Wait a few seconds, then try again.")
LATER: Final = N_("from_seq is {seq}; it must be 0 or more")


class Topic(Protocol):
    """What viewers can watch one of at a time, by the messages `watch_<name>` and `leave_<name>`.

    message: what `watch_<name>` carries, and `takes` says it in words.
    """

    name: str
    takes: str

    @property
    def message(self) -> type[msgspec.Struct]: ...

    @property
    def viewers(self) -> Collection[str]:
        """What is being watched, or those who watch."""
        ...

    def watch(self, asked: Any, sid: str, is_newest: IsNewest) -> dict[str, Any]:
        """Start to send a viewer what they asked for, and return the answer."""
        ...

    def leave(self, sid: str) -> None:
        """Stop sending to a viewer."""
        ...


class _TooManyError(Exception):
    """A viewer has had the database queried too often lately."""


class Live(Namespace):
    """The viewers of this process. `topics` are made for it, one of each kind."""

    socketio: SocketIO  # set when the namespace is registered

    def __init__(
        self,
        clock: Clock,
        traffic: Traffic | None = None,
        topics: Iterable[Callable[["Live"], Topic]] = (),
    ) -> None:
        super().__init__(NAMESPACE)
        self.traffic = traffic
        self.clock = clock
        self.topics = {topic.name: topic for topic in (make(self) for make in topics)}
        self.watched_by = {f"watch_{name}": topic for name, topic in self.topics.items()}
        self.left_by = {f"leave_{name}": topic for name, topic in self.topics.items()}
        self.newest: dict[tuple[str, str], object] = {}

    def trigger_event(self, event: str, *args: Any) -> Any:
        """Routes a message; one over the limit or without a topic gets an error as its answer."""
        sid: str = args[0]
        if event in wire.CONNECTION:
            # Crowds come and go at once: skip the request context, which takes most of the time.
            return self.on_connect() if event == "connect" else self.on_disconnect(sid)
        if self.traffic and not self.traffic.take(sid, self.session_of(sid)):
            return payload(429, TOO_MANY)
        if topic := self.watched_by.get(event):
            handler = partial(self._watch, topic, sid, self._newest(topic, sid))
            LIVE.wait()
        elif topic := self.left_by.get(event):
            handler = partial(self._leave, topic, sid)
        else:
            return payload(404, _("no message '{given}'", given=shown(str(event))))
        return self.socketio._handle_event(  # type: ignore[attr-defined]
            handler, event, NAMESPACE, *args
        )

    def _watch(
        self, topic: Topic, sid: str, is_newest: IsNewest, message: Any = None, *_args: Any
    ) -> dict[str, Any]:
        """Handles a message that may query the database.

        Meanwhile the viewer may leave or ask for something else.
        """
        try:
            asked = msgspec.convert(message, topic.message)
        except (msgspec.ValidationError, UnicodeError) as error:
            return payload(422, f"{topic.takes}; {shown(str(error))}")
        try:
            return topic.watch(asked, sid, is_newest)
        except _TooManyError:
            return payload(429, TOO_MANY)

    def _leave(self, topic: Topic, sid: str, *_args: Any) -> dict[str, Any]:
        self._end(topic, sid)
        return {"ok": True}

    def on_connect(self) -> None:
        """Counts the viewer."""
        metrics.VIEWERS.inc()

    def on_disconnect(self, sid: str) -> None:
        """Forgets the viewer."""
        metrics.VIEWERS.dec()
        for topic in self.topics.values():
            self._end(topic, sid)
        if self.traffic:
            self.traffic.forget(sid)

    def session_of(self, sid: str) -> str:
        """The session that a viewer's messages come by."""
        return wire.session_of(self.socketio, sid, NAMESPACE)

    def may_be_sent(self) -> bool:
        """Whether the address that asks has not been sent too much lately."""
        return not self.traffic or self.traffic.may_be_sent(request.remote_addr or "unknown")

    def queried(self, sid: str, query: Callable[..., Found], *args: Any) -> Found:
        """What a query gives, made for one viewer of an address after the other.

        Raises an error that refuses the message for a viewer over the limit.
        """
        session = self.session_of(sid)
        if self.traffic and not self.traffic.may_query(sid, session):
            raise _TooManyError
        with self.traffic.lane(session) if self.traffic else nullcontext():
            LIVE.wait()
            return query(*args)

    def turn(self) -> AbstractContextManager[None]:
        """The turn of the address that asks to have a recording read."""
        here = request.remote_addr or "unknown"
        return self.traffic.turn(here) if self.traffic else nullcontext()

    def send_to(self, event: str, sid: str, data: dict[str, Any]) -> None:
        """Send a message to one viewer."""
        self.emit(event, data, room=sid)

    def write(self, event: str, data: dict[str, Any]) -> Packet:
        """A message, serialized once for any number of viewers."""
        return wire.shared(self.socketio, event, data, NAMESPACE)

    def send_written(self, session: str, packet: Packet) -> None:
        """Send such a message to the viewer with this session."""
        wire.send(self.socketio, session, packet)

    def outbox(self, session: str) -> wire.Outbox | None:
        """What is waiting to be sent to a viewer; None if they have gone."""
        return wire.outbox_of(self.socketio, session)

    def start(self, function: Callable[..., None], *arguments: Any) -> None:
        """Run a function in the background."""
        self.socketio.start_background_task(function, *arguments)

    def start_with_app(self, function: Callable[..., None], *arguments: Any) -> None:
        """Run a function in the background with the application as its first argument."""
        app = current_app._get_current_object()  # type: ignore[attr-defined]
        self.start(function, app, *arguments)

    def _newest(self, topic: Topic, sid: str) -> IsNewest:
        """Make this the viewer's newest request in a topic; the result tells whether it still is.

        The look-up takes time, in which the viewer may leave or ask for another one.
        """
        token = self.newest[topic.name, sid] = object()
        return lambda: self.newest.get((topic.name, sid)) is token

    def _end(self, topic: Topic, sid: str) -> None:
        self.newest.pop((topic.name, sid), None)
        topic.leave(sid)
