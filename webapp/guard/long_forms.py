"""Parses long forms in a thread, so that the event loop answers other requests meanwhile."""

from io import BytesIO
from typing import IO, Any, Final

from flask import Request
from werkzeug.formparser import FormDataParser

from webapp.base.threads import in_thread

SHORT_BYTES: Final = 50_000
"""Up to this size, a thread would cost more than it saves."""


class _Parser(FormDataParser):
    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, *rest: Any
    ) -> Any:
        """Parses as werkzeug does; a long body is read on the loop, then parsed in a thread."""
        if content_length is not None and content_length <= SHORT_BYTES:
            return super().parse(stream, mimetype, content_length, *rest)
        body = stream.read()
        return in_thread(super().parse, BytesIO(body), mimetype, len(body), *rest)


class LongFormRequest(Request):
    """A request whose form is parsed in a thread if it is long."""

    form_data_parser_class = _Parser
