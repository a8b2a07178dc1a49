"""Flask's extensions, each attached with the options that this application needs."""

import json
from contextvars import copy_context
from http import HTTPStatus
from typing import Any, Final

import msgspec
from flask import Flask, Response, request
from flask_compress import Compress
from flask_socketio import SocketIO
from werkzeug.wsgi import FileWrapper

from webapp import features
from webapp.base import assets
from webapp.base.config import Clock, Settings
from webapp.base.jobs import in_thread
from webapp.guard import headers
from webapp.guard.limits import MESSAGE_BYTES_MOST, Traffic
from webapp.guard.request_guard import csrf
from webapp.live import wire
from webapp.live.namespace import Live
from webapp.store import outage

LARGE_BYTES: Final = 300_000  # larger bodies are compressed in a thread

ENCODINGS: Final = ["br", "gzip"]
COMPRESSION: Final[dict[str, Any]] = {
    "COMPRESS_ALGORITHM": ENCODINGS,
    # Files are streamed. Flask-Compress does not offer gzip for streams, since a slow one would be
    # held back; ours are short and on disk.
    "COMPRESS_ALGORITHM_STREAMING": ENCODINGS,
    "COMPRESS_STREAMING_ENDPOINT_CONDITIONAL": assets.FILES,
    "COMPRESS_BR_LEVEL": 5,
    "COMPRESS_MIN_SIZE": 1000,
    "COMPRESS_MIMETYPES": [
        *("application/json", "image/svg+xml", "text/css", "text/html", "text/javascript"),
        "text/plain",
    ],
}


class _Json:
    """JSON for Socket.IO: msgspec passes recorded events on as the bytes that they are."""

    @staticmethod
    def dumps(value: Any, **_: Any) -> str:
        return msgspec.json.encode(value).decode()

    loads = staticmethod(json.loads)


class _Compress(Compress):
    """Flask-Compress, but parts of files and encodings refused by `q=0` are not compressed."""

    def after_request(self, response: Response | None) -> Response:
        assert response is not None
        is_part = response.status_code == HTTPStatus.PARTIAL_CONTENT
        is_wanted = any(request.accept_encodings[name] > 0 for name in ENCODINGS)
        if is_part or not is_wanted:
            response.vary.add("Accept-Encoding")
            return response
        if request.accept_encodings["br"] > 0:
            assets.use_built_brotli(response)
        if isinstance(response.response, FileWrapper):
            # The compressed stream replaces the file, which has to be closed with the response.
            response.call_on_close(response.response.close)
        compressed = super().after_request
        if response.is_sequence and (response.calculate_content_length() or 0) > LARGE_BYTES:
            return in_thread(copy_context().run, compressed, response)
        return compressed(response)


def attach(app: Flask, settings: Settings, clock: Clock) -> None:
    """Attaches compression, CSRF protection, security headers and the live namespace."""
    app.config.update(COMPRESSION)
    _Compress(app)
    csrf.init_app(app)
    headers.attach(app, settings)
    # Without cors_allowed_origins it refuses every origin but its own. An object per application,
    # since it binds itself to the one that it is given.
    socketio = SocketIO(
        app,
        async_mode="gevent",
        json=_Json,
        client_manager=wire.Rooms(),
        manage_session=False,
        logger=wire.LIBRARIES,
        engineio_logger=wire.LIBRARIES,
        max_http_buffer_size=MESSAGE_BYTES_MOST,
    )
    traffic = Traffic(clock) if settings.limits else None
    wire.attach(socketio, traffic)
    socketio.on_namespace(Live(clock, traffic, features.TOPICS))
    socketio.on_error_default(_answer_fault)


def _answer_fault(error: BaseException) -> dict[str, Any]:
    """Logs an unexpected error of a message's handler, and acknowledges the message with it."""
    return outage.answer(error, "message", "a live message failed")
