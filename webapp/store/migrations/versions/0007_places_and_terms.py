"""Places of listed battles and armies, and the index of search terms."""

import hashlib
import unicodedata
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

AT_ONCE = 500
UPSET = 1 / 3
LIKE_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})

battles = sa.table(
    "battles",
    *map(sa.column, ("id", "digest", "starts_at_ms", "listed", "place", "ruleset")),
    *map(sa.column, ("title", "name_a", "army_a", "name_b", "army_b")),
)
recordings = sa.table("recordings", *map(sa.column, ("digest", "ruleset", "winner", "chance_a")))
fielded = sa.table("fielded", *map(sa.column, ("unit", "digest")))
armies = sa.table(
    "armies", sa.column("id"), sa.column("changed_at", sa.DateTime), sa.column("place")
)


def upgrade() -> None:
    """Add the columns and the index of terms, and fill them."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    op.add_column("battles", sa.Column("place", sa.BigInteger))
    op.add_column("battles", sa.Column("ruleset", sa.String(40)))
    op.add_column("armies", sa.Column("place", sa.BigInteger))
    op.execute(
        "CREATE VIRTUAL TABLE battle_terms USING fts5"
        "(terms, tokenize='ascii', detail='none', columnsize=0, prefix='2 3 4 5 6 7 8')"
        if is_sqlite
        else "CREATE TABLE battle_terms (place BIGINT PRIMARY KEY, terms TSVECTOR NOT NULL)"
    )
    game = sa.select(recordings.c.ruleset).where(recordings.c.digest == battles.c.digest)
    op.execute(sa.update(battles).values(ruleset=game.scalar_subquery()))
    _fill_battles(is_sqlite=is_sqlite)
    _fill_armies()
    if not is_sqlite:
        op.execute("CREATE INDEX battle_terms_terms ON battle_terms USING gin (terms)")
    op.drop_index("ix_battles_listed_starts", "battles")
    op.drop_index("ix_armies_owner", "armies")
    op.drop_index("ix_armies_ruleset", "armies")
    with op.batch_alter_table("battles") as table:
        table.alter_column("ruleset", existing_type=sa.String(40), nullable=False)
    with op.batch_alter_table("armies") as table:
        table.alter_column("place", existing_type=sa.BigInteger, nullable=False)
    op.create_index("ix_battles_place", "battles", ["place", "ruleset"])
    op.create_index("ix_battles_listed_ends", "battles", ["listed", "ends_at_ms"])
    op.create_index("ix_armies_owner_place", "armies", ["owner", "place"])
    op.create_index("ix_armies_parent_id", "armies", ["parent_id"])


def _fill_battles(*, is_sqlite: bool) -> None:
    connection = op.get_bind()
    listed = (
        sa.select(battles, recordings.c.winner, recordings.c.chance_a)
        .join(recordings, recordings.c.digest == battles.c.digest)
        .where(battles.c.listed == sa.true())
        .order_by(battles.c.starts_at_ms, battles.c.id)
    )
    into = (
        "INSERT INTO battle_terms (rowid, terms) VALUES (:at, :terms)"
        if is_sqlite
        else "INSERT INTO battle_terms (place, terms) VALUES (:at, CAST(:terms AS tsvector))"
    )
    quoted = "{}" if is_sqlite else "'{}'"
    of_id = battles.c.id == sa.bindparam("of_id")
    last = 0
    for rows in _some(connection.execute(listed).mappings().all()):
        units = defaultdict(list)
        digests = sa.select(fielded).where(fielded.c.digest.in_({row["digest"] for row in rows}))
        for unit, digest in connection.execute(digests):
            units[digest].append(unit)
        placed = []
        for row in rows:
            # Above the one before: two may begin in the same millisecond, with similar ids.
            last = max(_place(row["starts_at_ms"], row["id"]), last + 1)
            terms = sorted(_terms(row, units[row["digest"]]))
            text = " ".join(map(quoted.format, terms))
            placed.append({"of_id": row["id"], "at": last, "terms": text})
        connection.execute(sa.update(battles).where(of_id).values(place=sa.bindparam("at")), placed)
        connection.execute(sa.text(into), placed)


def _fill_armies() -> None:
    connection = op.get_bind()
    of_id = armies.c.id == sa.bindparam("of_id")
    for rows in _some(connection.execute(sa.select(armies.c.id, armies.c.changed_at)).all()):
        placed = [
            {"of_id": id_, "at": _place(int(at.replace(tzinfo=UTC).timestamp() * 1000), id_)}
            for id_, at in rows
        ]
        connection.execute(sa.update(armies).where(of_id).values(place=sa.bindparam("at")), placed)


def _some(rows: Any) -> Iterator[Any]:
    for begin in range(0, len(rows), AT_ONCE):
        yield rows[begin : begin + AT_ONCE]


def _place(ms: int, id_: str) -> int:
    return ms << 20 | zlib.crc32(id_.encode()) & 0xFFFFF


def _terms(row: Mapping[str, Any], units: list[str]) -> set[str]:
    names = ("title", "name_a", "army_a", "name_b", "army_b")
    terms = {word for name in names for word in _words(row[name])}
    terms |= {_mark("unit", unit) for unit in units} | {_mark("game", row["ruleset"])}
    winner, chance = row["winner"], row["chance_a"]
    terms.add(_mark("result", "won" if winner else "draw"))
    if winner and chance is not None and (chance if winner == "a" else 1 - chance) < UPSET:
        terms.add(_mark("result", "upset"))
    return terms


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(LIKE_LETTERS)
    return [f"w{word[:40]}" for word in "".join(map(_kept, plain)).split()]


def _kept(letter: str) -> str:
    category = unicodedata.category(letter)
    if category[0] in "LN" or category in ("So", "Mc"):
        return letter
    return "" if category in ("Mn", "Me", "Cf") else " "


def _mark(kind: str, value: str) -> str:
    return "t" + hashlib.blake2s(f"{kind}:{value}".encode(), digest_size=8).hexdigest()


def downgrade() -> None:
    op.drop_index("ix_battles_place", "battles")
    op.drop_index("ix_battles_listed_ends", "battles")
    op.drop_index("ix_armies_owner_place", "armies")
    op.drop_index("ix_armies_parent_id", "armies")
    op.execute("DROP TABLE battle_terms")
    with op.batch_alter_table("battles") as table:
        table.drop_column("place")
        table.drop_column("ruleset")
    with op.batch_alter_table("armies") as table:
        table.drop_column("place")
    op.create_index("ix_battles_listed_starts", "battles", ["listed", "starts_at_ms"])
    op.create_index("ix_armies_owner", "armies", ["owner"])
    op.create_index("ix_armies_ruleset", "armies", ["ruleset"])
