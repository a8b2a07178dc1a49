"""Empty databases: SQLite, or schemas of the PostgreSQL that TEST_DATABASE_URL names."""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

from webapp.store import database

VARIABLE = "TEST_DATABASE_URL"


@contextmanager
def empty_database(folder: Path) -> Iterator[str]:
    server = os.environ.get(VARIABLE)
    if not server:
        yield f"sqlite:///{folder / 'test.sqlite3'}"
        return
    engine = create_engine(server)
    schema = f"test_{secrets.token_hex(8)}"
    try:
        with engine.begin() as connection:
            connection.execute(text(f"CREATE SCHEMA {schema}"))
        # A greenlet that a test has left in the middle of a query never ends its transaction.
        options = f"-csearch_path={schema} -cidle_in_transaction_session_timeout=3000"
        url = make_url(server).update_query_dict({"options": options})
        yield url.render_as_string(hide_password=False)
        with engine.begin() as connection:
            connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    finally:
        engine.dispose()


@contextmanager
def database_with_tables(folder: Path) -> Iterator[str]:
    """The URL of a database without rows, as migrations leave it, which take 90 ms."""
    with empty_database(folder) as url:
        if file := make_url(url).database if url.startswith("sqlite") else None:
            Path(file).write_bytes(_migrated())
            Path(file).chmod(0o600)
        yield url


@cache
def _migrated() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "migrated.sqlite3")
        engine = database.connect(f"sqlite:///{file}")
        database.migrate(engine)
        engine.dispose()
        return file.read_bytes()
