"""Backups: one file with a consistent copy of the database, and the key that signs links."""

import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import URL, make_url, text

from webapp.base.config import Settings
from webapp.base.texts import N_, _
from webapp.store.database import connect, migrate

MANIFEST: Final = "manifest.json"
DATABASE: Final = {"sqlite": "database.sqlite3", "postgresql": "database.pgdump"}
KEY: Final = "secret_key"
CONTENT: Final = (MANIFEST, KEY, *DATABASE.values())
FORMAT: Final = 1
COUNTED: Final = ("recordings", "battles", "armies", "challenges", "matches", "tournaments")


class BackupError(Exception):
    """A backup cannot be made or used; the message says why and what to do."""


def counts(url: str) -> dict[str, int]:
    """Return the number of rows by table, of tables that exist."""
    engine = connect(url)
    found = {}
    try:
        for table in COUNTED:
            with engine.connect() as connection, suppress(Exception):
                found[table] = connection.scalar(text(f"SELECT count(*) FROM {table}")) or 0
    finally:
        engine.dispose()
    return found


def back_up(settings: Settings, file: Path) -> dict[str, Any]:
    """Write a backup that only its owner can read, and return its manifest. Raises BackupError."""
    url = make_url(settings.database_url)
    kind = url.get_backend_name()
    with _folder() as folder:
        copy = folder / DATABASE[kind]
        if kind == "sqlite":
            _copy_sqlite(_sqlite_file(url), copy)
        else:
            _run_postgres("pg_dump", url, "--format=custom", "--no-owner", f"--file={copy}")
        (folder / KEY).write_text(settings.secret_key, "utf-8")
        manifest = {"format": FORMAT, "kind": kind, "rows": counts(settings.database_url)}
        (folder / MANIFEST).write_text(json.dumps(manifest), "utf-8")
        try:
            with _replacing(file) as out, tarfile.open(fileobj=out, mode="w:gz") as tar:
                for path in sorted(folder.iterdir()):
                    tar.add(path, path.name)
        except OSError as error:
            sentence = N_("{file} cannot be written: {why}")
            raise BackupError(_(sentence, file=str(file), why=error.strerror)) from None
    return manifest


@contextmanager
def _replacing(file: Path) -> Iterator[IO[bytes]]:
    """Write a file that only its owner can read, whole or not at all."""
    part = file.with_name(f".{file.name}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def read_manifest(file: Path) -> dict[str, Any]:
    """Return the manifest of a backup. Raise BackupError for any other file."""
    with _unpacked(file) as folder:
        return _manifest(file, folder)


def restore(settings: Settings, file: Path) -> None:
    """Replace database and key by a backup, and migrate. Raises BackupError, changing nothing."""
    url = make_url(settings.database_url)
    kind = url.get_backend_name()
    with _unpacked(file) as folder:
        manifest = _manifest(file, folder)
        if manifest["kind"] != kind:
            text = N_(
                "the backup is from {other}, but DATABASE_URL names {kind}: restore it into {other}"
            )
            raise BackupError(_(text, other=manifest["kind"], kind=kind))
        copy = folder / DATABASE[kind]
        if kind == "sqlite":
            _check_sqlite(copy)
            _copy_sqlite(copy, _sqlite_file(url))
        else:
            options = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
            _run_postgres("pg_restore", url, *options, str(copy))
        if settings.instance is not None:
            with _replacing(settings.instance / KEY) as out:
                out.write((folder / KEY).read_bytes())
    engine = connect(settings.database_url)
    migrate(engine)
    engine.dispose()


def overruled_key(settings: Settings) -> Path | None:
    """Return the file with the restored key if another key is set and takes precedence."""
    file = settings.instance and settings.instance / KEY
    return file if file and file.read_text("utf-8").strip() != settings.secret_key else None


def _manifest(file: Path, folder: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_bytes())
        is_known = manifest["format"] == FORMAT and manifest["kind"] in DATABASE
    except (OSError, ValueError, KeyError, TypeError):
        is_known = False
    if not is_known:
        sentence = N_("{file} is not a backup that this version of Battlereel can read")
        raise BackupError(_(sentence, file=str(file)))
    return manifest


@contextmanager
def _unpacked(file: Path) -> Iterator[Path]:
    with _folder() as folder:
        try:
            with tarfile.open(file) as tar:
                for member in tar:
                    # Known members only: before Python 3.11.4 `extractall` is not safe.
                    source = tar.extractfile(member) if member.name in CONTENT else None
                    if source is not None:
                        with source, (folder / member.name).open("wb") as target:
                            shutil.copyfileobj(source, target)
        except (OSError, EOFError, tarfile.TarError) as error:
            why = getattr(error, "strerror", None) or _("it is not a backup, or only part of one")
            raise BackupError(_("{file} cannot be read: {why}", file=str(file), why=why)) from None
        yield folder


@contextmanager
def _folder() -> Iterator[Path]:
    """Create a temporary folder for its owner alone."""
    with tempfile.TemporaryDirectory(prefix="battlereel-") as name:
        yield Path(name)


def _sqlite_file(url: URL) -> Path:
    if not url.database or url.database == ":memory:":
        raise BackupError(_("DATABASE_URL names a database in memory, of which nothing is kept"))
    return Path(url.database)


def _copy_sqlite(source: Path, target: Path) -> None:
    """Copy a consistent state of a database into another in one transaction."""
    if not source.is_file():
        raise BackupError(_("there is no database {file}", file=str(source)))
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as before,
            closing(sqlite3.connect(target, timeout=30)) as after,
        ):
            before.backup(after)
        target.chmod(0o600)
    except sqlite3.Error as error:
        text = N_("{source} cannot be copied to {target}: {why}")
        raise BackupError(_(text, source=str(source), target=str(target), why=str(error))) from None


def _check_sqlite(path: Path) -> None:
    try:
        with closing(sqlite3.connect(path)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        raise BackupError(_("the database in the backup is damaged: {found}", found=found))


def _run_postgres(program: str, url: URL, *arguments: str) -> None:
    """Run a program of PostgreSQL; no command line shows the password."""
    if shutil.which(program) is None:
        sentence = N_("{program} is missing: install PostgreSQL's client programs")
        raise BackupError(_(sentence, program=program))
    with _folder() as folder:
        passfile = folder / "pgpass"
        password = (url.password or "").replace("\\", "\\\\").replace(":", "\\:")
        passfile.write_text(f"*:*:*:*:{password}\n", "utf-8")
        passfile.chmod(0o600)
        # `set` takes None for "unchanged", and a rendered URL shows a password as ***.
        plain = url.set(drivername="postgresql")._replace(password=None)
        plain = plain.update_query_dict({"passfile": str(passfile)})
        command = [program, f"--dbname={plain.render_as_string()}", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sentence = N_("{program} failed: {found}")
        raise BackupError(_(sentence, program=program, found=done.stderr.strip()))
