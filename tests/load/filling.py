"""An archive as large as after years of use: copies of some battles with names and recordings of
their own."""

import hashlib
import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from zlib import crc32

from flask import Flask
from sqlalchemy import insert, select

import engine
from webapp.base import games, samples
from webapp.base.clock import now_ms
from webapp.base.ids import ID_LENGTH, ID_LETTERS
from webapp.battles import gallery, store
from webapp.battles.participants import units
from webapp.store import search
from webapp.store.database import session
from webapp.store.models import Army, Battle, Challenge, RecordedUnit, Recording, Seat
from webapp.store.paging import place

AT_ONCE: Final = 2_000
SEEDS: Final = 6
APART_MS: Final = 60_000
ON_AIR: Final = 20
OWNED_MOST: Final = 1_000
CHALLENGE_EVERY: Final = 10
MIXED_BY: Final = 1_000_000_007  # prime, so that mixed numbers stay distinct
VISITOR: Final = "somebody-with-armies"
SYLLABLES = ("ba", "dor", "el", "fin", "gra", "hul", "ky", "lo", "mar", "nu", "or", "pé", "rik")
WARS: Final = ("Siege", "Skirmish", "Grudge", "Rematch", "Final", "Duel", "Ambush", "Training")


@dataclass(frozen=True)
class Template:
    """A battle that was played: its rows, and who takes part in it."""

    recording: dict[str, Any]
    ruleset: str
    units: tuple[str, ...]
    lasts_ms: int
    army: str


def name(number: int) -> str:
    """A name that a number always gives; there are 2,197."""
    parts = [SYLLABLES[crc32(b"%d/%d" % (number, part)) % len(SYLLABLES)] for part in range(3)]
    return "".join(parts).capitalize()


def id_of(number: int) -> str:
    """The id of the battle, the army and the challenge of a number; hashes of a million collide."""
    letters, letter_count = ID_LETTERS, len(ID_LETTERS)
    mixed = number * MIXED_BY % letter_count**ID_LENGTH
    return "".join(letters[mixed // letter_count**at % letter_count] for at in range(ID_LENGTH))


def templates() -> list[Template]:
    """What the archive is made of: sample battles of all games under a few seeds."""
    made = []
    for game in games.games().values():
        of_game = samples.load(game)
        for sample, seed in itertools.product(of_game.battles.values(), range(SEEDS)):
            file = {**of_game.battle_file(sample), "seed": seed}
            battle = store.put_on_air(game, engine.play(engine.read(file)), store.Airing(0))
            with session() as db:
                columns = Recording.__table__.columns
                wanted = select(*columns).where(columns.digest == battle.digest)
                row = dict(db.execute(wanted).mappings().one())
            army = of_game.armies[sample.a].army
            made.append(
                Template(
                    recording=row,
                    ruleset=game.id,
                    units=tuple(sorted(units(game, file))),
                    lasts_ms=battle.ends_at_ms - battle.starts_at_ms,
                    army=json.dumps(army),
                )
            )
    return made


def fill(app: Flask, made: list[Template], begin: int, end: int, total: int) -> None:
    """Adds the battles from `begin` to `end` of an archive of `total`, the oldest first."""
    with app.app_context():
        now = now_ms()
        for first in range(begin, end, AT_ONCE):
            numbers = range(first, min(end, first + AT_ONCE))
            with session() as db, db.begin():
                rows = [_battle(made, number, now, total) for number in numbers]
                db.execute(insert(Recording), [row for row, *_ in rows])
                db.execute(insert(RecordedUnit), [unit for _, _, some, _ in rows for unit in some])
                db.execute(insert(Battle), [row for _, row, *_ in rows])
                search.put(db, [(row["place"], marks) for _, row, _, marks in rows])
                if armies := [*_armies(made, numbers, now)]:
                    db.execute(insert(Army), armies)
                fought = [battle for _, battle, *_ in rows[::CHALLENGE_EVERY]]
                db.execute(insert(Challenge), [*map(_challenge, fought)])
                db.execute(insert(Seat), [seat for battle in fought for seat in _seats(battle)])


def _battle(made: list[Template], number: int, now: int, total: int) -> tuple[Any, ...]:
    template = made[crc32(b"%d" % number) % len(made)]
    digest = hashlib.sha256(b"archive %d" % number).hexdigest()
    id_ = id_of(number)
    left = total - number
    starts = now - 1_000 if left <= ON_AIR else now - left * APART_MS
    a, b = name(2 * number), name(2 * number + 1)
    war = f"{WARS[number % len(WARS)]} of {name(number // 7)}"
    names = {"name_a": a, "name_b": b, "army_a": name(number // 3), "army_b": ""}
    battle = {
        "id": id_,
        "digest": digest,
        "starts_at_ms": starts,
        "ends_at_ms": starts + template.lasts_ms,
        "title": f"{a} against {b}" if number % 2 else war,
        **names,
        "sample": False,
        "listed": True,
        "place": place(starts, id_),
        "ruleset": template.ruleset,
    }
    recording = {**template.recording, "digest": digest}
    fielded = [{"unit": unit, "digest": digest} for unit in template.units]
    stored = Recording(winner=recording["winner"], chance_a=recording["chance_a"])
    terms = gallery.search_terms_of(Battle(**battle), stored, template.units)
    return recording, battle, fielded, terms


def _armies(made: list[Template], numbers: range, now: int) -> Iterator[dict[str, Any]]:
    """An army for every tenth battle; the first ones belong to one visitor."""
    for number in (number for number in numbers if number % 10 == 0):
        template = made[number % len(made)]
        id_ = id_of(number)
        yield {
            "id": id_,
            "ruleset": template.ruleset,
            "name": name(number),
            "note": "",
            "document": template.army,
            "cost": None,
            "revision": 1,
            "owner": VISITOR if number // 10 < OWNED_MOST else f"visitor {number}",
            "place": place(now - number * 1000, id_),
        }


def _challenge(battle: Any) -> dict[str, Any]:
    id_, starts = battle["id"], battle["starts_at_ms"]
    return {
        "id": id_,
        "ruleset": battle["ruleset"],
        "title": battle["title"],
        "terms": json.dumps({"battle": {}, "limits": {}}),
        "seed": "",
        "nonce": "",
        "secret": battle["digest"],
        "commitment": battle["digest"],
        "series_id": id_,
        "number": 1,
        "best_of": 1,
        "swapped": False,
        "listed": True,
        "created_at_ms": starts - APART_MS,
        "expires_at_ms": starts + APART_MS,
        "battle_id": battle["id"],
    }


def _seats(battle: Any) -> Iterator[dict[str, Any]]:
    for side in engine.SIDES:
        yield {
            "challenge_id": battle["id"],
            "side": side,
            "name": battle[f"name_{side}"],
            "holder": f"visitor {battle[f'name_{side}']}",
            "army": "{}",
            "sealed_at_ms": battle["starts_at_ms"],
            "seal": battle["digest"],
            "salt": battle["digest"],
        }
