"""REST v1, with its OpenAPI description at /api/v1/openapi.json."""

from typing import Final

from flask import Flask, Response, request
from flask_smorest import Api

from webapp.api import (
    armies,
    battles,
    branches,
    builder,
    catalogs,
    challenges,
    ladders,
    links,
    matches,
    odds,
    puzzles,
    searches,
    tournaments,
)
from webapp.api.schemas.common import ErrorSchema
from webapp.guard.request_guard import API, csrf

PREFIX: Final = "/api/v1"
KEY: Final = "battlereel.api"


class _Api(Api):
    ERROR_SCHEMA = ErrorSchema

    def _register_error_handlers(self) -> None:
        """Leaves errors to webapp.errors, which gives all of them one shape."""


def _revalidate(response: Response) -> Response:
    """Adds an ETag to what was read; a conditional request is answered by 304 if it is the same."""
    if (
        request.path.startswith(API)
        and request.method in ("GET", "HEAD")
        and response.status_code == 200
    ):
        response.add_etag()
        response.make_conditional(request)
    return response


def attach(app: Flask) -> None:
    """Adds the API to the application."""
    app.config.update(
        API_TITLE="Battlereel",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX=PREFIX,
        OPENAPI_JSON_PATH="openapi.json",
    )
    app.after_request(_revalidate)
    api = app.extensions[KEY] = _Api(app)
    for module in (
        battles,
        branches,
        odds,
        searches,
        puzzles,
        challenges,
        matches,
        tournaments,
        ladders,
        catalogs,
        builder,
        armies,
    ):
        # webapp.guard.request_guard ignores cookies that come without the CSRF token.
        csrf.exempt(module.blueprint)
        api.register_blueprint(module.blueprint, url_prefix=PREFIX)
    # All paths have to be there; apispec shows them nowhere else before they are written.
    links.add(api.spec._paths, PREFIX)
