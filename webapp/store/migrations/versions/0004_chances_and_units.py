"""Who should have won, beside the recording; and who takes part in those that are older."""

import json
import zlib

import msgspec
import sqlalchemy as sa
from alembic import op

from webapp.battles import participants

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column, and fills it and the table of units from what is stored."""
    op.add_column("recordings", sa.Column("chance_a", sa.Float))
    recordings = sa.table(
        "recordings",
        *map(sa.column, ("digest", "lines", "analysis", "chance_a")),
    )
    units = sa.table("fielded", sa.column("unit"), sa.column("digest"))
    connection = op.get_bind()
    for digest in connection.scalars(sa.select(recordings.c.digest)).all():
        of_digest = recordings.c.digest == digest
        stored = sa.select(recordings.c.lines, recordings.c.analysis).where(of_digest)
        lines, analysis = connection.execute(stored).one()
        if analysis is not None:
            chance = json.loads(zlib.decompress(analysis))["chances"][0]
            connection.execute(sa.update(recordings).where(of_digest).values(chance_a=chance))
        if rows := [{"unit": unit, "digest": digest} for unit in _units(lines)]:
            connection.execute(sa.delete(units).where(units.c.digest == digest))
            connection.execute(sa.insert(units), rows)


def _units(lines: bytes) -> set[str]:
    try:
        header = zlib.decompress(lines).split(b"\n", 1)[0]
        return participants.units(msgspec.json.decode(header)["battle"])
    except (zlib.error, msgspec.DecodeError, LookupError):
        return set()  # a recording that nobody can read any more is not looked for


def downgrade() -> None:
    """Drops the column; which units take part was there before."""
    with op.batch_alter_table("recordings") as table:
        table.drop_column("chance_a")
