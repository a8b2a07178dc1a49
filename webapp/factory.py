"""Assembly of the application, with Flask's extensions."""

import json
import os
import time
from collections.abc import Iterable
from contextvars import copy_context
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import flask.templating
import msgspec
from flask import Flask, Response, request
from flask_compress import Compress
from flask_socketio import SocketIO
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wsgi import FileWrapper

from webapp import features
from webapp.base import assets, errors, games, icons, jobs, languages, logs, qr
from webapp.base.config import Clock, Settings, SystemClock, from_environment
from webapp.base.jobs import give_way
from webapp.base.paths import HOUSE
from webapp.guard import admission, headers, limits, request_guard
from webapp.live import wire
from webapp.live.namespace import Live
from webapp.store import database, outage

VISITOR_DAYS: Final = 400  # the longest lifetime of a cookie in browsers
LARGE_BYTES: Final = 300_000  # larger bodies are compressed in a thread
RENDERING_SECONDS: Final = 0.01  # before others have a turn

ENCODINGS: Final = ["br", "gzip"]
COMPRESSION: Final[dict[str, Any]] = {
    "COMPRESS_ALGORITHM": ENCODINGS,
    # Flask-Compress offers no gzip for streams, since it holds back slow ones; ours are on disk.
    "COMPRESS_ALGORITHM_STREAMING": ENCODINGS,
    "COMPRESS_STREAMING_ENDPOINT_CONDITIONAL": assets.FILES,
    "COMPRESS_BR_LEVEL": 5,
    "COMPRESS_MIN_SIZE": 1000,
    "COMPRESS_MIMETYPES": [
        *("application/json", "image/svg+xml", "text/css", "text/html", "text/javascript"),
        "text/plain",
    ],
}


def build(settings: Settings | None, clock: Clock | None) -> Flask:
    """Build the application; see `webapp.create_app`."""
    settings = settings or from_environment(os.environ)
    clock = clock or SystemClock()
    templates = str(HOUSE / "templates")
    app = Flask("webapp", template_folder=templates, static_folder=str(settings.static))
    app.jinja_environment = _Environment
    app.config.update(
        SECRET_KEY=settings.secret_key,
        MAX_CONTENT_LENGTH=limits.BODY_BYTES_MOST,
        # A form may be as large as a body: battle files are pasted.
        MAX_FORM_MEMORY_SIZE=limits.BODY_BYTES_MOST,
        # A CSRF token is valid as long as its session: pages may stay open for hours.
        WTF_CSRF_TIME_LIMIT=None,
        # The lifetime of a visitor's identity, saved armies and seats.
        PERMANENT_SESSION_LIFETIME=timedelta(days=VISITOR_DAYS),
        CLOCK=clock,
        SETTINGS=settings,
    )
    # Catalogs have their own order.
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": False}
    app.after_request(_revalidate)
    app.after_request(headers.restrict)
    logs.attach(app)
    database.attach(app, settings.database_url)
    jobs.attach(app)
    admission.attach(app)
    assets.attach(app)
    languages.attach(app, settings.languages, games.translations())
    for id_, why in games.broken().items():
        app.logger.error("the game '%s' is left out: %s", id_, why)
    errors.attach(app)
    limits.attach(app, settings)
    request_guard.attach(app)
    _extend(app, settings, clock)
    features.attach(app)
    # Attached after compression, so that its after_request function runs before it.
    icons.attach(app, games.icon_files())
    qr.attach(app)
    if settings.hosts:
        app.wsgi_app = request_guard.Hosts(app.wsgi_app, settings.hosts)  # type: ignore[method-assign]
    if settings.proxies:
        count = settings.proxies
        proxied = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)
        app.wsgi_app = proxied  # type: ignore[method-assign]
    return app


def _revalidate(response: Response) -> Response:
    """Make browsers revalidate whatever has no cache lifetime."""
    if "Cache-Control" not in response.headers:
        response.cache_control.no_cache = True
    return response


def _joined(parts: Iterable[str]) -> str:
    """Join the parts, yielding to the loop while they are rendered."""
    if isinstance(parts, list):  # of a macro or block: nothing left to render
        return "".join(parts)
    drawn = []
    began = time.monotonic()
    for part in parts:
        drawn.append(part)
        if time.monotonic() - began > RENDERING_SECONDS:
            give_way()
            began = time.monotonic()
    return "".join(drawn)


class _Environment(flask.templating.Environment):
    """Flask's environment with breaks: a page of hundreds of rows takes long."""

    concat = staticmethod(_joined)

    def compile(self, *args: Any, **kwargs: Any) -> Any:
        """Compile a template in a thread: the first request must not block others."""
        if jobs.on_main_thread():
            return jobs.in_thread(super().compile, *args, **kwargs)
        return super().compile(*args, **kwargs)


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
            return jobs.in_thread(copy_context().run, compressed, response)
        return compressed(response)


def _extend(app: Flask, settings: Settings, clock: Clock) -> None:
    """Attach Flask's extensions with their options: compression, CSRF protection, Socket.IO."""
    app.config.update(COMPRESSION)
    _Compress(app)
    request_guard.csrf.init_app(app)
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
        max_http_buffer_size=limits.MESSAGE_BYTES_MOST,
    )
    traffic = limits.Traffic(clock) if settings.limits else None
    wire.attach(socketio, traffic)
    socketio.on_namespace(Live(clock, traffic, features.TOPICS))
    socketio.on_error_default(partial(outage.answer, kind="message", what="a live message failed"))
