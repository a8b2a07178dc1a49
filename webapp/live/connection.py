"""WebSocket connections for Engine.IO; a broadcast is framed and compressed only once."""

import functools
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

import engineio
import gevent
from gevent import socket as sockets
from gevent.lock import Semaphore
from wsproto.connection import Connection, ConnectionState, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Event, Ping, TextMessage
from wsproto.extensions import PerMessageDeflate
from wsproto.frame_protocol import CloseReason
from wsproto.handshake import server_extensions_handshake
from wsproto.utilities import LocalProtocolError, RemoteProtocolError, generate_accept_token

from webapp.base.jobs import LIVE

FRAMES_AT_ONCE: Final = 500
FRAMES_PER_SECOND: Final = 50  # rate limit of a WebSocket; the largest message takes at least five
RECEIVED_BYTES: Final = 4096
DEFLATED_BYTES: Final = 400  # shorter messages are not compressed
SWITCHING: Final = (  # written here, since the HTTP server has already read the handshake
    "HTTP/1.1 101 Switching Protocols\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {}\r\n{}\r\n"
)

NO_WEBSOCKET: Final = "This address speaks WebSocket of version 13."
UNDER_WAY: Final = "This session is about to have another WebSocket."
# Engine.IO's errors for invalid, deeply nested or unsendable packets
FAULTS: Final = (ValueError, RecursionError, OSError)
logger = logging.getLogger("webapp.live")


class HandshakeError(ValueError):
    """An unsupported WebSocket request."""


class Shared(str):
    """A broadcast message with its frames."""

    frames: dict[int | None, bytes]

    def __new__(cls, text: str) -> "Shared":
        made = super().__new__(cls, text)
        made.frames = {}
        return made


def frame(message: str | bytes, bits: int | None) -> bytes:
    """Return a message's frame, compressed alone with this window in bits: viewers share it."""
    if len(message) < DEFLATED_BYTES:
        bits = None
    if not isinstance(message, Shared):
        return _framed(message, bits)
    if bits not in message.frames:
        message.frames[bits] = _framed(str(message), bits)
    return message.frames[bits]


def _framed(message: str | bytes, bits: int | None) -> bytes:
    if isinstance(message, bytes):
        return _framer(bits).send(BytesMessage(data=message))
    return _framer(bits).send(TextMessage(data=message))


@functools.cache
def _framer(bits: int | None) -> Connection:
    """Return a stateless writer of frames."""
    if bits is None:
        return Connection(ConnectionType.SERVER)
    deflate = PerMessageDeflate(server_no_context_takeover=True)
    deflate.accept(f"permessage-deflate; server_max_window_bits={bits}")
    return Connection(ConnectionType.SERVER, extensions=[deflate])


class WebSocket:
    """A connection with `wait`, `send` and `close` as Engine.IO calls. Raises HandshakeError."""

    def __init__(self, environ: dict[str, Any], most: int) -> None:
        """Answer the handshake; `most` is the longest message accepted."""
        self.sock: Any = _socket_of(environ)
        # The plain socket below an encrypted one must not be written to.
        is_plain = type(self.sock) is sockets.socket
        self.plain: Any = self.sock._sock if is_plain else None
        self.most = most
        self.writing = Semaphore(1)
        self.writers = 0
        self.is_open = True
        self.has_ended = False
        self.came: deque[str | bytes] = deque()
        self.parts: list[str | bytes] = []
        self.length = 0
        self.credit, self.counted_at = float(FRAMES_AT_ONCE), time.monotonic()
        deflate = PerMessageDeflate(
            client_no_context_takeover=True, server_no_context_takeover=True
        )
        answer = _accepted(environ, deflate)
        self.bits = deflate.server_max_window_bits if deflate.enabled() else None
        self.frames = Connection(ConnectionType.SERVER, [deflate] if self.bits else [])
        self._write(answer)

    def send(self, message: str | bytes) -> None:
        """Write a message after earlier ones. Raises OSError if the connection is broken."""
        if not self.is_open:
            raise OSError("the connection is closed")
        self._write(frame(message, self.bits))

    def send_now(self, message: str | bytes) -> bool:
        """Write a message if that does not block; return whether it was written."""
        if self.writers or self.plain is None or not self.is_open:
            return False
        whole = frame(message, self.bits)
        try:
            sent = self.plain.send(whole)
        except OSError:
            return False  # it is full or broken; the greenlet that waits for it will notice
        if sent < len(whole):
            self.writers += 1
            self.writing.acquire()
            gevent.spawn(self._write_rest, whole[sent:])
        return True

    def wait(self) -> str | bytes | None:
        """Return the next message, or None when the connection has ended."""
        if self.came:
            LIVE.wait()
        try:
            while not self.came and self.is_open:
                # recv does not switch greenlets as long as there is something to read.
                LIVE.wait()
                data = self.sock.recv(RECEIVED_BYTES)
                if not data:
                    break
                self.frames.receive_data(data)
                for event in self._counted():
                    self._take(event)
        except (OSError, LocalProtocolError, RemoteProtocolError):
            self.is_open = False  # nothing can be sent any more, not even a close frame
            self.came.clear()
        if self.came:
            return self.came.popleft()
        self.has_ended = True
        return None

    def close(self) -> None:
        """Send a close frame; the connection ends at the reply or by `hang_up`."""
        if self.is_open:
            self.is_open = False
            with suppress(OSError):
                self._say(CloseConnection(CloseReason.NORMAL_CLOSURE))

    def hang_up(self) -> None:
        """Close the connection even if another greenlet waits for it."""
        self.is_open = False
        with suppress(OSError):  # it may have ended already
            self.sock.shutdown(sockets.SHUT_RDWR)

    def _take(self, event: Event) -> None:
        if isinstance(event, Ping):
            self._say(event.response())
        elif isinstance(event, CloseConnection):
            if self.frames.state is ConnectionState.REMOTE_CLOSING:
                self._say(event.response())
            self.is_open = False
        elif isinstance(event, TextMessage | BytesMessage):
            self.length += len(event.data)
            if self.length > self.most:
                self._say(CloseConnection(CloseReason.MESSAGE_TOO_BIG))
                raise OSError("too long a message")
            self.parts.append(event.data if isinstance(event, TextMessage) else bytes(event.data))
            if event.message_finished:
                empty: Any = "" if isinstance(event, TextMessage) else b""
                self.came.append(empty.join(self.parts))
                self.parts, self.length = [], 0

    def _counted(self) -> Iterator[Event]:
        """Read frames, pings included. Raises OSError over the rate limit."""
        for event in self.frames.events():
            now = time.monotonic()
            filled = self.credit + (now - self.counted_at) * FRAMES_PER_SECOND
            self.credit, self.counted_at = min(FRAMES_AT_ONCE, filled) - 1, now
            if self.credit < 0:
                raise OSError("too many frames")
            yield event

    def _say(self, event: Event) -> None:
        self._write(self.frames.send(event))

    def _write(self, data: bytes) -> None:
        """Write in order: ping replies can come between two messages."""
        self.writers += 1
        try:
            with self.writing:
                self.sock.sendall(data)
        finally:
            self.writers -= 1

    def _write_rest(self, data: bytes) -> None:
        try:
            self.sock.sendall(data)
        except OSError:
            self.hang_up()  # a message was sent in part: nothing can follow it
        finally:
            self.writers -= 1
            self.writing.release()


def _socket_of(environ: dict[str, Any]) -> Any:
    """Return a request's socket, which the HTTP server closes."""
    if "gunicorn.socket" in environ:
        return environ["gunicorn.socket"]
    body = environ["wsgi.input"]
    return getattr(body, "rfile", body).raw._sock


def _accepted(environ: dict[str, Any], deflate: PerMessageDeflate) -> bytes:
    key = environ.get("HTTP_SEC_WEBSOCKET_KEY", "")
    if environ.get("HTTP_SEC_WEBSOCKET_VERSION") != "13" or not key:
        raise HandshakeError("no WebSocket of version 13")
    offers = environ.get("HTTP_SEC_WEBSOCKET_EXTENSIONS", "").split(",")
    agreed = server_extensions_handshake(offers, [deflate])
    extensions = f"Sec-WebSocket-Extensions: {agreed.decode('ascii')}\r\n" if agreed else ""
    return SWITCHING.format(generate_accept_token(key.encode()).decode(), extensions).encode()


class Upgrade:
    """A handler of Engine.IO's requests for a WebSocket, with hang-up and a message limit."""

    def __init__(self, handler: Callable[..., Any], server: engineio.Server) -> None:
        self.handler = handler
        self.most: int = server.max_http_buffer_size
        self.session: Any = handler.__self__  # type: ignore[attr-defined]  # its method

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> tuple[bytes, ...]:
        if self.session.upgrading:
            return _refusal(start_response, UNDER_WAY)
        try:
            ws = self.session.ws = WebSocket(environ, self.most)
        except HandshakeError:
            if not self.session.connected:
                self.session.close(wait=False, abort=True)
            return _refusal(start_response, NO_WEBSOCKET)
        try:
            self.handler(ws)
        except FAULTS as error:
            logger.info("hung up on a client: it sent no packet: %s", type(error).__name__)
            if self.session.connected and not self.session.upgraded:
                self.session.upgrading = False  # the session falls back to polling
            else:
                self.session.close(wait=False, abort=True)
            ws.hang_up()
        if "gunicorn.socket" in environ:
            raise StopIteration  # tells gunicorn that there is no response to send
        return ()


def _refusal(start_response: Callable[..., Any], why: str) -> tuple[bytes, ...]:
    start_response("400 BAD REQUEST", [("Content-Type", "text/plain")])
    return (why.encode(),)
