"""Allowed host names: requests for any other name are refused."""

from collections.abc import Iterable
from typing import Any, Final

from werkzeug.sansio.utils import host_is_trusted

LOCAL: Final = ("localhost", "127.0.0.1", "[::1]")  # for local health checks
REFUSAL: Final = b"This server does not answer under that name (BATTLEREEL_HOSTS).\n"


class Hosts:
    """WSGI middleware that only answers under the given names and those of the machine itself."""

    def __init__(self, application: Any, names: Iterable[str]) -> None:
        self.application = application
        self.names = [*names, *LOCAL]

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        if host_is_trusted(environ.get("HTTP_HOST") or environ["SERVER_NAME"], self.names):
            return self.application(environ, start_response)
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(REFUSAL))),
            ("Connection", "close"),
        ]
        start_response("400 Bad Request", headers)
        return [REFUSAL]
