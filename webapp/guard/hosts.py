"""Hosts that are ours: whoever asks for another is told so, and nothing is built from its name."""

from collections.abc import Iterable
from typing import Any, Final

from werkzeug.sansio.utils import host_is_trusted

LOCAL: Final = ("localhost", "127.0.0.1", "[::1]")
"""What a machine calls itself, for its own probes."""
REFUSAL: Final = b"This server does not answer under that name (BATTLEREEL_HOSTS).\n"


class Hosts:
    """An application that answers only under the names given, and those of the machine itself."""

    def __init__(self, application: Any, names: Iterable[str]) -> None:
        self.application = application
        self.names = [*names, *LOCAL]

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Answers a request; 400 in plain words under a foreign name."""
        if host_is_trusted(environ.get("HTTP_HOST") or environ["SERVER_NAME"], self.names):
            return self.application(environ, start_response)
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(REFUSAL))),
            ("Connection", "close"),
        ]
        start_response("400 Bad Request", headers)
        return [REFUSAL]
