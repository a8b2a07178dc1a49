"""The HTTP server: gevent's with limits on time, and on the number of connections per address."""

import errno
import logging
import re
import resource
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from email import errors as flaws
from email.message import Message
from typing import Any, Final

import gevent
from gevent import pywsgi
from werkzeug.exceptions import RequestTimeout, TooManyRequests

from webapp.base.jobs import give_way
from webapp.base.texts import N_
from webapp.guard import limits
from webapp.guard.limits import IS_GONE, RETRY_SECONDS, AtOnce, client_network

ABSOLUTE: Final = re.compile(r"https?://([^/?]*)(.*)", re.IGNORECASE)  # RFC 9112, 3.2.2
# Python's defects for lines that are no fields, where it stops reading.
NO_FIELDS: Final = (
    flaws.FirstHeaderLineIsContinuationDefect,
    flaws.InvalidHeaderDefect,
    flaws.MisplacedEnvelopeHeaderDefect,
    flaws.MissingHeaderBodySeparatorDefect,
)


class TooLargeError(ValueError):
    """The head of a request is too large."""


class Head:
    """The stream of a head, up to a limit."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.left = limits.HEAD_BYTES_MOST

    def readline(self, most: int = -1) -> bytes:
        """Return the next line. Raise OSError if the client has hung up before its end."""
        line: bytes = self.file.readline(min(most, self.left + 1) if most >= 0 else self.left + 1)
        self.left -= len(line)
        if self.left < 0:
            raise TooLargeError("too large a head")
        if not line.endswith(b"\n"):
            raise ConnectionAbortedError("a head that is cut off")
        if b"\r" in line[:-2]:
            raise ValueError("a line of the head is two for some")
        return line


def refuse_ambiguous(head: Message) -> None:
    """Raise ValueError for a head that a proxy may read differently (request smuggling)."""
    if any(isinstance(defect, NO_FIELDS) for defect in head.defects):
        raise ValueError("a line of the head is no field")
    if len(head.get_all("Host", [])) > 1:
        raise ValueError("more than one server is asked")
    lengths = head.get_all("Content-Length", [])
    codings = head.get_all("Transfer-Encoding", [])
    if len(lengths) + len(codings) > 1:
        raise ValueError("the body has more than one length")
    if not all(length.isascii() and length.isdigit() for length in lengths):
        raise ValueError("the body's length is no number")
    if not all(coding.lower() == "chunked" for coding in codings):
        raise ValueError("the body is encoded in a way that is not known here")


def local(target: str, head: Message) -> str:
    """Return the path and query, moving an authority to `Host`. Raises ValueError."""
    found = ABSOLUTE.fullmatch(target)
    if not found:
        return target
    authority, path = found.groups()
    if not authority or "@" in authority:
        raise ValueError("the target names no server")
    del head["Host"]
    head["Host"] = authority
    return path if path.startswith("/") else f"/{path}"


DISCARDED_BYTES_MOST: Final = 2_000_000  # of an unread body; with more, the connection closes
FILES_MOST: Final = 65_536
FILES_KEPT: Final = 200  # reserved files for the database and others
DRAIN_SECONDS: Final = 0.05  # polling interval of a stopping server
ACCEPTED_AT_ONCE: Final = 8  # new connections accepted before existing ones get a turn

VERSIONS: Final = re.compile(r"HTTP/1\.\d")
logger = logging.getLogger("webapp.connections")

LATE: Final = N_("The request did not arrive in time. Try again on a better connection.")
TOO_MANY_BODIES: Final = N_(
    "Too many requests from your address are in progress. Try again in a moment."
)
CLOSE: Final = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
TIMED_OUT: Final = b"HTTP/1.1 408 Request Timeout\r\n" + CLOSE
TOO_LARGE: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\n" + CLOSE
CROWDED: Final = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: %d\r\n" % RETRY_SECONDS + CLOSE


class _LateError(OSError):
    """The head of a request did not arrive in time."""


class _Body(pywsgi.Input):
    """A request body with a deadline, limited in number per address."""

    def __init__(self, handler: "Handler", before: Any) -> None:
        super().__init__(
            before.rfile, before.content_length, before.socket, chunked_input=before.chunked_input
        )
        self.handler = handler
        self.until: float | None = None
        self.is_broken = False

    def read(self, length: int | None = None) -> bytes:
        """Raise RequestTimeout or TooManyRequests as answers to the request."""
        return self._within(lambda: super(_Body, self).read(length))

    def readline(self, size: int | None = None) -> bytes:
        return self._within(lambda: super(_Body, self).readline(size))

    def _within(self, read: Callable[[], bytes]) -> bytes:
        server, owner = self.handler.server, self.handler.owner
        assert isinstance(server, Server)
        if server.is_limited and not server.bodies.enter(owner):
            self.is_broken = True
            raise TooManyRequests(TOO_MANY_BODIES, retry_after=RETRY_SECONDS)
        self.until = self.until or time.monotonic() + limits.BODY_SECONDS
        try:
            with gevent.Timeout(max(0.001, self.until - time.monotonic()), RequestTimeout(LATE)):
                return read()
        except (OSError, RequestTimeout):
            self.is_broken = True
            raise
        finally:
            if server.is_limited:
                server.bodies.leave(owner)

    def _discard(self) -> None:
        """Drop the rest of a short body, so that another request may follow."""
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
    owner: str
    is_first = True
    # A client that stopped reading or lost its network is no server error.
    ignored_socket_errors: Any = (errno.EPIPE, errno.ECONNRESET, errno.ETIMEDOUT, "timed out")

    def handle_one_request(self) -> Any:
        """Answer one request after giving others a turn, even if more have already arrived."""
        give_way()
        self.owner = client_network(str(self.client_address[0]))
        return super().handle_one_request()

    def read_requestline(self) -> str:
        """Return the first line of the next request. Raise OSError if it is late."""
        seconds = limits.HEAD_SECONDS if self.is_first else limits.IDLE_SECONDS
        self.is_first = False
        with gevent.Timeout(seconds, _LateError()):
            return super().read_requestline()

    def read_request(self, raw_requestline: str) -> Any:
        """Read the rest of the head; an absolute target replaces the Host header."""
        with gevent.Timeout(limits.HEAD_SECONDS, _LateError()):
            is_read = super().read_request(raw_requestline)
        assert self.path
        if self.request_version == "HTTP/1.1" and "Host" not in self.headers:
            raise ValueError("no server is asked")  # RFC 9112, 3.2
        self.path = local(self.path, self.headers)
        return is_read

    def MessageClass(self, *args: Any) -> Any:  # noqa: N802  # gevent's name
        """Parse the header fields of a head."""
        head: Any = super().MessageClass(Head(args[0]), *args[1:])  # type: ignore[arg-type]
        refuse_ambiguous(head)
        return head

    def _check_http_version(self) -> bool:
        return bool(VERSIONS.fullmatch(self.request_version or ""))

    def _connection_upgrade_requested(self) -> bool:
        return False

    def log_error(self, msg: str, *args: Any) -> None:
        """Log a client's mistake as information only."""
        logger.info(msg, *args)

    def _handle_client_error(self, ex: Exception) -> Any:
        if isinstance(ex, _LateError):
            return "408", TIMED_OUT
        if isinstance(ex, TooLargeError):
            return "431", TOO_LARGE
        if isinstance(ex, OSError):
            return None  # hung up in the middle of the head
        return super()._handle_client_error(ex)  # type: ignore[misc]  # a hook of gevent's

    def get_environ(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environ()
        self.wsgi_input = environ["wsgi.input"] = _Body(self, self.wsgi_input)
        environ[IS_GONE] = self.is_gone
        return environ

    def is_gone(self) -> bool:
        plain = self.socket._sock  # type: ignore[attr-defined]  # without gevent's waiting
        try:
            return not plain.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def run_application(self) -> None:
        """Answer one request, then close if stopping or after a WebSocket."""
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
    """Serves an application; `is_limited` turns on the limits per address."""

    handler_class = Handler
    max_accept = ACCEPTED_AT_ONCE

    def __init__(self, listener: Any, application: Any, *, is_limited: bool) -> None:
        super().__init__(listener, application, log=None)
        self.is_limited = is_limited
        self.connections = AtOnce(limits.CONNECTIONS_MOST)
        self.bodies = AtOnce(limits.BODIES_MOST)
        self.open = 0
        self.asked = 0
        self.is_stopping = False
        self.open_most = raise_file_limit() - FILES_KEPT

    def take_no_more(self) -> None:
        """Refuse new connections; open ones close after the response in progress."""
        self.is_stopping = True
        self.stop_accepting()
        self.socket.close()

    def wait_until_done(self, seconds: float) -> None:
        """Wait until all requests are answered, or for this long at most."""
        until = time.monotonic() + seconds
        while self.asked and time.monotonic() < until:
            gevent.sleep(DRAIN_SECONDS)

    def handle(self, sock: Any, address: Any) -> None:
        """Answer the requests of a connection, or refuse it if its address has too many."""
        owner = client_network(str(address[0]))
        is_let_in = not self.is_limited or self.connections.enter(owner)
        try:
            if not is_let_in or self.open >= self.open_most:
                with suppress(OSError):
                    sock.sendall(CROWDED)
                return
            self.open += 1
            try:
                sock.settimeout(limits.SEND_SECONDS)
                with suppress(OSError):  # a refused client may have hung up
                    super().handle(sock, address)
            finally:
                self.open -= 1
        finally:
            if self.is_limited and is_let_in:
                self.connections.leave(owner)


def raise_file_limit() -> int:
    """Raise this process's limit of open files as far as allowed, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_MOST if hard == resource.RLIM_INFINITY else min(hard, FILES_MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return FILES_MOST if soft == resource.RLIM_INFINITY else soft
