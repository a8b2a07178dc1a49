"""Live connections whose clients do not read, do not answer, or come in crowds."""

import json
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import requests
import websocket
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.present import require
from tests.webapp.live_server import PATIENCE_SECONDS, Server, viewer
from tests.webapp.stopped_clock import StoppedClock
from webapp import create_app, games
from webapp.base.config import Settings
from webapp.battles import store as battles
from webapp.guard import limits
from webapp.guard.limits import SENT_AT_ONCE, SENT_PER_SECOND, Traffic
from webapp.live import wire
from webapp.store import database

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
POLLING = "/socket.io/?EIO=4&transport=polling"


@pytest.fixture(scope="module")
def long_battle(server: Server) -> Iterator[str]:
    """A battle with 2.5 MB of events that has been over for a while."""
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
    """Sends the same again and again, until that fails or patience ends."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        send(*arguments)


def memory(server: Server) -> int:
    """The bytes of memory that a server takes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text("ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_those_who_never_read_take_no_memory(server: Server, long_battle: str) -> None:
    """Ten of them ask 40 times each for 2.5 MB: that would be 1 GB."""
    with viewer(server) as one:
        one.watch(long_battle)
        one.to_the_end()
        before = memory(server)
        connections = [connection(server, room=4096) for _ in range(10)]
        greedy = [each.__enter__() for each in connections]
        try:
            for _ in range(40):
                for each in greedy:
                    each.send(wish(long_battle))
                assert one.call("leave_battle") == {"ok": True}, "others are answered meanwhile"
            assert memory(server) - before < 100_000_000
        finally:
            for each in connections:
                each.__exit__(None, None, None)


def test_a_flood_of_messages_holds_nobody_up(server: Server) -> None:
    """Whoever sends without end is hung up on. Answers to others would wait for that end."""
    message = '42/live,7["nonsense"]'
    with connection(server, room=4096) as flood, pytest.raises(HUNG_UP):
        repeat(flood.send, message)
    with viewer(server) as one:
        assert one.call("leave_battle") == {"ok": True}


def test_pings_are_messages_like_others(server: Server) -> None:
    with connection(server) as flood, pytest.raises(HUNG_UP):
        repeat(flood.ping)


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


def test_a_message_without_end_is_not_kept(server: Server) -> None:
    """A WebSocket message may come in any number of frames; this one never ends."""
    first = websocket.ABNF(0, opcode=websocket.ABNF.OPCODE_TEXT, data="x" * 10_000)
    more = websocket.ABNF(0, opcode=websocket.ABNF.OPCODE_CONT, data="x" * 10_000)
    with connection(server) as endless:
        endless.send_frame(first)
        with pytest.raises(HUNG_UP):
            repeat(endless.send_frame, more)


def test_a_connection_ends_with_its_session(tmp_path: Path) -> None:
    """A client that answers no ping has gone, even if its connection stands."""
    server = Server(tmp_path, command=(sys.executable, "-c", IMPATIENT))
    try:
        with connection(server) as silent:
            silent.sock.settimeout(PATIENCE_SECONDS)
            while silent.sock.recv(4096):
                pass  # pings and a farewell, all unanswered
    finally:
        server.kill()


def test_a_session_that_answers_nothing_ends(tmp_path: Path) -> None:
    """One that polls, and might do so without ever answering a ping."""
    server = Server(tmp_path, command=(sys.executable, "-c", IMPATIENT))
    try:
        first = requests.get(server.url + POLLING, timeout=PATIENCE_SECONDS)
        sid = json.loads(first.text[1:])["sid"]
        answer = first
        while answer.status_code == 200:
            answer = requests.get(f"{server.url}{POLLING}&sid={sid}", timeout=PATIENCE_SECONDS)
        assert answer.status_code == 400
    finally:
        server.kill()


@pytest.fixture
def limited(settings: Settings, clock: StoppedClock) -> Iterator[Flask]:
    app = create_app(replace(settings, limits=True), clock)
    yield app
    app.extensions[database.KEY].kw["bind"].dispose()


def opened(client: FlaskClient, ip: str) -> tuple[int, str]:
    """The status of a new session's handshake, and its id."""
    answer = client.get(POLLING, environ_base={"REMOTE_ADDR": ip})
    if answer.status_code != 200:
        assert answer.headers["Retry-After"] == "5"
        assert "Close some pages" in answer.text
        return answer.status_code, ""
    return 200, json.loads(answer.text[1:])["sid"]


def test_sessions_are_counted_before_they_are_made(
    limited: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
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
def test_an_upgrade_that_is_no_matter_of_the_connection_is_ignored(
    limited: Flask, connection: str
) -> None:
    """RFC 9110, 7.8. Such a handshake was answered by 500, and left a session and a traceback."""
    client = limited.test_client()
    headers = {"Connection": connection, "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    answer = client.get(POLLING.replace("polling", "websocket"), headers=headers)
    assert (answer.status_code, json.loads(answer.text)) == (400, "Invalid websocket upgrade")
    assert not limited.extensions["socketio"].server.eio.sockets
    assert client.get(POLLING, headers=headers).status_code == 200


def test_an_address_has_so_many_sessions_and_no_more(clock: StoppedClock) -> None:
    traffic = Traffic(clock)
    for number in range(limits.SESSIONS_MOST):
        assert traffic.enter(str(number), "192.0.2.1")
    assert not traffic.enter("one more", "192.0.2.1")
    assert traffic.enter("elsewhere", "192.0.2.2")
    traffic.leave("7")
    traffic.leave("7")
    assert traffic.enter("in its place", "192.0.2.1")
    assert not traffic.enter("one more", "192.0.2.1")


def test_who_comes_and_goes_without_end_has_to_wait(clock: StoppedClock) -> None:
    """400 sessions at once, each of which ends, and 10 a second after that."""
    traffic = Traffic(clock)
    assert not any(traffic.is_full("192.0.2.1") for _ in range(400))
    assert traffic.is_full("192.0.2.1")
    assert not traffic.is_full("192.0.2.2")
    clock.ms += 300
    assert [traffic.is_full("192.0.2.1") for _ in range(4)] == [False] * 3 + [True]


def test_what_an_address_is_sent_is_charged(clock: StoppedClock) -> None:
    """Its sessions together may be sent 100 MB at once and 10 MB a second; then no new stream."""
    traffic = Traffic(clock)
    for session in ("one", "other"):
        traffic.enter(session, "192.0.2.1")
        traffic.charge(session, SENT_AT_ONCE // 2)
    assert not traffic.may_be_sent("192.0.2.1")
    assert traffic.may_be_sent("192.0.2.2")
    traffic.charge("one", SENT_PER_SECOND)
    clock.ms += 1000
    assert not traffic.may_be_sent("192.0.2.1"), "just even"
    clock.ms += 1
    assert traffic.may_be_sent("192.0.2.1")


def test_who_was_sent_too_much_gets_no_new_stream(limited: Flask) -> None:
    traffic = limited.extensions["socketio"].server.eio.traffic
    traffic.enter("somebody", "unknown")  # where the test client comes from
    traffic.charge("somebody", SENT_AT_ONCE)
    one = limited.extensions["socketio"].test_client(limited, namespace="/live")
    for what in ("battle", "match"):
        asked = {what: "bbbbbbbb", "from_seq": 0}
        answer = one.emit(f"watch_{what}", asked, namespace="/live", callback=True)
        assert answer["status"] == 429
        assert "Wait a few seconds" in answer["error"]


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
