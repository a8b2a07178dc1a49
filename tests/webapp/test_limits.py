"""What one address may ask for, and what it is told when it asks for more."""

from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import gevent
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.battle_files import BATTLE
from tests.webapp.kept_app import application
from tests.webapp.live_server import PATIENCE_SECONDS
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_error_shape import assert_shape
from webapp import create_app
from webapp.base.config import ConfigError, Settings, from_environment
from webapp.guard import limits
from webapp.guard.limits import MESSAGES_AT_ONCE, PER_MINUTE, Traffic
from webapp.store import database

API = "/api/v1/battles"


@pytest.fixture
def limited(settings: Settings, clock: StoppedClock) -> Iterator[Flask]:
    with application(replace(settings, limits=True), clock) as app:
        yield app


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """So few that a test can use them up."""
    allowed = {"read": 5, "write": 3, "heavy": 2}
    monkeypatch.setattr(limits, "PER_MINUTE", allowed)
    return allowed


def statuses(client: FlaskClient, address: str, count: int, ip: str = "192.0.2.1") -> list[int]:
    environ = {"REMOTE_ADDR": ip}
    return [client.get(address, environ_base=environ).status_code for _ in range(count)]


def test_a_page_too_many_says_when_to_come_back(limited: Flask, few: dict[str, int]) -> None:
    client = limited.test_client()
    assert statuses(client, "/rules", 5) == [200] * 5
    answer = client.get("/rules", environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    text = unescape(answer.text)
    assert "<main" in text
    assert "this server takes 5 of this kind a minute from one address" in text
    assert f"Try again in {answer.headers['Retry-After']} seconds" in text


def test_the_api_says_it_in_its_one_shape(limited: Flask, few: dict[str, int]) -> None:
    client = limited.test_client()
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


def test_the_limits_leave_room_for_people_and_tools() -> None:
    """Four plays and eight forms a second, day and night, and twenty pages."""
    assert PER_MINUTE == {"heavy": 4 * 60, "write": 8 * 60, "read": 20 * 60}


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


def test_a_viewer_who_sends_too_much_is_told_so_and_let_on_again(
    limited: Flask, clock: StoppedClock
) -> None:
    viewer = limited.extensions["socketio"].test_client(limited, namespace="/live")

    def leave() -> int:
        answer = viewer.emit("leave_battle", namespace="/live", callback=True)
        return int(answer.get("status", 200))

    assert [leave() for _ in range(MESSAGES_AT_ONCE + 2)] == [200] * MESSAGES_AT_ONCE + [429] * 2
    clock.ms += 1000
    assert [leave() for _ in range(6)] == [200] * 5 + [429], "five a second from then on"


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
