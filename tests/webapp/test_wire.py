"""Live connections that are odd, do not read, do not answer, or come in crowds."""

import json
import socket
import sys
import zlib
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import product, repeat
from pathlib import Path
from typing import Any

import pytest
import requests
import websocket
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.webapp.live_server import FOR_SOCKETS, PATIENCE_SECONDS, Server, connection, viewer
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import games
from webapp.battles import store as battles
from webapp.guard.limits import SENT_AT_ONCE, SENT_PER_SECOND, Traffic
from webapp.live import wire
from webapp.live.connection import DEFLATED_BYTES, Shared, frame

POLLING = "/socket.io/?EIO=4&transport=polling"
NESTED = "[" * 15_000
HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OTAxMjM0NQ==",
}
IMPATIENT = f"""{FOR_SOCKETS}
import sys
from webapp.live import wire
from webapp.serving import serve
wire.HANG_UP_SECONDS = 0.2
wire.PING_SECONDS = (0.3, 0.3)
serve('127.0.0.1', int(sys.argv[1]))
"""


def polling(server: Server) -> str:
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
    with suppress(ConnectionResetError):
        while part := one.sock.recv(4096):
            parts.append(part)
    return b"".join(parts)


FLOODS: dict[str, Callable[[websocket.WebSocket], Any]] = {
    "messages": lambda one: one.send('42/live,7["nonsense"]'),
    "pings": lambda one: one.ping(),
    "a message without end": lambda one: one.send_frame(
        websocket.ABNF(0, opcode=websocket.ABNF.OPCODE_CONT, data="x" * 10_000)
    ),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_flood_is_hung_up_on_and_holds_nobody_up(server: Server, kind: str) -> None:
    with connection(server, room=4096) as flood:
        if kind == "a message without end":
            flood.send_frame(websocket.ABNF(0, opcode=websocket.ABNF.OPCODE_TEXT, data="x"))
        with pytest.raises((OSError, websocket.WebSocketException)):
            deque(map(FLOODS[kind], repeat(flood)), maxlen=0)
    with viewer(server) as one:
        assert one.call("leave_battle") == {"ok": True}


def test_who_reads_slowly_gets_everything_whole(server: Server, elsewhere: Flask) -> None:
    """The longest battle (40 times 99 rounds, 2.5 MB) exceeds what the system takes together:
    nothing is lost."""
    side = {"army": {"lineup": [{"custom": {"name": "Giant", "energy": 99}}] * 40}}
    recording = engine.play({"ruleset": "manymarios", "seed": 1, "sides": [side, side]})
    with elsewhere.app_context():
        battle = battles.put_on_air(games.game("manymarios"), recording, battles.Airing(0)).id
    seqs: list[int] = []
    with connection(server, room=4096) as slow:
        wish = {"battle": battle, "from_seq": 0}
        slow.send("42/live," + json.dumps(["watch_battle", wish]))
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


def test_who_fetches_nothing_is_dropped(limited: Flask) -> None:
    """One message above 1 MB is the last of a session that fetches none; its whole outbox is
    charged."""
    eio = limited.extensions["socketio"].server.eio
    _, sid = opened(limited.test_client(), "192.0.2.1")
    before = eio.traffic.sent.left("192.0.2.1")
    for _ in range(4):
        eio.send(sid, "x" * (wire.OUTBOX_BYTES_MOST // 4))
    charged = before - eio.traffic.sent.left("192.0.2.1")
    assert charged == wire.OUTBOX_BYTES_MOST // 4 * 4 + 4 * wire.PACKET_BYTES
    session = eio.sockets[sid]
    assert not session.closed
    eio.send(sid, "x")
    assert session.closed
    assert session.queue.bytes == 0, "what has waited is forgotten"


@pytest.mark.parametrize(
    "body",
    [
        *("1", "x", "7", "0", "2probe", "5", "d=", "bAA", "b\u00e9", "\x1e"),
        *(b"\xff", "3\x1e" * 20 + "3", "4" + NESTED, "2" + NESTED, "3" * 20_000),
    ],
)
def test_what_is_no_packet_of_a_client_ends_its_polling(quiet: Server, body: str | bytes) -> None:
    """As does the packet CLOSE, 1, which is answered."""
    address = polling(quiet)
    assert post(address, body) == (200 if body == "1" else 400)
    assert post(address, "3") == 400
    assert fetch(address).status_code == 400


@pytest.mark.parametrize("length", ["Content-Length: 100", "Transfer-Encoding: chunked"])
def test_a_message_that_is_cut_off_is_refused(quiet: Server, length: str) -> None:
    with socket.create_connection(("127.0.0.1", quiet.port), timeout=PATIENCE_SECONDS) as one:
        one.sendall(f"POST {POLLING}&sid=x HTTP/1.1\r\nHost: a\r\n{length}\r\n\r\nx".encode())
        one.shutdown(socket.SHUT_WR)
        assert one.recv(13) == b"HTTP/1.1 400 "


@pytest.mark.parametrize("packet", ["2" + NESTED, "4" + NESTED, "6" + NESTED])
def test_a_packet_nested_without_end_ends_a_websocket(quiet: Server, packet: str) -> None:
    one = upgrade(quiet.url + POLLING)
    one.send(packet)
    assert b"HTTP" not in rest(one)
    one.shutdown()


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
    [("5x", id), ("", probe_and_go), *product(["x", "2" + NESTED], [id, probe])],
)
def test_an_upgrade_that_fails_leaves_polling_as_it_was(
    quiet: Server, packet: str, before: Callable[[websocket.WebSocket], object]
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
    one.send("40/live,")
    while not str(one.recv()).startswith("40/live,"):
        pass
    one.send_close()
    assert b"HTTP" not in rest(one), "it ends without an answer of HTTP"
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


def test_the_same_frame_goes_to_all() -> None:
    message = Shared("42" + "walks " * 500)
    for bits in (None, 15, 10):
        assert frame(message, bits) is frame(message, bits)
    assert len(message.frames) == 3
    plain, packed = frame(message, None), frame(message, 15)
    assert plain[4:] == message.encode(), "two bytes of head, two of length"
    assert zlib.decompressobj(-15).decompress(packed[2:] + b"\0\0\xff\xff") == message.encode()
    assert len(packed) < 100
    short = Shared("x" * (DEFLATED_BYTES - 1))
    assert frame(short, 15) == frame(short, None), "not worth it"


def test_a_handshake_that_makes_no_sense_is_refused(server: Server) -> None:
    key, version = "Sec-WebSocket-Key", "Sec-WebSocket-Version"
    address = server.url + POLLING.replace("polling", "websocket")
    for change, status in (
        ({}, 101),
        ({key: None, version: None}, 400),
        ({version: "8"}, 400),
    ):
        headers: Any = HANDSHAKE | change
        with requests.get(address, headers=headers, stream=True, timeout=PATIENCE_SECONDS) as one:
            assert one.status_code == status, change


def test_a_message_in_several_frames_is_one(server: Server) -> None:
    one = upgrade(server.url + POLLING)
    parts = ["40/", "li", "ve,"]
    codes = [websocket.ABNF.OPCODE_TEXT] + [websocket.ABNF.OPCODE_CONT] * 2
    for number, (part, code) in enumerate(zip(parts, codes, strict=True)):
        one.send_frame(websocket.ABNF(int(number == 2), opcode=code, data=part))
        one.ping("are you there")  # frames like this may come between them
    assert str(one.recv()).startswith("0{")
    assert str(one.recv()).startswith("40/live,")
    one.close()
