"""REST v1, with its OpenAPI description at /api/v1/openapi.json, links included."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

from flask import Flask, Response, request
from flask_smorest import Api, Blueprint

from webapp.guard.request_guard import API, csrf
from webapp.rest.schemas import ErrorSchema

PREFIX: Final = "/api/v1"
KEY: Final = "battlereel.api"


class _Api(Api):
    """Builds its description at first use: that takes 100 ms, for which all tests would wait."""

    ERROR_SCHEMA = ErrorSchema

    def __init__(self, app: Flask) -> None:
        self.undescribed: list[Blueprint] = []
        super().__init__(app)

    def register_blueprint(self, blp: Blueprint, **options: Any) -> None:
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blp.name] = self
        self._app.register_blueprint(blp, **options)
        self.undescribed.append(blp)

    def describe(self) -> None:
        if not self.undescribed:
            return
        for blp in self.undescribed:
            blp.register_views_in_doc(self, self._app, self.spec, name=blp.name, parameters=None)
            self.spec.tag({"name": blp.name, "description": blp.description})
        self.undescribed = []
        # All paths must be registered by now; before writing, apispec exposes them only here.
        add_links(self.spec._paths, PREFIX)

    def _openapi_json(self) -> Any:
        self.describe()
        return super()._openapi_json()

    def _register_error_handlers(self) -> None:
        """Leave errors to webapp.base.errors, which gives them one shape."""


def _revalidate(response: Response) -> Response:
    """Add an ETag to a response; answer an equal conditional request with 304."""
    is_read = request.path.startswith(API) and request.method in ("GET", "HEAD")
    if is_read and response.status_code == 200:
        response.add_etag()
        response.make_conditional(request)
    return response


def attach(app: Flask, blueprints: Iterable[Blueprint]) -> None:
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
    api: _Api = app.extensions[KEY]
    api.describe()
    return cast("dict[str, Any]", api.spec.to_dict())


METHODS: Final = ("get", "put", "post", "delete")
ALSO: Final = {"/challenges": ("/matches", "/battles")}  # whose ids answers have, too
COMES_OF: Final = ("seal",)  # calls of a challenge whose answers can have them


def add_links(paths: dict[str, Any], prefix: str) -> None:
    """Add links to the description of every answer with an id."""
    for path, operations in paths.items():
        root, _, rest = path.removeprefix(prefix).partition("/{id_}")
        for method in METHODS:
            answers = operations.get(method, {}).get("responses", {})
            if "201" in answers:
                answers["201"]["links"] = dict(_to(paths, prefix + root, "id"))
            if "200" in answers and rest.strip("/") in COMES_OF:
                for other in ALSO.get(root, ()):
                    found = dict(_to(paths, prefix + other, "battle"))
                    answers["200"].setdefault("links", {}).update(found)


def _to(paths: dict[str, Any], root: str, member: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the calls below this address, given its id in the answer."""
    for path, operations in paths.items():
        if not path.startswith(f"{root}/{{id_}}"):
            continue
        for method in METHODS:
            if method in operations:
                escaped = path.replace("~", "~0").replace("/", "~1")
                name = f"{method}{path.removeprefix(root)}".replace("/{id_}", "")
                name = re.sub(r"\W+", "_", name).strip("_")
                given = {"path.id_": f"$response.body#/{member}"}
                link = {"operationRef": f"#/paths/{escaped}/{method}", "parameters": given}
                yield f"{root.rpartition('/')[2]}_{name}", link
