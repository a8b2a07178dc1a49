"""Matches played in rounds, and their orders."""

import sqlalchemy as sa

from webapp.store.migrations.steps import both_ways, table

revision = "0005"
down_revision = "0004"

upgrade, downgrade = both_ways(
    table(
        "matches",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column(
            "challenge_id",
            sa.String(8),
            sa.ForeignKey("challenges.id"),
            nullable=False,
            unique=True,
        ),
        sa.Column("battle", sa.Text, nullable=False),
        sa.Column("clock_s", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("started_at_ms", sa.BigInteger, nullable=False),
        sa.Column("deadline_ms", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.Text, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("resigned", sa.String(1)),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.Column("battle_id", sa.String(8), sa.ForeignKey("battles.id")),
    ),
    table(
        "orders",
        sa.Column("match_id", sa.String(8), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("side", sa.String(1), primary_key=True),
        sa.Column("orders", sa.Text, nullable=False),
        sa.Column("locked_at_ms", sa.BigInteger),
    ),
)
