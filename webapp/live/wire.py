"""The transport below the namespace: Engine.IO with bounds on what clients can cause.

A client that does not read has a bounded outbox and is dropped when it is full. Sessions per
address are counted before they are made, and the connection of an ended session is closed.
"""

import logging
from collections.abc import Callable
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
from webapp.live.connection import Shared
from webapp.live.upgrade import FAULTS, Upgrade

CONNECTION: Final = ("connect", "disconnect")
"""Events that the server itself raises in a namespace."""
BINARY: Final = ("5", "6")
"""The first characters of packets with attachments, which would be kept until all have arrived."""
logger = logging.getLogger("webapp.live")
LIBRARIES: Final = logging.getLogger("webapp.live.libraries")
"""The log of Engine.IO and Socket.IO, which otherwise write each line twice."""
LIBRARIES.setLevel(logging.ERROR)
OUTBOX_BYTES_MOST: Final = 1_000_000
"""A client with more than this waiting is dropped at its next message."""
ROOM_BYTES: Final = 100_000
"""A stream continues when less than this is waiting."""
PACKET_BYTES: Final = 200
"""What a packet takes besides its text."""
PING_SECONDS: Final = (25, 20)
"""How often a client is pinged, and how long it may take to reply."""
HANG_UP_SECONDS: Final = 5.0
"""How long a client may take to close a connection whose session has ended."""
SENT: Final = (CLOSE, PONG, MESSAGE)
"""The packets that a client may send by polling."""
CUT_OFF: Final = "What was sent has not arrived whole."
NO_PACKETS: Final = "What was sent is no message of a client."


class Outbox(JoinableQueue[Any]):
    """The packets that wait to be sent to one client, with their total weight."""

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
    """About how many bytes a packet takes; None, which ends a queue, takes none."""
    if packet is None:
        return 0
    return PACKET_BYTES + (len(packet.data) if isinstance(packet.data, str | bytes) else 0)


class Rooms(Manager):  # type: ignore[misc]  # socketio has no types
    """The clients of the namespace. Nobody enters rooms: a leaving client is in two rooms only."""

    def basic_disconnect(self, sid: str, namespace: str, **_: Any) -> None:
        """Forgets a client: removes it from its own room and from that of everybody."""
        for room in (sid, None):
            self.basic_leave_room(sid, namespace, room)
        self.callbacks.pop(sid, None)
        for pending in (self.pending_connect, self.pending_disconnect):
            if sid in pending.get(namespace, ()):
                pending[namespace].remove(sid)
                if not pending[namespace]:
                    del pending[namespace]


class Wire(engineio.Server):  # type: ignore[misc]  # engineio has no types
    """Engine.IO with bounded outboxes, counted sessions, and connections that are closed."""

    def __init__(self, traffic: Traffic | None, **options: Any) -> None:
        super().__init__(**options)
        self.traffic = traffic
        self._async: Any = {**self._async, "websocket": Upgrade}

    def handle_request(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        """Answers a request after a look at what Engine.IO would log with a traceback.

        That is a handshake without `Connection: Upgrade`, and a body that is late, cut off or none.
        """
        if "upgrade" not in _words(environ.get("HTTP_CONNECTION", "")):
            environ = {name: value for name, value in environ.items() if name != "HTTP_UPGRADE"}
        if environ["REQUEST_METHOD"] == "POST":
            try:
                environ = {**environ, "wsgi.input": BytesIO(self._posted(environ))}
            except HTTPException as error:
                return error.get_response(environ)(environ, start_response)
        return super().handle_request(environ, start_response)

    def _posted(self, environ: dict[str, Any]) -> bytes:
        """The packets that a client sends by polling. Raises HTTPException if they are none."""
        length = min(int(environ.get("CONTENT_LENGTH") or 0), self.max_http_buffer_size)
        try:
            body: bytes = environ["wsgi.input"].read(length)
        except OSError:
            raise BadRequest(CUT_OFF) from None
        try:
            if all(
                one.packet_type in SENT for one in Payload(encoded_payload=body.decode()).packets
            ):
                return body
        except (*FAULTS, LookupError):
            pass
        self.disconnect(parse_qs(environ.get("QUERY_STRING", "")).get("sid", [""])[0])
        raise BadRequest(NO_PACKETS)

    def disconnect(self, sid: str) -> None:
        """Ends a session, without waiting until its client has fetched what is in its outbox."""
        if session := self.sockets.get(sid):
            self.drop(session)

    def _log_error_once(self, message: str, _key: str) -> None:
        """Notes a mistake of a client: no matter for whoever runs the server."""
        logger.info("a live request was refused: %s", message)

    def create_queue(self, *_: Any, **__: Any) -> Outbox:
        """The outbox of a new session."""
        return Outbox()

    def send_packet(self, sid: str, pkt: Packet) -> None:
        """Puts a packet into a client's outbox, or drops the client if that is too full."""
        session = self.sockets.get(sid)
        if session is not None and session.queue.bytes > OUTBOX_BYTES_MOST:
            self.drop(session)
            return
        if self.traffic:
            self.traffic.charge(sid, weight(pkt))
        if session is None or not _send_now(session, pkt):
            super().send_packet(sid, pkt)

    def drop(self, session: Socket) -> None:
        """Ends a session at once; waiting packets are discarded."""
        session.close(wait=False, abort=True, reason=self.reason.TRANSPORT_ERROR)
        while not session.queue.empty():
            session.queue.get_nowait()
        session.queue.put(None)  # for a greenlet that waits for a packet
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
                # Engine.IO would keep it for a while, and answer the next message by an error.
                ws = getattr(self.sockets.pop(sid, None), "ws", None)
                if ws and not ws.has_ended:
                    # By then the client has answered the close, unless it never reads.
                    gevent.spawn_later(HANG_UP_SECONDS, ws.hang_up)


def _send_now(session: Any, packet: Packet) -> bool:
    """Sends a packet directly if its outbox is empty; tells whether it has.

    Waking the greenlet that empties the outbox takes longer than everything else.
    """
    if not session.upgraded or session.upgrading or session.closed or session.queue.qsize():
        return False
    return bool(session.ws.send_now(packet.encode()))


def _hang_up(session: Any) -> None:
    ws = getattr(session, "ws", None)  # a polling session has none
    if ws:
        ws.hang_up()


def _words(header: str) -> list[str]:
    """The members of a header that is a list."""
    return [word.strip() for word in header.lower().split(",")]


def _address(environ: dict[str, Any]) -> str:
    return str(environ.get("REMOTE_ADDR") or "unknown")


def _check(server: Any, data: Any) -> None:
    """Raises an error, of any kind, for a packet that our clients never send."""
    if not isinstance(data, str) or data.startswith(BINARY):
        raise ValueError("there are no attachments here")
    packet = server.packet_class(encoded_packet=data)
    if packet.packet_type == EVENT and packet.data[0] in CONNECTION:
        raise ValueError("nobody but the server says so")


def _patient(
    server: Any, wire: Wire, take: Callable[[str, Any], Any]
) -> Callable[[str, Any], None]:
    """A message handler that hangs up on clients whose packets are not Socket.IO.

    It only decodes packets; each request is handled in a greenlet of its own.
    """

    def take_or_drop(sid: str, data: Any) -> None:
        if sid not in wire.sockets:
            return  # the session ended before its last messages were looked at
        try:
            _check(server, data)
            take(sid, data)
        except Exception as error:  # of any kind: nested too deeply, cut off, numbers too long
            logger.info("hung up on a client: its message is none: %s", type(error).__name__)
            if session := wire.sockets.get(sid):
                wire.drop(session)

    return take_or_drop


def attach(socketio: SocketIO, traffic: Traffic | None) -> None:
    """Puts a bounded transport below this Socket.IO server, with its previous options."""
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


def session_of(socketio: SocketIO, sid: str, namespace: str) -> str:
    """The session id of the client with this id in a namespace."""
    return str(_server_of(socketio).manager.eio_sid_from_sid(sid, namespace))


def outbox_of(socketio: SocketIO, session: str) -> Outbox | None:
    """The outbox of a session; None if it has gone."""
    found = _server_of(socketio).eio.sockets.get(session)
    return None if found is None or found.closed else found.queue


def shared(socketio: SocketIO, message: str, data: Any, namespace: str) -> Packet:
    """A message that is serialized once for any number of viewers."""
    packet_class = _server_of(socketio).packet_class
    text = packet_class(EVENT, namespace=namespace, data=[message, data]).encode()
    packet = Packet(MESSAGE, text)
    packet.encode_cache = Shared(packet.encode())
    return packet


def send(socketio: SocketIO, session: str, packet: Packet) -> None:
    """Sends a session such a message."""
    _server_of(socketio)._send_eio_packet(session, packet)


def _server_of(socketio: SocketIO) -> Any:
    return socketio.server  # type: ignore[attr-defined]  # its stubs lack it


def send_away(socketio: SocketIO) -> None:
    """Closes all connections, so that clients reconnect, to whichever process then listens."""
    wire = _server_of(socketio).eio
    for session in [*wire.sockets.values()]:
        if session.upgraded:
            wire.drop(session)  # after a close message, some clients would not reconnect
        else:
            session.close(wait=False)
