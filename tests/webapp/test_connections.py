"""Connections byte by byte: those that bring nothing, bring it slowly, are cut off, or are odd."""

import re
import select
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
import requests
from flask.testing import FlaskClient

from tests.webapp.live_server import FOR_SOCKETS, PATIENCE_SECONDS, Server
from tests.webapp.page_parts import token
from webapp.guard.request_guard import SHORT_BYTES

HURRIED = f"""{FOR_SOCKETS}
import os, sys
from webapp.guard import limits
from webapp.serving import serve
os.environ["BATTLEREEL_LIMITS"] = "default"
limits.HEAD_SECONDS = limits.BODY_SECONDS = 0.5
limits.IDLE_SECONDS = 1.0
limits.CONNECTIONS_MOST, limits.BODIES_MOST = 20, 5
serve('127.0.0.1', int(sys.argv[1]))
"""
HEAD = b"POST /api/v1/odds HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


NEXT = b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
POST = b"POST /api/v1/nothing HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
BODY = b'{"a":1}'
CHUNKED = b"7\r\n" + BODY + b"\r\n0\r\n\r\n"
NAMED = b"battles.example:5000"  # a name of the server, with a proxy's port


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("instance"), command=(sys.executable, "-c", HURRIED))
    yield server
    server.kill()


def line(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS)


def rest(one: socket.socket) -> bytes:
    parts = b""
    with suppress(ConnectionResetError):
        while part := one.recv(65_536):
            parts += part
    return parts


def told(server: Server, said: bytes, *, is_all: bool = False) -> bytes:
    """Return the server's answer before it closes; with `is_all` until its end."""
    with line(server) as one:
        one.sendall(said)
        if is_all:
            one.shutdown(socket.SHUT_WR)
        return rest(one)


def answers(server: Server, said: bytes, *, is_all: bool = False) -> list[str]:
    return re.findall(r"HTTP/1\.1 (\d{3})", told(server, said, is_all=is_all).decode("latin-1"))


GET = b"GET /rules HTTP/1.1\r\nHost: localhost\r\n"
LARGE = b"X-A: " + b"a" * 20_000 + b"\r\nX-B: " + b"b" * 20_000 + b"\r\n\r\n"
MESSAGE = b"POST /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.parametrize(
    ("said", "statuses"),
    [
        (b"", []),
        (b"GET /rul", []),
        (GET, ["408"]),
        (GET + LARGE, ["431"]),
        (GET + b"Content-Length: 100\r\n\r\nx", ["200"]),  # nobody reads this body
        (HEAD + b'Content-Length: 100\r\n\r\n{"half":', ["408"]),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n[1, 2", ["408"]),
        (MESSAGE + b"Content-Length: 100\r\n\r\nx", ["408"]),
    ],
    ids=["none", "line", "head", "large head", "unread body", "body", "chunks", "live message"],
)
def test_requests_have_to_arrive_in_time(hurried: Server, said: bytes, statuses: list[str]) -> None:
    assert answers(hurried, said) == statuses


def test_kept_connection_waits_and_then_ends(hurried: Server) -> None:
    request = b"GET /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with line(hurried) as kept:
        kept.sendall(request)
        assert kept.recv(13) == b"HTTP/1.1 404 "
        kept.sendall(request)
        assert rest(kept).count(b"HTTP/1.1 404 ") == 1


def test_unfinished_bodies_are_counted(hurried: Server) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(line(hurried)) for _ in range(10)]
        for one in slow:
            one.sendall(HEAD + b'Content-Length: 100\r\n\r\n{"half":')
        statuses = sorted(rest(one)[9:12] for one in slow)
    assert statuses == [b"408"] * 5 + [b"429"] * 5


def test_connections_are_counted(hurried: Server) -> None:
    with ExitStack() as stack:
        silent = [stack.enter_context(line(hurried)) for _ in range(20)]
        refused = rest(stack.enter_context(line(hurried)))
        assert refused.startswith(b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n")
        for one in silent:
            assert rest(one) == b""
    answer = requests.get(f"{hurried.url}/api/v1/nothing", timeout=PATIENCE_SECONDS)
    assert answer.status_code == 404


def test_pipelining_lets_others_ask(server: Server) -> None:
    request = b"GET /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with line(server) as greedy, line(server) as other:
        greedy.sendall(request * 2000)
        other.sendall(request)
        assert other.recv(13) == b"HTTP/1.1 404 "
        greedy.settimeout(0)
        answered = 0
        with suppress(BlockingIOError):
            while part := greedy.recv(1 << 20):
                answered += part.count(b"HTTP/1.1 404 ")
    assert answered < 2000, "it was answered before all those"


TARGETS = (b"/healthz", b"http://a/healthz")
VERSIONS = (b"HTTP/1", b"HTTP/", b"HTTP/x.y", b"HTTP/1.1.1", b"HTTP/2.0", b"x")


@pytest.mark.parametrize(
    "said",
    [
        *(b"hello\r\n\r\n", b"\x16\x03\x01\x02\r\n", b"\r\n\r\n"),
        *(b"GET / %b\r\nHost: a\r\n\r\n" % version for version in VERSIONS),
        *(b"GET / HTTP/1.1\r\nHost: %b\r\n\r\n" % host for host in (b"..", b"a..b", b"a" * 300)),
        b"GET /api/v1/battles HTTP/1.1\r\nHost: ..\r\n\r\n",
        *(b"GET %b HTTP/1.1\r\n\r\n" % target for target in TARGETS),
        *(b"GET %b HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n" % target for target in TARGETS),
    ],
)
def test_what_is_no_http_is_refused(quiet: Server, said: bytes) -> None:
    """As is one whose host is none, unnamed (RFC 9112, 3.2) or named twice."""
    assert answers(quiet, said, is_all=True) == ["400"]


@pytest.mark.parametrize("said", [b"GET / HTTP/1.1\r\nHo", b"hello\r\n\r\n", b"GET / HT", b""])
def test_who_hangs_up_is_no_error(quiet: Server, said: bytes) -> None:
    with line(quiet) as one:
        one.sendall(said)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@pytest.mark.parametrize("cut", [1, 2, 3, 8, 18, 21, 23, 29, 30, 32])
def test_cut_off_head_is_not_answered(quiet: Server, cut: int) -> None:
    """In its end, in a field's value or name, between two, before all, after `HTTP/1.1`."""
    assert answers(quiet, NEXT, is_all=True) == ["200"]
    assert answers(quiet, NEXT[:-cut], is_all=True) == []
    assert answers(quiet, b"GET /healthz\r\nHos", is_all=True) == []


@pytest.mark.parametrize(
    ("target", "status"),
    [
        (b"http://a/healthz", "200"),
        (b"HTTP://%b/healthz" % NAMED, "200"),
        (b"https://a/healthz", "200"),
        (b"http://a", "200"),
        (b"http://a?x", "200"),
        (b"http://a/api/v1/nothing", "404"),
        (b"http://a/?x=http://b/", "200"),
        (b"http://elsewhere/healthz", "400"),
        (b"http:///healthz", "400"),
        (b"http://me@a/healthz", "400"),
        (b"http://a..b/healthz", "400"),
    ],
)
def test_a_target_may_name_its_server(quiet: Server, target: bytes, status: str) -> None:
    """RFC 9112, 3.2.2: it counts, whatever `Host` says."""
    for head in (b"HTTP/1.1\r\nHost: a\r\n", b"HTTP/1.1\r\nHost: elsewhere\r\n", b"HTTP/1.0\r\n"):
        said = b"GET %b %bConnection: close\r\n\r\n" % (target, head)
        assert answers(quiet, said) == [status]


def test_links_are_made_of_the_name_in_the_target(quiet: Server) -> None:
    said = b"GET http://%b/api HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" % NAMED
    page = told(quiet, said)
    assert b"http://battles.example:5000/api/v1" in page
    assert b"http://a/" not in page


def test_client_that_stops_reading_is_hung_up_on(quiet: Server) -> None:
    asked = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.settimeout(PATIENCE_SECONDS)
        one.connect(("127.0.0.1", quiet.port))
        one.sendall(asked * 2000)
        hung_up = select.poll()
        hung_up.register(one, select.POLLRDHUP)
        assert hung_up.poll(PATIENCE_SECONDS * 1000)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (b"Content-Length: 7\r\nContent-Length: 0", BODY),
        (b"Content-Length: 0\r\nContent-Length: 7", BODY),
        (b"Content-Length: 7\r\nContent-Length: 7", BODY),
        (b"Content-Length : 7", BODY),
        (b"Content-Length: +7", BODY),
        (b"Content-Length: 0_7", BODY),
        (b"no field\r\nContent-Length: 7", BODY),
        (b": x\r\nContent-Length: 7", BODY),
        (b"X: y\rContent-Length: 7", BODY),
        (b"Transfer-Encoding: gzip, chunked", CHUNKED),
        (b"Transfer-Encoding: xchunked", CHUNKED),
        (b"Transfer-Encoding: identity", CHUNKED),
        (b"Transfer-Encoding: chunked\r\nContent-Length: 7", CHUNKED),
        (b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", CHUNKED),
    ],
)
def test_body_of_doubtful_length_is_refused(quiet: Server, head: bytes, body: bytes) -> None:
    """Some were taken for another request, though a proxy may take them for this one's body."""
    assert answers(quiet, POST + head + b"\r\n\r\n" + body + NEXT) == ["400"]


@pytest.mark.parametrize(
    "upgrade",
    [
        b"Connection: Upgrade\r\nUpgrade: websocket",
        b"Connection: upgrade",
        b"Upgrade: websocket",
        b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c",
    ],
)
@pytest.mark.parametrize(
    ("length", "body"), [(b"Content-Length: 7", BODY), (b"Transfer-Encoding: chunked", CHUNKED)]
)
def test_upgrade_keeps_body(quiet: Server, upgrade: bytes, length: bytes, body: bytes) -> None:
    said = POST + upgrade + b"\r\n" + length + b"\r\n\r\n" + body + NEXT
    assert answers(quiet, said) == ["404", "200"]
    assert answers(quiet, said.replace(b"application/json", b"multipart/form-data"))[-1] == "200"


@pytest.mark.parametrize("more", [b"", b"x" * SHORT_BYTES], ids=["short", "long"])
@pytest.mark.parametrize("kind", [b"form-data", b'form-data; filename="a.txt"', b"x; x=y"])
def test_a_field_without_a_name_is_none(client: FlaskClient, kind: bytes, more: bytes) -> None:
    """No browser sends one; with it there was no look for the form's token, but a 500."""
    nameless = b"--x\r\nContent-Disposition: " + kind + b"\r\n\r\nde" + more + b"\r\n"
    given = b'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n%s\r\n'
    named = given % token(client).encode()

    def status(*fields: bytes) -> int:
        sent, form = b"".join([*fields, b"--x--\r\n"]), "multipart/form-data; boundary=x"
        return client.post("/quick/file", data=sent, content_type=form).status_code

    assert status(nameless) == status() == 400
    assert status(nameless, named, nameless) == status(named) == 422
