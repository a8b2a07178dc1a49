"""Parses long forms in a thread, so that the event loop answers other requests meanwhile."""

from io import BytesIO
from typing import IO, Any, Final

from flask import Request
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.formparser import FormDataParser

from webapp.base.threads import in_thread

SHORT_BYTES: Final = 50_000
"""Up to this size, a thread would cost more than it saves."""


class _Parser(FormDataParser):
    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, *rest: Any
    ) -> Any:
        """Parses as werkzeug does, without fields that have no name, which it calls None.

        A long body is read on the loop, then parsed in a thread.
        """
        if content_length is not None and content_length <= SHORT_BYTES:
            parsed = super().parse(stream, mimetype, content_length, *rest)
        else:
            body = stream.read()
            parsed = in_thread(super().parse, BytesIO(body), mimetype, len(body), *rest)
        unread, form, files = parsed
        return unread, _named(form), _named(files)


def _named(fields: MultiDict[Any, Any]) -> MultiDict[Any, Any]:
    if None not in fields:
        return fields
    for dropped in fields.getlist(None):
        if isinstance(dropped, FileStorage):
            dropped.close()
    return type(fields)(field for field in fields.items(multi=True) if field[0] is not None)


class LongFormRequest(Request):
    """A request whose form is parsed in a thread if it is long."""

    form_data_parser_class = _Parser
