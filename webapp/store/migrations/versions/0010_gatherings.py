"""Tournaments with registration, and their entrants."""

import sqlalchemy as sa

from webapp.store.migrations.steps import both_ways, index, table

revision = "0010"
down_revision = "0009"

upgrade, downgrade = both_ways(
    table(
        "gatherings",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("link", sa.Integer, nullable=False, server_default="0"),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("places", sa.Integer, nullable=False),
        sa.Column("joined", sa.Integer, nullable=False, server_default="0"),
        sa.Column("changes", sa.Integer, nullable=False, server_default="0"),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("closes_at_ms", sa.BigInteger, nullable=False),
        sa.Column("begun_at_ms", sa.BigInteger),
    ),
    index("ix_gatherings_owner", "gatherings", "owner", "created_at_ms"),
    index("ix_gatherings_closes_at_ms", "gatherings", "closes_at_ms"),
    table(
        "entrants",
        sa.Column("gathering_id", sa.String(8), sa.ForeignKey("gatherings.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("army", sa.Text, nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("own_salt", sa.Boolean, nullable=False),
        sa.Column("link", sa.Integer, nullable=False, server_default="0"),
    ),
    index("ix_entrants_holder", "entrants", "gathering_id", "holder", unique=True),
)
