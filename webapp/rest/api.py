"""REST v1, with its OpenAPI description at /api/v1/openapi.json."""

from collections.abc import Iterable
from typing import Any, Final

from flask import Flask, Response, request
from flask_smorest import Api, Blueprint

from webapp.guard.request_guard import API, csrf
from webapp.rest import links
from webapp.rest.schemas import ErrorSchema

PREFIX: Final = "/api/v1"
KEY: Final = "battlereel.api"


class _Api(Api):
    """Is described when somebody asks: that takes 100 ms, for which all tests would wait."""

    ERROR_SCHEMA = ErrorSchema

    def __init__(self, app: Flask) -> None:
        self.undescribed: list[Blueprint] = []
        super().__init__(app)

    def register_blueprint(self, blp: Blueprint, **options: Any) -> None:
        """Adds the calls of a resource."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blp.name] = self
        self._app.register_blueprint(blp, **options)
        self.undescribed.append(blp)

    def describe(self) -> None:
        """Completes the description, unless it has been."""
        if not self.undescribed:
            return
        for blp in self.undescribed:
            blp.register_views_in_doc(self, self._app, self.spec, name=blp.name, parameters=None)
            self.spec.tag({"name": blp.name, "description": blp.description})
        self.undescribed = []
        # All paths have to be there; apispec shows them nowhere else before they are written.
        links.add(self.spec._paths, PREFIX)

    def _openapi_json(self) -> Any:
        self.describe()
        return super()._openapi_json()

    def _register_error_handlers(self) -> None:
        """Leaves errors to webapp.base.errors, which gives all of them one shape."""


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


def attach(app: Flask, blueprints: Iterable[Blueprint]) -> None:
    """Add the API with the calls of these blueprints to the application."""
    app.config.update(
        API_TITLE="Battlereel",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX=PREFIX,
        OPENAPI_JSON_PATH="openapi.json",
    )
    app.after_request(_revalidate)
    api = app.extensions[KEY] = _Api(app)
    for blueprint in blueprints:
        # webapp.guard.request_guard ignores cookies that come without the CSRF token.
        csrf.exempt(blueprint)
        api.register_blueprint(blueprint, url_prefix=PREFIX)


def description(app: Flask) -> dict[str, Any]:
    """The API of the application as OpenAPI has it, which is worked out when it is first asked."""
    api: _Api = app.extensions[KEY]
    api.describe()
    described: dict[str, Any] = api.spec.to_dict()
    return described
