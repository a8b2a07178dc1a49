"""Engine.IO with bounds on what clients can cause: outboxes, sessions, connections."""

import logging
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from typing import Any, Final
from urllib.parse import parse_qs

import engineio
import gevent
from engineio.packet import CLOSE, MESSAGE, PONG, Packet
from engineio.payload import Payload
from engineio.socket import Socket
from flask_socketio import SocketIO
from gevent.event import Event
from gevent.queue import JoinableQueue
from socketio import Manager
from socketio.packet import EVENT
from werkzeug.exceptions import BadRequest, HTTPException

from webapp.guard.limits import RETRY_SECONDS, TOO_MANY_SESSIONS, Traffic
from webapp.live.connection import FAULTS, Upgrade

CONNECTION: Final = ("connect", "disconnect")  # events that the server itself raises
BINARY: Final = ("5", "6")  # first characters of packets with attachments, which would be buffered
logger = logging.getLogger("webapp.live")
LIBRARIES: Final = logging.getLogger("webapp.live.libraries")  # they would write lines twice
LIBRARIES.setLevel(logging.ERROR)
OUTBOX_BYTES_MOST: Final = 1_000_000  # a client above this is dropped at its next message
ROOM_BYTES: Final = 100_000  # a stream continues below this
PACKET_BYTES: Final = 200  # a packet's overhead
PING_SECONDS: Final = (25, 20)  # ping interval, and time to reply
HANG_UP_SECONDS: Final = 5.0  # time for a client to close an ended session's connection
SENT: Final = (CLOSE, PONG, MESSAGE)  # packet types that clients may post
CUT_OFF: Final = "What was sent has not arrived whole."
NO_PACKETS: Final = "What was sent is no message of a client."
OPTIONS: Final = (
    *("async_mode", "max_http_buffer_size", "cors_allowed_origins", "logger", "async_handlers"),
)


class Outbox(JoinableQueue[Any]):
    """Packets waiting for one client, with their total size."""

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
    """Return a packet's approximate bytes; None, which ends a queue, has none."""
    if packet is None:
        return 0
    return PACKET_BYTES + (len(packet.data) if isinstance(packet.data, str | bytes) else 0)


class Rooms(Manager):  # type: ignore[misc]  # socketio has no types
    """The namespace's clients, who are in two rooms only: there is no room API."""

    def basic_disconnect(self, sid: str, namespace: str, **_: Any) -> None:
        """Remove a client from its own and the common room."""
        for room in (sid, None):
            self.basic_leave_room(sid, namespace, room)
        self.callbacks.pop(sid, None)
        for pending in (self.pending_connect, self.pending_disconnect):
            if sid in pending.get(namespace, ()):
                pending[namespace].remove(sid)
                if not pending[namespace]:
                    del pending[namespace]


class Wire(engineio.Server):  # type: ignore[misc]  # engineio has no types
    """Engine.IO with bounded outboxes, counted sessions, and closed connections."""

    def __init__(self, traffic: Traffic | None, **options: Any) -> None:
        super().__init__(**options)
        self.traffic = traffic
        self._async: Any = {**self._async, "websocket": Upgrade}

    def handle_request(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        """Handle a request, or refuse one for which Engine.IO would log a traceback."""
        if "upgrade" not in map(str.strip, environ.get("HTTP_CONNECTION", "").lower().split(",")):
            environ = {name: value for name, value in environ.items() if name != "HTTP_UPGRADE"}
        if environ["REQUEST_METHOD"] == "POST":
            try:
                environ = {**environ, "wsgi.input": BytesIO(self._posted(environ))}
            except HTTPException as error:
                return error.get_response(environ)(environ, start_response)
        return super().handle_request(environ, start_response)

    def _posted(self, environ: dict[str, Any]) -> bytes:
        """Return polled packets. Raises HTTPException for an invalid body."""
        length = min(int(environ.get("CONTENT_LENGTH") or 0), self.max_http_buffer_size)
        try:
            body: bytes = environ["wsgi.input"].read(length)
        except OSError:
            raise BadRequest(CUT_OFF) from None
        with suppress(*FAULTS, LookupError):
            packets = Payload(encoded_payload=body.decode()).packets
            if all(one.packet_type in SENT for one in packets):
                return body
        self.disconnect(parse_qs(environ.get("QUERY_STRING", "")).get("sid", [""])[0])
        raise BadRequest(NO_PACKETS)

    def disconnect(self, sid: str) -> None:
        """End a session without waiting for its client to fetch the outbox."""
        if session := self.sockets.get(sid):
            self.drop(session)

    def _log_error_once(self, message: str, _key: str) -> None:
        """Log a client's mistake at level info instead of error."""
        logger.info("a live request was refused: %s", message)

    def create_queue(self, *_: Any, **__: Any) -> Outbox:
        return Outbox()

    def send_packet(self, sid: str, pkt: Packet) -> None:
        """Queue a packet, or drop a client with a full outbox."""
        session = self.sockets.get(sid)
        if session is not None and session.queue.bytes > OUTBOX_BYTES_MOST:
            self.drop(session)
            return
        if self.traffic:
            self.traffic.charge(sid, weight(pkt))
        if session is None or not _send_now(session, pkt):
            super().send_packet(sid, pkt)

    def drop(self, session: Socket) -> None:
        """End a session immediately and discard its packets."""
        session.close(wait=False, abort=True, reason=self.reason.TRANSPORT_ERROR)
        while not session.queue.empty():
            session.queue.get_nowait()
        session.queue.put(None)  # for a greenlet that waits for a packet
        if ws := getattr(session, "ws", None):  # a polling session has none
            ws.hang_up()

    def _handle_connect(self, environ: dict[str, Any], *arguments: Any) -> Any:
        if self.traffic and self.traffic.is_full(_address(environ)):
            headers = [("Content-Type", "text/plain"), ("Retry-After", str(RETRY_SECONDS))]
            why = TOO_MANY_SESSIONS.encode()
            return {"status": "429 TOO MANY REQUESTS", "headers": headers, "response": why}
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
                # Engine.IO would keep it for a while, and answer the next message with an error.
                ws = getattr(self.sockets.pop(sid, None), "ws", None)
                if ws and not ws.has_ended:
                    # By then the client has answered the close, unless it never reads.
                    gevent.spawn_later(HANG_UP_SECONDS, ws.hang_up)


def _send_now(session: Any, packet: Packet) -> bool:
    """Send a packet without waking the outbox's greenlet if it is empty; return whether sent."""
    if not session.upgraded or session.upgrading or session.closed or session.queue.qsize():
        return False
    return bool(session.ws.send_now(packet.encode()))


def _address(environ: dict[str, Any]) -> str:
    return str(environ.get("REMOTE_ADDR") or "unknown")


def _check(server: Any, data: Any) -> None:
    """Raise an error for a packet that no client of ours sends."""
    if not isinstance(data, str) or data.startswith(BINARY):
        raise ValueError("there are no attachments here")
    packet = server.packet_class(encoded_packet=data)
    if packet.packet_type == EVENT and packet.data[0] in CONNECTION:
        raise ValueError("only the server says so")


def _patient(
    server: Any, wire: Wire, take: Callable[[str, Any], Any]
) -> Callable[[str, Any], None]:
    """Wrap a handler of messages, which only decodes packets, to hang up on invalid ones."""

    def take_or_drop(sid: str, data: Any) -> None:
        if sid not in wire.sockets:
            return  # the session ended before its last messages were read
        try:
            _check(server, data)
            take(sid, data)
        except Exception as error:  # e.g. RecursionError: nesting, truncation, huge numbers
            logger.info("hung up on a client: its message is none: %s", type(error).__name__)
            if session := wire.sockets.get(sid):
                wire.drop(session)

    return take_or_drop


def attach(socketio: SocketIO, traffic: Traffic | None) -> None:
    """Replace a Socket.IO server's transport by the bounded one, with equal options."""
    server = server_of(socketio)
    options = {name: getattr(server.eio, name) for name in OPTIONS}
    wire = Wire(traffic, ping_interval=PING_SECONDS[0], ping_timeout=PING_SECONDS[1], **options)
    for event, handler in server.eio.handlers.items():
        wire.on(event, _patient(server, wire, handler) if event == "message" else handler)
    server.eio = wire


def server_of(socketio: SocketIO) -> Any:
    """Return the Socket.IO server, whose `eio` is a Wire."""
    return socketio.server  # type: ignore[attr-defined]  # its stubs lack it


def send_away(socketio: SocketIO) -> None:
    """Close all connections, so that clients reconnect to another process."""
    wire = server_of(socketio).eio
    for session in [*wire.sockets.values()]:
        if session.upgraded:
            wire.drop(session)  # after a close message, some clients would not reconnect
        else:
            session.close(wait=False)
