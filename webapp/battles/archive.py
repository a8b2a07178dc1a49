"""Export public battles that are over as tables, page by page: archives exceed memory."""

import json
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Engine, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from engine import SIDES
from webapp.base.tables import Column, Row, Table
from webapp.battles import analysis, playback
from webapp.store.models import Battle, Recording

AT_ONCE: Final = 200  # battles per read: a recording takes up to a megabyte
TURNS_MOST: Final = 6
TURN_LEAST: Final = 0.05

BATTLES: Final = (
    Column("battle", "text", "its id, as in its address"),
    Column("game", "text", "the id of its game"),
    Column("version", "integer", "of the game's rules, by which it was played"),
    Column("title", "text", "as lists show it"),
    Column("sample", "flag", "whether it is one of the samples that come with the game"),
    Column("starts_at", "time", "when it went on air"),
    Column("ends_at", "time", "when it was over"),
    Column("seed", "seed", "of its dice"),
    Column("events", "integer", "how many it has"),
    Column("digest", "text", "SHA-256 of its recording: equal battles have equal ones"),
    Column("file", "text", "its battle file, as JSON, without its sides' armies"),
)
ARMIES: Final = (
    Column("battle", "text", "the battle's id"),
    Column("side", "text", "a or b"),
    Column("player", "text", "what the side is called, if it is"),
    Column("name", "text", "what the army is called, if it is"),
    Column("army", "text", "the army as in a battle file, as JSON"),
)
RESULTS: Final = (
    Column("battle", "text", "the battle's id"),
    Column("winner", "text", "a or b; null for a draw"),
    Column("reason", "text", "why it ended, as battle_ended says"),
    Column("rounds", "integer", "how many were fought"),
    Column("chance_a", "number", "side a's exact chance to win at the beginning, if there is one"),
    Column("luck_a", "number", "successes of side a's dice beyond what was expected of them"),
    Column("luck_b", "number", "the same of side b"),
    Column("percentile_a", "number", "how the result ranks for a among all possible ones, to 100"),
)
TURNS: Final = (
    Column("battle", "text", "the battle's id"),
    Column("seq", "integer", "the event after which side a's chance to win was another"),
    Column("before", "number", "side a's exact chance before the event"),
    Column("after", "number", "and after it"),
)


def tables(engine: Engine, now_ms: int) -> list[Table]:
    return [
        Table("battles", BATTLES, _battles(engine, now_ms)),
        Table("armies", ARMIES, _armies(engine, now_ms)),
        Table("results", RESULTS, _results(engine, now_ms)),
        Table("turns", TURNS, _turns(engine, now_ms)),
    ]


def manifest() -> dict[str, Any]:
    return {
        "what": "public battles: all that are listed and over",
        "asked": {},
        "method": "exact",
        "method_is": "chances are exact, by each game's rules, and null where a game has none; "
        f"turns are the up to {TURNS_MOST} events of a battle that changed side a's chance most, "
        f"each by {TURN_LEAST} or more",
        "seeds": "each battle's own: column seed",
    }


def _pages(engine: Engine, now_ms: int, *columns: InstrumentedAttribute[Any]) -> Iterator[Any]:
    """Yield these columns of each battle after its id, page by page, ordered by id."""
    rows = (
        select(Battle.id, *columns)
        .join(Recording, Recording.digest == Battle.digest)
        .where(Battle.listed, Battle.ends_at_ms <= now_ms)
        .order_by(Battle.id)
        .limit(AT_ONCE)
    )
    last = ""
    while True:
        with Session(engine) as db:
            page = db.execute(rows.where(Battle.id > last)).all()
        if not page:
            return
        yield from page
        last = page[-1][0]


def _battles(engine: Engine, now_ms: int) -> Iterator[Row]:
    rows = _pages(
        *(engine, now_ms, Battle.ruleset, Battle.title, Battle.sample, Battle.starts_at_ms),
        *(Battle.ends_at_ms, Recording.events, Battle.digest, Recording.lines),
    )
    for id_, ruleset, title, sample, starts, ends, events, digest, lines in rows:
        header = playback.header(lines)
        file = {key: value for key, value in header["battle"].items() if key != "sides"}
        version, seed = header["ruleset_version"], int(header["seed"])
        yield id_, ruleset, version, title, sample, starts, ends, seed, events, digest, _json(file)


def _armies(engine: Engine, now_ms: int) -> Iterator[Row]:
    for id_, lines in _pages(engine, now_ms, Recording.lines):
        for letter, side in zip(SIDES, playback.header(lines)["battle"]["sides"], strict=True):
            army = side["army"]
            yield id_, letter, side.get("name") or None, army.get("name") or None, _json(army)


def _results(engine: Engine, now_ms: int) -> Iterator[Row]:
    columns = (Recording.winner, Recording.reason, Recording.rounds, Recording.chance_a)
    for id_, *result, packed in _pages(engine, now_ms, *columns, Recording.analysis):
        luck = analysis.unpack(packed).luck if packed else None
        a, b = (luck["a"], luck["b"]) if luck else ({}, {})
        yield id_, *result, a.get("difference"), b.get("difference"), a.get("result_percentile")


def _turns(engine: Engine, now_ms: int) -> Iterator[Row]:
    for id_, packed in _pages(engine, now_ms, Recording.analysis):
        if packed is None:
            continue
        chances = analysis.unpack(packed).chances
        changes = {seq: abs(now - chances[seq - 1]) for seq, now in enumerate(chances) if seq}
        turns = [seq for seq, change in changes.items() if change >= TURN_LEAST]
        largest = sorted(turns, key=lambda seq: -changes[seq])[:TURNS_MOST]
        for seq in sorted(largest):
            yield id_, seq, chances[seq - 1], chances[seq]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
