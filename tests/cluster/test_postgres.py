"""Migrations, backup, restore and races on a real PostgreSQL with data."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, text

from tests.cluster.cluster import require
from tests.cluster.servers import PATH, ROOT, Postgres
from tests.present import absent, needed_by
from tests.webapp.databases import VARIABLE
from webapp.base.config import ConfigError
from webapp.store import database

require()
WEBAPP = ROOT / "tests" / "webapp"
TESTS = (
    "test_migrations.py",
    "test_upkeep.py::test_what_was_backed_up_comes_back",
    "test_upkeep.py::test_a_battle_is_removed_with_all_that_is_kept_of_it",
    "test_challenge_races.py",
    "test_tournament_races.py",
    "test_gatherings.py::test_one_browser_has_one_place_and_changes_its_army_and_name",
    "test_gatherings.py::test_places_are_counted",
    "test_gatherings.py::test_too_few_are_told_so",
    "test_gatherings.py::test_it_begins_when_it_closes",
    "test_tournaments.py::test_after_a_stop_another_process_goes_on_as_the_command_line_would",
    "test_tournaments.py::test_two_processes_together_store_no_game_twice",
)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.remove()


def test_they_pass_on_postgresql(postgres: Postgres) -> None:
    tests = [str(WEBAPP / test) for test in TESTS if _is_possible(test)]
    if not tests:
        pytest.skip("each of these tests needs a game that is not there")
    done = subprocess.run(
        [*(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short"), *tests],
        cwd=ROOT,
        env={**os.environ, "PATH": PATH, VARIABLE: postgres.new_database()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:]
    assert " passed" in done.stdout


def test_a_database_in_another_encoding_is_refused_in_words(postgres: Postgres) -> None:
    """As `createdb` makes it where no locale is set."""
    engine = create_engine(f"{postgres.server}/postgres", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        kind = "ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0"
        connection.execute(text(f"CREATE DATABASE plain {kind}"))
    engine.dispose()
    with pytest.raises(ConfigError, match=r"SQL_ASCII, not in UTF8\. Make one by createdb"):
        database.migrate(database.connect(f"{postgres.server}/plain"))


def test_connections_ended_by_a_restart_are_noticed_before_use(postgres: Postgres) -> None:
    """A process that asked nothing meanwhile answers its first request, and all later ones."""
    engine = database.connect(postgres.new_database())

    def numbers() -> set[int]:
        with engine.connect() as one, engine.connect() as another:
            return {each.scalar(text("SELECT pg_backend_pid()")) for each in (one, another)}

    kept = numbers()
    postgres.kill()
    postgres.start()
    new = numbers()
    assert len(kept) == len(new) == 2
    assert not kept & new
    engine.dispose()


def _is_possible(test: str) -> bool:
    """Whether the games that its module needs are there."""
    return not needed_by(WEBAPP / test.partition("::")[0]) & {*absent()}
