"""Connections that bring nothing, bring it slowly, or come in crowds, to a real server."""

import json
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import requests

from tests.webapp.live_server import PATIENCE_SECONDS, Server
from webapp.guard.connections import raise_file_limit

HURRIED = """
import os, sys
from webapp.guard import connections
from webapp.serving import serve
os.environ["BATTLEREEL_LIMITS"] = "default"
connections.HEAD_SECONDS = connections.BODY_SECONDS = 0.5
connections.IDLE_SECONDS = 1.0
connections.CONNECTIONS_MOST, connections.BODIES_MOST = 20, 5
serve('127.0.0.1', int(sys.argv[1]))
"""
"""A server that has less patience, and room for less."""
HEAD = b"POST /api/v1/odds HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("instance"), command=(sys.executable, "-c", HURRIED))
    yield server
    server.kill()


def line(server: Server) -> socket.socket:
    one = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS)
    one.settimeout(PATIENCE_SECONDS)
    return one


def rest(one: socket.socket) -> bytes:
    """All that the server sends until it hangs up."""
    parts = []
    try:
        while part := one.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


@pytest.mark.parametrize("begun", [b"", b"GET /rul"])
def test_a_connection_that_asks_for_nothing_ends(hurried: Server, begun: bytes) -> None:
    with line(hurried) as silent:
        silent.sendall(begun)
        assert rest(silent) == b""


def test_a_head_has_to_arrive_in_time(hurried: Server) -> None:
    with line(hurried) as slow:
        slow.sendall(b"GET /rules HTTP/1.1\r\nHost: localhost\r\n")
        assert rest(slow).startswith(b"HTTP/1.1 408 ")


def test_a_head_has_a_size(hurried: Server) -> None:
    with line(hurried) as large:
        large.sendall(b"GET /rules HTTP/1.1\r\nHost: localhost\r\n")
        large.sendall(b"X-A: " + b"a" * 20_000 + b"\r\nX-B: " + b"b" * 20_000 + b"\r\n\r\n")
        assert rest(large).startswith(b"HTTP/1.1 431 ")


def test_a_body_has_to_arrive_in_time(hurried: Server) -> None:
    with line(hurried) as slow:
        slow.sendall(HEAD + b'Content-Length: 100\r\n\r\n{"half":')
        head, _, body = rest(slow).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert json.loads(body)["status"] == 408
    assert "did not arrive in time" in json.loads(body)["error"]


def test_a_body_that_nobody_reads_has_to_arrive_in_time_too(hurried: Server) -> None:
    with line(hurried) as slow:
        slow.sendall(b"GET /rules HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx")
        assert rest(slow).startswith(b"HTTP/1.1 200 ")


def test_a_body_in_chunks_has_to_arrive_in_time_too(hurried: Server) -> None:
    with line(hurried) as slow:
        slow.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n[1, 2")
        assert rest(slow).startswith(b"HTTP/1.1 408 ")


def test_so_has_the_body_of_a_live_message(hurried: Server) -> None:
    with line(hurried) as slow:
        address = b"/socket.io/?EIO=4&transport=polling&sid=x"
        slow.sendall(b"POST %s HTTP/1.1\r\nHost: localhost\r\n" % address)
        slow.sendall(b"Content-Length: 100\r\n\r\nx")
        assert rest(slow).startswith(b"HTTP/1.1 408 ")


def test_a_kept_connection_waits_for_another_request_and_then_ends(hurried: Server) -> None:
    request = b"GET /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with line(hurried) as kept:
        kept.sendall(request)
        assert kept.recv(13) == b"HTTP/1.1 404 "
        kept.sendall(request)
        assert rest(kept).count(b"HTTP/1.1 404 ") == 1


def test_bodies_of_an_address_that_are_on_their_way_are_counted(hurried: Server) -> None:
    """Of ten unfinished ones five are waited for, the others are refused at once."""
    with ExitStack() as stack:
        slow = [stack.enter_context(line(hurried)) for _ in range(10)]
        for one in slow:
            one.sendall(HEAD + b'Content-Length: 100\r\n\r\n{"half":')
        statuses = sorted(rest(one)[9:12] for one in slow)
    assert statuses == [b"408"] * 5 + [b"429"] * 5


def test_connections_of_an_address_are_counted(hurried: Server) -> None:
    """With 20 that say nothing there is no room for another, until they are ended."""
    with ExitStack() as stack:
        silent = [stack.enter_context(line(hurried)) for _ in range(20)]
        refused = rest(stack.enter_context(line(hurried)))
        assert refused.startswith(b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n")
        for one in silent:
            assert rest(one) == b""
    answer = requests.get(f"{hurried.url}/api/v1/nothing", timeout=PATIENCE_SECONDS)
    assert answer.status_code == 404


def test_who_asks_without_waiting_for_answers_lets_others_ask_too(server: Server) -> None:
    """A connection full of requests is read without ever waiting: others are served between."""
    request = b"GET /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with line(server) as greedy, line(server) as other:
        greedy.sendall(request * 2000)
        other.sendall(request)
        assert other.recv(13) == b"HTTP/1.1 404 "
        greedy.settimeout(0)
        answered = 0
        try:
            while part := greedy.recv(1 << 20):
                answered += part.count(b"HTTP/1.1 404 ")
        except BlockingIOError:
            pass
    assert answered < 2000, "it was answered before all those"


def test_as_many_files_may_be_open_as_the_system_lets() -> None:
    limit = raise_file_limit()
    assert limit >= 1024
    assert raise_file_limit() == limit
