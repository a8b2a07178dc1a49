"""The migrations lead from nothing to the models."""

import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError

from tests.webapp.databases import empty_database
from webapp.base.config import ConfigError
from webapp.store.database import connect, migrate
from webapp.store.models import Base

MIGRATE = (
    "import sys; from webapp.store.database import connect, migrate; migrate(connect(sys.argv[1]))"
)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with empty_database(tmp_path) as url:
        yield url


def test_the_migrations_arrive_at_the_models(url: str) -> None:
    engine = connect(url)
    migrate(engine)
    migrate(engine)  # again is harmless
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    assert set(inspect(engine).get_table_names()) >= {"recordings", "battles"}
    engine.dispose()


def test_recordings_from_before_analyses_are_kept_without_one(url: str) -> None:
    engine = connect(url)
    migrate(engine, "0001")
    with engine.begin() as connection:
        row = "INSERT INTO recordings VALUES ('d','manymarios','a','defeat',3,9,:lines,:made)"
        connection.execute(text(row), {"lines": b"\0", "made": datetime(2026, 1, 1)})
    migrate(engine)
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT digest, analysis FROM recordings")).all()
    assert rows == [("d", None)]
    engine.dispose()


def test_processes_that_start_at_once_migrate_once(url: str) -> None:
    command = (sys.executable, "-c", MIGRATE, url)
    started = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate()[1] for process in started] == [""] * 3
    engine = connect(url)
    with engine.connect() as connection:
        versions = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    assert len(versions) == 1
    engine.dispose()


def test_sqlite_writes_ahead_and_keeps_its_foreign_keys(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    migrate(engine)
    with engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        row = "INSERT INTO battles VALUES ('x','no recording',0,0,'','','','','',0,0,'2026-01-01')"
        with pytest.raises(IntegrityError, match="FOREIGN KEY"):
            connection.execute(text(row))
    engine.dispose()


@pytest.mark.parametrize(
    "url",
    ["nonsense", "oracle9://x", "sqlite:////nowhere/at/all.sqlite3", "postgresql+nodriver://x"],
)
def test_a_database_that_cannot_be_used_is_a_clear_error(url: str) -> None:
    with pytest.raises(ConfigError, match="DATABASE_URL"):
        migrate(connect(url))


def test_a_database_of_another_kind_is_refused_and_told_which_there_are() -> None:
    with pytest.raises(ConfigError, match="names mssql; it must be one of sqlite, postgresql"):
        connect("mssql+pyodbc://x")
