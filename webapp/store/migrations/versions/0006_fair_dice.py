"""Published seals, the server's part of the dice, and renewable links."""

import hashlib
import json
import secrets
import zlib

import msgspec
import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.steps import both_ways, column

revision = "0006"
down_revision = "0005"


# Older challenges keep the seed drawn with them.
upgrade, drop_columns = both_ways(
    column("challenges", "secret", sa.String(64)),
    column("seats", "seal", sa.String(64)),
    column("seats", "salt", sa.String(64)),
    column("seats", "own_salt", sa.Boolean, nullable=False, server_default="0"),
    column("seats", "link", sa.Integer, nullable=False, server_default="0"),
    column("armies", "link", sa.Integer, nullable=False, server_default="0"),
)


def downgrade() -> None:
    """Drop the columns; newer challenges get a seed and a nonce, as older versions expect.

    Seals and secrets are lost: published hashes cannot be checked any more.
    """
    challenges = sa.table(
        "challenges", *map(sa.column, ("id", "battle_id", "secret", "seed", "nonce", "commitment"))
    )
    connection = op.get_bind()
    newer = sa.select(challenges.c.id, challenges.c.battle_id).where(
        challenges.c.secret.is_not(None)
    )
    for id_, battle_id in connection.execute(newer).all():
        seed, nonce = _seed(connection, id_, battle_id), secrets.token_hex(32)
        commitment = hashlib.sha256(f"{seed}:{nonce}".encode()).hexdigest()
        values = {"seed": seed, "nonce": nonce, "commitment": commitment}
        connection.execute(sa.update(challenges).where(challenges.c.id == id_).values(values))
    drop_columns()


def _seed(connection: sa.Connection, id_: str, battle_id: str | None) -> str:
    """Return the seed of a played challenge, or a new one."""
    matches = sa.table("matches", sa.column("challenge_id"), sa.column("battle"))
    of_it = sa.select(matches.c.battle).where(matches.c.challenge_id == id_)
    if (battle := connection.scalar(of_it)) is not None:
        return str(json.loads(battle)["seed"])
    battles = sa.table("battles", sa.column("id"), sa.column("digest"))
    recordings = sa.table("recordings", sa.column("digest"), sa.column("lines"))
    played = (
        sa.select(recordings.c.lines)
        .join(battles, battles.c.digest == recordings.c.digest)
        .where(battles.c.id == battle_id)
    )
    if (lines := connection.scalar(played)) is not None:
        header = zlib.decompress(lines).split(b"\n", 1)[0]
        return str(msgspec.json.decode(header)["seed"])
    return str(secrets.randbits(64))
