"""What operators need of a server: settings, health, metrics, logs, hosts, reports, its end."""

import json
import logging
import os
import re
import signal
import socket
import threading
import time
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from urllib.request import urlopen

import click
import pytest
from flask import Flask
from prometheus_client import REGISTRY

from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import Person
from tests.webapp.kept_app import application
from tests.webapp.live_server import PATIENCE_SECONDS, Server, Viewer
from tests.webapp.stopped_clock import StoppedClock
from webapp import create_app, serving
from webapp.base import logs
from webapp.base.config import SETTINGS, ConfigError, Settings, from_environment
from webapp.base.paths import PACKAGE
from webapp.features import REPORTED
from webapp.serving import bind, listen, serve
from webapp.site import health
from webapp.store import database

MANUAL = (PACKAGE / "operate" / "SETTINGS.md").read_text("utf-8")
TOKEN = "eyJhIjoxfQ.c2VjcmV0LXRva2Vu"


def another(settings: Settings, clock: StoppedClock, **changed: object) -> Any:
    return application(replace(settings, **changed), clock)  # type: ignore[arg-type]


def test_a_server_is_healthy_and_says_why_it_is_not_ready(
    app: Flask, settings: Settings, clock: StoppedClock, tmp_path: Path
) -> None:
    def ready(app: Flask) -> tuple[int, str]:
        assert app.test_client().get("/healthz").text == "ok\n"
        answer = app.test_client().get("/readyz")
        assert answer.headers["Cache-Control"] == "no-store"
        assert ("Retry-After" in answer.headers) == (answer.status_code == 503)
        return answer.status_code, answer.text

    assert ready(app) == (200, "ready\n")
    app.extensions[health.STOPPING] = True
    assert ready(app) == (503, "stopping: ask another process\n")
    del app.extensions[health.STOPPING]
    with another(settings, clock, instance=tmp_path / "gone") as without:
        assert ready(without) == (503, "instance folder: cannot be read and written\n")
    with app.app_context(), database.session() as db, db.begin():
        db.connection().exec_driver_sql("DROP TABLE alembic_version")
    assert ready(app) == (503, "database: does not answer; the log says why\n")


def test_probes_need_no_https(settings: Settings, clock: StoppedClock) -> None:
    addresses = ("/healthz", "/readyz", "/metrics", "/rules")
    with another(settings, clock, https=True) as app:
        client = app.test_client()
        codes = [client.get(address).status_code for address in addresses]
    assert codes == [200, 200, 200, 302]


@pytest.mark.parametrize(
    ("networks", "answers"),
    [
        (None, {"127.0.0.1": 200, "::1": 200, "192.0.2.7": 403}),
        (("192.0.2.0/24",), {"192.0.2.7": 200, "127.0.0.1": 403}),
    ],
)
def test_metrics_are_for_the_networks_of_the_setting(
    settings: Settings,
    clock: StoppedClock,
    networks: tuple[str, ...] | None,
    answers: dict[str, int],
) -> None:
    given = {} if networks is None else {"metrics": tuple(map(ip_network, networks))}
    with another(settings, clock, **given) as app:
        for address, status in answers.items():
            answer = app.test_client().get("/metrics", environ_base={"REMOTE_ADDR": address})
            assert answer.status_code == status, address
            assert ("battlereel_viewers" in answer.text) == (status == 200)
            assert status == 200 or "BATTLEREEL_METRICS" in answer.text


def test_battles_odds_and_requests_are_counted(app: Flask) -> None:
    client = app.test_client()
    endpoint = app.url_map.bind("localhost").match("/api/v1/odds", method="POST")[0]
    counted: tuple[tuple[str, dict[str, str]], ...] = (
        ("battlereel_battles_total", {"game": "manymarios"}),
        ("battlereel_odds_seconds_count", {"outcome": "done"}),
        ("battlereel_request_seconds_count", {"endpoint": endpoint, "status": "200"}),
        ("battlereel_request_seconds_count", {"endpoint": "nowhere", "status": "404"}),
    )

    def counts() -> list[float]:
        return [REGISTRY.get_sample_value(*one) or 0 for one in counted]

    before = counts()
    assert client.post("/api/v1/battles", json=BATTLE).status_code == 201
    assert client.post("/api/v1/odds", json=BATTLE).status_code == 200
    client.get("/nothing")
    assert counts() == [count + 1 for count in before]
    assert REGISTRY.get_sample_value("battlereel_odds_asked") == 0


def test_the_dashboard_asks_for_metrics_that_there_are() -> None:
    folder = Path(health.__file__).parents[1] / "operate"
    board = json.loads((folder / "dashboard.json").read_text("utf-8"))
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"battlereel_\w+", target["expr"])
    }
    there = {sample.name for family in REGISTRY.collect() for sample in family.samples}
    families = {family.name for family in REGISTRY.collect()}
    ends = ("_bucket", "_count", "_sum", "_total", "")
    known = there | {f"{name}{end}" for name in families for end in ends}
    assert asked <= known
    ours = {name for name in families if name.startswith("battlereel_")}
    assert {name for name in ours if not any(a.startswith(name) for a in asked)} == set()


@pytest.mark.parametrize(
    "address",
    [
        f"/c/2345bcdf/join/{TOKEN}",
        f"/a/2345bcdf/edit/{TOKEN}",
        f"/api/v1/armies/2345bcdf?edit={TOKEN}&page=2",
        f"https://example.org/a/2345bcdf/edit/{TOKEN}",
        f"Authorization: Bearer {TOKEN}",
    ],
)
def test_secrets_in_addresses_are_masked(address: str) -> None:
    masked = logs.masked(f"Exception on {address} [GET]")
    assert TOKEN not in masked
    assert masked.startswith("Exception on ")
    assert masked.endswith(" [GET]")
    assert "***" in masked


def test_a_line_of_the_log_has_ids_and_no_secret(
    app: Flask, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root, ours = logging.getLogger(), logging.getLogger("webapp")
    monkeypatch.setattr(root, "handlers", [])
    before = root.level, ours.level
    try:
        logs.configure(as_json=True)
        client = app.test_client()
        client.get(f"/a/2345bcdf/edit/{TOKEN}", headers={"X-Request-Id": "abc-1"})
        battle = client.post("/api/v1/battles", json=BATTLE).get_json()["id"]
        answer = client.get(f"/b/{battle}", headers={"X-Request-Id": "bad id\t"})
    finally:
        root.setLevel(before[0])
        ours.setLevel(before[1])
    text = capsys.readouterr().err
    assert TOKEN not in text
    lines = [json.loads(line) for line in text.splitlines()]
    told = [line for line in lines if line["message"] == "request"]
    assert [line["status"] for line in told] == [404, 201, 200]
    known = {"request_id": "abc-1", "path": "/a/2345bcdf/edit/***", "army": "2345bcdf"}
    assert known.items() <= told[0].items()
    assert told[2]["battle"] == battle
    assert told[2]["request_id"] == answer.headers["X-Request-Id"] != "bad id\t"
    (stored,) = [line for line in lines if line["message"].endswith("is put on air")]
    assert (stored["battle"], stored["request_id"]) == (battle, told[1]["request_id"])
    assert len({line["request_id"] for line in told}) == 3
    assert all(line["level"] and line["time"] for line in lines)


HOSTS = {
    "battles.example.org": 200,
    "battles.example.org:8080": 200,
    "eu.example.net": 200,
    "localhost:5000": 200,
    "127.0.0.1": 200,
    "evil.example.com": 400,
    "battles.example.org.evil.com": 400,
}


def test_foreign_hosts_are_refused(settings: Settings, clock: StoppedClock) -> None:
    hosts = ("battles.example.org", ".example.net")
    with another(settings, clock, hosts=hosts) as app:
        for host, status in HOSTS.items():
            for path in ("/rules", "/socket.io/?EIO=4&transport=polling"):
                named = {"headers": {"Host": host}, "environ_base": {"SERVER_NAME": "x"}}
                answer = app.test_client().get(path, **named)
                assert answer.status_code == status, host
                assert status == 200 or host not in answer.text
                assert "Location" not in answer.headers
    with another(settings, clock, hosts=hosts, proxies=1) as app:
        for host, status in (("battles.example.org", 200), ("evil.example.com", 400)):
            answer = app.test_client().get("/rules", headers={"X-Forwarded-Host": host})
            assert answer.status_code == status


def test_public_pages_can_be_reported(app: Flask, settings: Settings, clock: StoppedClock) -> None:
    assert "Report" not in app.test_client().get("/battles").text
    with another(settings, clock, report="mailto:abuse@example.org") as app:
        client = app.test_client()
        id_, other = (
            client.post("/api/v1/battles", json=BATTLE).get_json()["id"] for _ in range(2)
        )
        html = client.get(f"/b/{id_}").text
        link = html.partition('href="mailto:abuse@example.org?')[2].partition('"')[0]
        assert unquote(link).endswith(f"http://localhost/b/{id_}")
        clock.ms += 3_600_000  # both are over
        ann = Person(app)
        page = ann.challenge("manymarios").partition("/seat/")[0]
        for address in (
            *("/", "/battles", "/tv", f"/b/{id_}/beside/{other}"),
            *(page, f"{page}/series", f"{page}/dice"),
        ):
            assert "Report this page" in ann.get(address), address
        assert "Report this page" not in ann.get("/rules")
        assert set(REPORTED) <= set(app.view_functions)


def test_every_setting_is_documented_and_no_other() -> None:
    assert re.findall(r"(?m)^\| `([A-Z_]+)` \|", MANUAL) == list(SETTINGS)


def test_nothing_else_reads_the_environment() -> None:
    readers = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if re.search(r"\bos\.(environ|getenv)\b", path.read_text("utf-8"))
    }
    # They pass the environment on: to config.py, and to texts.py for the language of a terminal.
    passing = {"cli.py", "commands/backup_files.py", "factory.py", "serving.py"}
    # serving.py also sets what numba reads, for the processes that are started later, too.
    assert readers == passing


def test_settings_have_defaults_and_given_values_are_taken(tmp_path: Path) -> None:
    given = {"BATTLEREEL_INSTANCE": str(tmp_path / "new")}
    settings = from_environment(given)
    assert settings.database_url == f"sqlite:///{tmp_path}/new/battlereel.sqlite3"
    assert (settings.https, settings.proxies, len(settings.secret_key)) == (False, 0, 64)
    assert from_environment(given).secret_key == settings.secret_key
    given |= {"DATABASE_URL": "sqlite://", "SECRET_KEY": "k"}
    settings = from_environment(given | {"BATTLEREEL_HTTPS": "1", "BATTLEREEL_PROXIES": "2"})
    assert (settings.database_url, settings.secret_key) == ("sqlite://", "k")
    assert (settings.https, settings.proxies) == (True, 2)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BATTLEREEL_HTTPS", "yes"),
        ("BATTLEREEL_PROXIES", "-1"),
        ("BATTLEREEL_HOSTS", "https://example.org"),
        ("BATTLEREEL_METRICS", "everybody"),
        ("BATTLEREEL_METRICS", "10.0.0.1/8"),
        ("BATTLEREEL_LOG", "xml"),
        ("BATTLEREEL_REPORT", "javascript:alert(1)"),
        ("BATTLEREEL_UNLISTED_DAYS", "0"),
        ("BATTLEREEL_UNLISTED_DAYS", "1e3"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=name):
        from_environment({"BATTLEREEL_INSTANCE": str(tmp_path), name: value})


def test_folder_key_and_database_are_their_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "instance"
    folder.mkdir(mode=0o755)
    app = create_app(from_environment({"BATTLEREEL_INSTANCE": str(folder)}))
    with app.app_context(), database.session() as db, db.begin():
        db.connection().exec_driver_sql("CREATE TABLE written (x INTEGER)")
    files = [folder, *folder.iterdir()]
    assert {path.name for path in files} >= {"secret_key", "battlereel.sqlite3"}
    assert [path.name for path in files if path.exists() and path.stat().st_mode & 0o077] == []
    app.extensions[database.KEY].kw["bind"].dispose()


@pytest.fixture
def instance(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BATTLEREEL_INSTANCE", str(tmp_path))


@pytest.mark.usefixtures("instance")
def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        taken = listener.getsockname()[1]
        with pytest.raises(click.ClickException, match=f"port {taken}: it is taken"):
            serve("127.0.0.1", taken)


@pytest.mark.usefixtures("instance")
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
    """So that a proxy asks another one, by the second server at the latest."""
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
    """Half of a body has arrived when the server stops."""
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


SHUT = "/proc/nowhere"  # no folder can be created here, even by root


@pytest.fixture
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(serving.KERNEL_CACHE, "")


def shut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving.engine, "__file__", f"{SHUT}/engine/__init__.py")
    monkeypatch.setenv("XDG_CACHE_HOME", SHUT)


@pytest.mark.usefixtures("unset")
def test_it_is_the_instances_where_nothing_else_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    shut(monkeypatch)
    with caplog.at_level(logging.WARNING):
        serving.keep_kernels(tmp_path)
        serving.keep_kernels(tmp_path)
    assert os.environ[serving.KERNEL_CACHE] == str(tmp_path / "kernels")
    (said,) = caplog.messages
    assert said.startswith(f"kernels are kept in {tmp_path}/kernels: ")


@pytest.mark.parametrize("own", ["package", "user", "setting"])
@pytest.mark.usefixtures("unset")
def test_own_folder_comes_first(own: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shut(monkeypatch)
    if own == "package":
        monkeypatch.setattr(serving.engine, "__file__", str(tmp_path / "engine" / "__init__.py"))
    elif own == "user":
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    else:
        monkeypatch.setenv(serving.KERNEL_CACHE, "given")
    serving.keep_kernels(tmp_path / "instance")
    assert os.environ[serving.KERNEL_CACHE] == ("given" if own == "setting" else "")
