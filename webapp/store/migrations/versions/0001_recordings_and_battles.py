"""Recordings and battles."""

import sqlalchemy as sa

from webapp.store.migrations.steps import both_ways, index, table

revision = "0001"
down_revision = None

upgrade, downgrade = both_ways(
    table(
        "recordings",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("winner", sa.String(1)),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("lines", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
    ),
    table(
        "battles",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("digest", sa.String(64), sa.ForeignKey("recordings.digest"), nullable=False),
        sa.Column("starts_at_ms", sa.BigInteger, nullable=False),
        sa.Column("ends_at_ms", sa.BigInteger, nullable=False),
        sa.Column("title", sa.String(160), nullable=False),
        sa.Column("name_a", sa.String(60), nullable=False),
        sa.Column("army_a", sa.String(60), nullable=False),
        sa.Column("name_b", sa.String(60), nullable=False),
        sa.Column("army_b", sa.String(60), nullable=False),
        sa.Column("sample", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
    ),
    index("ix_battles_digest", "battles", "digest"),
    index("ix_battles_listed_starts", "battles", "listed", "starts_at_ms"),
)
