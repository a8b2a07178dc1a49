"""What people are told who ask for too much, and while the database or the disk fails."""

import errno
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import gevent
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import InterfaceError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import Person, id_of
from tests.webapp.live_server import PATIENCE_SECONDS
from tests.webapp.page_parts import assert_shape
from tests.webapp.stopped_clock import StoppedClock
from webapp import create_app
from webapp.base import config
from webapp.base.config import ConfigError, Settings, SystemClock, from_environment
from webapp.guard import limits
from webapp.guard.limits import MESSAGES_AT_ONCE, QUERIES_AT_ONCE, Traffic
from webapp.store import database, outage, sqlite

API = "/api/v1/battles"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """So few that a test can use them up."""
    allowed = {"read": 5, "write": 3, "heavy": 2}
    monkeypatch.setattr(limits, "PER_MINUTE", allowed)
    return allowed


def statuses(client: FlaskClient, address: str, count: int, ip: str = "192.0.2.1") -> list[int]:
    environ = {"REMOTE_ADDR": ip}
    return [client.get(address, environ_base=environ).status_code for _ in range(count)]


def test_what_is_too_much_says_when_to_come_back(limited: Flask, few: dict[str, int]) -> None:
    client = limited.test_client()
    assert statuses(client, "/rules", 5) == [200] * 5
    answer = client.get("/rules", environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    text = unescape(answer.text)
    assert "<main" in text
    assert "this server takes 5 of this kind a minute from one address" in text
    assert f"Try again in {answer.headers['Retry-After']} seconds" in text
    for _ in range(2):
        assert client.post(API, json=BATTLE).status_code == 201
    answer = client.post(API, json=BATTLE)
    assert "Try again in" in assert_shape(answer, 429)["error"]
    assert 1 <= int(answer.headers["Retry-After"]) <= 60


def test_kinds_and_addresses_are_counted_apart(limited: Flask, few: dict[str, int]) -> None:
    client = limited.test_client()
    for _ in range(20):
        answer = client.get("/static/dist/manifest.json")
        answer.close()
        assert answer.status_code == 200, "files of the build are not counted"
    assert statuses(client, "/nothing", 6) == [404] * 5 + [429]
    assert statuses(client, "/credits", 1) == [429], "pages count together"
    assert statuses(client, "/credits", 1, "192.0.2.2") == [200]
    headers = {"REMOTE_ADDR": "192.0.2.1"}
    assert client.post(API, json=BATTLE, environ_base=headers).status_code == 201


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        # A household of IPv6 has one network, however many addresses it has.
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:db8:0:2::1"),
        # A server that listens on `::` sees IPv4 visitors as mapped addresses.
        ("::ffff:192.0.2.1", "192.0.2.1", "::ffff:192.0.2.2"),
    ],
)
def test_addresses_of_one_household_are_counted_together(
    limited: Flask, few: dict[str, int], one: str, same: str, other: str
) -> None:
    client = limited.test_client()
    assert statuses(client, "/rules", 5, one) == [200] * 5
    assert statuses(client, "/rules", 1, same) == [429]
    assert statuses(client, "/rules", 1, other) == [200]


def test_what_costs_most_is_heavy(app: Flask) -> None:
    """Plays, odds and searches; the rest of what is sent are writes."""
    kinds = {}
    for method, address in (
        ("POST", "/api/v1/battles"),
        ("POST", "/api/v1/odds"),
        ("POST", "/api/v1/odds/worth"),
        ("POST", "/api/v1/odds/wanted"),
        ("GET", "/odds"),
        ("POST", "/odds/watch"),
        ("POST", "/start/sample/manymarios/first-steps"),
        ("GET", "/"),
        ("HEAD", "/odds"),
        ("GET", "/api/v1/catalogs/manymarios"),
    ):
        with app.test_request_context(address, method=method):
            kinds[method, address] = limits.kind()
    light = {("GET", "/"), ("HEAD", "/odds"), ("GET", "/api/v1/catalogs/manymarios")}
    assert {place for place, kind in kinds.items() if kind != "heavy"} == light
    assert {kinds[place] for place in light} == {"read"}


def test_they_can_be_switched_off(tmp_path: Path, few: dict[str, int], settings: Settings) -> None:
    environment = {"BATTLEREEL_INSTANCE": str(tmp_path / "i"), "BATTLEREEL_LIMITS": "off"}
    off = replace(from_environment(environment), static=settings.static)
    app = create_app(off)
    assert statuses(app.test_client(), "/rules", 10) == [200] * 10
    app.extensions[database.KEY].kw["bind"].dispose()


@pytest.mark.parametrize("storage", ["nonsense", "redis9://x"])
def test_a_storage_that_cannot_be_used_is_named(settings: Settings, storage: str) -> None:
    with pytest.raises(ConfigError, match="BATTLEREEL_LIMITS_STORAGE"):
        create_app(replace(settings, limits=True, limits_storage=storage))


def test_viewer_who_sends_too_much_is_let_on_again(limited: Flask, clock: StoppedClock) -> None:
    viewer = limited.extensions["socketio"].test_client(limited, namespace="/live")

    def leave() -> int:
        answer = viewer.emit("leave_battle", namespace="/live", callback=True)
        return int(answer.get("status", 200))

    assert [leave() for _ in range(MESSAGES_AT_ONCE + 2)] == [200] * MESSAGES_AT_ONCE + [429] * 2
    clock.ms += 1000
    assert [leave() for _ in range(6)] == [200] * 5 + [429], "five a second from then on"


def test_messages_with_queries_are_limited_more(limited: Flask, clock: StoppedClock) -> None:
    """What was read a moment ago is shared, and not counted."""
    challenge = id_of(Person(limited).challenge("manymarios", hours="1"))
    clock.ms += 3_600_000  # it has expired: nothing more of it is sent
    viewer = limited.extensions["socketio"].test_client(limited, namespace="/live")

    def watch(what: str, id_: str) -> int:
        answer = viewer.emit(f"watch_{what}", {what: id_}, namespace="/live", callback=True)
        return 0 if answer["ok"] else int(answer["status"])

    assert {watch("challenge", challenge) for _ in range(9)} == {0}
    assert [watch("match", "nothing1") for _ in range(QUERIES_AT_ONCE + 1)] == (
        [404] * (QUERIES_AT_ONCE - 1) + [429] * 2
    )
    clock.ms += 1000
    assert [watch("challenge", "nothing1") for _ in range(3)] == [404, 404, 429], "two a second"


def test_an_address_sends_so_many_messages(clock: StoppedClock) -> None:
    """A hall of 200 that joins late may send five each; then 50 a second are enough for it."""
    traffic = Traffic(clock)
    traffic.enter("here", "192.0.2.1")
    traffic.enter("there", "192.0.2.2")
    assert all(traffic.take(str(number % 200), "here") for number in range(1000))
    assert not traffic.take("another", "here")
    assert traffic.take("elsewhere", "there")
    clock.ms += 1000
    assert sum(traffic.take(str(number), "here") for number in range(200)) == 50


def test_recordings_are_read_for_an_address_one_after_another(clock: StoppedClock) -> None:
    traffic = Traffic(clock)
    with traffic.turn("192.0.2.1"):
        other = gevent.spawn(traffic.turn("192.0.2.1").__enter__)
        with traffic.turn("192.0.2.2"):
            gevent.sleep(0)
        assert not other.ready(), "it waits for its turn"
    other.join(PATIENCE_SECONDS)
    assert other.successful()


ARMY = {"ruleset": "manymarios", "army": {"lineup": [{"unit": "toad"}]}}


@pytest.fixture
def file(settings: Settings) -> Path:
    if not settings.database_url.startswith("sqlite"):
        pytest.skip("of SQLite")
    return Path(settings.database_url.removeprefix("sqlite:///"))


@pytest.fixture
def locked(app: Flask, file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield other


def test_a_lock_held_elsewhere_is_told_and_reading_goes_on(
    client: FlaskClient, locked: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for the lock keeps nobody waiting."""
    monkeypatch.setattr(sqlite, "LOCK_SECONDS", 0.3)
    turns = 0
    waiting = gevent.spawn(client.post, "/api/v1/armies", json=ARMY)
    while not waiting.dead:
        gevent.sleep(0.001)
        turns += 1
    assert turns > 50
    answer = waiting.value
    assert "storage does not answer" in assert_shape(answer, 503)["error"]
    assert answer.headers["Retry-After"] == "2"
    assert client.get("/api/v1/battles").status_code == 200
    assert client.get("/battles").status_code == 200
    monkeypatch.setattr(sqlite, "LOCK_SECONDS", PATIENCE_SECONDS)
    timer = threading.Timer(0.3, locked.execute, ["ROLLBACK"])
    timer.start()
    assert client.post("/api/v1/armies", json=ARMY).status_code == 201, "it is waited for"
    timer.join()


def test_many_writes_are_stored(app: Flask, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More writers than connections in the pool. synchronous = 2 is FULL; 1 would lose the last
    commits in a power cut."""
    monkeypatch.setattr(sqlite, "LOCK_SECONDS", PATIENCE_SECONDS)  # on a busy machine, too
    with app.app_context(), database.session() as db:
        assert db.connection().exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert db.connection().exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    people = [gevent.spawn(app.test_client().post, "/api/v1/armies", json=ARMY) for _ in range(40)]
    gevent.joinall(people)
    assert [one.value.status_code for one in people] == [201] * 40


def test_a_disk_that_is_full_is_told_in_words(app: Flask, client: FlaskClient, file: Path) -> None:
    """As many pages as there are now, and not one more: SQLite answers as on a full disk."""
    engine = app.extensions[database.KEY].kw["bind"]

    @database.event.listens_for(engine, "checkout")
    def fill(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("PRAGMA max_page_count=1")

    answers = [client.post("/api/v1/battles", json=BATTLE | {"seed": n}) for n in range(40)]
    assert {answer.status_code for answer in answers} <= {201, 503}
    assert_shape(answers[-1], 503)
    assert client.get("/").status_code == 200


def test_a_page_is_told_as_a_page(app: Flask, client: FlaskClient) -> None:
    def fail(number: int) -> str:
        raise OSError(number, "No space left, or no such file")

    app.add_url_rule("/full", "full", lambda: fail(errno.ENOSPC))
    app.add_url_rule("/broken", "broken", lambda: fail(errno.ENOENT))
    app.config["TESTING"] = app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = client.get("/full")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "What was stored is safe" in answer.text
    assert "<html" in answer.text
    assert client.get("/broken").status_code == 500, "a fault of ours stays one"


class _Sqlite(sqlite3.OperationalError):
    def __init__(self, code: int) -> None:
        super().__init__("…")
        self.sqlite_errorcode = code


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (OperationalError("", None, _Sqlite(sqlite3.SQLITE_BUSY)), True),
        (OperationalError("", None, _Sqlite(sqlite3.SQLITE_FULL)), True),
        (OperationalError("", None, _Sqlite(sqlite3.SQLITE_IOERR_WRITE)), True),
        (OperationalError("", None, _Sqlite(sqlite3.SQLITE_READONLY)), True),
        (OperationalError("", None, _Sqlite(sqlite3.SQLITE_ERROR)), False),  # no such table
        (OperationalError("", None, Exception("server closed the connection")), True),
        (InterfaceError("", None, Exception("connection is closed")), True),
        (ProgrammingError("", None, Exception("syntax error")), False),
        (NoConnectionError(), True),
        (OSError(errno.ENOSPC, ""), True),
        (OSError(errno.ENOENT, ""), False),
        (ValueError(), False),
    ],
)
def test_outages_are_told_from_faults(error: Exception, *, expected: bool) -> None:
    assert outage.is_outage(error) is expected


def test_a_viewer_is_told_when_to_ask_again(app: Flask, file: Path, battle_id: str) -> None:
    one = app.extensions["socketio"].test_client(app, namespace="/live")

    def watch(what: str) -> Any:
        wish = {what: battle_id, **({"from_seq": 0} if what == "battle" else {})}
        return one.emit(f"watch_{what}", wish, namespace="/live", callback=True)

    app.extensions[database.KEY].kw["bind"].dispose()
    folder = file.parent.rename(file.parent.with_name("elsewhere"))
    for what in ("battle", "challenge", "match"):
        told = watch(what)
        assert (told["ok"], told["status"], told["retry_after"]) == (False, 503, 2)
        assert "What was stored is safe" in told["error"]
    folder.rename(file.parent)
    assert watch("battle")["ok"]


@pytest.mark.parametrize("jump_s", [-86_400, -7, 7, 86_400])
def test_the_clock_does_not_jump(monkeypatch: pytest.MonkeyPatch, jump_s: int) -> None:
    """In 20 s it makes up for 1 s of a jump, and goes on by itself: 19 to 21 s pass."""
    steady, wall = 1_000_000_000_000, 1_700_000_000_000_000_000
    monkeypatch.setattr(config.time, "monotonic_ns", lambda: steady)
    monkeypatch.setattr(config.time, "time_ns", lambda: wall)
    clock = SystemClock()
    began = clock.now_ms()
    assert began == 1_700_000_000_000
    wall += jump_s * 1_000_000_000
    last = began
    for second in range(1, 161 if abs(jump_s) == 7 else 21):
        steady, wall = steady + 1_000_000_000, wall + 1_000_000_000
        now = clock.now_ms()
        assert last < now
        last = now
        assert second != 20 or now - began == 20_000 + (1_000 if jump_s > 0 else -1_000)
    assert abs(jump_s) != 7 or last == wall // 1_000_000, "it is right again"


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Path]:
    """A folder without room for a database; read-only, it cannot be written by root either."""
    folder = tmp_path / "mounted"
    folder.mkdir()
    made = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(folder)]
    if subprocess.run(made, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount one")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def remount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def test_a_read_only_folder_is_named_at_start(mounted: Path, clock: StoppedClock) -> None:
    remount(mounted, "ro")
    with pytest.raises(ConfigError, match=f"BATTLEREEL_INSTANCE: {mounted}.*Read-only"):
        from_environment({"BATTLEREEL_INSTANCE": str(mounted)})
    settings = Settings(f"sqlite:///{mounted}/x.sqlite3", "key")
    with pytest.raises(ConfigError, match=f"DATABASE_URL: {mounted} cannot be written"):
        create_app(settings, clock)
    remount(mounted, "rw,size=9m")
    create_app(settings, clock).extensions[database.KEY].kw["bind"].dispose()
    remount(mounted, "ro")
    with pytest.raises(ConfigError, match="cannot be written"):
        create_app(settings, clock)  # a database that is there can only be read


def test_a_database_without_room_is_named_at_start(mounted: Path) -> None:
    program = Path(sys.executable).with_name("battlereel")
    done = subprocess.run(
        [program, "serve", "--port", "0"],
        env={**os.environ, "BATTLEREEL_INSTANCE": str(mounted)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == 1
    assert "DATABASE_URL: the database cannot be" in done.stderr
    assert "database or disk is full" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_battle_is_stored_whole_or_not_at_all(
    app: Flask, client: FlaskClient, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails when it is to keep it: nothing of it is found afterwards."""

    def fail(_commit: object) -> None:
        raise _Sqlite(sqlite3.SQLITE_IOERR_FSYNC)

    before = client.get("/api/v1/battles").get_json()["total"]
    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "_beside", fail)
        assert client.post("/api/v1/battles?listed=true", json=BATTLE).status_code == 503
    assert client.get("/api/v1/battles").get_json()["total"] == before
    assert client.post("/api/v1/battles?listed=true", json=BATTLE).status_code == 201
