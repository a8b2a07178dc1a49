"""Health, readiness and metrics of the process."""

import os
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Final

from flask import Blueprint, Response, current_app, request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import Forbidden

from webapp.base.config import Settings
from webapp.base.texts import N_, _
from webapp.guard.headers import over_http
from webapp.store import database

STOPPING: Final = "battlereel.stopping"  # extension key: set while the server is stopping
NOT_FOR_YOU: Final = N_(
    "This address cannot read metrics: BATTLEREEL_METRICS lists those that can."
)

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
@over_http
def healthz() -> Response:
    """Liveness: the process answers."""
    return _plain_text("ok")


@blueprint.get("/readyz")
@over_http
def readyz() -> Response:
    """Readiness: 503 with a line for each problem."""
    missing = [*_missing()]
    if not missing:
        return _plain_text("ready")
    response = _plain_text("\n".join(missing), 503)
    response.headers["Retry-After"] = "5"
    return response


@blueprint.get("/metrics")
@over_http
def metrics() -> Response:
    """The metrics of this process for Prometheus; 403 for other networks."""
    settings: Settings = current_app.config["SETTINGS"]
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        raise Forbidden(_(NOT_FOR_YOU)) from None
    if not any(address in network for network in settings.metrics):
        raise Forbidden(_(NOT_FOR_YOU))
    return Response(database.LOOKING_UP.run(generate_latest), content_type=CONTENT_TYPE_LATEST)


def _missing() -> Iterator[str]:
    if current_app.extensions.get(STOPPING):
        yield "stopping: ask another process"
    try:
        database.looked_up(lambda db: db.scalar(text("SELECT count(*) FROM alembic_version")))
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None) or type(error).__name__
        current_app.logger.error("the database does not answer: %s", cause)
        yield "database: does not answer; the log says why"
    instance = current_app.config["SETTINGS"].instance
    if instance is not None and not os.access(instance, os.R_OK | os.W_OK | os.X_OK):
        yield "instance folder: cannot be read and written"


def _plain_text(words: str, status: int = 200) -> Response:
    response = Response(words + "\n", status, content_type="text/plain; charset=utf-8")
    response.cache_control.no_store = True
    return response
