"""Checks of a database for damaged or missing data."""

import hashlib
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import func, make_url, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from webapp.base.config import ConfigError, Settings
from webapp.base.paths import PACKAGE
from webapp.base.texts import N_, _
from webapp.store import search
from webapp.store.database import connect
from webapp.store.models import Battle, Challenge, Match, Recording

TOLD_MOST: Final = 20


def examine(settings: Settings) -> Iterator[str]:
    """Yield a line for each problem, changing nothing."""
    yield from _open_to_others(settings)
    try:
        engine = connect(settings.database_url)
    except ConfigError as error:
        yield str(error)
        return
    try:
        with engine.connect() as connection:
            now = MigrationContext.configure(connection).get_current_revision()
            newest = ScriptDirectory(str(PACKAGE / "store/migrations")).get_current_head()
            if now != newest:
                sentence = N_(
                    "the database is at version {now}, and this Battlereel needs {newest}: start"
                    " the server once, which migrates it"
                )
                yield _(sentence, now=now, newest=newest)
                return
            if engine.dialect.name == "sqlite":
                for (found,) in connection.execute(text("PRAGMA integrity_check")):
                    if found != "ok":
                        yield _("the database is damaged: {found}; restore a backup", found=found)
                sentence = N_("a row of {table} names one of {other} that is not there")
                for row in connection.execute(text("PRAGMA foreign_key_check")).all()[:TOLD_MOST]:
                    yield _(sentence, table=row[0], other=row[2])
        with Session(engine) as db:
            yield from _recordings(db)
            yield from _references(db)
            yield from _terms(db)
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", None) or error)
        yield _("the database cannot be read: {why}", why=why)
    finally:
        engine.dispose()


def _open_to_others(settings: Settings) -> Iterator[str]:
    """Yield files that others than their owner may read."""
    url = make_url(settings.database_url)
    files = [settings.instance, settings.instance / "secret_key"] if settings.instance else []
    if url.get_backend_name() == "sqlite" and url.database:
        files += [Path(f"{url.database}{end}") for end in ("", "-wal", "-shm")]
    for path in files:
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield _("{path} can be read by others than its owner: chmod go= {path}", path=str(path))


def _recordings(db: Session) -> Iterator[str]:
    """Yield recordings that do not match their digest."""
    rows = db.execute(select(Recording.digest, Recording.lines).execution_options(yield_per=50))
    for digest, lines in rows:
        try:
            is_whole = hashlib.sha256(zlib.decompress(lines)).hexdigest() == digest
        except zlib.error:
            is_whole = False
        if not is_whole:
            of_it = db.scalars(select(Battle.id).where(Battle.digest == digest)).all()
            shown = ", ".join(of_it) or _("none")
            text = N_("recording {digest} is damaged; battles that show it: {shown}")
            yield _(text, digest=digest, shown=shown)


def _references(db: Session) -> Iterator[str]:
    """Yield battles without a recording, and challenges and matches with a missing battle."""
    alone = select(Battle.id).where(Battle.digest.not_in(select(Recording.digest)))
    for id_ in db.scalars(alone.limit(TOLD_MOST)):
        yield _("battle {id} has no recording: battlereel remove {id}", id=id_)
    for sentence, of in (
        (N_("the battle of challenge {id} is not there: battlereel remove {id}"), Challenge),
        (N_("the battle of match {id} is not there: battlereel remove {id}"), Match),
    ):
        lost = select(of.id).where(of.battle_id.not_in(select(Battle.id)))
        yield from (_(sentence, id=id_) for id_ in db.scalars(lost.limit(TOLD_MOST)))


def _terms(db: Session) -> Iterator[str]:
    """Yield inconsistencies between listed battles and the search index."""
    listed = db.scalar(select(func.count()).select_from(Battle).where(Battle.place.is_not(None)))
    terms = db.scalar(select(func.count()).select_from(search.ROWS))
    if listed != terms:
        sentence = N_("{listed} battles are listed, but the search knows {found}")
        yield _(sentence, listed=listed, found=terms)
    without = select(Battle.id).where(Battle.listed, Battle.place.is_(None))
    for id_ in db.scalars(without.limit(TOLD_MOST)):
        yield _("battle {id} is listed, but has no place in lists", id=id_)
