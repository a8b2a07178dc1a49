"""Live connections that are odd, do not read, do not answer, or come in crowds."""

import json
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import requests
import websocket
from engineio.packet import MESSAGE, Packet
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.present import require
from tests.webapp.live_server import PATIENCE_SECONDS, Server, log, viewer
from tests.webapp.stopped_clock import StoppedClock
from webapp import create_app, games
from webapp.base.config import Settings
from webapp.battles import store as battles
from webapp.guard.limits import SENT_AT_ONCE, SENT_PER_SECOND, Traffic
from webapp.live import wire
from webapp.store import database

POLLING = "/socket.io/?EIO=4&transport=polling"
NESTED = "[" * 15_000
HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OTAxMjM0NQ==",
}


GIANT = {"custom": {"name": "Giant", "energy": 99}}
LONG: dict[str, Any] = {
    "ruleset": "manymarios",
    "seed": 1,
    "sides": [{"name": name, "army": {"lineup": [GIANT] * 40}} for name in ("Ann", "Bo")],
}
"""The longest battle there is: 40 times 99 rounds, 2.5 MB of events."""

IMPATIENT = """
import sys
from webapp.live import wire
from webapp.serving import serve
wire.HANG_UP_SECONDS = 0.2
wire.PING_SECONDS = (0.3, 0.3)
serve('127.0.0.1', int(sys.argv[1]))
"""
HUNG_UP = (OSError, websocket.WebSocketException)


@pytest.fixture
def quiet(logged: Server) -> Iterator[Server]:
    before = log(logged)
    yield logged
    assert log(logged) == before


@pytest.fixture(scope="module")
def long_battle(server: Server) -> Iterator[str]:
    require("manymarios")
    app = server.app()
    with app.app_context():
        recording = engine.play(LONG)
        yield battles.put_on_air(games.game("manymarios"), recording, battles.Airing(0)).id
    app.extensions[database.KEY].kw["bind"].dispose()


@contextmanager
def connection(server: Server, *, room: int | None = None) -> Iterator[websocket.WebSocket]:
    """A WebSocket in the namespace; with `room`, its system takes in only so many bytes."""
    options = ((socket.SOL_SOCKET, socket.SO_RCVBUF, room),) if room else ()
    one = websocket.create_connection(
        f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket",
        sockopt=options,
        timeout=PATIENCE_SECONDS,
    )
    try:
        one.send("40/live,")
        while not str(one.recv()).startswith("40/live,"):
            pass
        yield one
    finally:
        one.shutdown()


def wish(battle: str) -> str:
    return "42/live," + json.dumps(["watch_battle", {"battle": battle, "from_seq": 0}])


def repeat(send: Callable[..., Any], *arguments: Any) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        send(*arguments)


def polling(server: Server) -> str:
    """The address at which a new session polls."""
    first = requests.get(server.url + POLLING, timeout=PATIENCE_SECONDS)
    return f"{server.url}{POLLING}&sid={json.loads(first.text[1:])['sid']}"


def post(address: str, body: str | bytes) -> int:
    return requests.post(address, data=body, timeout=PATIENCE_SECONDS).status_code


def fetch(address: str) -> requests.Response:
    return requests.get(address, timeout=PATIENCE_SECONDS)


def upgrade(address: str) -> websocket.WebSocket:
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


def continued(one: websocket.WebSocket) -> None:
    one.send_frame(websocket.ABNF(0, opcode=websocket.ABNF.OPCODE_CONT, data="x" * 10_000))


FLOODS: dict[str, Callable[[websocket.WebSocket], Any]] = {
    "messages": lambda one: one.send('42/live,7["nonsense"]'),
    "pings": lambda one: one.ping(),
    "a message without end": continued,
}


@pytest.mark.parametrize("kind", FLOODS)
def test_flood_is_hung_up_on_and_holds_nobody_up(server: Server, kind: str) -> None:
    with connection(server, room=4096) as flood:
        if kind == "a message without end":
            flood.send_frame(websocket.ABNF(0, opcode=websocket.ABNF.OPCODE_TEXT, data="x"))
        with pytest.raises(HUNG_UP):
            repeat(FLOODS[kind], flood)
    with viewer(server) as one:
        assert one.call("leave_battle") == {"ok": True}


def test_who_reads_slowly_gets_everything_whole(server: Server, long_battle: str) -> None:
    """Messages are larger than what the system takes at once: nothing may be left out of them."""
    seqs: list[int] = []
    with connection(server, room=4096) as slow:
        slow.send(wish(long_battle))
        while not seqs or seqs[-1] < 16_002:
            text = str(slow.recv())
            if text == "2":
                slow.send("3")
            if text.startswith('42/live,["battle_events"'):
                seqs += [event["seq"] for event in json.loads(text[8:])[1]["events"]]
    assert seqs == list(range(16_003))


def test_session_that_answers_no_ping_ends_with_its_connection(tmp_path: Path) -> None:
    """By a WebSocket that stands, or by polling, which goes on for ever without an answer."""
    server = Server(tmp_path, command=(sys.executable, "-c", IMPATIENT))
    try:
        with connection(server) as silent:
            silent.sock.settimeout(PATIENCE_SECONDS)
            while silent.sock.recv(4096):
                pass  # pings and a farewell, all unanswered
        address = polling(server)
        while (answer := fetch(address)).status_code == 200:
            pass
        assert answer.status_code == 400
    finally:
        server.kill()


@pytest.fixture
def limited(settings: Settings, clock: StoppedClock) -> Iterator[Flask]:
    app = create_app(replace(settings, limits=True), clock)
    yield app
    app.extensions[database.KEY].kw["bind"].dispose()


def opened(client: FlaskClient, ip: str) -> tuple[int, str]:
    answer = client.get(POLLING, environ_base={"REMOTE_ADDR": ip})
    if answer.status_code != 200:
        assert answer.headers["Retry-After"] == "5"
        assert "Close some pages" in answer.text
        return answer.status_code, ""
    return 200, json.loads(answer.text[1:])["sid"]


def test_sessions_are_counted_first(limited: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    eio = limited.extensions["socketio"].server.eio
    monkeypatch.setattr(eio.traffic.sessions, "most", 2)
    client = limited.test_client()
    sids = [opened(client, "192.0.2.1")[1] for _ in range(2)]
    assert opened(client, "192.0.2.1") == (429, "")
    assert [*eio.sockets] == sids
    assert opened(client, "192.0.2.2")[0] == 200, "elsewhere"
    eio.sockets[sids[0]].close(wait=False)
    assert opened(client, "192.0.2.1")[0] == 200, "in its place"
    assert opened(client, "192.0.2.1")[0] == 429


@pytest.mark.parametrize("connection", ["keep-alive", "", "upgrades"])
def test_upgrade_without_connection_is_ignored(limited: Flask, connection: str) -> None:
    """RFC 9110, 7.8. Such a handshake was answered by 500, and left a session and a traceback."""
    client = limited.test_client()
    headers = {"Connection": connection, "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    answer = client.get(POLLING.replace("polling", "websocket"), headers=headers)
    assert (answer.status_code, json.loads(answer.text)) == (400, "Invalid websocket upgrade")
    assert not limited.extensions["socketio"].server.eio.sockets
    assert client.get(POLLING, headers=headers).status_code == 200


def test_who_comes_and_goes_without_end_has_to_wait(clock: StoppedClock) -> None:
    traffic = Traffic(clock)
    assert not any(traffic.is_full("192.0.2.1") for _ in range(400))
    assert traffic.is_full("192.0.2.1")
    assert not traffic.is_full("192.0.2.2")
    clock.ms += 300
    assert [traffic.is_full("192.0.2.1") for _ in range(4)] == [False] * 3 + [True]


def test_who_was_sent_too_much_has_to_wait(limited: Flask, clock: StoppedClock) -> None:
    """Sessions of an address may be sent 100 MB at once and 10 MB a second."""
    traffic = limited.extensions["socketio"].server.eio.traffic
    traffic.enter("somebody", "unknown")  # where the test client comes from
    traffic.charge("somebody", SENT_AT_ONCE)
    one = limited.extensions["socketio"].test_client(limited, namespace="/live")
    traffic.charge("somebody", SENT_PER_SECOND)
    for wait_ms, status in ((0, 429), (1000, 429), (1, 404)):  # in a second it is just even
        clock.ms += wait_ms
        for what in ("battle", "match"):
            asked = {what: "bbbbbbbb", "from_seq": 0}
            answer = one.emit(f"watch_{what}", asked, namespace="/live", callback=True)
            assert answer["status"] == status
            assert ("Wait a few seconds" in answer["error"]) is (status == 429)
    assert traffic.may_be_sent("192.0.2.2")


def test_all_that_goes_into_an_outbox_is_charged(limited: Flask) -> None:
    eio = limited.extensions["socketio"].server.eio
    _, sid = opened(limited.test_client(), "192.0.2.1")
    before = eio.traffic.sent["192.0.2.1"].left if eio.traffic.sent else SENT_AT_ONCE
    eio.send(sid, "x" * 1000)
    assert before - eio.traffic.sent["192.0.2.1"].left == 1000 + wire.PACKET_BYTES


def test_who_fetches_nothing_is_dropped(app: Flask) -> None:
    """A session whose client never asks for what waits: one message above 1 MB is the last."""
    eio = app.extensions["socketio"].server.eio
    _, sid = opened(app.test_client(), "192.0.2.1")
    for _ in range(4):
        eio.send(sid, "x" * (wire.OUTBOX_BYTES_MOST // 4))
    session = eio.sockets[sid]
    assert not session.closed
    eio.send(sid, "x")
    assert session.closed
    assert session.queue.bytes == 0, "what has waited is forgotten"


@pytest.mark.parametrize(
    "body",
    [
        *("x", "7", "0", "2probe", "5", "d=", "bAA", "b\u00e9", "\x1e"),
        *(b"\xff", "3\x1e" * 20 + "3", "4" + NESTED, "2" + NESTED, "3" * 20_000),
    ],
)
def test_what_is_no_packet_of_a_client_ends_its_polling(quiet: Server, body: str | bytes) -> None:
    address = polling(quiet)
    assert post(address, body) == 400
    assert post(address, "3") == 400
    assert fetch(address).status_code == 400


def test_a_session_that_has_ended_takes_no_message(quiet: Server) -> None:
    address = polling(quiet)
    assert post(address, "1") == 200
    assert post(address, "3") == 400


@pytest.mark.parametrize("length", ["Content-Length: 100", "Transfer-Encoding: chunked"])
def test_a_message_that_is_cut_off_is_refused(quiet: Server, length: str) -> None:
    with socket.create_connection(("127.0.0.1", quiet.port), timeout=PATIENCE_SECONDS) as one:
        one.sendall(f"POST {POLLING}&sid=x HTTP/1.1\r\nHost: a\r\n{length}\r\n\r\nx".encode())
        one.shutdown(socket.SHUT_WR)
        assert one.recv(13) == b"HTTP/1.1 400 "


@pytest.mark.parametrize("packet", ["2" + NESTED, "4" + NESTED, "6" + NESTED])
def test_a_packet_nested_without_end_ends_a_websocket(quiet: Server, packet: str) -> None:
    one = websocket.create_connection(
        f"ws://127.0.0.1:{quiet.port}/socket.io/?EIO=4&transport=websocket",
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
    [("5x", nothing), ("", probe_and_go), *product(["x", "2" + NESTED], [nothing, probe])],
)
def test_an_upgrade_that_fails_leaves_polling_as_it_was(
    quiet: Server, packet: str, before: Callable[[websocket.WebSocket], None]
) -> None:
    address = polling(quiet)
    one = upgrade(address)
    before(one)
    if packet:
        one.send(packet)
    assert b"HTTP" not in rest(one)
    one.shutdown()
    assert post(address, "40/live,") == 200
    while "40/live," not in (told := fetch(address)).text:
        assert told.status_code == 200


def test_a_session_that_was_upgraded_ends_without_a_word_of_http(quiet: Server) -> None:
    one = upgrade(polling(quiet))
    probe(one)
    one.send("5")
    one.send("40/live,")
    while not str(one.recv()).startswith("40/live,"):
        pass
    one.send_close()
    assert b"HTTP" not in rest(one)
    one.shutdown()


def test_a_session_has_one_websocket(quiet: Server) -> None:
    address = polling(quiet)
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
def test_mistakes_are_not_logged(quiet: Server, query: str, headers: dict[str, str]) -> None:
    """Each was two lines of level ERROR, one of them with whatever stood in the address."""
    asked = f"{quiet.url}/socket.io/?{query}"
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
