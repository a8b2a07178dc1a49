"""The HTTP server: gevent's, with the limits on time and number that it lacks.

A connection that sends nothing, or too slowly, is closed; the number of connections per address is
limited. Behind a proxy that is the proxy's task, since all connections come from it.
"""

import errno
import logging
import re
import resource
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import gevent
from gevent import pywsgi
from werkzeug.exceptions import RequestTimeout, TooManyRequests

from webapp.base.event_loop import give_way
from webapp.base.texts import N_
from webapp.guard.limits import RETRY_SECONDS, AtOnce, household
from webapp.guard.request_heads import Head, TooLargeError, local, refuse_ambiguous

HEAD_SECONDS: Final = 10.0
"""How long the head of a request may take, and how long a new connection may send nothing."""
IDLE_SECONDS: Final = 75.0
"""How long an idle connection is kept: longer than proxies keep theirs."""
BODY_SECONDS: Final = 30.0
SEND_SECONDS: Final = 60.0
"""How long a client may take to read an answer."""
DISCARDED_BYTES_MOST: Final = 2_000_000
"""The most of an unread body that is read and dropped; with more, the connection is closed."""
CONNECTIONS_MOST: Final = 1_000
"""The most connections of one address: six each for a lecture hall behind one router."""
BODIES_MOST: Final = 100
"""The most bodies of one address that are being received."""
FILES_MOST: Final = 65_536
FILES_KEPT: Final = 200
"""Open files that are reserved for the database and other files; connections may take the rest."""
DRAIN_SECONDS: Final = 0.05
"""How often a stopping server checks whether it is done."""
ACCEPTED_AT_ONCE: Final = 8
"""New connections that are accepted before existing ones get their turn."""
IS_GONE: Final = "battlereel.is_gone"
"""In a request's environ: a function that tells whether its client has hung up."""

VERSIONS: Final = re.compile(r"HTTP/1\.\d")
logger = logging.getLogger("webapp.connections")

LATE: Final = N_("What was sent did not arrive in time. Try again, on a better connection.")
TOO_MANY_BODIES: Final = N_(
    "Too much is on its way from your address at once. Try again in a moment."
)
CLOSE: Final = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
TIMED_OUT: Final = b"HTTP/1.1 408 Request Timeout\r\n" + CLOSE
TOO_LARGE: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\n" + CLOSE
CROWDED: Final = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: %d\r\n" % RETRY_SECONDS + CLOSE


class _LateError(OSError):
    """The head of a request did not arrive in time."""


class _Body(pywsgi.Input):
    """A body that must arrive in time; the number of bodies per address is limited."""

    def __init__(self, handler: "Handler", before: Any) -> None:
        super().__init__(
            before.rfile, before.content_length, before.socket, chunked_input=before.chunked_input
        )
        self.handler = handler
        self.until: float | None = None
        self.is_broken = False

    def read(self, length: int | None = None) -> bytes:
        """Raises RequestTimeout, or TooManyRequests, as answers to the request."""
        return self._within(lambda: super(_Body, self).read(length))

    def readline(self, size: int | None = None) -> bytes:
        """As `read`."""
        return self._within(lambda: super(_Body, self).readline(size))

    def _within(self, read: Callable[[], bytes]) -> bytes:
        server, owner = self.handler.server, self.handler.owner
        assert isinstance(server, Server)
        if server.is_limited and not server.bodies.enter(owner):
            self.is_broken = True
            raise TooManyRequests(TOO_MANY_BODIES, retry_after=RETRY_SECONDS)
        self.until = self.until or time.monotonic() + BODY_SECONDS
        try:
            late = RequestTimeout(LATE)
            with gevent.Timeout(max(0.001, self.until - time.monotonic()), late):
                return read()
        except (OSError, RequestTimeout):
            self.is_broken = True
            raise
        finally:
            if server.is_limited:
                server.bodies.leave(owner)

    def _discard(self) -> None:
        """Reads and drops the rest of a short body, so that another request may follow."""
        left = (self.content_length or 0) - self.position
        if self.is_broken or left > DISCARDED_BYTES_MOST:
            self.handler.close_connection = True
            return
        try:
            if self.chunked_input:
                self.is_broken = len(self.read(DISCARDED_BYTES_MOST)) == DISCARDED_BYTES_MOST
            elif left > 0:
                self.read(left)
        except (RequestTimeout, TooManyRequests, OSError):
            self.is_broken = True
        if self.is_broken:
            self.handler.close_connection = True


class Handler(pywsgi.WSGIHandler):
    """Reads the requests of a connection and answers them."""

    owner: str
    is_first = True
    # A client who has stopped reading, or is out of reach, is no error of ours.
    ignored_socket_errors: Any = (errno.EPIPE, errno.ECONNRESET, errno.ETIMEDOUT, "timed out")

    @property
    def plain(self) -> Any:
        """The connection's socket without gevent's waiting."""
        return self.socket._sock  # type: ignore[attr-defined]

    def handle_one_request(self) -> Any:
        """Answers one request after giving others a turn.

        Requests that have arrived already are read without waiting, so nothing else would let
        others run in between.
        """
        give_way()
        self.owner = household(str(self.client_address[0]))
        return super().handle_one_request()

    def read_requestline(self) -> str:
        """The first line of the next request. Raises OSError if it does not arrive in time."""
        seconds = HEAD_SECONDS if self.is_first else IDLE_SECONDS
        self.is_first = False
        with gevent.Timeout(seconds, _LateError()):
            line: str = super().read_requestline()
        return line

    def read_request(self, raw_requestline: str) -> Any:
        """Reads the rest of the head. A target that names its server is one of that server's."""
        with gevent.Timeout(HEAD_SECONDS, _LateError()):
            is_read = super().read_request(raw_requestline)
        assert self.path
        if self.request_version == "HTTP/1.1" and "Host" not in self.headers:
            raise ValueError("no server is asked")  # RFC 9112, 3.2
        self.path = local(self.path, self.headers)
        return is_read

    def MessageClass(self, *args: Any) -> Any:  # noqa: N802  # gevent's name
        """The header fields of a head."""
        head: Any = super().MessageClass(Head(args[0]), *args[1:])  # type: ignore[arg-type]
        refuse_ambiguous(head)
        return head

    def _check_http_version(self) -> bool:
        return bool(VERSIONS.fullmatch(self.request_version or ""))

    def _connection_upgrade_requested(self) -> bool:
        """Never: bodies are read in the same way whatever a head says of an upgrade."""
        return False

    def log_error(self, msg: str, *args: Any) -> None:
        """Notes a mistake of a client: no matter for whoever runs the server."""
        logger.info(msg, *args)

    def _handle_client_error(self, ex: Exception) -> Any:
        if isinstance(ex, _LateError):
            return "408", TIMED_OUT
        if isinstance(ex, TooLargeError):
            return "431", TOO_LARGE
        if isinstance(ex, OSError):
            return None  # the client has hung up in the middle of its head
        return super()._handle_client_error(ex)  # type: ignore[misc]  # a hook of gevent's

    def get_environ(self) -> dict[str, Any]:
        """The WSGI environ of the request."""
        environ: dict[str, Any] = super().get_environ()
        self.wsgi_input = environ["wsgi.input"] = _Body(self, self.wsgi_input)
        environ[IS_GONE] = self.is_gone
        return environ

    def is_gone(self) -> bool:
        """Whether the client has hung up."""
        try:
            return not self.plain.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def run_application(self) -> None:
        """Answers one request.

        Closes the connection if the server stops, and after a WebSocket: gevent would go on reading
        it as HTTP.
        """
        server = self.server
        assert isinstance(server, Server)
        server.asked += 1
        try:
            super().run_application()
        finally:
            server.asked -= 1
        if server.is_stopping or not self.status:  # no HTTP response was begun: it was a WebSocket
            self.close_connection = True


class Server(pywsgi.WSGIServer):
    """Serves an application; `is_limited` turns on the limit of connections per address."""

    handler_class = Handler
    max_accept = ACCEPTED_AT_ONCE

    def __init__(self, listener: Any, application: Any, *, is_limited: bool) -> None:
        super().__init__(listener, application, log=None)
        self.is_limited = is_limited
        self.connections = AtOnce(CONNECTIONS_MOST)
        self.bodies = AtOnce(BODIES_MOST)
        self.open = 0
        self.asked = 0
        self.is_stopping = False
        self.open_most = raise_file_limit() - FILES_KEPT

    def take_no_more(self) -> None:
        """Refuses new connections; open ones are closed after the response in progress."""
        self.is_stopping = True
        self.stop_accepting()
        self.socket.close()

    def wait_until_done(self, seconds: float) -> None:
        """Waits until all requests are answered, or for this long at most."""
        until = time.monotonic() + seconds
        while self.asked and time.monotonic() < until:
            gevent.sleep(DRAIN_SECONDS)

    def handle(self, sock: Any, address: Any) -> None:
        """Answers the requests of a connection, or refuses it if its address has too many."""
        owner = household(str(address[0]))
        is_let_in = not self.is_limited or self.connections.enter(owner)
        try:
            if not is_let_in or self.open >= self.open_most:
                with suppress(OSError):
                    sock.sendall(CROWDED)
                return
            self.open += 1
            try:
                sock.settimeout(SEND_SECONDS)
                with suppress(OSError):  # whoever is refused may have hung up
                    super().handle(sock, address)
            finally:
                self.open -= 1
        finally:
            if self.is_limited and is_let_in:
                self.connections.leave(owner)


def raise_file_limit() -> int:
    """Raises this process's limit of open files as far as allowed, and gives it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_MOST if hard == resource.RLIM_INFINITY else min(hard, FILES_MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return FILES_MOST if soft == resource.RLIM_INFINITY else soft
