"""Forms as long as a battle file are taken apart in a thread: the loop answers others meanwhile."""

from io import BytesIO
from typing import IO, Any, Final

from flask import Request
from werkzeug.formparser import FormDataParser

from webapp.base.threads import in_thread

SHORT_BYTES: Final = 50_000
"""Up to this a thread would cost more than it saves."""


class _Parser(FormDataParser):
    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, *rest: Any
    ) -> Any:
        """What werkzeug's gives and raises; the stream is read to its end on the loop."""
        if content_length is not None and content_length <= SHORT_BYTES:
            return super().parse(stream, mimetype, content_length, *rest)
        body = stream.read()
        return in_thread(super().parse, BytesIO(body), mimetype, len(body), *rest)


class LongFormRequest(Request):
    """A request whose form may be long."""

    form_data_parser_class = _Parser
