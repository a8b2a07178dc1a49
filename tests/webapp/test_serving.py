"""What `battlereel serve` says when it cannot serve."""

import json
import signal
import socket
import threading
import time
from pathlib import Path
from urllib.request import urlopen

import click
import pytest

from tests.webapp.battle_files import BATTLE
from tests.webapp.live_server import PATIENCE_SECONDS, Server, Viewer
from webapp.serving import bind, listen, serve


@pytest.fixture(autouse=True)
def instance(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BATTLEREEL_INSTANCE", str(tmp_path))


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        taken = listener.getsockname()[1]
        with pytest.raises(click.ClickException, match=f"port {taken}: it is taken"):
            serve("127.0.0.1", taken)


@pytest.mark.parametrize(
    ("host", "port", "message"),
    [
        ("no.such.host.invalid", 0, "is not known"),
        ("192.0.2.1", 0, "not one of this machine"),
        ("127.0.0.1", 70000, "from 0 to 65535"),
    ],
)
def test_address_that_cannot_be_used_is_clear_error(host: str, port: int, message: str) -> None:
    with pytest.raises(click.ClickException, match=message):
        serve(host, port)


def test_no_answer_waits_for_word_that_its_head_has_arrived() -> None:
    """With Nagle's algorithm each body would come 40 ms late, since head and body go apart."""
    with bind("127.0.0.1", 0) as listener:
        listen(listener)
        with socket.create_connection(listener.getsockname()):
            connection, _ = listener.accept()
            with connection:
                assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_process_that_starts_refuses_until_it_can_answer() -> None:
    """So a proxy asks another one. A second server that was as fast is told at the latest here."""
    with bind("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        with bind("127.0.0.1", port) as late:
            listen(listener)
            socket.create_connection(("127.0.0.1", port)).close()
            with pytest.raises(click.ClickException, match=f"port {port}: it is taken"):
                listen(late)


def test_signal_stops_it_quietly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Behind a proxy, where no address is the client's, it answers until then."""
    monkeypatch.setenv("BATTLEREEL_PROXIES", "1")
    server, left = Server(tmp_path), threading.Event()
    assert urlopen(f"{server.url}/healthz", timeout=PATIENCE_SECONDS).status == 200
    one = Viewer(server.url)
    one.client.on("disconnect", lambda *_: left.set(), namespace="/live")
    server.process.send_signal(signal.SIGINT)
    assert left.wait(PATIENCE_SECONDS), "viewers are told before the server has ended"
    assert server.process.communicate(timeout=PATIENCE_SECONDS)[0] == ""
    assert server.process.returncode == 0


def refuses(port: int) -> bool:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            return True
        except ConnectionResetError:
            continue  # it was in line when the server stopped to listen
    return False


def test_what_was_asked_is_answered_before_it_stops(tmp_path: Path) -> None:
    """A body of which half has come when the server is told to stop."""
    server = Server(tmp_path)
    body = json.dumps(BATTLE).encode()
    head = (
        "POST /api/v1/battles HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.settimeout(PATIENCE_SECONDS)
        connection.sendall(head.encode() + body[:40])
        # Another one has been answered since, so the first one is being read.
        assert urlopen(f"{server.url}/healthz", timeout=PATIENCE_SECONDS).status == 200
        server.process.send_signal(signal.SIGTERM)
        assert refuses(server.port), "no new connections"
        connection.sendall(body[40:])
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 201 ")
    assert server.process.communicate(timeout=PATIENCE_SECONDS)[0] == ""
    assert server.process.returncode == 0
