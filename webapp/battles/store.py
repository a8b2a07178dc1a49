"""Stored battles: play, store, put on air, find."""

import hashlib
import secrets
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from flask import current_app
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

import engine
from webapp.base import games, metrics, samples
from webapp.base.clock import now_ms
from webapp.base.game import Game
from webapp.base.ids import is_id, new_id
from webapp.base.jobs import Run, Threads, in_thread, single_flight
from webapp.base.texts import COLOURS
from webapp.battles import analysis as analyses
from webapp.battles import gallery, playback
from webapp.battles.limits import LEAD_IN_MS
from webapp.battles.participants import units
from webapp.guard import admission
from webapp.store import database, search
from webapp.store.models import TITLE_LENGTH, Battle, RecordedUnit, Recording
from webapp.store.paging import place

NEVER_ON_AIR: Final = 0  # start of a battle that is over from the beginning
TRIES: Final = 5
UNPACKING: Final = Threads(2)  # threads that read stored recordings
T = TypeVar("T")


@dataclass(frozen=True)
class Airing:
    starts_at_ms: int | None = None  # by default `lead_in_ms` after it is stored
    lead_in_ms: int = LEAD_IN_MS
    title: str = ""
    listed: bool = False
    # a sample's fixed id, whose old battle is replaced; other ids are drawn
    sample_id: str | None = None
    # runs in the storing transaction; its exceptions roll it back
    within: Callable[[Session, Battle], None] | None = None


class TakenError(Exception):
    """Raised by `within`: another process has stored the battle, or it is not wanted any more."""


def play(battle: engine.Battle, run: Run = in_thread) -> engine.Recording:
    """Play a battle, drawing a seed if it has none.

    `run` says where to play; requests use `guard.admission.playing`. Raises ServiceUnavailable
    while bots are being compiled.
    """
    if battle.seed is None:
        battle = battle.with_seed(secrets.randbits(64))
    # In a thread: the largest battles take a second, while chunks of live battles are due.
    return run(_play, battle)


def _play(battle: engine.Battle) -> engine.Recording:
    admission.refuse_bots(battle)
    return engine.play(battle)


def put_on_air(
    game: Game, recording: engine.Recording, airing: Airing, run: Run = in_thread
) -> Battle:
    """Store a battle with its recording in one transaction."""
    # In a thread: the longest battles have 16,000 events.
    digest, packed, duration_ms = run(_made, game, recording)
    with database.session() as db:
        is_stored = db.get(Recording, digest) is not None
    # In a thread, too: long battles take longer to analyse than to play.
    analysis = None if is_stored else run(analyses.packed_analysis, recording)
    starts_at_ms = airing.starts_at_ms
    if starts_at_ms is None:
        starts_at_ms = now_ms() + airing.lead_in_ms
    is_sample = airing.sample_id is not None
    file, result = recording.header.battle, recording.result
    fielded = units(game, file)

    def store(new_id: str) -> Battle:
        id_ = airing.sample_id or new_id
        battle = Battle(
            id=id_,
            ruleset=game.id,
            place=place(starts_at_ms, id_) if airing.listed or is_sample else None,
            starts_at_ms=starts_at_ms,
            ends_at_ms=starts_at_ms + duration_ms,
            title=(airing.title or title(file))[:TITLE_LENGTH],
            sample=is_sample,
            listed=airing.listed,
            **_names(file),
        )
        with database.session() as db, db.begin():
            battle.recording = db.get(Recording, digest) or Recording(
                digest=digest,
                ruleset=game.id,
                winner=result.winner,
                reason=result.reason,
                rounds=result.rounds,
                events=len(recording.events),
                lines=packed,
                analysis=analysis,
                chance_a=analyses.unpack(analysis).chances[0] if analysis else None,
                fielded=[RecordedUnit(unit=unit) for unit in sorted(fielded)],
            )
            if is_sample:
                battle = db.merge(battle)
                search.remove(db, place(starts_at_ms, id_))
            db.add(battle)
            db.flush()
            if battle.place is not None:
                terms = gallery.search_terms_of(battle, battle.recording, fielded)
                search.put(db, [(battle.place, terms)])
            if airing.within:
                airing.within(db, battle)
        metrics.BATTLES.labels(game.id).inc()
        current_app.logger.info("battle %s is put on air", id_, extra={"battle": id_})
        return battle

    # Also retries if another process has just stored the same recording.
    return stored_under_new_id(store)


def _made(game: Game, recording: engine.Recording) -> tuple[str, bytes, int]:
    """Return a recording's digest, packed lines and duration in ms."""
    lines = recording.lines()
    duration_ms = playback.read(game, lines).schedule.duration_ms
    return hashlib.sha256(lines).hexdigest(), zlib.compress(lines), duration_ms


def stored_under_new_id(store: Callable[[str], T]) -> T:
    """Call `store` with new ids until the database accepts one."""
    for _ in range(TRIES - 1):
        with suppress(IntegrityError):
            return store(new_id())
    return store(new_id())


def find(id_: str) -> Battle | None:
    return database.by_id(Battle, id_)


def find_all(ids: Collection[str]) -> dict[str, Battle]:
    wanted = {id_ for id_ in ids if is_id(id_)}
    return {one.id: one for one in database.rows(select(Battle).where(Battle.id.in_(wanted)))}


def playback_of(battle: Battle) -> playback.Playback:
    """Return a battle's playback, read once for concurrent callers."""
    game = games.game(battle.ruleset)

    def unpacked() -> playback.Playback:
        rows = select(Recording.lines, Recording.analysis).where(Recording.digest == battle.digest)
        with database.session() as db:
            lines, analysis = db.execute(rows).one()
        return UNPACKING.run(playback.unpack, game, lines, analysis)

    return single_flight(("playback", game.id, battle.digest), unpacked)


def recording_of(battle: Battle) -> engine.Recording:
    with database.session() as db:
        packed = db.scalars(select(Recording.lines).where(Recording.digest == battle.digest)).one()
    return UNPACKING.run(lambda: engine.load_recording(zlib.decompress(packed)))


def files_of(stored: Collection[Battle]) -> dict[str, Any]:
    return {digest: header["battle"] for digest, header in headers_of(stored).items()}


def headers_of(stored: Collection[Battle]) -> dict[str, dict[str, Any]]:
    """Return the recordings' headers as JSON, by digest."""
    wanted = select(Recording.digest, Recording.lines)
    with database.session() as db:
        rows = db.execute(wanted.where(Recording.digest.in_({b.digest for b in stored}))).all()
    return {row.digest: playback.header(row.lines) for row in rows}


def title(file: Mapping[str, Any]) -> str:
    """Return the default title of a battle file, in English as it is stored."""
    return "{a} against {b}".format(**plain_names(Battle(**_names(file))))


def plain_names(battle: Battle) -> dict[str, str]:
    """Return the English side names used in titles."""
    return {
        "a": battle.name_a or battle.army_a or COLOURS["a"],
        "b": battle.name_b or battle.army_b or COLOURS["b"],
    }


def _names(file: Mapping[str, Any]) -> dict[str, str]:
    names = {}
    for letter, side in zip(engine.SIDES, file["sides"], strict=True):
        names[f"name_{letter}"] = side.get("name", "").strip()
        names[f"army_{letter}"] = side["army"].get("name", "").strip()
    return names


def store_samples(offered: Iterable[Game]) -> None:
    """Store every sample battle under its fixed id, over since 1970. Idempotent."""
    for game in offered:
        of_game = samples.load(game)
        for sample in of_game.battles.values():
            airing = Airing(NEVER_ON_AIR, title=sample.title, sample_id=of_game.page_id(sample))
            put_on_air(game, engine.play(of_game.battle_file(sample)), airing)
