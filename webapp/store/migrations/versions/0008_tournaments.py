"""Tournaments, and their games."""

import sqlalchemy as sa

from webapp.store.migrations.steps import both_ways, index, table

revision = "0008"
down_revision = "0007"

upgrade, downgrade = both_ways(
    table(
        "tournaments",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("link", sa.Integer, nullable=False, server_default="0"),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_at_ms", sa.BigInteger),
    ),
    index("ix_tournaments_owner", "tournaments", "owner", "created_at_ms"),
    table(
        "tournament_games",
        sa.Column("tournament_id", sa.String(8), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("game", sa.String(20), primary_key=True),
        sa.Column("winner", sa.String(1)),
        sa.Column("battle_id", sa.String(8), sa.ForeignKey("battles.id"), unique=True),
    ),
)
