"""The Socket.IO namespace /live: routes viewers' messages (README) to topics."""

from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec
from engineio.packet import MESSAGE, Packet
from flask import Flask, current_app, request
from flask_socketio import Namespace, SocketIO
from socketio.packet import EVENT
from sqlalchemy.exc import NoResultFound, SQLAlchemyError
from werkzeug.exceptions import Gone

from engine import shown
from webapp.base import metrics
from webapp.base.config import Clock
from webapp.base.errors import payload
from webapp.base.jobs import LIVE
from webapp.base.texts import N_, _
from webapp.guard.limits import Traffic
from webapp.live import wire
from webapp.live.connection import Shared

NAMESPACE: Final = "/live"
IsNewest = Callable[[], bool]
Message = dict[str, Any]
Found = TypeVar("Found")
Viewer = TypeVar("Viewer")
TOO_MANY: Final = N_("Too many messages in a short time. Wait a few seconds, then try again.")
TOO_MUCH: Final = N_(
    "Your address has been sent too much data. Wait a few seconds, then try again."
)
LATER: Final = N_("from_seq is {seq}; it must be 0 or more")


class Topic(Protocol):
    """A kind of thing that viewers watch, by `watch_<name>` and `leave_<name>`."""

    name: str
    takes: str  # describes `message`

    @property
    def message(self) -> type[msgspec.Struct]: ...  # payload of `watch_<name>`

    @property
    def viewers(self) -> Collection[str]:
        """Return what is being watched, or its viewers."""

    def watch(self, asked: Any, sid: str, is_newest: IsNewest) -> dict[str, Any]:
        """Start to send a viewer what they asked for, and return the reply."""

    def leave(self, sid: str) -> None: ...


class _TooManyError(Exception):
    """A viewer exceeded the query limit."""


class Live(Namespace):
    """The viewers of this process. It makes one of each of `topics`."""

    socketio: SocketIO  # set when the namespace is registered

    def __init__(
        self, clock: Clock, traffic: Traffic | None, topics: Iterable[Callable[["Live"], Topic]]
    ) -> None:
        super().__init__(NAMESPACE)
        self.traffic = traffic
        self.clock = clock
        self.topics = {topic.name: topic for topic in (make(self) for make in topics)}
        self.newest: dict[tuple[str, str], object] = {}

    def trigger_event(self, event: Any, *args: Any) -> Any:
        """Route a message; over the limit or without a topic, reply with an error."""
        sid: str = args[0]
        if not isinstance(event, str):  # a client may send any JSON value as the name
            event = type(event).__name__
        if event in wire.CONNECTION:
            # Skip the request context, which takes most of the time when crowds connect together.
            return self.on_connect() if event == "connect" else self.on_disconnect(sid)
        if self.traffic and not self.traffic.take(sid, self.session_of(sid)):
            return payload(429, TOO_MANY)
        verb, _mark, name = event.partition("_")
        topic = self.topics.get(name)
        if topic and verb == "watch":
            handler = partial(self._watch, topic, sid, self._newest(topic, sid))
            LIVE.wait()
        elif topic and verb == "leave":
            handler = partial(self._leave, topic, sid)
        else:
            return payload(404, _("no message '{given}'", given=shown(event)))
        return self.socketio._handle_event(  # type: ignore[attr-defined]
            handler, event, NAMESPACE, *args
        )

    def _watch(
        self, topic: Topic, sid: str, is_newest: IsNewest, message: Any = None, *_args: Any
    ) -> dict[str, Any]:
        """Handle a message that can query the database; meanwhile the viewer can leave."""
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
        metrics.VIEWERS.inc()

    def on_disconnect(self, sid: str) -> None:
        metrics.VIEWERS.dec()
        for topic in self.topics.values():
            self._end(topic, sid)
        if self.traffic:
            self.traffic.forget(sid)

    def session_of(self, sid: str) -> str:
        return str(wire.server_of(self.socketio).manager.eio_sid_from_sid(sid, NAMESPACE))

    def may_be_sent(self) -> bool:
        """Return whether the requesting address is below its traffic limit."""
        return not self.traffic or self.traffic.may_be_sent(request.remote_addr or "unknown")

    def query(self, sid: str, query: Callable[..., Found], *args: Any) -> Found:
        """Run a query, one at a time per address. Raises an error for a viewer over the limit."""
        session = self.session_of(sid)
        if self.traffic and not self.traffic.may_query(sid, session):
            raise _TooManyError
        with self.traffic.lane(session) if self.traffic else nullcontext():
            LIVE.wait()
            return query(*args)

    def turn(self) -> AbstractContextManager[None]:
        """Return the requesting address's turn to read recordings."""
        here = request.remote_addr or "unknown"
        return self.traffic.turn(here) if self.traffic else nullcontext()

    def send_to(self, event: str, sid: str, data: dict[str, Any]) -> None:
        self.emit(event, data, room=sid)

    def write(self, event: str, data: dict[str, Any]) -> Packet:
        """Serialize a message for any number of viewers."""
        packet_class = wire.server_of(self.socketio).packet_class
        text = packet_class(EVENT, namespace=NAMESPACE, data=[event, data]).encode()
        packet = Packet(MESSAGE, text)
        packet.encode_cache = Shared(packet.encode())
        return packet

    def send_packet(self, session: str, packet: Packet) -> None:
        wire.server_of(self.socketio)._send_eio_packet(session, packet)

    def outbox(self, session: str) -> wire.Outbox | None:
        found = wire.server_of(self.socketio).eio.sockets.get(session)
        return None if found is None or found.closed else found.queue

    def start(self, function: Callable[..., None], *arguments: Any) -> None:
        self.socketio.start_background_task(function, *arguments)

    def start_with_app(self, function: Callable[..., None], *arguments: Any) -> None:
        """Run a function in the background with the application as first argument."""
        app = current_app._get_current_object()  # type: ignore[attr-defined]
        self.start(function, app, *arguments)

    def _newest(self, topic: Topic, sid: str) -> IsNewest:
        """Register a viewer's request in a topic; return a check whether it is still the newest."""
        token = self.newest[topic.name, sid] = object()
        return lambda: self.newest.get((topic.name, sid)) is token

    def _end(self, topic: Topic, sid: str) -> None:
        self.newest.pop((topic.name, sid), None)
        topic.leave(sid)


class PolledTopic(Generic[Viewer]):
    """A topic whose state is in the database: each thing is polled once for all its viewers."""

    name: str
    TICK_SECONDS: float  # between two queries

    def __init__(self, live: Live) -> None:
        self.live: Final = live
        self.viewers: dict[str, dict[str, Viewer]] = {}  # by the thing's id and their own
        self.watched: dict[str, str] = {}

    def look(self, id_: str, last: Any) -> Any:
        """Send changes since `last`; return the new state. Raise NoResultFound or Gone."""
        raise NotImplementedError

    def join(self, id_: str, sid: str, viewer: Viewer) -> bool:
        """Add a viewer; return True if the thing must be polled from now on."""
        self.leave(sid)
        is_new = id_ not in self.viewers
        self.viewers.setdefault(id_, {})[sid] = viewer
        self.watched[sid] = id_
        return is_new

    def leave(self, sid: str) -> None:
        id_ = self.watched.pop(sid, None)
        if id_ in self.viewers:
            self.viewers[id_].pop(sid, None)

    def poll(self, app: Flask, id_: str, last: Any = None) -> None:
        """Send changes until no viewer is left, or the thing is removed or refused by the rules."""
        try:
            while self.viewers[id_]:
                with app.app_context():
                    try:
                        last = self.look(id_, last)
                    except NoResultFound:
                        raise
                    except SQLAlchemyError:
                        # It was busy or unreachable: try again at the next tick.
                        app.logger.exception("%s %s could not be looked at", self.name, id_)
                self.live.clock.sleep(self.TICK_SECONDS)
        except (Gone, NoResultFound):
            for sid in [*self.viewers[id_]]:
                self.live.send_to(f"{self.name}_gone", sid, {self.name: id_})
        finally:
            # Also after an error, so that the next viewer starts it again.
            for sid in self.viewers.pop(id_):
                del self.watched[sid]
