"""The database: connections, sessions, migrations."""

from typing import Any, Final

from alembic import command
from alembic.config import Config
from flask import Flask, current_app
from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.orm import Session, sessionmaker

from webapp.base.config import ConfigError
from webapp.base.paths import PACKAGE

KEY: Final = "battlereel.sessions"
ALONE: Final = {
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": "SELECT pg_advisory_xact_lock(5000)",
}
"""By dialect, a statement that lets one process migrate while the others wait for it."""


def connect(url: str) -> Engine:
    """An engine for this URL; SQLite in WAL mode, with foreign keys enforced.

    Raises ConfigError for a URL that SQLAlchemy or its drivers cannot use.
    """
    try:
        kind = make_url(url).get_backend_name()
        if kind not in ALONE:
            raise ConfigError(f"DATABASE_URL names {kind}; it must be one of {', '.join(ALONE)}")
        engine = create_engine(url)
    except (ArgumentError, ImportError) as error:
        raise ConfigError(f"DATABASE_URL cannot be used: {error}") from None
    if kind == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "foreign_keys=ON", "synchronous=NORMAL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(engine: Engine, version: str = "head") -> None:
    """Brings the tables to the newest version or up to another, from nothing if need be.

    Of several processes that start at once one does it. Raises ConfigError if the database cannot
    be opened.
    """
    config = Config()
    config.set_main_option("script_location", str(PACKAGE / "store/migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql(ALONE[engine.dialect.name])
            config.attributes["connection"] = connection
            command.upgrade(config, version)
    except OperationalError as error:
        raise ConfigError(f"DATABASE_URL: the database cannot be opened: {error.orig}") from None


def attach(app: Flask, url: str) -> None:
    """Gives the application its database, migrated."""
    engine = connect(url)
    migrate(engine)
    app.extensions[KEY] = sessionmaker(engine, expire_on_commit=False)


def session() -> Session:
    """A new session of the current application's database, for one `with` block.

    Do not switch greenlets inside: a connection is held for as long.
    """
    sessions: sessionmaker[Session] = current_app.extensions[KEY]
    return sessions()
