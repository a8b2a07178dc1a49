"""Responses compressed by gzip, for whoever accepts it."""

import gzip
from typing import Final

from flask import Flask, Response, request

TYPES: Final = {
    "application/json",
    "image/svg+xml",
    "text/css",
    "text/html",
    "text/javascript",
    "text/plain",
}
BYTES_LEAST: Final = 1000
LEVEL: Final = 6


def attach(app: Flask) -> None:
    """Compresses the application's responses on their way out."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if response.mimetype not in TYPES:
        return response
    response.vary.add("Accept-Encoding")
    if (
        response.status_code != 200
        or "Content-Encoding" in response.headers
        or request.accept_encodings["gzip"] <= 0
        or (response.content_length or BYTES_LEAST) < BYTES_LEAST
    ):
        return response
    response.direct_passthrough = False
    response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    etag, _ = response.get_etag()
    if etag:
        response.set_etag(etag, weak=True)  # the same content in other bytes
    return response
