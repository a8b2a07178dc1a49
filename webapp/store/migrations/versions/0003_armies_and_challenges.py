"""Saved armies, challenges with their seats, and the units of recordings."""

import sqlalchemy as sa

from webapp.store.migrations.steps import both_ways, index, table

revision = "0003"
down_revision = "0002"

upgrade, downgrade = both_ways(
    table(
        "fielded",
        sa.Column("unit", sa.String(60), primary_key=True),
        sa.Column("digest", sa.String(64), sa.ForeignKey("recordings.digest"), primary_key=True),
    ),
    table(
        "armies",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("note", sa.String(160), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("cost", sa.Integer),
        sa.Column("parent_id", sa.String(8), sa.ForeignKey("armies.id")),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("changed_at", sa.DateTime, nullable=False),
    ),
    index("ix_armies_ruleset", "armies", "ruleset"),
    index("ix_armies_owner", "armies", "owner"),
    table(
        "challenges",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("title", sa.String(160), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("series_id", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("best_of", sa.Integer, nullable=False),
        sa.Column("swapped", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
        sa.Column("battle_id", sa.String(8), sa.ForeignKey("battles.id"), unique=True),
    ),
    index("ix_challenges_series", "challenges", "series_id", "number", unique=True),
    table(
        "seats",
        sa.Column("challenge_id", sa.String(8), sa.ForeignKey("challenges.id"), primary_key=True),
        sa.Column("side", sa.String(1), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("holder", sa.String(32)),
        sa.Column("army", sa.Text),
        sa.Column("sealed_at_ms", sa.BigInteger),
    ),
)
