"""What `battlereel serve` says when it cannot serve."""

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.webapp.live_server import PATIENCE_SECONDS, Server
from webapp.serving import listen, serve


@pytest.fixture(autouse=True)
def instance(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BATTLEREEL_INSTANCE", str(tmp_path))


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_port_that_is_taken_is_named(taken_port: int) -> None:
    with pytest.raises(click.ClickException, match=f"port {taken_port}: it is taken"):
        serve("127.0.0.1", taken_port)


@pytest.mark.parametrize(
    ("host", "port", "message"),
    [
        ("no.such.host.invalid", 0, "is not known"),
        ("192.0.2.1", 0, "not one of this machine"),
        ("127.0.0.1", 70000, "from 0 to 65535"),
    ],
)
def test_an_address_that_cannot_be_used_is_a_clear_error(
    host: str, port: int, message: str
) -> None:
    with pytest.raises(click.ClickException, match=message):
        serve(host, port)


def test_no_answer_waits_for_word_that_its_head_has_arrived() -> None:
    """With Nagle's algorithm each body would come 40 ms late, since head and body go apart."""
    with listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        connection, _ = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_without_a_word_when_told_to(tmp_path: Path, number: signal.Signals) -> None:
    server = Server(tmp_path)
    server.process.send_signal(number)
    assert server.process.communicate(timeout=PATIENCE_SECONDS)[0] == ""
    assert server.process.returncode == 0


def test_a_setting_that_cannot_be_used_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "nonsense")
    with pytest.raises(click.ClickException, match="DATABASE_URL"):
        serve("127.0.0.1", 0)
