"""The database: connections, sessions, migrations."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Final, TypeVar, cast

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from flask import Flask, current_app
from sqlalchemy import Connection, Engine, Select, Update, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.orm import Session, sessionmaker

from webapp.base.config import ConfigError
from webapp.base.ids import is_id
from webapp.base.jobs import Threads
from webapp.base.paths import PACKAGE
from webapp.base.texts import N_, _
from webapp.store import outage, sqlite

T = TypeVar("T")
KEY: Final = "battlereel.sessions"
LOOKING_UP: Final = Threads(4)  # for lists and health checks: no battle is played in them
# by dialect: lets one process migrate while others wait
ALONE: Final = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "SELECT pg_advisory_xact_lock(5000)"}


def connect(url: str) -> Engine:
    """Create an engine for this URL. Raises ConfigError for a URL that no driver can use."""
    try:
        kind = make_url(url).get_backend_name()
        if kind not in ALONE:
            text = N_("DATABASE_URL names {kind}; it must be one of {listed}")
            raise ConfigError(_(text, kind=kind, listed=", ".join(ALONE)))
        file = _file_of(url) if kind == "sqlite" else None
        # The pool of a database in memory takes no options.
        options = _postgres().OPTIONS if kind != "sqlite" else sqlite.OPTIONS if file else {}
        # Errors must not show parameters: seats, salts, sealed armies.
        engine = create_engine(url, hide_parameters=True, **options)
    except (ArgumentError, ImportError) as error:
        raise ConfigError(_("DATABASE_URL cannot be used: {why}", why=str(error))) from None
    if kind == "sqlite":
        if file:
            _keep_private(file)
        event.listen(engine, "connect", sqlite.prepare)
    else:
        _postgres().prepare(engine)
    return engine


def _postgres() -> ModuleType:
    # Its driver is an extra, and slow to load.
    from webapp.store import postgres

    return postgres


def _file_of(url: str) -> Path | None:
    """Return the file of an SQLite database, or None for one in memory."""
    name = make_url(url).database
    return Path(name) if name and name != ":memory:" else None


def _keep_private(file: Path) -> None:
    """Make the files of a database readable by their owner alone."""
    with suppress(OSError):  # opening it reports what is wrong
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        for end in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                Path(f"{file}{end}").chmod(0o600)


def _check_writable(url: str) -> None:
    """Raise ConfigError for a read-only file or folder."""
    if make_url(url).get_backend_name() != "sqlite" or not (file := _file_of(url)):
        return
    for path in (file.absolute().parent, file):
        if path.exists() and not os.access(path, os.W_OK):
            text = N_(
                "DATABASE_URL: {path} cannot be written. SQLite keeps its database {file} and "
                "files beside it in one folder: make it writable, or name another one"
            )
            raise ConfigError(_(text, path=str(path), file=file.name))


def migrate(engine: Engine, version: str = "head", *, back: bool = False) -> None:
    """Migrate the tables to the newest or another version, creating them if needed.

    With `back`, down to that version. One of several starting processes does it. Raises ConfigError
    if the database cannot be opened or is of a newer version.
    """
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                # Altering a table copies it and drops the old one, which foreign keys would forbid.
                connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
                connection.commit()
            try:
                with connection.begin():
                    connection.exec_driver_sql(ALONE[engine.dialect.name])
                    config = _alembic(connection)
                    (command.downgrade if back else command.upgrade)(config, version)
            finally:
                if engine.dialect.name == "sqlite":
                    connection.exec_driver_sql("PRAGMA foreign_keys=ON")
    except OperationalError as error:
        text = N_("DATABASE_URL: the database cannot be opened: {why}")
        raise ConfigError(_(text, why=str(error.orig))) from None
    except CommandError as error:
        text = N_("DATABASE_URL: the database is of a newer version of Battlereel: {why}")
        raise ConfigError(_(text, why=str(error))) from None


def _alembic(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(PACKAGE / "store/migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def attach(app: Flask, url: str) -> None:
    """Connect the application to its database, migrated."""
    engine = connect(url)
    _check_writable(url)
    migrate(engine)
    if engine.dialect.name == "postgresql":
        # Migrations have no time limit; requests do.
        engine.dispose()
        event.listen(engine, "connect", _postgres().limit)
    outage.attach(app)
    app.extensions[KEY] = sessionmaker(engine, expire_on_commit=False)


def session() -> Session:
    """Return a new session of the current application's database, for one `with` block.

    Do not switch greenlets inside: it holds a connection. Its queries switch themselves: always
    with PostgreSQL, with SQLite while they wait for the lock and the disk.
    """
    return cast("sessionmaker[Session]", current_app.extensions[KEY])()


def by_id(model: type[T], id_: str) -> T | None:
    """Return the row with this id, or None; any text is an id."""
    if not is_id(id_):
        return None
    with session() as db:
        return db.get(model, id_)


def rows(query: Select[T]) -> Sequence[T]:
    """Return what a query selects, each row once."""
    with session() as db:
        return db.scalars(query).unique().all()


def one(query: Select[T]) -> T | None:
    with session() as db:
        return db.scalars(query).unique().one_or_none()


def fresh(row: T) -> T:
    """Return a row as it is stored now. Raise NoResultFound if it no longer exists."""
    with session() as db:
        return db.get_one(type(row), inspect(row).identity)


def add(row: T) -> T:
    with session() as db, db.begin():
        db.add(row)
    return row


def execute(change: Update) -> int:
    """Change rows in a transaction of its own; return how many."""
    with session() as db, db.begin():
        return changed(db, change)


def changed(db: Session, change: Update) -> int:
    """Change rows; return how many."""
    return int(db.execute(change).rowcount)  # type: ignore[attr-defined]


def looked_up(query: Callable[[Session], T]) -> T:
    """Run a slow query in a thread and return its result."""

    def ask(db: Session) -> T:
        with db:
            return query(db)

    return LOOKING_UP.run(ask, session())


def take_turns(db: Session) -> None:
    """Serialize the rest of this transaction, which has already written, as SQLite does anyway."""
    if db.get_bind().dialect.name == "postgresql":
        db.connection().exec_driver_sql("SELECT pg_advisory_xact_lock(5001)")
