"""What is tested on SQLite elsewhere is so on a real PostgreSQL, too, with data in it.

Migrations forwards and back, backup and restore by pg_dump and pg_restore, doctor and remove, and
who is first where several would write.
"""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.cluster.cluster import require
from tests.cluster.servers import PATH, ROOT, Postgres
from tests.webapp.databases import VARIABLE

require()
FILES = ("test_migrations.py", "test_upkeep.py", "test_search.py", "test_challenge_races.py")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    postgres = Postgres()
    try:
        postgres.start()
        yield postgres
    finally:
        postgres.remove()


@pytest.mark.parametrize("name", FILES)
def test_it_is_so_on_postgresql(postgres: Postgres, name: str) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short"),
            str(ROOT / "tests" / "webapp" / name),
        ],
        cwd=ROOT,
        env={**os.environ, "PATH": PATH, VARIABLE: postgres.new_database()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:]
    assert " passed" in done.stdout
