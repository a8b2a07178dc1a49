"""Chains of battles: gauntlets, and battles of survivors."""

import sqlalchemy as sa

from webapp.store.migrations.steps import both_ways, index, table

revision = "0017"
down_revision = "0016"

upgrade, downgrade = both_ways(
    table(
        "gauntlets",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("chances", sa.Text),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
    ),
    index("ix_gauntlets_owner", "gauntlets", "owner", "created_at_ms"),
    index("ix_gauntlets_created_at_ms", "gauntlets", "created_at_ms"),
    table(
        "fights",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("battle_id", sa.String(8), sa.ForeignKey("battles.id"), unique=True),
        sa.Column("previous_id", sa.String(8), sa.ForeignKey("battles.id")),
        sa.Column("from_side", sa.String(1), nullable=False),
        sa.Column("side", sa.String(1), nullable=False),
        sa.Column("gauntlet_id", sa.String(8), sa.ForeignKey("gauntlets.id")),
        sa.Column("station", sa.Integer),
        sa.Column("survivors", sa.Text),
        sa.Column("owner", sa.String(32)),
    ),
    index("ix_fights_previous_id", "fights", "previous_id"),
    index("ix_fights_station", "fights", "gauntlet_id", "station", unique=True),
)
