"""Adapter between Engine.IO and `connection`: upgrade, and protocol errors."""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import engineio

from webapp.live.connection import HandshakeError, WebSocket

NO_WEBSOCKET: Final = "This address speaks WebSocket of version 13."
UNDER_WAY: Final = "This session is about to have another WebSocket."
# Engine.IO's errors for invalid, deeply nested or unsendable packets
FAULTS: Final = (ValueError, RecursionError, OSError)
logger = logging.getLogger("webapp.live")


class Upgrade:
    """Engine.IO's WebSocket interface with hang-up and a message limit.

    It returns no list, which Engine.IO would send as HTTP after the last frame.
    """

    ws: WebSocket

    def __init__(self, handler: Callable[..., Any], server: engineio.Server) -> None:
        self.handler = handler
        self.most: int = server.max_http_buffer_size
        self.session: Any = handler.__self__  # type: ignore[attr-defined]  # its method

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> tuple[bytes, ...]:
        if self.session.upgrading:
            return _refusal(start_response, UNDER_WAY)
        try:
            self.ws = WebSocket(environ, self.most)
        except HandshakeError:
            if not self.session.connected:
                self.session.close(wait=False, abort=True)
            return _refusal(start_response, NO_WEBSOCKET)
        self.session.ws = self.ws
        try:
            self.handler(self)
        except FAULTS as error:
            logger.info("hung up on a client: it sent no packet: %s", type(error).__name__)
            if self.session.connected and not self.session.upgraded:
                self.session.upgrading = False  # the session falls back to polling
            else:
                self.session.close(wait=False, abort=True)
            self.ws.hang_up()
        if "gunicorn.socket" in environ:
            raise StopIteration  # tells gunicorn that there is no response to send
        return ()

    def wait(self) -> str | bytes | None:
        """Return the next message, or None when the connection has ended."""
        return self.ws.receive()

    def send(self, message: str | bytes) -> None:
        self.ws.send(message)

    def close(self) -> None:
        with suppress(OSError):
            self.ws.close()


def _refusal(start_response: Callable[..., Any], why: str) -> tuple[bytes, ...]:
    start_response("400 BAD REQUEST", [("Content-Type", "text/plain")])
    return (why.encode(),)
