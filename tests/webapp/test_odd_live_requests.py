"""Live requests that no client of ours makes: odd packets, upgrades in odd order, those who go.

Each is refused in words or hung up on, leaves nothing behind, and is no line in the log.
"""

import json
import socket
import sys
from collections.abc import Callable, Iterator
from itertools import product

import pytest
import requests
import websocket
from engineio.packet import MESSAGE, Packet
from flask import Flask

from tests.webapp.live_server import LOGGED, PATIENCE_SECONDS, Server, log

POLLING = "/socket.io/?EIO=4&transport=polling"
NESTED = "[" * 15_000
HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OTAxMjM0NQ==",
}


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("instance"), command=(sys.executable, "-c", LOGGED))
    yield server
    server.kill()


@pytest.fixture
def server(logged: Server) -> Iterator[Server]:
    """A server that has nothing to say of what the test does."""
    before = log(logged)
    yield logged
    assert log(logged) == before


def opened(server: Server) -> str:
    """The address at which a new session polls."""
    first = requests.get(server.url + POLLING, timeout=PATIENCE_SECONDS)
    return f"{server.url}{POLLING}&sid={json.loads(first.text[1:])['sid']}"


def post(address: str, body: str | bytes) -> int:
    return requests.post(address, data=body, timeout=PATIENCE_SECONDS).status_code


def fetch(address: str) -> requests.Response:
    return requests.get(address, timeout=PATIENCE_SECONDS)


def upgrade(address: str) -> websocket.WebSocket:
    """A WebSocket for a session that polls."""
    address = address.replace("http", "ws", 1).replace("polling", "websocket")
    return websocket.create_connection(address, timeout=PATIENCE_SECONDS)


def rest(one: websocket.WebSocket) -> bytes:
    """All that is still sent before the server hangs up, as it is."""
    parts = []
    try:
        while part := one.sock.recv(4096):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


@pytest.mark.parametrize(
    "body",
    [
        *(
            "x",
            "7",
            "9",
            "0",
            "2",
            "2probe",
            "5",
            "6",
            "d=",
            "d",
            "bAA",
            "b\u00e9",
            "\x1e",
            "3\x1e",
        ),
        *(b"\xff", "3\x1e" * 20 + "3", "4" + NESTED, "2" + NESTED, "3" * 20_000),
    ],
)
def test_what_is_no_packet_of_a_client_ends_its_polling(server: Server, body: str | bytes) -> None:
    """Some were taken and noted with a traceback; others were never answered at all."""
    address = opened(server)
    assert post(address, body) == 400
    assert post(address, "3") == 400
    assert fetch(address).status_code == 400


def test_a_session_that_has_ended_takes_no_message(server: Server) -> None:
    address = opened(server)
    assert post(address, "1") == 200
    assert post(address, "3") == 400


@pytest.mark.parametrize("length", ["Content-Length: 100", "Transfer-Encoding: chunked"])
def test_a_message_that_is_cut_off_is_refused(server: Server, length: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as one:
        one.sendall(f"POST {POLLING}&sid=x HTTP/1.1\r\nHost: a\r\n{length}\r\n\r\nx".encode())
        one.shutdown(socket.SHUT_WR)
        assert one.recv(13) == b"HTTP/1.1 400 "


@pytest.mark.parametrize("packet", ["2" + NESTED, "4" + NESTED, "6" + NESTED])
def test_a_packet_nested_without_end_ends_a_websocket(server: Server, packet: str) -> None:
    one = websocket.create_connection(
        f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket",
        timeout=PATIENCE_SECONDS,
    )
    one.send(packet)
    assert b"HTTP" not in rest(one)
    one.shutdown()


def nothing(_one: websocket.WebSocket) -> None:
    pass


def probe(one: websocket.WebSocket) -> None:
    one.send("2probe")
    assert one.recv() == "3probe"


def probe_and_go(one: websocket.WebSocket) -> None:
    """Both frames at once: nothing can be answered any more when the first one is looked at."""
    frames = [("2probe", websocket.ABNF.OPCODE_TEXT), (b"\x03\xe8", websocket.ABNF.OPCODE_CLOSE)]
    one.sock.sendall(b"".join(websocket.ABNF.create_frame(*frame).format() for frame in frames))


@pytest.mark.parametrize(
    ("packet", "before"),
    # After a probe, 5 would be what ends it.
    [("5x", nothing), *product(["4", "x", "2" + NESTED, "2"], [nothing, probe])],
)
def test_an_upgrade_that_fails_leaves_polling_as_it_was(
    server: Server, packet: str, before: Callable[[websocket.WebSocket], None]
) -> None:
    address = opened(server)
    one = upgrade(address)
    before(one)
    one.send(packet)
    assert b"HTTP" not in rest(one)
    one.shutdown()
    assert post(address, "40/live,") == 200
    while "40/live," not in (told := fetch(address)).text:
        assert told.status_code == 200


def test_so_does_one_whose_client_goes(server: Server) -> None:
    address = opened(server)
    one = upgrade(address)
    probe_and_go(one)
    assert b"HTTP" not in rest(one)
    one.shutdown()
    assert post(address, "40/live,") == 200
    assert "40/live," in fetch(address).text


def test_a_session_that_was_upgraded_ends_without_a_word_of_http(server: Server) -> None:
    one = upgrade(opened(server))
    probe(one)
    one.send("5")
    one.send("40/live,")
    while not str(one.recv()).startswith("40/live,"):
        pass
    one.send_close()
    assert b"HTTP" not in rest(one)
    one.shutdown()


def test_an_upgrade_by_no_handshake_is_refused(server: Server) -> None:
    address = opened(server)
    bad = {**HANDSHAKE, "Sec-WebSocket-Key": "short"}
    asked = address.replace("polling", "websocket")
    assert requests.get(asked, headers=bad, timeout=PATIENCE_SECONDS).status_code == 400
    assert post(address, "3") == 200


def test_a_session_has_one_websocket(server: Server) -> None:
    """Another one went on, uncounted, after the session had ended."""
    address = opened(server)
    one = upgrade(address)
    probe(one)
    with pytest.raises(websocket.WebSocketBadStatusException):
        upgrade(address)
    one.send("5")
    with pytest.raises(websocket.WebSocketBadStatusException):
        upgrade(address)
    assert post(address, "3") == 400
    one.shutdown()


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("EIO=4&transport=polling", {"Origin": "https://elsewhere.example"}),
        ("EIO=3&transport=polling", {}),
        ("EIO=4&transport=pigeon", {}),
        ("EIO=4&transport=websocket", {}),
        ("EIO=4&transport=polling&j=x", {}),
        ("EIO=4&transport=polling&sid=x%0A[2026]%20ERROR:%20forged", {}),
    ],
)
def test_ordinary_mistakes_are_no_lines_of_the_log(
    server: Server, query: str, headers: dict[str, str]
) -> None:
    """Each was two lines of level ERROR, one of them with whatever stood in the address."""
    asked = f"{server.url}/socket.io/?{query}"
    assert requests.get(asked, headers=headers, timeout=PATIENCE_SECONDS).status_code == 400


def test_who_comes_after_the_end_leaves_nothing_behind(app: Flask) -> None:
    """Frames that follow the packet CLOSE at once; the namespace kept their client for ever."""
    server = app.extensions["socketio"].server
    first = app.test_client().get(POLLING)
    session = server.eio.sockets[json.loads(first.text[1:])["sid"]]
    session.close(wait=False, abort=True)
    session.receive(Packet(MESSAGE, "0/live,"))
    assert not server.manager.rooms
    assert not server.eio.sockets
