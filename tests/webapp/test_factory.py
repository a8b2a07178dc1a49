"""What every response carries, and what the application refuses."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

import webapp
from tests.webapp.stopped_clock import StoppedClock
from webapp import create_app
from webapp.base.config import Settings
from webapp.store import database


def test_the_package_offers_create_app_and_nothing_else() -> None:
    source = Path(webapp.__file__).read_text("utf-8")
    assert source.count("\ndef ") == 1


@pytest.mark.parametrize("address", ["/", "/b/nothing", "/api/v1/catalogs/manymarios", "/static/x"])
def test_every_response_has_the_security_headers(client: FlaskClient, address: str) -> None:
    headers = client.get(address).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["img-src"] == "'self' data:"
    assert policy["frame-ancestors"] == "'none'"
    assert not set(policy) & {"script-src", "style-src", "connect-src"}, "default-src holds"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert headers["X-Frame-Options"] == "DENY"


def test_the_session_cookie_is_out_of_reach(client: FlaskClient) -> None:
    cookie = client.get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie, "it is served on localhost without HTTPS"


def test_under_https_plain_requests_are_redirected(settings: Settings, clock: StoppedClock) -> None:
    app = create_app(replace(settings, https=True, proxies=1), clock)
    client = app.test_client()
    answer = client.get("/rules")
    assert (answer.status_code, answer.location) == (302, "https://localhost/rules")
    forwarded = client.get("/", headers={"X-Forwarded-Proto": "https"})
    assert "Secure" in forwarded.headers["Set-Cookie"]
    assert "Strict-Transport-Security" in forwarded.headers
    app.extensions[database.KEY].kw["bind"].dispose()


@pytest.mark.parametrize(
    ("address", "keeps"),
    [
        ("/static/dist/offline.css?v=0123456789ab", "max-age=31536000, immutable"),
        ("/static/dist/offline.css?v=ba9876543210", "no-cache"),  # another server's version
        ("/static/dist/manifest.json?v=1", "no-cache"),
        ("/static/dist/manifest.json", "no-cache"),
        ("/rules", "no-cache"),
    ],
)
def test_what_is_asked_for_by_its_hash_is_kept(
    client: FlaskClient, address: str, keeps: str
) -> None:
    answer = client.get(address)
    assert keeps in answer.headers["Cache-Control"]
    answer.close()


@pytest.mark.parametrize("name", ["offline.css", "offline.js"])
def test_a_script_and_a_style_carry_no_headers_of_documents(client: FlaskClient, name: str) -> None:
    """Browsers read none of them there, and a page has them once for each of its files."""
    answer = client.get(f"/static/dist/{name}?v=0123456789ab")
    assert answer.status_code == 200
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    for left_out in (
        "Content-Security-Policy",
        "X-Frame-Options",
        "Permissions-Policy",
        "Referrer-Policy",
        "Content-Disposition",
        "Expires",
    ):
        assert left_out not in answer.headers
    answer.close()


def test_no_script_of_ours_is_a_worker() -> None:
    """A worker takes its policy from its own script, which has none."""
    scripts = [*Path(webapp.__file__).parents[1].glob("static/js/**/*.js")]
    assert scripts
    workers = re.compile(r"\bnew (Shared)?Worker\b|serviceWorker|audioWorklet")
    assert [path.name for path in scripts if workers.search(path.read_text("utf-8"))] == []


def test_a_fault_behind_a_live_message_is_acknowledged(app: Flask, battle_id: str) -> None:
    viewer = app.extensions["socketio"].test_client(app, namespace="/live")
    with app.app_context(), database.session() as db, db.begin():
        db.execute(text("ALTER TABLE battles RENAME TO gone"))
    wish = {"battle": battle_id, "from_seq": 0}
    answer = viewer.emit("watch_battle", wish, namespace="/live", callback=True)
    assert (answer["ok"], answer["status"]) == (False, 500)
    assert "battles" not in answer["error"]


def test_applications_do_not_share_anything(
    app: Flask, client: FlaskClient, battle_id: str, settings: Settings, tmp_path: Path
) -> None:
    elsewhere = replace(settings, database_url=f"sqlite:///{tmp_path / 'other.sqlite3'}")
    other = create_app(elsewhere)
    assert other.test_client().get(f"/b/{battle_id}").status_code == 404
    assert client.get(f"/b/{battle_id}").status_code == 200
    assert other.extensions["socketio"] is not app.extensions["socketio"]
    other.extensions[database.KEY].kw["bind"].dispose()
