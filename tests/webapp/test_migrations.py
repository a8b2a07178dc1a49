"""The migrations lead from nothing to the models."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Engine, MetaData, insert, inspect, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tests.kept import files
from tests.webapp.databases import empty_database
from webapp.base.config import ConfigError
from webapp.base.paths import PACKAGE
from webapp.store import search
from webapp.store.database import connect, migrate
from webapp.store.models import Battle, Gathering

CHANCES = "SELECT digest, chance_a FROM recordings ORDER BY 1"
MIGRATE = (
    "import sys; from webapp.store.database import connect, migrate; migrate(connect(sys.argv[1]))"
)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with empty_database(tmp_path) as url:
        yield url


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    engine = connect(url)
    yield engine
    engine.dispose()


def differences(engine: Engine) -> list[object]:
    """What distinguishes the tables from the models."""
    # The search's tables are no models: each kind of database has its own.
    options = {"include_name": lambda name, *_: not str(name).startswith(search.TABLE)}
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts=options)
        return [*compare_metadata(context, Gathering.metadata)]


def test_the_migrations_arrive_at_the_models(engine: Engine) -> None:
    migrate(engine)
    migrate(engine)  # again is harmless
    assert differences(engine) == []


def fill(url: str, folder: Path) -> str:
    """Brings all rows of the kept instance into the tables of its version, which it gives."""
    kept = connect(f"sqlite:///{files.restore(folder) / files.DATABASE}")
    engine = connect(url)
    with kept.connect() as source:
        version = str(source.scalar(text("SELECT version_num FROM alembic_version")))
        migrate(engine, version)
        tables = MetaData()
        tables.reflect(engine)
        with engine.begin() as target:
            for table in tables.sorted_tables:
                if table.name != "alembic_version":
                    rows = source.execute(select(table)).mappings().all()
                    target.execute(insert(table), [dict(row) for row in rows])
    kept.dispose()
    engine.dispose()
    return version


def content(url: str) -> dict[str, set[tuple[object, ...]]]:
    """All rows of all tables."""
    engine = connect(url)
    tables = MetaData()
    tables.reflect(engine)
    with engine.connect() as connection:
        found = {
            name: {tuple(row) for row in connection.execute(select(table))}
            for name, table in tables.tables.items()
        }
    engine.dispose()
    return found


def test_data_survives_down_and_up_migrations(url: str, engine: Engine, tmp_path: Path) -> None:
    version = fill(url, tmp_path / "kept")
    before = content(url)
    assert {len(before[name]) > 1 for name in ("battles", "armies", "seats", "orders")} == {True}
    migrate(engine)
    migrate(engine, version, back=True)
    assert content(url) == before
    chances = rows(engine, CHANCES)
    assert any(chance for _, chance in chances)
    migrate(engine, "0003", back=True)
    migrate(engine, "0004")
    assert rows(engine, CHANCES) == chances, "worked out from what is stored"
    migrate(engine, "0001", back=True)
    migrate(engine)
    assert {row[0] for row in content(url)["battles"]} == {row[0] for row in before["battles"]}
    assert content(url)["fielded"] == before["fielded"], "found in the recordings"
    with engine.connect() as connection:
        assert (
            engine.dialect.name != "sqlite"
            or not connection.execute(text("PRAGMA foreign_key_check")).all()
        ), "no row names one that is not there"
    assert differences(engine) == [], "indexes are there again"


def test_searches_read_no_list_of_battles_that_wait_for_the_index(engine: Engine) -> None:
    """PostgreSQL would keep up to 4 MB of them, and every search would read all of it."""
    migrate(engine)
    if engine.dialect.name != "postgresql":
        pytest.skip("SQLite has no such list")
    asked = text("SELECT reloptions FROM pg_class WHERE relname = 'battle_terms_terms'")
    for version, told in (("0013", ["fastupdate=off"]), ("0012", None)):
        migrate(engine, version, back=True)
        with engine.connect() as connection:
            assert connection.scalars(asked).all() == [told]


def test_old_battles_are_listed_and_found(url: str, engine: Engine, tmp_path: Path) -> None:
    version = fill(url, tmp_path / "kept")
    with engine.begin() as connection:
        connection.execute(text("UPDATE battles SET listed = :yes"), {"yes": True})
        same = "UPDATE battles SET starts_at_ms = 5 WHERE starts_at_ms = 0"
        connection.execute(text(same))
        of_rule = text("SELECT b.id FROM battles b JOIN recordings r ON r.digest = b.digest")
        ids = {row[0] for row in connection.execute(of_rule)}
        marios = {
            row[0]
            for row in connection.execute(
                text(f"{of_rule} JOIN fielded f ON f.digest = b.digest WHERE f.unit = 'goomba'")
            )
        }
    assert marios
    assert version < "0007"
    migrate(engine)
    with Session(engine) as db:
        rows = db.scalars(select(Battle).order_by(Battle.place.desc())).all()
        assert {row.id for row in rows} == ids
        assert len({row.place for row in rows}) == len(ids)
        starts = [row.starts_at_ms for row in rows]
        assert starts == sorted(starts, reverse=True)
        assert {row.ruleset for row in rows} == {row.recording.ruleset for row in rows}
        unit = search.found(db, [[search.mark("unit", "goomba")]])
        places = {row.place: row.id for row in rows}
        assert {places[place] for place in db.scalars(unit)} == marios
        for row in rows:
            words = search.words(f"{row.title} {row.name_a}")
            assert row.place in db.scalars(search.found(db, [[word] for word in words])).all()


def rows(engine: Engine, query: str) -> list[Any]:
    with engine.connect() as db:
        return [*db.execute(text(query)).all()]


def insert_row(engine: Engine, table: str, **values: Any) -> None:
    with engine.begin() as db:
        names = ", ".join(f":{name}" for name in values)
        db.execute(text(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({names})"), values)


FOUGHT: dict[str, Any] = {"id": "fought", "digest": "d", "starts_at_ms": 0, "ends_at_ms": 1}
FOUGHT |= dict.fromkeys(("title", "name_a", "army_a", "name_b", "army_b"), "")
FOUGHT |= {"sample": False, "listed": False, "created_at": "2026-01-01"}
KEPT: dict[str, Any] = {"digest": "d", "ruleset": "manymarios", "reason": "defeat", "rounds": 1}
KEPT |= {"events": 1, "created_at": "2026-01-01"}
CUP = {"id": "cup", "ruleset": "manymarios", "name": "Cup", "owner": "ann", "created_at_ms": 1}
GATHERING = {"agreed": "{}", "secret": "s", "commitment": "c", "places": 8, "closes_at_ms": 2}


def test_tournaments_go_forwards_and_back(engine: Engine) -> None:
    """An older tournament has no address that it is counted by. Battles of tournaments stay."""
    migrate(engine, "0014")
    insert_row(engine, "recordings", **KEPT, lines=b"")
    insert_row(engine, "battles", **FOUGHT, ruleset="manymarios")
    insert_row(engine, "tournaments", **CUP, document="{}")
    insert_row(engine, "gatherings", **CUP, **GATHERING)
    game = {"tournament_id": "cup", "game": "R1-1-1", "winner": "a", "battle_id": "fought"}
    insert_row(engine, "tournament_games", **game)
    with pytest.raises(IntegrityError):  # a game is played once
        insert_row(engine, "tournament_games", **game | {"battle_id": None})
    migrate(engine)
    for table in ("tournaments", "gatherings"):
        assert rows(engine, f"SELECT household FROM {table}") == [(None,)]
    migrate_back(engine, "0014")
    for table in ("tournaments", "gatherings"):
        assert rows(engine, f"SELECT id, owner, link FROM {table}") == [("cup", "ann", 0)]
    assert rows(engine, "SELECT battle_id FROM tournament_games") == [("fought",)]
    migrate_back(engine, "0007")
    assert "tournaments" not in inspect(engine).get_table_names()
    assert rows(engine, "SELECT id FROM battles") == [("fought",)]


CHALLENGE: dict[str, Any] = {"ruleset": "manymarios", "title": "", "terms": "{}", "number": 1}
CHALLENGE |= {"best_of": 1, "swapped": False, "listed": False, "created_at_ms": 1}
CHALLENGE |= {"expires_at_ms": 2}


def test_appointments_go_forwards_and_back(engine: Engine) -> None:
    """Older challenges have none; one that has a deadline takes armies until it afterwards."""
    migrate(engine, "0016")
    dice = {"seed": "", "nonce": "", "commitment": "c" * 64, "secret": "s" * 64}
    insert_row(engine, "challenges", id="old", series_id="old", **CHALLENGE, **dice)
    migrate(engine)
    asked = "SELECT start_ms, lock_ms, moves, forfeit FROM challenges ORDER BY id"
    assert rows(engine, asked) == [(None, None, 0, None)]
    made = {"start_ms": 9, "lock_ms": 2, "moves": 1}
    insert_row(engine, "challenges", id="new", series_id="new", **CHALLENGE, **dice, **made)
    seat = {"challenge_id": "new", "side": "a", "name": "", "draft": "{}", "draft_salt": "5" * 64}
    insert_row(engine, "seats", **seat)
    migrate_back(engine, "0016")
    assert rows(engine, "SELECT id, expires_at_ms FROM challenges ORDER BY id") == [
        ("new", 2),
        ("old", 2),
    ]
    migrate(engine)
    assert rows(engine, asked) == [(None, None, 0, None)] * 2
    assert rows(engine, "SELECT draft FROM seats") == [(None,)]


def migrate_back(engine: Engine, version: str) -> None:
    """Leads back to an older version, as Alembic does by itself."""
    config = Config()
    config.set_main_option("script_location", str(PACKAGE / "store/migrations"))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, version)


@pytest.mark.long
def test_processes_that_start_together_migrate_once(url: str) -> None:
    line = (sys.executable, "-c", MIGRATE, url)
    started = [subprocess.Popen(line, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate()[1] for process in started] == [""] * 3
    engine = connect(url)
    with engine.connect() as connection:
        versions = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    assert len(versions) == 1
    engine.dispose()


def test_sqlite_keeps_its_foreign_keys(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    migrate(engine)
    with pytest.raises(IntegrityError, match="FOREIGN KEY"):
        insert_row(engine, "battles", **FOUGHT, ruleset="", place=1)
    engine.dispose()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("nonsense", "DATABASE_URL"),
        ("oracle9://x", "DATABASE_URL"),
        ("sqlite:////nowhere/at/all.sqlite3", "DATABASE_URL"),
        ("postgresql+nodriver://x", "DATABASE_URL"),
        ("mssql+pyodbc://x", "names mssql; it must be one of sqlite, postgresql"),
    ],
)
def test_a_database_that_cannot_be_used_is_a_clear_error(url: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        migrate(connect(url))
