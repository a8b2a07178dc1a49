"""The migrations lead from nothing to the models."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError

from webapp.config import ConfigError
from webapp.database import connect, migrate
from webapp.models import Base


def test_the_migrations_arrive_at_the_models(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    migrate(engine)
    migrate(engine)  # again is harmless
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    assert set(inspect(engine).get_table_names()) >= {"recordings", "battles"}
    engine.dispose()


def test_recordings_from_before_analyses_are_kept_without_one(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    migrate(engine, "0001")
    with engine.begin() as connection:
        row = "INSERT INTO recordings VALUES ('d','manymarios','a','defeat',3,9,x'00','2026-01-01')"
        connection.execute(text(row))
    migrate(engine)
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT digest, analysis FROM recordings")).all()
    assert rows == [("d", None)]
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
