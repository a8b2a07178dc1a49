"""What holds for every address at once, found through the map of all of them."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.battle_files import BATTLE
from tests.webapp.page_parts import token
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_error_shape import assert_shape
from webapp import create_app
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


def test_every_address_sends_the_strict_headers(app: Flask, client: FlaskClient) -> None:
    walked = addresses(app, "GET", "POST", "PUT", "DELETE")
    assert len(walked) > 20
    for method, address in walked:
        answer = client.open(address, method=method, follow_redirects=False)
        answer.close()
        headers = answer.headers
        assert answer.status_code < 500, f"{method} {address}"
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'self'"
        assert policy["object-src"] == policy["base-uri"] == "'none'"
        assert policy["form-action"] == "'self'"
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert "http" not in headers["Content-Security-Policy"], "no origin but ours"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
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


def test_the_api_believes_a_cookie_only_beside_its_token(asking: FlaskClient) -> None:
    me = asking.get("/whoami").get_json()["visitor"]
    assert asking.get("/api/v1/whoami").get_json()["visitor"] == me, "nothing changes by reading"
    sent = asking.post("/api/v1/whoami", headers={"X-CSRFToken": token(asking)})
    assert sent.get_json()["visitor"] == me
    for headers in ({}, {"X-CSRFToken": "forged"}):
        answer = asking.post("/api/v1/whoami", headers=headers)
        assert answer.get_json()["visitor"] != me
        assert "Set-Cookie" not in answer.headers, "the visitor's own cookie is left alone"
    assert asking.get("/whoami").get_json()["visitor"] == me


def test_a_token_of_somebody_else_is_no_token(app: Flask, asking: FlaskClient) -> None:
    me = asking.get("/whoami").get_json()["visitor"]
    other = token(app.test_client())
    answer = asking.post("/api/v1/whoami", headers={"X-CSRFToken": other})
    assert answer.get_json()["visitor"] != me


def test_a_visitor_is_remembered_for_longer_than_the_browser_is_open(asking: FlaskClient) -> None:
    cookie = asking.get("/whoami").headers["Set-Cookie"]
    assert "Expires=" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_under_https_cookies_stay_under_https(settings: Settings, clock: StoppedClock) -> None:
    app = create_app(replace(settings, https=True), clock)
    cookie = app.test_client().get("/", base_url="https://localhost").headers["Set-Cookie"]
    assert "Secure" in cookie
    assert "HttpOnly" in cookie
    app.extensions[database.KEY].kw["bind"].dispose()


@pytest.mark.parametrize("address", ["/", "/rules", "/odds", "/api/v1/catalogs/manymarios"])
def test_too_long_a_query_is_refused(client: FlaskClient, address: str) -> None:
    answer = client.get(f"{address}?x={'y' * 4_000}")
    assert answer.status_code == 414
    if address.startswith("/api/"):
        assert_shape(answer, 414)
    assert client.get(f"{address}?x={'y' * 3_000}").status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "text/html"])
def test_a_body_that_is_not_called_json_is_refused(client: FlaskClient, kind: str) -> None:
    """These are the kinds that a form of another site could send."""
    answer = client.post("/api/v1/battles", data="{}", content_type=kind)
    assert "Content-Type: application/json" in assert_shape(answer, 415)["error"]


def test_a_battle_in_the_open_needs_no_cookie(client: FlaskClient) -> None:
    answer = client.post("/api/v1/battles", json=BATTLE)
    assert answer.status_code == 201
    assert "Set-Cookie" not in answer.headers


def test_no_head_sets_a_cookie(app: Flask) -> None:
    for _, address in addresses(app, "GET"):
        answer = app.test_client().head(address)
        answer.close()
        assert "Set-Cookie" not in answer.headers, address
