"""What all answers carry, what is refused wherever it is sent, and the shape of API errors."""

import gzip
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

import webapp
from tests.webapp.battle_files import BATTLE, UNKNOWN_UNIT
from tests.webapp.challengers import LINEUP, Person
from tests.webapp.kept_app import application
from tests.webapp.page_parts import assert_shape, token
from tests.webapp.stopped_clock import StoppedClock
from webapp.base.config import Settings
from webapp.guard import keys
from webapp.store import database

FRAMED = re.compile(r"/embed/")  # the only page that other sites may embed
VALUES = {"ruleset": "manymarios", "int:number": "1", "path:filename": "dist/manifest.json"}


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
def test_every_page_has_strict_headers(app: Flask, client: FlaskClient, *, is_style: bool) -> None:
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


def test_session_cookie_flags(asking: FlaskClient, settings: Settings, clock: StoppedClock) -> None:
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
        assert "includeSubDomains" not in forwarded.headers["Strict-Transport-Security"]
    below = replace(settings, https=True, https_subdomains=True, proxies=1)
    with application(below, clock) as app:
        told = app.test_client().get("/", headers={"X-Forwarded-Proto": "https"}).headers
        assert "includeSubDomains" in told["Strict-Transport-Security"]


def test_secrets_are_not_indexed_or_cached(app: Flask, ann: Person, clock: StoppedClock) -> None:
    client, stranger = ann.client, app.test_client()
    page = ann.challenge("manymarios", listed="1")
    listed, unlisted = (
        f"/b/{client.post(f'/api/v1/battles{query}', json=BATTLE).json['id']}"
        for query in ("?listed=true", "")
    )
    army = client.post("/api/v1/armies", json={"ruleset": "manymarios", "army": LINEUP}).json
    edit = army["links"]["edit"].removeprefix("http://localhost")
    for address, is_indexed, is_kept in (
        ("/", True, True),
        ("/battles", True, True),
        (listed, True, True),
        (f"{listed}/card.png", True, True),
        (unlisted, False, True),
        (f"/embed/{unlisted[3:]}", False, True),
        (page, False, False),
        (ann.link(page, "seat"), False, False),
        (ann.link(page, "join"), False, False),
        (f"/api/v1/challenges/{page[3:]}", False, False),
        (f"/a/{army['id']}", False, True),
        (edit, False, False),
        (f"{edit}x", False, False),
        ("/mine", False, False),
        ("/t/bcdfghjk", False, False),
        ("/m/bcdfghjk", False, False),
    ):
        for one in (client, stranger):
            told = one.get(address).headers
            assert (told.get("X-Robots-Tag") != "noindex") is is_indexed, address
            assert (told["Cache-Control"] != "private, no-store") is is_kept, address
    assert "Disallow: /api/v1/\n" in client.get("/robots.txt").text


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


BAD_BODIES = {
    **{text: text.encode() for text in ("", "{", "[]", "{}")},
    "unknown units": json.dumps(UNKNOWN_UNIT).encode(),
    "not UTF-8": b'{"ruleset": "\xff"}',
    "nested": b"[" * 290_000,
    "a long number": b'{"seed": ' + b"9" * 290_000,
    "many units": json.dumps(
        BATTLE | {"sides": [{"army": {"lineup": [{"unit": "goomba"}] * 6_000}}] * 2}
    ).encode(),
}


def test_every_endpoint_has_one_shape_for_bad_requests(app: Flask, client: FlaskClient) -> None:
    assert_shape(client.get("/api/v1/nothing"), 404)
    for method, address in addresses(app, "GET", "POST", "PUT"):
        if not address.startswith("/api/"):
            continue
        if method == "POST":
            assert_shape(client.post(address, data=b"{"), 422)
        elif "nothing" in address:
            assert_shape(client.open(address, method=method), 404)
        assert_shape(client.delete(address), 405)


@pytest.mark.parametrize("address", ["/api/v1/battles", "/api/v1/odds"])
def test_a_bad_body_is_refused(client: FlaskClient, address: str) -> None:
    for body in BAD_BODIES.values():
        answer = client.post(address, data=body, content_type="application/json")
        assert assert_shape(answer, 422)["errors"]
    assert_shape(client.post(address, data=b"[" * 10_000_000), 413)


def test_a_fault_of_our_own_shows_no_traceback(app: Flask) -> None:
    app.config["TESTING"] = False
    app.add_url_rule("/api/v1/broken", view_func=lambda: 1 // 0)
    body = assert_shape(app.test_client().get("/api/v1/broken"), 500)
    assert "ZeroDivision" not in body["error"]


GZIP = {"Accept-Encoding": "gzip"}
BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}
FILE = "/static/dist/page.js"
CODE = b"export const answer = 42;\n" * 200


@pytest.fixture
def _file(settings: Settings) -> None:
    (settings.static / "dist/page.js").write_bytes(CODE)
    (settings.static / "dist/small.js").write_bytes(b"let a = 1;\n" * 50)
    (settings.static / "dist/picture.png").write_bytes(b"\x89PNG" + bytes(5000))


@pytest.mark.parametrize("address", ["/", FILE, "/api/v1/openapi.json"])
@pytest.mark.parametrize(
    ("accepted", "coding", "unpack"),
    [(GZIP, "gzip", gzip.decompress), (BROWSER, "br", brotli.decompress)],
)
@pytest.mark.usefixtures("_file")
def test_text_is_compressed(
    client: FlaskClient, address: str, accepted: dict[str, str], coding: str, unpack: Any
) -> None:
    plain, packed = (client.get(address, buffered=True, headers=it) for it in ({}, accepted))
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == coding
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (plain, packed))
    if address != "/":  # which has another CSRF token each time
        assert unpack(packed.data) == plain.data
        assert packed.headers["ETag"] != plain.headers["ETag"], "other bytes"
    assert len(packed.data) < len(plain.data)


@pytest.mark.parametrize("address", [FILE, "/api/v1/openapi.json", "/icons.svg"])
@pytest.mark.usefixtures("_file")
def test_what_is_kept_is_not_sent_again(client: FlaskClient, address: str) -> None:
    for accepted in ({}, GZIP, BROWSER):
        tag = client.get(address, buffered=True, headers=accepted).headers["ETag"]
        again = client.get(address, buffered=True, headers=accepted | {"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == tag
        assert "Accept-Encoding" in again.headers["Vary"]
        assert "Content-Encoding" not in again.headers
        head = client.head(address, buffered=True, headers=accepted)
        assert (head.status_code, head.headers["ETag"], head.data) == (200, tag, b"")


@pytest.mark.usefixtures("_file")
def test_special_responses_are_sent_unchanged(app: Flask, client: FlaskClient) -> None:
    packed = gzip.compress(CODE * 100, mtime=0)
    headers = {"Content-Encoding": "gzip", "Content-Type": "text/plain"}
    app.add_url_rule("/packed", view_func=lambda: (packed, headers))
    for name in ("small.js", "picture.png"):
        answer = client.get(f"/static/dist/{name}", buffered=True, headers=BROWSER)
        assert answer.status_code == 200
        assert "Content-Encoding" not in answer.headers
    for refused in ("gzip;q=0, br;q=0", "identity", ""):
        answer = client.get(FILE, buffered=True, headers={"Accept-Encoding": refused})
        assert "Content-Encoding" not in answer.headers
        assert answer.data == CODE
    part = client.get(FILE, buffered=True, headers=BROWSER | {"Range": "bytes=100-2099"})
    assert (part.status_code, part.data) == (206, CODE[100:2100])
    assert "Content-Encoding" not in part.headers
    assert client.get("/packed", buffered=True, headers=BROWSER).data == packed
