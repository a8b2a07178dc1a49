"""The wire below the namespace: Engine.IO that keeps within bounds whatever its clients do.

A client that does not read has only so much kept for it, then it is dropped. Sessions of an address
are counted before they are made, and a session that has ended leaves no connection behind.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from typing import Any, Final

import engineio
import gevent
import simple_websocket
from engineio.async_drivers.gevent import WebSocketWSGI
from engineio.packet import Packet
from engineio.socket import Socket
from flask_socketio import SocketIO
from gevent import socket as sockets
from gevent.event import Event
from gevent.lock import RLock
from gevent.queue import JoinableQueue
from socketio.packet import EVENT
from werkzeug.exceptions import HTTPException

from webapp.guard.limits import RETRY_SECONDS, TOO_MANY_SESSIONS, Traffic

CONNECTION: Final = ("connect", "disconnect")
"""Names of what the server itself tells a namespace."""
BINARY: Final = ("5", "6")
"""How packets begin that say how many attachments are to be kept until all are there."""
logger = logging.getLogger("webapp.live")
OUTBOX_BYTES_MOST: Final = 1_000_000
"""A connection for which more is waiting is dropped at its next message."""
ROOM_BYTES: Final = 100_000
"""A stream goes on when less than this is waiting."""
PACKET_BYTES: Final = 200
"""What a packet takes beside its text."""
PING_SECONDS: Final = (25, 20)
"""How often a client is asked whether it is there, and how long it may take to say so."""
FRAMES_AT_ONCE: Final = 500
FRAMES_PER_SECOND: Final = 50
"""Frames of a WebSocket. A message of the largest size comes in five at least."""
HANG_UP_SECONDS: Final = 5.0
"""How long a client may take to close a connection whose session has ended."""


class Outbox(JoinableQueue[Any]):
    """The packets that wait to be sent to one client, weighed."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes = 0
        self.room = Event()
        self.room.set()

    def _put(self, item: Packet | None) -> None:
        super()._put(item)  # type: ignore[misc]  # a hook, as the standard library has it
        self._weigh(weight(item))

    def _get(self) -> Packet | None:
        item: Packet | None = super()._get()  # type: ignore[misc]
        self._weigh(-weight(item))
        return item

    def _weigh(self, more: int) -> None:
        self.bytes += more
        if self.bytes < ROOM_BYTES:
            self.room.set()
        else:
            self.room.clear()


def weight(packet: Packet | None) -> int:
    """About how many bytes a packet keeps; None ends a queue and keeps none."""
    if packet is None:
        return 0
    return PACKET_BYTES + (len(packet.data) if isinstance(packet.data, str | bytes) else 0)


class _Whole:
    """A socket whose `send` sends all, and one after the other; and that lets others read, too.

    gevent's own sends what there is room for, and simple-websocket, which expects one that waits,
    would lose the rest. Two greenlets write: answers to pings may come between two pieces. And
    `recv` of gevent does not switch as long as there is something to read.
    """

    def __init__(self, sock: Any) -> None:
        self.sock = sock
        self.close = sock.close
        self.lock = RLock()

    def send(self, data: bytes) -> int:
        with self.lock:
            self.sock.sendall(data)
        return len(data)

    def recv(self, most: int) -> bytes:
        gevent.sleep(0)
        data: bytes = self.sock.recv(most)
        return data


class _Connection(simple_websocket.Server):  # type: ignore[misc]  # it has no types
    """A WebSocket that sends whole messages, and ends if its client sends too many frames."""

    def handshake(self) -> None:
        self.sock: Any = _Whole(self.sock)
        self.frames, self.ws.events = self.ws.events, self._counted
        self.credit, self.counted_at = float(FRAMES_AT_ONCE), time.monotonic()
        super().handshake()

    def _counted(self) -> Iterator[Any]:
        """The frames that have come, messages, pings and all. Raises OSError for one too many."""
        for frame in self.frames():
            now = time.monotonic()
            filled = self.credit + (now - self.counted_at) * FRAMES_PER_SECOND
            self.credit, self.counted_at = min(FRAMES_AT_ONCE, filled) - 1, now
            if self.credit < 0:
                raise OSError("too many frames")
            yield frame


class _WebSocket(WebSocketWSGI):  # type: ignore[misc]  # engineio has no types
    """What Engine.IO speaks WebSocket through: it can be hung up, and refuses long messages."""

    ws: _Connection | None = None

    def __init__(self, handler: Callable[..., Any], server: engineio.Server) -> None:
        super().__init__(handler, server)
        self.server_args["max_message_size"] = server.max_http_buffer_size
        self.session: Any = handler.__self__  # type: ignore[attr-defined]  # a method of it
        self.session.hang_up = self.hang_up

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        self.ws = _Connection(environ, **self.server_args)
        try:
            answer = self.app(self)
        except ValueError:  # a frame that is no packet of Engine.IO, such as an empty one
            self.session.close(wait=False, abort=True)
            self.hang_up()
            return []
        if self.ws.mode == "gunicorn":
            raise StopIteration  # tells gunicorn that there is nothing to answer
        return answer

    def close(self) -> None:
        """Says goodbye, unless its client has gone without a word."""
        with suppress(OSError):
            super().close()

    def hang_up(self) -> None:
        """Ends the connection, even if somebody waits to write to it or read from it."""
        if self.ws is not None:
            with suppress(OSError):  # it may have ended already
                self.ws.sock.sock.shutdown(sockets.SHUT_RDWR)


class Wire(engineio.Server):  # type: ignore[misc]  # engineio has no types
    """Engine.IO with bounded outboxes, counted sessions, and connections that end."""

    def __init__(self, traffic: Traffic | None, **options: Any) -> None:
        super().__init__(**options)
        self.traffic = traffic
        self._async: Any = {**self._async, "websocket": _WebSocket}

    def handle_request(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        """Answers a request; Engine.IO itself would log a body that is late with its traceback."""
        if environ["REQUEST_METHOD"] == "POST":
            length = min(int(environ.get("CONTENT_LENGTH") or 0), self.max_http_buffer_size)
            try:
                body = environ["wsgi.input"].read(length)
            except HTTPException as error:
                return error.get_response(environ)(environ, start_response)
            environ = {**environ, "wsgi.input": BytesIO(body)}
        return super().handle_request(environ, start_response)

    def create_queue(self, *_: Any, **__: Any) -> Outbox:
        """The outbox of a new session."""
        return Outbox()

    def send_packet(self, sid: str, pkt: Packet) -> None:
        """Puts a packet into a client's outbox, or drops the client if it is too full."""
        session = self.sockets.get(sid)
        if session is not None and session.queue.bytes > OUTBOX_BYTES_MOST:
            self.drop(session)
            return
        if self.traffic:
            self.traffic.charge(sid, weight(pkt))
        super().send_packet(sid, pkt)

    def drop(self, session: Socket) -> None:
        """Ends a session at once; what has waited for its client is forgotten."""
        session.close(wait=False, abort=True, reason=self.reason.TRANSPORT_ERROR)
        while not session.queue.empty():
            session.queue.get_nowait()
        session.queue.put(None)  # for who waits for a packet
        _hang_up(session)

    def _handle_connect(self, environ: dict[str, Any], *arguments: Any) -> Any:
        if self.traffic and self.traffic.is_full(_address(environ)):
            return {
                "status": "429 TOO MANY REQUESTS",
                "headers": [("Content-Type", "text/plain"), ("Retry-After", str(RETRY_SECONDS))],
                "response": TOO_MANY_SESSIONS.encode(),
            }
        return super()._handle_connect(environ, *arguments)

    def _trigger_event(self, event: str, *arguments: Any, **options: Any) -> Any:
        sid = arguments[0]
        if self.traffic and event == "connect":
            self.traffic.enter(sid, _address(arguments[1]))
        try:
            return super()._trigger_event(event, *arguments, **options)
        finally:
            if event == "disconnect":
                if self.traffic:
                    self.traffic.leave(sid)
                # By then the client has answered that it closes, unless it never reads.
                gevent.spawn_later(HANG_UP_SECONDS, _hang_up, self.sockets.get(sid))


def _hang_up(session: Any) -> None:
    hang_up = getattr(session, "hang_up", None)  # a session that polls has none
    if hang_up:
        hang_up()


def _address(environ: dict[str, Any]) -> str:
    return str(environ.get("REMOTE_ADDR") or "unknown")


def _check(server: Any, data: Any) -> None:
    """Raises an error, of any kind, for what is no packet that clients of ours send."""
    if not isinstance(data, str) or data.startswith(BINARY):
        raise ValueError("there are no attachments here")
    packet = server.packet_class(encoded_packet=data)
    if packet.packet_type == EVENT and packet.data[0] in CONNECTION:
        raise ValueError("nobody but the server says so")


def _patient(
    server: Any, wire: Wire, take: Callable[[str, Any], Any]
) -> Callable[[str, Any], None]:
    """What takes messages, but hangs up on whoever sends one that is no packet of Socket.IO.

    Packets are taken apart there; what they ask for is done in greenlets of its own.
    """

    def take_or_drop(sid: str, data: Any) -> None:
        try:
            _check(server, data)
            take(sid, data)
        except Exception as error:  # of any kind: nested too deeply, cut off, numbers too long
            logger.info("hung up on a client: its message is none: %s", type(error).__name__)
            if session := wire.sockets.get(sid):
                wire.drop(session)

    return take_or_drop


def attach(socketio: SocketIO, traffic: Traffic | None) -> None:
    """Puts a bounded wire below this Socket.IO server, with the options of the one it has."""
    server = _server_of(socketio)
    before: engineio.Server = server.eio
    wire = Wire(
        traffic,
        async_mode=before.async_mode,
        max_http_buffer_size=before.max_http_buffer_size,
        cors_allowed_origins=before.cors_allowed_origins,
        logger=before.logger,
        ping_interval=PING_SECONDS[0],
        ping_timeout=PING_SECONDS[1],
        async_handlers=before.async_handlers,
    )
    for event, handler in before.handlers.items():
        wire.on(event, _patient(server, wire, handler) if event == "message" else handler)
    server.eio = wire


def outbox_of(socketio: SocketIO, sid: str, namespace: str) -> Outbox | None:
    """The outbox of whoever has this id in a namespace; None if they have gone."""
    server = _server_of(socketio)
    session = server.eio.sockets.get(server.manager.eio_sid_from_sid(sid, namespace))
    return None if session is None or session.closed else session.queue


def _server_of(socketio: SocketIO) -> Any:
    return socketio.server  # type: ignore[attr-defined]  # its stubs lack it


def send_away(socketio: SocketIO) -> None:
    """Ends all connections, so that their clients connect again, to whoever listens then."""
    wire = _server_of(socketio).eio
    for session in [*wire.sockets.values()]:
        if session.upgraded:
            wire.drop(session)  # told that it is over, some clients would not come back
        else:
            session.close(wait=False)
