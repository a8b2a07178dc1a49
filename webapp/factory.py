"""Assembly of the application."""

import os
from datetime import timedelta
from typing import Final

from flask import Flask, Response
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp import extensions, features
from webapp.base import assets, errors, games, icons, jobs, languages, logs, qr, rendering
from webapp.base.config import Clock, Settings, SystemClock, from_environment
from webapp.base.paths import HOUSE
from webapp.guard import admission, headers, limits, request_guard
from webapp.store import database

VISITOR_DAYS: Final = 400  # the longest lifetime of a cookie in browsers


def build(settings: Settings | None, clock: Clock | None) -> Flask:
    """Build the application; see `webapp.create_app`."""
    settings = settings or from_environment(os.environ)
    clock = clock or SystemClock()
    app = Flask(
        "webapp", template_folder=str(HOUSE / "templates"), static_folder=str(settings.static)
    )
    app.jinja_environment = rendering.Environment
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
    extensions.attach(app, settings, clock)
    features.attach(app)
    # Attached after compression, so that its after_request function runs before it.
    icons.attach(app, games.icon_files())
    qr.attach(app)
    if settings.hosts:
        app.wsgi_app = request_guard.Hosts(app.wsgi_app, settings.hosts)  # type: ignore[method-assign]
    if settings.proxies:
        count = settings.proxies
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=count, x_proto=count, x_host=count
        )
    return app


def _revalidate(response: Response) -> Response:
    """Make browsers revalidate whatever has no cache lifetime."""
    if "Cache-Control" not in response.headers:
        response.cache_control.no_cache = True
    return response
