"""Responses compressed for whoever accepts it, and what a browser that has kept one asks again."""

import gzip
from typing import Any

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp.base.config import Settings

GZIP = {"Accept-Encoding": "gzip"}
BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}
FILE = "/static/dist/page.js"
CODE = b"export const answer = 42;\n" * 200


@pytest.fixture(autouse=True)
def _file(settings: Settings) -> None:
    (settings.static / "dist/page.js").write_bytes(CODE)
    (settings.static / "dist/small.js").write_bytes(b"let a = 1;\n" * 50)
    (settings.static / "dist/picture.png").write_bytes(b"\x89PNG" + bytes(5000))


@pytest.mark.parametrize("address", ["/", FILE, "/api/v1/openapi.json"])
@pytest.mark.parametrize(
    ("accepted", "coding", "unpack"),
    [(GZIP, "gzip", gzip.decompress), (BROWSER, "br", brotli.decompress)],
)
def test_text_is_compressed(
    client: FlaskClient, address: str, accepted: dict[str, str], coding: str, unpack: Any
) -> None:
    plain, packed = (
        client.get(address, buffered=True),
        client.get(address, buffered=True, headers=accepted),
    )
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == coding
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (plain, packed))
    if address != "/":  # which has another CSRF token each time
        assert unpack(packed.data) == plain.data
        assert packed.headers["ETag"] != plain.headers["ETag"], "other bytes"
    assert len(packed.data) < len(plain.data)


@pytest.mark.parametrize("address", [FILE, "/api/v1/openapi.json", "/icons.svg"])
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


def test_files_are_sent_plain_that_are_short_or_packed_or_for_who_accepts_no_other(
    client: FlaskClient,
) -> None:
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


def test_a_response_is_compressed_once(app: Flask, client: FlaskClient) -> None:
    packed = gzip.compress(CODE * 100, mtime=0)
    headers = {"Content-Encoding": "gzip", "Content-Type": "text/plain"}
    app.add_url_rule("/packed", view_func=lambda: (packed, headers))
    assert client.get("/packed", buffered=True, headers=BROWSER).data == packed
