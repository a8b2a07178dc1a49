"""The chance of side a, and the units of older recordings."""

import json
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from webapp.store.migrations.steps import both_ways, column

revision = "0004"
down_revision = "0003"


add_column, downgrade = both_ways(column("recordings", "chance_a", sa.Float))


def upgrade() -> None:
    """Add the column, and fill it and the table of units."""
    add_column()
    recordings = sa.table(
        "recordings", *map(sa.column, ("digest", "lines", "analysis", "chance_a"))
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
        sides = msgspec.json.decode(header)["battle"]["sides"]
        return {unit for side in sides for unit in _within(side["army"])}
    except (zlib.error, msgspec.DecodeError, LookupError):
        return set()  # unreadable recordings are not searched for


def _within(value: Any) -> Iterator[str]:
    """Yield catalog ids in an army, and the names of custom units in lower case."""
    if isinstance(value, list):
        for item in value:
            yield from _within(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in ("unit", "hero") and isinstance(item, str):
                yield item
            elif key == "custom" and isinstance(item, dict):
                yield str(item.get("name", "")).strip().casefold()[:60]
            else:
                yield from _within(item)
