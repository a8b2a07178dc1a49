"""Responses during a database outage: 503 with Retry-After."""

import errno
import sqlite3
from typing import Any, Final

from flask import Flask, current_app
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from werkzeug.exceptions import ServiceUnavailable

from webapp.base import errors, metrics
from webapp.base.texts import N_

RETRY_SECONDS: Final = 2  # viewers are to be back within 5 seconds
OUT: Final = N_(
    "The server's storage does not answer at the moment. What was stored is safe; what you have"
    " just sent may not have been stored. Try again in a few seconds."
)
# Codes of problems around the database, not in the query.
SQLITE: Final = {
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY),
    *(sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN),
    sqlite3.SQLITE_PROTOCOL,
}
SYSTEM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE)


def is_outage(error: BaseException) -> bool:
    """Whether an error comes from the environment and may be temporary."""
    if isinstance(error, OSError):
        return error.errno in SYSTEM
    if isinstance(error, NoConnectionError):
        return True
    if not isinstance(error, DBAPIError):
        return False
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in SQLITE
    return isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated


def note(error: BaseException) -> None:
    """Count it, and log the cause in one line."""
    metrics.ERRORS.labels("storage").inc()
    cause = getattr(error, "orig", None) or error
    current_app.logger.error("storage does not answer: %s", " ".join(str(cause).split()))


def attach(app: Flask) -> None:
    app.register_error_handler(SQLAlchemyError, _answer)
    app.register_error_handler(OSError, _answer)


def _answer(error: Exception) -> ResponseReturnValue:
    if not is_outage(error):
        raise error
    note(error)
    return errors.answer(ServiceUnavailable(OUT, retry_after=RETRY_SECONDS))


def answer(error: BaseException, kind: str, what: str) -> dict[str, Any]:
    """Log an unexpected error of a live message; return its answer: an outage, or a bug."""
    if is_outage(error):
        note(error)
        return errors.payload(503, OUT) | {"retry_after": RETRY_SECONDS}
    metrics.ERRORS.labels(kind).inc()
    current_app.logger.error(what, exc_info=error)
    return errors.payload(500, errors.REMEDIES[500])
