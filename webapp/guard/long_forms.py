"""Parsing of long forms in a thread."""

from io import BytesIO
from typing import IO, Any, Final

from flask import Request
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.formparser import FormDataParser

from webapp.base.threads import in_thread

SHORT_BYTES: Final = 50_000  # below this, a thread costs more than it saves


class _Parser(FormDataParser):
    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, *rest: Any
    ) -> Any:
        """Parse as werkzeug does, dropping fields without a name; a long body in a thread."""
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
    form_data_parser_class = _Parser
