"""What all answers carry, and what the application refuses wherever it is sent."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

import webapp
from tests.webapp.battle_files import BATTLE
from tests.webapp.kept_app import application
from tests.webapp.page_parts import token
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_error_shape import assert_shape
from webapp.base.config import Settings
from webapp.guard import keys
from webapp.store import database

FRAMED = re.compile(r"/embed/")
"""The one page of ours that others may put into theirs."""
VALUES = {"ruleset": "manymarios", "path:filename": "dist/manifest.json"}


def addresses(app: Flask, *methods: str) -> list[tuple[str, str]]:
    """Every method and address, with something in place of each variable."""
    found = []
    for rule in app.url_map.iter_rules():
        address = re.sub(r"<([^>]+)>", lambda match: VALUES.get(match[1], "nothing"), rule.rule)
        found += [(method, address) for method in sorted((rule.methods or set()) & {*methods})]
    return found


STRICT = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
POLICY = {
    "default-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "img-src": "'self' data:",
}


@pytest.mark.parametrize("is_style", [False, pytest.param(True, marks=pytest.mark.long)])
def test_every_address_sends_the_strict_headers(
    app: Flask, client: FlaskClient, *, is_style: bool
) -> None:
    """/style, which shows parts of all pages, takes as long as the others together."""
    walked = addresses(app, "GET", "POST", "PUT", "DELETE")
    assert len(walked) > 20
    for method, address in walked:
        if (address == "/style") != is_style:
            continue
        answer = client.open(address, method=method, follow_redirects=False)
        answer.close()
        headers = answer.headers
        assert answer.status_code < 500, f"{method} {address}"
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert POLICY.items() <= policy.items()
        assert not policy.keys() & {"script-src", "style-src", "connect-src"}, "default-src holds"
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert "http" not in headers["Content-Security-Policy"], "no origin but ours"
        assert STRICT.items() <= dict(headers).items(), f"{method} {address}"
        assert headers["Cross-Origin-Resource-Policy"] in ("same-origin", "cross-origin")
        assert "Access-Control-Allow-Credentials" not in headers
        if not FRAMED.match(address):
            assert policy["frame-ancestors"] == "'none'"
            assert headers["X-Frame-Options"] == "DENY"


def test_every_form_without_its_token_is_refused(app: Flask, client: FlaskClient) -> None:
    client.get("/")
    forms = [
        (method, address)
        for method, address in addresses(app, "POST", "PUT", "PATCH", "DELETE")
        # A language is chosen on pages that have no session, too, and changes nothing else.
        if not address.startswith("/api/") and address != "/language"
    ]
    assert len(forms) >= 5
    for method, address in forms:
        answer = client.open(address, method=method, data={"seed": "1"})
        assert answer.status_code == 400, f"{method} {address}"
        assert "reload the page" in answer.text


@pytest.fixture
def asking(app: Flask) -> FlaskClient:
    """A visitor of an application that tells who asks: by reading, and where things change."""

    def who() -> dict[str, str]:
        return {"visitor": keys.visitor()}

    app.add_url_rule("/whoami", view_func=who)
    view = app.extensions["csrf"].exempt(who)
    app.add_url_rule("/api/v1/whoami", "api-whoami", view, methods=["GET", "POST"])
    return app.test_client()


def test_the_api_believes_a_cookie_only_beside_its_token(app: Flask, asking: FlaskClient) -> None:
    assert "Set-Cookie" not in asking.head("/whoami").headers, "its sender may be anybody"
    me = asking.get("/whoami").get_json()["visitor"]
    assert asking.get("/api/v1/whoami").get_json()["visitor"] == me, "nothing changes by reading"
    sent = asking.post("/api/v1/whoami", headers={"X-CSRFToken": token(asking)})
    assert sent.get_json()["visitor"] == me
    foreign = token(app.test_client())
    for headers in ({}, {"X-CSRFToken": "forged"}, {"X-CSRFToken": foreign}):
        answer = asking.post("/api/v1/whoami", headers=headers)
        assert answer.get_json()["visitor"] != me
        assert "Set-Cookie" not in answer.headers, "the visitor's own cookie is left alone"
    assert asking.get("/whoami").get_json()["visitor"] == me


def test_the_session_cookie_is_kept_and_out_of_reach(
    asking: FlaskClient, settings: Settings, clock: StoppedClock
) -> None:
    cookie = asking.get("/whoami").headers["Set-Cookie"]
    for part in ("Expires=", "HttpOnly", "SameSite=Lax"):
        assert part in cookie
    assert "Secure" not in cookie, "it is served on localhost without HTTPS"
    with application(replace(settings, https=True, proxies=1), clock) as app:
        client = app.test_client()
        answer = client.get("/rules")
        assert (answer.status_code, answer.location) == (302, "https://localhost/rules")
        forwarded = client.get("/", headers={"X-Forwarded-Proto": "https"})
        assert "Secure" in forwarded.headers["Set-Cookie"]
        assert "HttpOnly" in forwarded.headers["Set-Cookie"]
        assert "Strict-Transport-Security" in forwarded.headers


def test_too_long_a_query_is_refused(client: FlaskClient) -> None:
    for address in ("/rules", "/api/v1/catalogs/manymarios"):
        answer = client.get(f"{address}?x={'y' * 4_000}")
        assert answer.status_code == 414
        if address.startswith("/api/"):
            assert_shape(answer, 414)
        assert client.get(f"{address}?x={'y' * 3_000}").status_code == 200


def test_a_body_that_is_not_called_json_is_refused(client: FlaskClient) -> None:
    """A form of another site could send these kinds."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "text/html"):
        answer = client.post("/api/v1/battles", data="{}", content_type=kind)
        assert "Content-Type: application/json" in assert_shape(answer, 415)["error"]


def test_a_battle_in_the_open_needs_no_cookie(client: FlaskClient) -> None:
    answer = client.post("/api/v1/battles", json=BATTLE)
    assert answer.status_code == 201
    assert "Set-Cookie" not in answer.headers


def test_files_of_the_build_are_kept_and_carry_no_headers_of_documents(client: FlaskClient) -> None:
    """Browsers read none of them there, and a page has them once for each of its files."""
    of_documents = {"Content-Security-Policy", "X-Frame-Options", "Permissions-Policy"}
    of_documents |= {"Referrer-Policy", "Content-Disposition", "Expires"}
    for address, keeps in {
        "offline.css?v=0123456789ab": "max-age=31536000, immutable",
        "offline.js?v=0123456789ab": "max-age=31536000, immutable",
        "offline.css?v=ba9876543210": "no-cache",  # another server's version
        "manifest.json?v=1": "no-cache",
        "manifest.json": "no-cache",
    }.items():
        answer = client.get(f"/static/dist/{address}")
        answer.close()
        assert keeps in answer.headers["Cache-Control"]
        if address.startswith("offline"):
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
            assert not of_documents & {*answer.headers.keys()}
    assert "no-cache" in client.get("/rules").headers["Cache-Control"]


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
